/** Wires the list of today's appointments. */
import { createDay } from '../../features/day/day.ts';
import type { Core } from './core.ts';

export const wireDay = ({ ports: { clock }, store, vault, notify }: Core) => ({
  day: createDay({ clock, store, seal: vault.rows, changed: () => notify('day.changed', {}) }),
});
