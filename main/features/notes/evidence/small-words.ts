/**
 * Words that prove nothing when note and transcript both have them: small words of English, and how
 * notes put things.
 */
import { wordSet } from '../../../infrastructure/terminology/text/word-list.ts';
import smallWords from './small-words.json' with { type: 'json' };

/** Words that count for nothing, in lower case as they stand in a text. */
export const EMPTY_WORDS = wordSet(smallWords.empty);

/** Words of every visit: count for little. */
export const COMMON_WORDS = wordSet(smallWords.common);
