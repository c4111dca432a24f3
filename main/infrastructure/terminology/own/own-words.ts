/**
 * When two wordings are the same for a clinic's own list: the same words in the same order, as the
 * normaliser has them, and the same signs. "O+" is not "O-", and "dengue?" is not "dengue".
 */
import { soundsDoubtful } from '../query/reading/parse-query.ts';
import { createNormaliser } from '../text/normalise.ts';

const wordsOf = createNormaliser();

/** Empty where the text has no word that says anything. */
export const plainWords = (text: string): string => wordsOf(text).join(' ');

/** Signs that the normaliser drops although they may change what is meant. */
const SIGNS = /[+<>=≥≤±↑↓#%?]|(?<![\p{L}\p{N}])[-−–]|[-−–](?![\p{L}\p{N}])/gu;
export const signsIn = (text: string): string => text.match(SIGNS)?.join('') ?? '';

/** Equal for two wordings that are the same. Blanks around a sign say nothing. */
export const ownKey = (text: string): string =>
  `${plainWords(text)}|${signsIn(text)}|${soundsDoubtful(text.replace(AROUND_SIGN, '$1')) ? '?' : ''}`;
const AROUND_SIGN = /\s*([-−–+])\s*/gu;
