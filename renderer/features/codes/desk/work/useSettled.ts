/**
 * Guards against a key that was meant for the entity before: the choice on the screen must have
 * stood long enough to be read.
 */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createArrivals, READING_TIME } from './arrivals.ts';

/** The same for a key that accepts many: nothing of them may have only just come. */
export function useAllSettled(shown: readonly string[]): () => boolean {
  const [arrivals] = useState(() => createArrivals(() => performance.now()));
  useLayoutEffect(() => arrivals.see(shown));
  return arrivals.isSettled;
}

/**
 * `place`: the entity; `shown`: everything that one key can accept there. Call `expectMove` before
 * the focus moves unasked; a move that the doctor made counts as settled at once.
 */
export function useSettled(place: string | undefined, shown: string) {
  const changedAt = useRef(-Infinity);
  const before = useRef<{ readonly place: string | undefined; readonly shown: string }>({
    place,
    shown,
  });
  const movesUnasked = useRef(false);
  useLayoutEffect(() => {
    const { place: placeBefore, shown: shownBefore } = before.current;
    before.current = { place, shown };
    const isNew = place === placeBefore ? shown !== shownBefore : movesUnasked.current;
    if (isNew) changedAt.current = performance.now();
    movesUnasked.current = false;
  }, [place, shown]);
  return {
    expectMove: useCallback(() => {
      movesUnasked.current = true;
    }, []),
    isSettled: useCallback(() => performance.now() - changedAt.current >= READING_TIME, []),
  };
}
