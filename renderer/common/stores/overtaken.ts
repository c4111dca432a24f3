/**
 * Answers and notices of the core come by ways of their own: an answer may be older than a notice
 * that came while it was on its way, and must not take its place.
 */
export type Notices = {
  /** Call with each notice that says what a request of the same thing answers. */
  readonly told: () => void;
  /** Call before that request; returns whether a notice came since. */
  readonly watch: () => () => boolean;
};

export function countNotices(): Notices {
  let count = 0;
  return {
    told() {
      count += 1;
    },
    watch: () => {
      const before = count;
      return () => count !== before;
    },
  };
}
