/** Runs one thing after the other: a resume waits until the pause before it is complete. */

/**
 * Returns a wrapper; the functions that it wraps run in the order of the calls, whether those
 * before succeed or not.
 */
export function createSerialQueue() {
  let last: Promise<void> = Promise.resolve();
  return <Args extends unknown[], T>(run: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> => {
      const result = last.then(() => run(...args));
      // Without its result: the last one would be remembered, with a patient's name in it, after
      // the vault was locked (P12).
      last = result.then(
        () => {},
        () => {},
      );
      return result;
    };
}
