/**
 * The disease of a line of a ward, where the line as a whole leads nowhere: the segment that names
 * a disease with all of its words.
 */
import { HEADER } from '../index/index-file.ts';
import { type Alternative, type Line, mainDisease } from './main-disease.ts';
import { type Segments, segmentsOf } from './reading/segments.ts';
import { type Chosen, isWhole } from './select-candidates.ts';

/** Above this the line as a whole is understood. */
const UNDERSTOOD = 0.75;
/** A segment above this is understood with all of its words. */
const WHOLLY = 0.9;
/** Below this, the parts of a segment are tried by themselves. */
const PARTLY = 0.6;
/** A question, a contact, what was had before: these are what the line is about. */
const TOLD = /^Z(?:0[0-9]|1[0-9]|2[0-3]|7[01]|8|9[12])/;
/** What many have beside the reason for the visit: "chest pain, DM". */
const COMMON = /^(?:E1[01]\.9|E03\.9|E78\.5|I10|I25\.10|K21\.9|J45\.909|N18\.9)$/;
/** What was done before is no disease. */
const STATUS = /^Z/;
/** A segment below this names nothing. */
const LEAST = 0.2;
/** So much better than the whole line a segment must be. */
const BETTER = 1.5;
/** Where the whole line leads nowhere. */
const BETTER_THAN_NOTHING = 0.5;
/** What a segment says beside a term, and what the term says that nobody said. */
const MISSING = 0.25;
const ADDED = 1.2;
/** The first disease of a line is the one it is about; behind the third it matters no more. */
const LATER = 0.15;
const MOST_LATER = 0.45;
/** Below this the line as a whole leads nowhere. */
const NOWHERE = 0.3;
const CORRECTED = 0.6;

/** How a thing came about, what was done and what is only a sign say less than a disease. */
const CHAPTERS: readonly (readonly [RegExp, number])[] = [
  [/^[V-Y]/, 0.3],
  [/^Z(?!3[3-9])/, 0.5],
  [/^F(?:17|55)/, 0.3],
  [/^(?:T14|T07|S.9\.9|S09|T79)/, 0.5],
  [/^R/, 0.65],
];
const byChapter = (code: string): number =>
  TOLD.test(code) ? 1 : (CHAPTERS.find(([chapter]) => chapter.test(code))?.[1] ?? 1);

/** How much of what was said the code tells: a short word alone says less than three together. */
function worthOf({ match, final, code, reading }: Chosen, query: string): number {
  const { score, shared, missing, added } = match;
  const slips = Object.keys(reading.corrected ?? {}).filter((word) => word !== query);
  const told = shared - added * ADDED - missing * MISSING;
  return told * (final / score) * byChapter(code.code) * CORRECTED ** slips.length;
}

/** "AC APPENDICITIS" among small letters: there the writer says what it is. */
const isStressed = (segment: string): boolean =>
  /\p{Lu}{4}/u.test(segment) && !/\p{Ll}/u.test(segment);
const STRESS = 1.6;
/** "K/c/o DM": what was there before. */
const KNOWN = /^\s*(?:k\/?c\/?o|known(?: case of)?|bg|pmh)(?![\p{L}])/iu;
const OLDER = 0.4;
function stressOf(segment: string, line: string): number {
  if (KNOWN.test(segment)) return OLDER;
  return isStressed(segment) && /\p{Ll}{3}/u.test(line) ? STRESS : 1;
}

type Choose = (segment: string) => readonly Chosen[];

/** `watch` is told how the line can be read. */
export function ofSegments(
  line: string,
  whole: readonly Chosen[],
  choose: Choose,
  watch?: (line: Line) => void,
): Chosen[] | undefined {
  const segments = segmentsOf(line);
  const known = new Map<string, readonly Chosen[]>();
  const chooseOnce = (segment: string) => {
    const found = known.get(segment) ?? choose(segment);
    known.set(segment, found);
    return found;
  };
  const ruled = byRules(line, whole, segments, chooseOnce);
  const alternatives = alternativesOf(line, whole, segments, chooseOnce);
  const of: Line = {
    line,
    parts: segments.parts.length,
    alternatives,
    ruled: (ruled ?? whole)[0]?.code.code,
  };
  watch?.(of);
  const better = mainDisease(of);
  if (!better) return ruled;
  return better.at === undefined ? [...whole] : before(better.found, whole);
}

const before = (taken: readonly Chosen[], whole: readonly Chosen[]): Chosen[] => [
  ...taken,
  ...whole.filter(({ code }) => !taken.some((one) => one.code.id === code.id)),
];

/** The line as a whole, its parts, and what stands within them. */
function alternativesOf(
  line: string,
  whole: readonly Chosen[],
  { parts, within }: Segments,
  choose: Choose,
): Alternative[] {
  const alternative = (
    segment: string,
    found: readonly Chosen[],
    where: Pick<Alternative, 'at' | 'isInner'>,
  ): Alternative[] =>
    found[0]
      ? [
          {
            found,
            segment,
            ...where,
            worth: worthOf(found[0], segment),
            stress: stressOf(segment, line),
          },
        ]
      : [];
  return [
    ...alternative(line, whole, { isInner: false }),
    ...parts.flatMap((part, at) => [
      ...alternative(part, choose(part), { at, isInner: false }),
      ...within(part).flatMap((inner) => alternative(inner, choose(inner), { at, isInner: true })),
    ]),
  ];
}

function byRules(
  line: string,
  whole: readonly Chosen[],
  { parts, within }: Segments,
  choose: Choose,
): Chosen[] | undefined {
  const [first] = whole;
  if (first && first.final * byChapter(first.code.code) > UNDERSTOOD) return undefined;
  const isNowhere =
    !first ||
    first.final < NOWHERE ||
    (byChapter(first.code.code) < 1 && !TOLD.test(first.code.code) && !isWhole(first.match));
  const said = first && !isNowhere ? worthOf(first, line) + first.match.missing * MISSING : 0;
  let best: { readonly found: readonly Chosen[]; readonly worth: number } | undefined;
  const take = (segment: string, at: number): number => {
    const found = choose(segment);
    const [lead] = found;
    if (!lead || STATUS.test(lead.code.code)) return 0;
    if (first?.code.code.startsWith('R') && COMMON.test(lead.code.code)) return 0;
    const worth =
      worthOf(lead, segment) * (1 - Math.min(LATER * at, MOST_LATER)) * stressOf(segment, line);
    if (!best || worth > best.worth) best = { found, worth };
    return lead.final * byChapter(lead.code.code);
  };
  for (const [at, part] of parts.entries()) {
    const fits = take(part, at);
    // The first disease that is told with all of its words is what the line is about.
    if (fits > WHOLLY) break;
    if (fits < PARTLY)
      for (const [more, inner] of within(part).entries()) take(inner, at + more * 2);
  }
  if (!best || best.worth < LEAST || best.worth < said + (isNowhere ? BETTER_THAN_NOTHING : BETTER))
    return undefined;
  const taken = best.found;
  if (first && isOfSameFamily(first, taken[0])) {
    // What was said around it does not make it less near.
    const final = taken[0]?.final ?? 0;
    return first.final < NOWHERE ? [{ ...first, final }, ...whole.slice(1)] : undefined;
  }
  return before(taken, whole);
}

/** There the line as a whole says more. */
const isOfSameFamily = ({ code }: Chosen, other: Chosen | undefined): boolean =>
  (code.flags & HEADER) === 0 && other?.code.code.startsWith(code.code.slice(0, 3)) === true;
