import type { Index } from '../index/open-index.ts';

/** The same index for one question: its readings and segments ask for the same words again. */
export function remembering(index: Index): Index {
  const found = new Map<string, ReturnType<Index['having']>>();
  return {
    ...index,
    word: remembered(index.word),
    near: remembered(index.near),
    exactly: remembered(index.exactly),
    having(groups, most) {
      const key = `${most} ${groups.join(' ')}`;
      const known = found.get(key);
      if (known) return known;
      const terms = index.having(groups, most);
      found.set(key, terms);
      return terms;
    },
  };
}

/** Asks once for each word. */
export function remembered<Found>(ask: (word: string) => Found): (word: string) => Found {
  const known = new Map<string, { readonly found: Found }>();
  return (word) => {
    const before = known.get(word);
    if (before) return before.found;
    const found = ask(word);
    known.set(word, { found });
    return found;
  };
}
