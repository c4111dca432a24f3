/** Wires the search over visits: its index follows what is written. */
import type { NoticeName } from '../../../shared/contract/contract.ts';
import { createSearch } from '../../features/search/search.ts';
import type { Core } from './core.ts';

const written: ReadonlySet<NoticeName> = new Set([
  'visits.changed',
  'visits.gone',
  'notes.changed',
  'desk.changed',
]);

export function wireSearch({ ports: { clock }, store, vault, notices }: Core) {
  const search = createSearch({ store, vault, clock });
  notices.listen((name) => {
    if (written.has(name)) search.wake();
  });
  return { search };
}
