/** Words that prove nothing when note and transcript both have them: small words of English, and how notes put things. */
import { wordSet } from '../../../infrastructure/terminology/text/word-list.ts';
import smallWords from './small-words.json' with { type: 'json' };

/** Count for nothing; as they stand in a text, in lower case. */
export const EMPTY_WORDS = wordSet(smallWords.empty);

/** Said in every visit, and so count for little. */
export const COMMON_WORDS = wordSet(smallWords.common);
