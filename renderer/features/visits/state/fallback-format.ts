/** What is said of the draft of this computer, while its visit waits for the platform. Pure. */
import { isOnItsWay, isOutOfReach } from '../../../../shared/model/fallback.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { engineInUse, type WorkHere } from '../../../../shared/model/work-here.ts';

/** A draft of this computer can be read, and no note of the platform yet. */
export const hasDraftAlone = (visit: Visit): boolean =>
  visit.fallback?.state === 'made' && !visit.locked && isOnItsWay(visit);

/** A key under `fallback`; undefined where there is nothing to say. */
export function fallbackWord(visit: Visit): 'offered' | 'asked' | 'made' | 'failed' | undefined {
  if (visit.locked || !isOnItsWay(visit)) return undefined;
  const { fallback } = visit;
  if (fallback && fallback.state !== 'failed') return fallback.state;
  if (!isOutOfReach(visit)) return undefined;
  return fallback ? 'failed' : 'offered';
}

/** A person may ask for the draft: for the first time, or anew. */
export function canAskForDraft(visit: Visit): boolean {
  const word = fallbackWord(visit);
  return word === 'offered' || word === 'failed';
}

const byWords = { own: 'byEngine', model: 'byModel', server: 'byServer' } as const;

/** A key under `fallback`: where the sound goes. */
export const fallbackBy = (here: Pick<WorkHere, 'speech' | 'speechModel'> | undefined) =>
  byWords[here ? engineInUse(here) : 'own'];
