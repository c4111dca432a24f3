// biome-ignore-all lint/style/noNonNullAssertion: hot loop over typed rows whose bounds the loop holds
/**
 * Finds the known word that a mistyped one stands for: symmetric delete over the vocabulary,
 * distance 1 from four letters, 2 from eight.
 */
import { shortName } from '../index/index-file.ts';

/** Deletions are taken from the beginning of a word only; the rest is compared. */
const PREFIX = 7;
export const CORRECTABLE = /^\p{L}{4,}$/u;

/** Number of slips that are corrected in a word of this length. */
export function slips({ length }: string): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * Short names of the word's beginning with letters left out, by which the word is stored and
 * sought.
 */
export function pieces(word: string, depth = slips(word)): Set<number> {
  const start = word.slice(0, PREFIX);
  let level = new Set([start]);
  const all = new Set(level);
  for (let left = depth; left > 0; left--) {
    const next = new Set<string>();
    for (const piece of level)
      for (let at = 0; at < piece.length; at++) next.add(piece.slice(0, at) + piece.slice(at + 1));
    for (const piece of next) all.add(piece);
    level = next;
  }
  return new Set([...all].map((piece) => shortName(piece) % 0x100000000));
}

/**
 * Letters to insert, leave out, change or swap, to come from one word to the other; more than
 * `most` is returned as `most + 1`.
 */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return Math.min(last[b.length]!, most + 1);
}

/** `terms`: how many of the release have the word; 0 where only other names have it. */
export type Known = { readonly id: number; readonly word: string; readonly terms: number };
export type Correction = Known & { readonly distance: number };

/** The best few first: nearer, then the same first letter, then the more usual word. */
export function corrections(word: string, near: Iterable<Known>): Correction[] {
  const most = slips(word);
  const found: Correction[] = [];
  for (const known of near) {
    // A short word is not stretched into a long one that is forgiven more.
    const apart = distance(word, known.word, Math.min(most, slips(known.word)));
    if (apart > 0 && apart <= Math.min(most, slips(known.word)))
      found.push({ ...known, distance: apart });
  }
  const cost = (one: Correction) =>
    one.distance +
    (one.word[0] === word[0] ? 0 : 0.7) -
    Math.min(0.6, Math.log10(one.terms + 1) / 6);
  return found.sort((a, b) => cost(a) - cost(b) || (a.word < b.word ? -1 : 1));
}
