/** From terms to codes: one entry a code, the least specific first among equals, and whether the first is promised. */
import { BILLABLE, HEADER, LEFT_OVER, OPTIONAL } from '../index/index-file.ts';
import type { Code, Index, Term } from '../index/open-index.ts';
import type { Reading } from './parse-query.ts';
import type { Match, Weights } from './rank.ts';

/** The best term of a code, and by which reading it was found. */
export type Best = {
  readonly term: Term;
  readonly match: Match;
  readonly reading: Reading;
  readonly score: number;
};
export type Chosen = Best & {
  readonly code: Code;
  readonly final: number /** The code's own name says something that was not asked. */;
  readonly adds: boolean;
};

/** Looked at more closely than by their terms. */
const NEAR = 24;
/** A code that is named for what is left over says less than one that is named for itself. */
const LEFT_OVER_COUNTS = 0.97;
/** Words of a code's own name that nobody said; what it leaves open counts little. */
const OPEN_COUNTS = 0.15;
/** Below this share of the first, a candidate gives its place to the header above the first. */
const WEAK = 0.9;
const MOST_HEADERS = 2;
/** The Index sends who says no more to such a code. */
const DEFAULT = /\b(?:without|uncomplicated|unspecified|not specified)\b/i;

const whole = ({ missing, added }: Match) => missing === 0 && added < 1;
const above = (code: string) =>
  code.length <= 3 ? undefined : code.slice(0, code.length === 5 ? 3 : -1);

export function choose(
  index: Index,
  { rarity, light }: Weights,
  best: Iterable<Best>,
  top: number,
): Chosen[] {
  const near = [...best].sort((a, b) => b.score - a.score || a.term.id - b.term.id).slice(0, NEAR);
  const looked = near.map((one) => {
    const code = index.code(one.term.code);
    const asked = new Set(one.reading.asked.map(({ id }) => id));
    let unsaid = 0;
    let adds = false;
    for (const word of code.nameWords) {
      const id = word & ~OPTIONAL;
      if (asked.has(id)) continue;
      unsaid += rarity(id) * light(id) * (word & OPTIONAL ? OPEN_COUNTS : 1);
      if (!(word & OPTIONAL)) adds = true;
    }
    const final = one.score * (code.flags & LEFT_OVER ? LEFT_OVER_COUNTS : 1);
    const byIndex = index.kind(one.term.kind) === 'index' || index.kind(one.term.kind) === 'see';
    return {
      ...one,
      code,
      final,
      unsaid,
      adds,
      isDefault:
        adds &&
        byIndex &&
        whole(one.match) &&
        code.flags & BILLABLE &&
        !(code.flags & LEFT_OVER) &&
        DEFAULT.test(code.name),
    };
  });
  const first = looked[0];
  // "Mumps" is a category of three characters and no diagnosis; the Index says which code of it who says no more means.
  const isDefault = (one: (typeof looked)[number]) =>
    one.isDefault &&
    first !== undefined &&
    first.code.flags & HEADER &&
    first.code.code.length === 3 &&
    whole(first.match) &&
    one.code.code.startsWith(first.code.code);
  const step = ({ code }: { code: Code }) =>
    code.flags & BILLABLE ? 0 : code.flags & HEADER ? 2 : 1;
  const placed = looked.map((one) =>
    isDefault(one)
      ? { ...one, final: Math.max(one.final, first!.final), place: -1 }
      : { ...one, place: step(one) },
  );
  placed.sort(
    (a, b) =>
      b.final - a.final ||
      a.place - b.place ||
      a.unsaid - b.unsaid ||
      (a.code.code < b.code.code ? -1 : 1),
  );
  return withHeaders(index, placed.slice(0, top), top);
}

/** The headers above the first choice take the places of weak last ones: for who finds that the first says too much. */
function withHeaders(index: Index, chosen: Chosen[], top: number): Chosen[] {
  const lead = chosen[0];
  if (!lead || top < 2) return chosen;
  const headers: Code[] = [];
  for (let up = above(lead.code.code); up !== undefined; up = above(up)) {
    const header = chosen.some(({ code }) => code.code === up) ? undefined : index.codeOf(up);
    if (header) headers.push(header);
  }
  let kept = chosen;
  const weak = (one: Chosen | undefined) => !one || one.final <= lead.final * WEAK;
  const fits = headers.slice(0, MOST_HEADERS).filter((_, at) => weak(chosen[top - 1 - at]));
  kept = chosen.slice(0, top - fits.length);
  const final = Math.min(lead.final * 0.5, kept.at(-1)!.final);
  return [...kept, ...fits.map((code) => ({ ...lead, code, final }))];
}

/** Frozen on the dev sets (`npm run bench -- linking` tells the precision and the share). */
const SURE = 0.955;
const SURE_IF_CORRECTED = 0.93;
/** Weight of words that were asked and are not in the term. */
const MAY_MISS = 0.6;
const MAY_MISS_IF_CORRECTED = 1;
/** Another disease that says it nearly as well leaves it open. */
const APART = 0.05;

/** "Severe" was said, and a code of the same category has a degree in its name: then it matters which. Where categories cannot be told, it may. */
export function degreeMatters(index: Index, { code, reading }: Chosen): boolean {
  if (reading.aside === undefined) return false;
  const category = CATEGORY.exec(code.code)?.[0];
  return (
    category === undefined ||
    index.codesFrom(category, MOST_OF_A_CATEGORY).some(({ name }) => DEGREES.test(name))
  );
}
const CATEGORY = /^[A-Z]\d[0-9A-Z](?=\.|$)/;
const MOST_OF_A_CATEGORY = 600;
const DEGREES = /\b(?:severe|mild|moderate|profound|intermittent|persistent|recurrent|massive)\b/i;

/** A promise about the first: nothing that was asked is missing, nothing is added, no second disease says it as well. */
export function isSure([first, ...others]: readonly Chosen[]): boolean {
  if (!first || first.reading.ambiguous || first.code.flags & LEFT_OVER) return false;
  const corrected = Object.keys(first.reading.corrected ?? {}).length;
  if (corrected > 1) return false;
  if (
    first.match.missing > (corrected > 0 ? MAY_MISS_IF_CORRECTED : MAY_MISS) ||
    first.final < (corrected > 0 ? SURE_IF_CORRECTED : SURE)
  )
    return false;
  // A header can be promised where a code below it, which can be signed, says no more than it does.
  if (
    first.code.flags & HEADER &&
    !others.some(
      ({ code, adds }) => code.flags & BILLABLE && !adds && code.code.startsWith(first.code.code),
    )
  )
    return false;
  return !others.some(
    ({ code, final }) =>
      code.code.slice(0, 3) !== first.code.code.slice(0, 3) && final > first.final - APART,
  );
}
