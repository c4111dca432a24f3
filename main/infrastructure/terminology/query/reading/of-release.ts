/** An index as its release has it: without the other names of our own tables, and their words. */
import type { Index } from '../../index/open-index.ts';

/** True for a word that only other names have. */
export const isOfOtherNames = (index: Index, word: string): boolean =>
  index.word(word)?.terms === 0;

export const ofRelease = (index: Index): Index => ({
  ...index,
  word: (word) => {
    const known = index.word(word);
    return known?.terms === 0 ? undefined : known;
  },
  near: (word) => index.near(word).filter(({ terms }) => terms > 0),
  exactly: (key) => index.exactly(key).filter(({ kind }) => index.kind(kind) !== 'other'),
});
