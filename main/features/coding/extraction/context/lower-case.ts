/**
 * Lower case of the same length: a letter whose lower case is longer stays as it is, so that
 * positions stay.
 */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : [...text]
        .map((letter) =>
          letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
        )
        .join('');
}
