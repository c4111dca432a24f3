/** A meaning that a short form has in some lines, and how its words are found. */

export type InContext = {
  /** What the line is of. */
  readonly of: RegExp;
  readonly except?: RegExp;
  readonly words: RegExp;
  readonly meaning: string;
};

/** True where one of the words stands in the line; case-insensitive. */
export const line = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'iu');
/** Each place of the words; case-sensitive. */
export const forms = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'gu');
/** Each place of the words; case-insensitive. */
export const phrases = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu');
