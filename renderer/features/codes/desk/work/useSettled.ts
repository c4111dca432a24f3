/**
 * Guards against a key that was meant for the entity before: the choice on the screen must have
 * stood long enough to be read.
 */
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Milliseconds. Too short to read a code, and longer than a key pressed twice by mistake. */
const READING_TIME = 300;

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
