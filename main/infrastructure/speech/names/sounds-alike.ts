/** How alike two English spellings sound: a rough measure, by consonants in the first place. */

/** Spellings that are one sound, in the order in which they are replaced. */
const SPELLINGS: readonly (readonly [spelled: RegExp, sound: string])[] = [
  [/[^a-z]/g, ''],
  [/ph/g, 'f'],
  [/gh/g, ''],
  [/th/g, 't'],
  [/sch|tch|sh|ch/g, 'C'],
  [/ck|q/g, 'k'],
  [/^x/g, 's'],
  [/x/g, 'ks'],
  [/c(?=[eiy])|z/g, 's'],
  [/c/g, 'k'],
  [/[aeiouyw]+h?/g, 'a'],
  [/(.)\1+/g, '$1'],
];
const VOWEL = 'a'.charCodeAt(0);
/** What it costs that a vowel is missing or added, and that one of these is heard as the other. */
const VOWEL_COST = 0.3;
const NEAR_COST = 0.4;
/** Sounds are letters of ASCII. A table: it is asked millions of times. */
const CODES = 128;
const NEAR = new Uint8Array(CODES * CODES);
for (const pair of ['pb', 'td', 'kg', 'fv', 'sC', 'mn', 'jC', 'kC', 'js', 'gj']) {
  const [one, other] = [pair.charCodeAt(0), pair.charCodeAt(1)];
  NEAR[one * CODES + other] = 1;
  NEAR[other * CODES + one] = 1;
}

/** One letter for each consonant, `a` for a group of vowels. */
export function soundOf(text: string): string {
  let sound = text.toLowerCase();
  for (const [spelled, one] of SPELLINGS) sound = sound.replace(spelled, one);
  return sound;
}

/**
 * 1 for the same sounds, down to 0. Where it comes to less than `least` it may be told as 0: most
 * words are unlike most names, which is found out after a few sounds.
 */
export function likeness(one: string, other: string, least = 0): number {
  const longest = Math.max(one.length, other.length);
  if (longest === 0 || Math.abs(one.length - other.length) > longest / 3) return 0;
  // Sums of tenths are not exact.
  const most = (1 - least) * longest + 1e-9;
  const row = new Float64Array(other.length + 1);
  for (let at = 1; at <= other.length; at += 1)
    row[at] = (row[at - 1] ?? 0) + gapCost(other.charCodeAt(at - 1));
  for (let from = 0; from < one.length; from += 1)
    if (nextRow(row, one.charCodeAt(from), other) > most) return 0;
  return Math.max(0, 1 - (row[other.length] ?? 0) / longest);
}

/** Costs of the sounds up to `mine`, in place of those before it. Returns the least of them. */
function nextRow(row: Float64Array, mine: number, other: string): number {
  let diagonal = row[0] ?? 0;
  let before = diagonal + gapCost(mine);
  let least = before;
  row[0] = before;
  for (let at = 1; at <= other.length; at += 1) {
    const theirs = other.charCodeAt(at - 1);
    const above = row[at] ?? 0;
    before = Math.min(
      above + gapCost(mine),
      before + gapCost(theirs),
      diagonal + swapCost(mine, theirs),
    );
    row[at] = before;
    diagonal = above;
    if (before < least) least = before;
  }
  return least;
}

const gapCost = (sound: number): number => (sound === VOWEL ? VOWEL_COST : 1);

function swapCost(one: number, other: number): number {
  if (one === other) return 0;
  return NEAR[one * CODES + other] === 1 ? NEAR_COST : 1;
}
