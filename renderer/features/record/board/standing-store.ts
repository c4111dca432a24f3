/** What the notes of today still need, in numbers; read again when something of them changes. */
import type { Bridge } from '../../../../shared/contract/contract.ts';
import type { Standing } from '../../../../shared/model/day.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';
import { isLocked } from '../../../common/stores/locked.ts';

type Standings = { readonly byVisit: Readonly<Record<string, Standing>> };
const nothing: Standings = { byVisit: {} };

export const useStandings = createStore<Standings>('standings', nothing, {
  connect: connectStandings,
  reset: () => useStandings.setState(nothing),
});

function connectStandings(bridge: Bridge): void {
  const renew = ({ id }: { readonly id: string }) => {
    if (id in useStandings.getState().byVisit) void loadStandings([id]);
  };
  bridge.on('notes.changed', renew);
  bridge.on('desk.changed', renew);
  bridge.on('exports.changed', renew);
}

/** A number that cannot be read is not shown: the note itself says why. */
export async function loadStandings(ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || isLocked()) return;
  const found = await request('day.standing', { ids: [...ids] }).catch(() => []);
  if (isLocked()) return;
  useStandings.setState(({ byVisit }) => ({
    byVisit: { ...byVisit, ...Object.fromEntries(found.map((one) => [one.id, one])) },
  }));
}
