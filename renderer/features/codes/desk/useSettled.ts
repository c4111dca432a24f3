/** Whether what stands before the doctor stood there long enough to be read: a key that was meant for the last thing must not decide about the next. */
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Milliseconds. Nobody reads a code, and a finger that pressed twice by mistake is done, within it. */
const LOOK = 300;

/** `place`: which entity; `shown`: what can be taken there by one key. Say `byItself` before the place changes unasked; where the doctor goes there, it is theirs at once. */
export function useSettled(place: string | undefined, shown: string) {
  const since = useRef(-Infinity);
  const before = useRef<{ readonly place: string | undefined; readonly shown: string }>({
    place,
    shown,
  });
  const unasked = useRef(false);
  useLayoutEffect(() => {
    const { place: was, shown: stood } = before.current;
    before.current = { place, shown };
    if (place === was ? shown !== stood : unasked.current) since.current = performance.now();
    unasked.current = false;
  }, [place, shown]);
  return {
    byItself: useCallback(() => {
      unasked.current = true;
    }, []),
    settled: useCallback(() => performance.now() - since.current >= LOOK, []),
  };
}
