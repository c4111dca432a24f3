/**
 * The disease of a line of a ward: by rules the segment that names a disease with all of its words,
 * where the line as a whole leads nowhere; then another one where it is likelier by what was learned.
 */
import { HEADER } from '../index/index-file.ts';
import {
  COMMON,
  INJURY,
  isOfCategory,
  mainDisease,
  NO_DISEASE,
  OUTSIDE,
  SIGN,
  type WardLine,
  type Way,
} from './main-disease.ts';
import { type Segments, segmentsOf } from './reading/segments.ts';
import { remembered } from './remembering.ts';
import { type Chosen, isWhole } from './select-candidates.ts';

/** Above this the line as a whole is understood. */
const UNDERSTOOD = 0.75;
/** A segment above this is understood with all of its words. */
const WHOLLY = 0.9;
/** Below this, the parts of a segment are tried by themselves. */
const PARTLY = 0.6;
/** A question, a contact, what was had before: these are what the line is about. */
const TOLD = /^Z(?:0[0-9]|1[0-9]|2[0-3]|7[01]|8|9[12])/;
/** What was done before is no disease. */
const STATUS = /^Z/;
/** Nor is how it came about. */
const CIRCUMSTANCE = /^[V-Z]/;
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
  [OUTSIDE, 0.3],
  [/^Z(?!3[3-9])/, 0.5],
  [/^F(?:17|55)/, 0.3],
  [INJURY, 0.5],
  [SIGN, 0.65],
];
const byChapter = (code: string): number =>
  TOLD.test(code) ? 1 : (CHAPTERS.find(([chapter]) => chapter.test(code))?.[1] ?? 1);

/** How much of what was said the code tells: a short word alone says less than three together. */
function worthOf(found: Chosen, query: string): number {
  const { match, final, code } = found;
  const { score, shared, missing, added } = match;
  const told = shared - added * ADDED - missing * MISSING;
  return told * (final / score) * byChapter(code.code) * CORRECTED ** slipsIn(found, query);
}
/** Words that were read as others. */
const slipsIn = ({ reading }: Chosen, query: string): number =>
  Object.keys(reading.corrected ?? {}).filter((word) => word !== query).length;

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

type Learned = {
  readonly isLearned: boolean;
  readonly watch?: ((read: WardLine) => void) | undefined;
};
type Choose = (segment: string) => readonly Chosen[];

/** `isLearned`: what was learned is of the codes of this list; `watch` is told how the line can be read. */
export function ofSegments(
  line: string,
  whole: readonly Chosen[],
  choose: Choose,
  { isLearned, watch }: Learned,
): Chosen[] | undefined {
  const segments = segmentsOf(line);
  const chooseOnce = remembered(choose);
  const ruled = byRules(line, whole, segments, chooseOnce);
  const [first] = whole;
  const [lead] = ruled ?? whole;
  if (
    !isLearned ||
    !lead ||
    (first && TOLD.test(first.code.code)) ||
    !isOpen(lead, segments.parts.length)
  )
    return ruled;
  const read: WardLine = {
    line,
    parts: segments.parts.length,
    ways: waysOf(line, whole, lead.code.code, segments, chooseOnce),
    ruled: lead.code.code,
  };
  watch?.(read);
  const better = mainDisease(read);
  if (!better) return ruled;
  return withFirst(better.found, ruled ?? whole);
}

const withFirst = (taken: readonly Chosen[], whole: readonly Chosen[]): Chosen[] => [
  ...taken,
  ...whole.filter(({ code }) => !taken.some((one) => one.code.id === code.id)),
];

/** Of a line of fewer parts the rules know the reason for the visit: "melena, T2DM". */
const MANY_PARTS = 4;
/** Below this what the rules take is not sure. */
const UNSURE = 0.6;
/** What the rules take stays where it is a disease that is told with its words. */
const isOpen = ({ code, final }: Chosen, parts: number): boolean =>
  final < UNSURE || (parts >= MANY_PARTS && NO_DISEASE.some((codes) => codes.test(code.code)));

/** Less alike than this a segment names nothing. */
const LEAST_LIKE = 0.25;
/** Beside what the line is about ("hip pain, BPH"), or what that came to ("malaria, ARDS"). */
const COMPANION =
  /^(?:I1[1-3]|J44|N40|D64\.9|E07\.9|F32\.A|E66|J80|J96|N17|A41|R65|D69\.6|E8[67]|K72\.[019]|I46|G93\.[1568])/;
/** "Polytrauma" as polyneuropathy; what is no single word tells that a segment was shortened. */
const hasWordReadAsAnother = ({ reading }: Chosen): boolean =>
  Object.keys(reading.corrected ?? {}).some((word) => /^\p{L}+$/u.test(word));
/** No companion, complication or circumstance of a disease. */
const mayLead = (lead: Chosen, segment: string): boolean => {
  const { code } = lead;
  return (
    lead.final >= LEAST_LIKE &&
    !CIRCUMSTANCE.test(code.code) &&
    !COMMON.test(code.code) &&
    !COMPANION.test(code.code) &&
    !KNOWN.test(segment) &&
    !hasWordReadAsAnother(lead)
  );
};

/** The line as a whole, its parts, and what stands within them. */
function waysOf(
  line: string,
  whole: readonly Chosen[],
  ruled: string,
  { parts, within }: Segments,
  choose: Choose,
): Way[] {
  const read = [
    { segment: line, found: whole, isInner: false },
    ...parts.flatMap((part, at) => [
      { segment: part, found: choose(part), at, isInner: false },
      ...within(part).map((inner) => ({ segment: inner, found: choose(inner), at, isInner: true })),
    ]),
  ];
  return read.flatMap((one) => {
    const [lead] = one.found;
    const counts = lead && (isOfCategory(lead.code.code, ruled) || mayLead(lead, one.segment));
    if (!counts) return [];
    return [
      { ...one, lead, worth: worthOf(lead, one.segment), stress: stressOf(one.segment, line) },
    ];
  });
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
    if (first && SIGN.test(first.code.code) && COMMON.test(lead.code.code)) return 0;
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
  return withFirst(taken, whole);
}

/** There the line as a whole says more. */
const isOfSameFamily = ({ code }: Chosen, other: Chosen | undefined): boolean =>
  (code.flags & HEADER) === 0 && other?.code.code.startsWith(code.code.slice(0, 3)) === true;
