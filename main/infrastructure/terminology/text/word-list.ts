/** Words of a data file: each entry holds some of them, with one blank between two. */
export const wordSet = (entries: readonly string[]): ReadonlySet<string> =>
  new Set(entries.flatMap((entry) => entry.split(' ')));
