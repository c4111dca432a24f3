/**
 * Reads and writes a JSON object of texts as bytes, each text for itself: parsed as a whole, every
 * secret in it would become text in memory each time one of them is asked for.
 */

/** From its quotation mark to after the other one. */
type Place = { readonly from: number; readonly to: number };

const [QUOTE, COMMA, COLON, BACKSLASH, OPEN, CLOSE] = Buffer.from('",:\\{}');
const SPACES = new Set(Buffer.from(' \t\r\n'));

/** Where the text of each name stands. Throws where it is no such object. */
export function textsIn(bytes: Buffer): Map<string, Place> {
  const found = new Map<string, Place>();
  let at = 0;
  const skip = () => {
    while (SPACES.has(bytes[at] ?? 0)) at += 1;
  };
  const take = (wanted: number | undefined): boolean => {
    skip();
    if (bytes[at] !== wanted) return false;
    at += 1;
    return true;
  };
  const need = (wanted: number | undefined) => {
    if (!take(wanted)) throw new SyntaxError('no object of texts');
  };
  const text = (): Place => {
    need(QUOTE);
    const from = at - 1;
    while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    need(QUOTE);
    return { from, to: at };
  };
  need(OPEN);
  if (!take(CLOSE)) {
    do {
      const name = textAt(bytes, text());
      need(COLON);
      found.set(name, text());
    } while (take(COMMA));
    need(CLOSE);
  }
  skip();
  if (at < bytes.length) throw new SyntaxError('no object of texts');
  return found;
}

/** Throws where it is no text. */
export const textAt = (bytes: Buffer, { from, to }: Place): string =>
  JSON.parse(bytes.toString('utf8', from, to)) as string;

/** The object without `name`, and with `value` (quotation marks included) under it where given. */
export function withText(bytes: Buffer, name: string, value: Uint8Array | undefined): Buffer {
  const pieces: Uint8Array[] = [];
  const add = (one: string, content: Uint8Array) =>
    pieces.push(Buffer.from(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(one)}:`), content);
  let put = value;
  for (const [one, { from, to }] of textsIn(bytes)) {
    if (one !== name) add(one, bytes.subarray(from, to));
    else if (put) {
      add(one, put);
      put = undefined;
    }
  }
  if (put) add(name, put);
  if (pieces.length === 0) pieces.push(Buffer.from('{'));
  return Buffer.concat([...pieces, Buffer.from('}')]);
}
