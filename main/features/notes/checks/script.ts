/** Edges of words, and spellings of Devanagari, for regular expressions. */

/** Not behind, and not before, a part of a word. */
export const START = '(?<![\\p{L}\\p{M}\\p{N}])';
export const EDGE = '(?![\\p{L}\\p{M}])';

/** Consonants with a nukta that are also one character. */
const COMPOSED: Readonly<Record<string, string>> = {
  क: '\u0958',
  ख: '\u0959',
  ग: '\u095a',
  ज: '\u095b',
  ड: '\u095c',
  ढ: '\u095d',
  फ: '\u095e',
  य: '\u095f',
};

/** The pattern with every nukta as people write it: apart, in one character, or not at all. */
export const anyNukta = (pattern: string): string =>
  pattern
    .normalize('NFC')
    .replace(/(.)\u093c/gu, (_, letter: string) =>
      COMPOSED[letter] ? `(?:${letter}\u093c?|${COMPOSED[letter]})` : `${letter}\u093c?`,
    );

/** One spelling for look-ups. */
export const plainNukta = (word: string): string => word.normalize('NFC').replaceAll('\u093c', '');
