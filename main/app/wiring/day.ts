/** Wires the list of today's appointments. */
import { createDay } from '../../features/day/day.ts';
import type { Core } from './core.ts';

export function wireDay({ ports: { clock }, store, vault, notify }: Core) {
  const changed = () => notify('day.changed', {});
  const day = createDay({ clock, store, seal: vault.rows, changed });
  return { day };
}
