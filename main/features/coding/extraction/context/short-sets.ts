/**
 * The sets of letters in a regular expression, written as what is outside of them. `\p{L}` is a list
 * of some 650 ranges: to compile the frames, with hundreds of them, took 0.8 s of work before the
 * first finding, and takes 0.1 s so. The two mean the same in what is read here
 * (`short-sets.test.ts`).
 */

/** Signs that may stand inside a word. */
const INSIDE = "'’.";
/** No letter, no mark, no digit; without the signs that may stand inside a word. */
const OUTSIDE = [
  String.raw`\0-&(-,/:-@\[-\x60{-©«-±´¶-¸»¿×÷`,
  // Signs of the scripts of India.
  '\u0964\u0965\u0970\u09f2\u09f3\u09fa\u09fb\u09fd\u0a76\u0af0\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4',
  // Punctuation, currencies, arrows, boxes, ticks, pictures.
  String.raw`\u2000-\u2018\u201a-\u206f\u207a-\u207e\u208a-\u208e\u20a0-\u20cf\u2100\u2101\u2103-\u2106\u2108\u2109\u2114\u2116-\u2118\u211e-\u2123\u2125\u2127\u2129\u212e\u213a\u213b\u2140-\u2144\u214a-\u214d\u214f\u218a-\u218f\u2190-\u245f\u2500-\u2775\u2794-\u2bff`,
  String.raw`\u2e00-\u2e2e\u2e30-\u2e7f\u3000-\u3004\u3008-\u3020\ue000-\uf8ff\ufeff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffee\ufff9-\uffff\u{1f000}-\u{1f0ff}\u{1f10d}-\u{1faff}`,
].join('');

const sets: readonly (readonly [string, string])[] = [
  [String.raw`[\p{L}\p{M}\p{N}${INSIDE}-]`, `[^${OUTSIDE}]`],
  [String.raw`[\p{L}\p{M}\p{N}]`, `[^${OUTSIDE}${INSIDE}-]`],
];

export const withShortSets = (source: string): string =>
  sets.reduce((text, [long, short]) => text.replaceAll(long, short), source);
