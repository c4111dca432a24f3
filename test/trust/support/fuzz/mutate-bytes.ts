/** Mutations of bytes: flips, cuts, splices, lengths, and repetitions without an end. */
import type { Dice } from './dice.ts';
import type { Part, Parts } from './door.ts';

/** Bytes that mean something to a reader of text, of numbers or of a container. */
const traps = [
  '\0',
  '\xff\xff\xff\xff',
  '\x00\x00\x00\x80',
  '\xff\xff\xff\x7f',
  '\xff\xfe',
  '\xef\xbb\xbf',
  '\xc0\xaf',
  '\xed\xa0\x80',
  '\r\n\r\n',
  '\n',
  '"',
  "'",
  '\\',
  '../',
  '%00',
  '<!--',
  ']]>',
  '&x;',
  '{{',
  '1e999',
  '__proto__',
];

/** One to four mutations, one after another; the last may repeat a piece up to some megabytes. */
export function mutateBytes(sample: string, dice: Dice): Parts {
  let bytes = sample;
  for (let left = 1 + dice.below(4); left > 0; left -= 1) bytes = mutateOnce(bytes, dice);
  return dice.once(4) ? repeatPiece(bytes, dice) : [bytes];
}

function mutateOnce(bytes: string, dice: Dice): string {
  const at = dice.below(bytes.length + 1);
  const to = Math.min(bytes.length, at + 1 + dice.below(16));
  const change = dice.of<() => string>([
    () => bytes.slice(0, at),
    () => bytes.slice(at),
    () => bytes.slice(0, at) + bytes.slice(to),
    () => bytes.slice(0, at) + dice.of(traps) + bytes.slice(to),
    () => bytes.slice(0, at) + dice.of(traps) + bytes.slice(at),
    () => bytes.slice(0, at) + String.fromCharCode(dice.below(256)) + bytes.slice(at + 1),
    () => bytes.slice(0, at) + flipped(bytes.charCodeAt(at), dice) + bytes.slice(at + 1),
    () => bytes.slice(0, at) + lengthField(dice) + bytes.slice(at + 4),
    () => splice(bytes, at, dice),
  ]);
  return change();
}

const flipped = (byte: number, dice: Dice) =>
  String.fromCharCode((Number.isNaN(byte) ? 0 : byte) ^ (1 << dice.below(8)));

/** A length of 32 bits, either way round. */
function lengthField(dice: Dice): string {
  const bytes = Buffer.alloc(4);
  const value = dice.of([0, 1, 3, 0x7f, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff]);
  if (dice.once(2)) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes.toString('latin1');
}

function splice(bytes: string, at: number, dice: Dice): string {
  const from = dice.below(bytes.length + 1);
  return bytes.slice(0, at) + bytes.slice(from, from + 1 + dice.below(400)) + bytes.slice(at);
}

function repeatPiece(bytes: string, dice: Dice): Parts {
  const at = dice.below(bytes.length + 1);
  const again =
    dice.once(3) || at === bytes.length
      ? dice.of([' ', '0', '"', ',', '\t', '\n', '(', '[', '{"a":', '<a>', '\xff', 'a'])
      : bytes.slice(at, at + 1 + dice.below(60));
  const most = dice.of([200, 20_000, 3_000_000]);
  const part: Part = { again, times: Math.max(1, Math.floor(most / again.length)) };
  return [bytes.slice(0, at), part, dice.once(2) ? '' : bytes.slice(at)];
}
