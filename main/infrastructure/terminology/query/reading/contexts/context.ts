/** What a short form means in a line of an injury, of a newborn, of a hernia and others. */

export type InContext = {
  /** What the line is of. */
  readonly of: RegExp;
  readonly except?: RegExp;
  readonly words: RegExp;
  readonly meaning: string;
};

/** True where one of the words stands in the line. */
export const line = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'iu');
/** The same in the letters as they are written. */
export const forms = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'gu');
/** In any letters. */
export const phrases = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu');
