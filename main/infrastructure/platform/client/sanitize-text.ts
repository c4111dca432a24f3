/**
 * Makes one line of a platform's text (a name, an error, a remark) fit to stand beside our own
 * words.
 */

/**
 * Marks that reverse the direction of all text that follows on the line, ours too. Marks that only
 * join or part letters stay.
 */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;
const spaceOrControl = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** At most `longest` UTF-16 units, with `…` in place of what was cut. */
export function sanitizeText(text: string, longest: number): string {
  // Only so much is read: a platform may send megabytes.
  const readable = text
    .slice(0, longest * 4)
    .replace(directionMarks, '')
    .replace(spaceOrControl, ' ')
    .trim();
  const isCut = readable.length > longest || text.length > longest * 4;
  const line = isCut ? `${readable.slice(0, longest - 1)}…` : readable;
  // Half a character, cut or sent so, is not text.
  return Buffer.from(line).toString();
}
