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
const VOWEL = 'a';
/** What it costs that a vowel is missing or added, and that one of these is heard as the other. */
const VOWEL_COST = 0.3;
const NEAR_COST = 0.4;
const NEAR = new Set(['pb', 'td', 'kg', 'fv', 'sC', 'mn', 'jC', 'kC', 'js', 'gj']);

/** One letter for each consonant, `a` for a group of vowels. */
export function soundOf(text: string): string {
  let sound = text.toLowerCase();
  for (const [spelled, one] of SPELLINGS) sound = sound.replace(spelled, one);
  return sound;
}

/** 1 for the same sounds, down to 0. */
export function likeness(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  if (longest === 0 || Math.abs(one.length - other.length) > longest / 3) return 0;
  let above = [0];
  for (const sound of other) above.push((above.at(-1) ?? 0) + gapCost(sound));
  for (const mine of one) {
    const row = [(above[0] ?? 0) + gapCost(mine)];
    for (let at = 1; at <= other.length; at += 1) {
      const theirs = other[at - 1] ?? '';
      row.push(
        Math.min(
          (above[at] ?? 0) + gapCost(mine),
          (row[at - 1] ?? 0) + gapCost(theirs),
          (above[at - 1] ?? 0) + swapCost(mine, theirs),
        ),
      );
    }
    above = row;
  }
  return Math.max(0, 1 - (above.at(-1) ?? 0) / longest);
}

const gapCost = (sound: string): number => (sound === VOWEL ? VOWEL_COST : 1);

function swapCost(one: string, other: string): number {
  if (one === other) return 0;
  return NEAR.has(one + other) || NEAR.has(other + one) ? NEAR_COST : 1;
}
