/** What a platform says in one line (a name, an error, a remark), made fit to stand beside our own words. */

/** Marks that turn round the direction of whatever follows them on the line, ours too. Those that only join or part letters stay. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g;

/** At most `longest` UTF-16 units, with `…` in place of what was cut. */
export function line(text: string, longest: number): string {
  // A line of megabytes is not worth reading to its end.
  const said = text
    .slice(0, longest * 4)
    .replace(turning, '')
    .replace(control, ' ')
    .trim();
  const cut =
    said.length > longest || text.length > longest * 4 ? `${said.slice(0, longest - 1)}…` : said;
  // Half a character, cut or sent so, is not text.
  return Buffer.from(cut).toString();
}
