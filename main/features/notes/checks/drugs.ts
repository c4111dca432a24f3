/** The medicines a text speaks of: by the list of names, and by how they are written. */
export type Drug = {
  /** In lower case. */ readonly name: string;
  readonly start: number;
  readonly end: number;
};

const WRITTEN =
  /(?<![\p{L}])(?:tabs?|tablets?|caps?|capsules?|inj(?:ection)?|syp|syr(?:up)?|susp(?:ension)?|oint(?:ment)?|drops?|cream|gel|inhaler)\.?\s+([\p{L}][\p{L}-]{3,})/giu;
const WORD = /[\p{L}][\p{L}-]{3,}/gu;
const NOT_IT = new Set(
  'daily twice once thrice weekly after before with food and for the per day days night morning evening tablet tablets capsule syrup injection then times dose applied apply given take taken oral each needed when stat into both eyes ears nose left right'.split(
    ' ',
  ),
);

/** `isDrug`: whether a word, in lower case, is the name of a medicine. `medicines`: the text is a list of them, one a line. */
export function drugs(text: string, isDrug: (word: string) => boolean, medicines: boolean): Drug[] {
  const found = new Map<number, Drug>();
  const put = (word: string, start: number) => {
    const name = word.toLowerCase();
    if (!NOT_IT.has(name)) found.set(start, { name, start, end: start + word.length });
  };
  for (const { 0: word, index } of text.matchAll(WORD))
    if (isDrug(word.toLowerCase())) put(word, index);
  for (const { 0: whole, 1: word, index } of text.matchAll(WRITTEN))
    put(word!, index + whole.length - word!.length);
  if (medicines) {
    for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
      const first = [...line.matchAll(WORD)].find(
        ([word]) =>
          !NOT_IT.has(word.toLowerCase()) &&
          !/^(?:tabs?|caps?|inj|syp|syr|tablets?|capsules?|injection|syrup)$/i.test(word),
      );
      if (first) put(first[0], index + first.index);
    }
  }
  return [...found.values()].sort((one, other) => one.start - other.start);
}

/** The same name, or one that is written a little otherwise: what a machine that listened may have made of it. */
export const sameName = (one: string, other: string): boolean =>
  one === other ||
  (one.startsWith(other) && other.length >= 5) ||
  (other.startsWith(one) && one.length >= 5);

/** So like that one may have been heard for the other, and not the same. */
export function soundsLike(one: string, other: string): boolean {
  if (sameName(one, other) || one[0] !== other[0] || Math.abs(one.length - other.length) > 3)
    return false;
  return distance(one, other) <= Math.max(2, Math.floor(Math.max(one.length, other.length) / 3));
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next.push(
        Math.min(
          row[j]! + 1,
          next[j - 1]! + 1,
          row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1)!;
}
