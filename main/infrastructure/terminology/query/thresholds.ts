/**
 * Thresholds of scores (0 to 1), frozen on the dev sets: `npm run bench -- linking` tells the
 * precision and the share of promises.
 */

/** Candidates that are compared closely. */
export const TOP_CANDIDATES = 24;
/** Least score of a promise. */
export const LINK_THRESHOLD = 0.955;
/** Least score of a promise for a question with a corrected word. */
export const LINK_THRESHOLD_IF_CORRECTED = 0.93;
/**
 * The very words: in a short list nothing less is a promise, since a contradicting concept may be
 * missing from the list.
 */
export const EXACT_THRESHOLD = 0.99;
/**
 * Below this the best has next to nothing of the words, and there is no candidate. Of the starter's
 * tests, and of the tests and operations in a part of SNOMED CT, the nearest of a few says less than
 * in a whole release.
 */
export const TOO_FAR = 0.15;
export const TOO_FAR_IN_PART = 0.4;
/** Another concept within this of the best leaves the question open. */
export const MIN_SCORE_GAP = 0.05;
