// biome-ignore-all lint/style/noNonNullAssertion: a hot loop, whose places are all within the rows
/**
 * How far a written word is from another: the cost of the cheapest way from one to the other, in
 * tenths of an edit. Slips that hands and ears make often cost less than one.
 */

const VOWELS = new Set('aeiouy');
/** Letters that are taken for one another. */
const ALIKE = new Set(['sc', 'sz', 'ck', 'kq', 'fv', 'bp', 'dt', 'gj', 'mn', 'xs', 'vw']);

const EDIT = 10;
const SWAP = 7;
/** No edit that changes which letters there are costs less. */
export const SIMILAR = 7;
const DOUBLED = 5;
const SOFT = 8;
/** The first letter is seldom wrong. */
const FIRST = 6;

/** Rows of the table of costs, kept between calls: thousands of words are compared for one answer. */
const LONGEST = 64;
const rows = [0, 1, 2].map(() => new Uint16Array(LONGEST + 1)) as [
  Uint16Array,
  Uint16Array,
  Uint16Array,
];

/** Infinity where it is more than `most`, or where a word is too long to compare. In lower case. */
export function editCost(from: string, to: string, most: number): number {
  if (Math.max(from.length, to.length) > LONGEST) return Number.POSITIVE_INFINITY;
  const first = from[0] === to[0] ? 0 : FIRST;
  const left = most - first;
  if (Math.abs(from.length - to.length) * DOUBLED > left) return Number.POSITIVE_INFINITY;
  let [beforeLast, last, next] = rows;
  last[0] = 0;
  for (let at = 1; at <= to.length; at++) last[at] = last[at - 1]! + extraCost(to, at - 1);
  let leastBefore = 0;
  for (let row = 1; row <= from.length; row++) {
    const least = fillRow({ from, to, row, beforeLast, last, next });
    // Two letters in each other's place cost from the row before this one.
    if (least > left && leastBefore + SWAP > left) return Number.POSITIVE_INFINITY;
    leastBefore = least;
    [beforeLast, last, next] = [last, next, beforeLast];
  }
  const cost = last[to.length]! + first;
  return cost > most ? Number.POSITIVE_INFINITY : cost;
}

type Row = {
  readonly from: string;
  readonly to: string;
  readonly row: number;
  readonly beforeLast: Uint16Array;
  readonly last: Uint16Array;
  readonly next: Uint16Array;
};

/** @returns the least cost in the row */
function fillRow({ from, to, row, beforeLast, last, next }: Row): number {
  const one = from[row - 1]!;
  const extra = extraCost(from, row - 1);
  next[0] = last[0]! + extra;
  let least = next[0];
  for (let at = 1; at <= to.length; at++) {
    const other = to[at - 1]!;
    let cost = Math.min(
      last[at - 1]! + changeCost(one, other),
      last[at]! + extra,
      next[at - 1]! + extraCost(to, at - 1),
    );
    if (row > 1 && at > 1 && one === to[at - 2] && from[row - 2] === other)
      cost = Math.min(cost, beforeLast[at - 2]! + SWAP);
    next[at] = cost;
    if (cost < least) least = cost;
  }
  return least;
}

function changeCost(one: string, other: string): number {
  if (one === other) return 0;
  if (VOWELS.has(one) && VOWELS.has(other)) return SIMILAR;
  return ALIKE.has(one + other) || ALIKE.has(other + one) ? SIMILAR : EDIT;
}

/** Of a letter that stands in one of the two words alone. */
function extraCost(word: string, at: number): number {
  const letter = word[at]!;
  if (letter === word[at - 1] || letter === word[at + 1]) return DOUBLED;
  return VOWELS.has(letter) || letter === 'h' ? SOFT : EDIT;
}
