/** How far the codes of a visit are: for places that show the number alone. */
import { useMemo } from 'react';
import { itemsOf, progressOf } from './desk/work/desk-items.ts';
import { useDeskOf } from './desk-store.ts';

export function useDeskProgress(visit: string) {
  const { desk, answers, picks, statuses } = useDeskOf(visit);
  return useMemo(
    () => progressOf(itemsOf({ desk, answers, picks, statuses })),
    [desk, answers, picks, statuses],
  );
}
