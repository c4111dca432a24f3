/** One thing after the other: a resume waits until the pause before it is whole. */

/** Answers a wrapper; what it wraps runs in the order of the calls, whether those before succeed or not. */
export function createTurns() {
  let turn: Promise<void> = Promise.resolve();
  return <A extends unknown[], T>(run: (...given: A) => Promise<T>) =>
    (...given: A): Promise<T> => {
      const mine = turn.then(() => run(...given));
      // Without its answer: the last one would be remembered, with a patient's name in it, after the vault was locked (P12).
      turn = mine.then(
        () => {},
        () => {},
      );
      return mine;
    };
}
