/** Earlier patients that fit what is being typed into the start form. */
import type { EarlierPatient } from '../../../shared/model/visit-search.ts';
import { createStore } from '../../common/store-registry.ts';
import { request } from '../../common/stores/core.ts';
import { isLocked } from '../../common/stores/locked.ts';

type Earlier = { readonly found: readonly EarlierPatient[] };
const nothing: Earlier = { found: [] };

/** An answer to letters that were typed before is dropped. */
let asked = 0;

export const useEarlier = createStore<Earlier>('earlier-patients', nothing, {
  reset: forgetEarlier,
});

export function forgetEarlier(): void {
  asked++;
  useEarlier.setState(nothing);
}

/** Looks by name and by number: a number that is somebody else's is to be seen. */
export async function findEarlier(name: string, recordNumber: string): Promise<void> {
  const mine = ++asked;
  const found = await Promise.all(
    [name, recordNumber].map((typed) =>
      typed.trim() === '' ? [] : request('patients.find', { typed }).catch(() => []),
    ),
  );
  if (mine !== asked || isLocked()) return;
  const ids = new Set<string>();
  useEarlier.setState({
    found: found.flat().filter(({ lastId }) => !ids.has(lastId) && ids.add(lastId)),
  });
}
