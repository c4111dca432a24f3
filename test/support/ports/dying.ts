/**
 * Counts calls over several objects, and ends it all before the n-th: from then on nothing has any
 * effect, as after a kill.
 */

/**
 * `step`: from 1, counted from `begin()`; or the name of a call, or `name+1` for the call after it.
 * `end`: ends the process; where it returns, every further call throws instead.
 */
export function dying(step: number | string, end: () => void = () => {}) {
  let count = 0;
  let counting = false;
  let dead = false;
  let next = false;
  return {
    begin: () => {
      counting = true;
    },
    each: <T extends object>(part: T): T =>
      new Proxy(part, {
        get(target, name, receiver) {
          const member: unknown = Reflect.get(target, name, receiver);
          if (typeof member !== 'function') return member;
          return (...values: unknown[]) => {
            if (counting) count += 1;
            if (counting && (next || count === step || name === step)) {
              dead = true;
              end();
            }
            next = counting && step === `${String(name)}+1`;
            if (dead) throw new Error('killed');
            return (member as (...values: unknown[]) => unknown).apply(target, values);
          };
        },
      }),
  };
}
