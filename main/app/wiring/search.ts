/** Wires what walks through all visits behind the work: the index of the search, and the look for damage. */
import type { NoticeName } from '../../../shared/contract/contract.ts';
import { asFailure } from '../../../shared/failure.ts';
import { turnsBy } from '../../features/outbox/turns.ts';
import { createSearch } from '../../features/search/search.ts';
import { createDamagedRows } from '../recovery/damaged-rows.ts';
import type { Core } from './core.ts';

const written: ReadonlySet<NoticeName> = new Set([
  'visits.changed',
  'visits.gone',
  'notes.changed',
  'desk.changed',
]);

export function wireSearch({ ports: { clock }, store, vault, notices, health, log }: Core) {
  const search = createSearch({ store, vault, clock });
  notices.listen((name) => {
    if (written.has(name)) search.wake();
  });
  const damagedRows = createDamagedRows({
    store,
    health,
    giveWay: turnsBy(clock),
    failed(error) {
      const { code, detail } = asFailure(error);
      log.note('damage-unknown', { code, ...(detail !== undefined && { detail }) });
    },
  });
  return { search, damagedRows };
}
