/**
 * Status of a medicine, a test or a procedure in the words of a note: ordered in the plan, taken
 * already, stopped, over. Only a plan orders; in doubt nothing is ordered.
 */
import { z } from 'zod';
import type { NoteSection } from '../note/note-sections.ts';
import data from './act-words.json' with { type: 'json' };
import { isCalendarDate } from './calendar-date.ts';
import { type Exchange, exchangeIn, isChangeOfDose } from './exchange.ts';

/** `none`: words that look like a cue and are none. */
const cueNames = [
  'none',
  'ordered',
  'planned',
  'taken',
  'done',
  'completed',
  'stopped',
  'on-hold',
  'not-taken',
  'not-ordered',
] as const;
type CueName = (typeof cueNames)[number];
const roleNames = ['family', 'allergies', 'past', 'taken', 'plan', 'other'] as const;
type Role = (typeof roleNames)[number];

/**
 * `past`: under a heading of the past, without a word of its own. `unclear`: nothing says so.
 * `not-ordered`: avoided, declined, considered, planned by others.
 */
export type ActStatus =
  | Exclude<CueName, 'none' | 'planned'>
  | 'past'
  | 'unclear'
  | 'family'
  | 'allergy';
export type Act = {
  readonly status: ActStatus;
  /** `2004`, `2019-03`, `2019-03-12`, where the words give one. */
  readonly date?: string | undefined;
};

const words = z
  .object({
    roles: z.array(z.object({ role: z.enum(roleNames), headings: z.array(z.string()) })),
    cues: z.array(
      z.object({
        cue: z.enum(cueNames),
        reach: z.enum(['before', 'after', 'both']).default('both'),
        phrases: z.array(z.string()),
      }),
    ),
    dosageWords: z.array(z.string()),
  })
  .parse(data);
const headings = words.roles.map(({ role, headings: all }) => ({
  role,
  pattern: new RegExp(`^(?:${all.join('|')})$`, 'i'),
}));
const cues = words.cues.map(({ cue, reach, phrases }) => ({
  cue,
  reach,
  pattern: new RegExp(`(?<![\\p{L}\\p{M}\\d])(?:${phrases.join('|')})(?![\\p{L}\\p{M}])`, 'giu'),
}));
/** Words of other scripts than Latin that a line of a plan may have and still order. */
const dosageWords: ReadonlySet<string> = new Set(words.dosageWords);

/** Sections of the platform's prescription that order; its other keys are no plan. */
const ORDERING_KEYS = ['medications', 'labTests', 'procedures', 'advices', 'followup'];

/** Undefined: the heading is none that is known. */
function roleOf(heading: string): Exclude<Role, 'other'> | undefined {
  const plain = heading
    .normalize('NFC')
    .replace(/[*#_]/g, '')
    .replace(/^\s*\d+[.)]?\s*/, '')
    .replace(/\s*[:.।–-]*\s*$/, '')
    .trim();
  const found = headings.find(({ pattern }) => pattern.test(plain))?.role;
  if (found !== undefined) return found === 'other' ? undefined : found;
  // "योजना (Plan)": the same in two languages, and only if both say it.
  const [, outer = '', inner = ''] = /^([^()]+)\(([^()]+)\)$/.exec(plain) ?? [];
  const role = outer === '' ? undefined : roleOf(outer);
  return role !== undefined && role === roleOf(inner) ? role : undefined;
}

type Section = Pick<NoteSection, 'title' | 'text' | 'key'>;

function roleOfSection({ key, title }: Section): Role {
  if (key !== undefined && ORDERING_KEYS.includes(key)) return 'plan';
  return roleOf(key ?? title) ?? 'other';
}

const LABEL = /^[\s*#\-–•>\d.)]*([\p{L}][\p{L}\p{M}/&'’ ]{0,40}?)\s*:(?!\d)/u;

/** The label of the line counts, then a label that stands alone above it, then the heading. */
function roleAt(section: Section, start: number): Role {
  const lines = section.text.slice(0, start).split('\n');
  const own = LABEL.exec(lines.pop() ?? '')?.[1];
  const said = own === undefined ? undefined : roleOf(own);
  if (said) return said;
  for (const line of lines.reverse()) {
    const alone = /^[\s*#_]*([\p{L}][\p{L}\p{M}/&'’ ]{0,40}?)\s*:?[\s*_]*$/u.exec(line);
    const role =
      alone?.[1] !== undefined && (line.includes(':') || alone[1].length < 30)
        ? roleOf(alone[1])
        : undefined;
    if (role) return role;
  }
  return roleOfSection(section);
}

/** A full stop ends a sentence, except behind a short form; "X. Stopped" goes on. */
const SENTENCE_END =
  /\n|[;।॥]|(?<!(?<![\p{L}])(?:tab|tabs|cap|caps|inj|syp|syr|dr|mr|mrs|no|approx|vs|oint|susp))[.?!](?=\s+(?!(?:stopped|discontinued|held|declined|refused|completed)(?![\p{L}]))|$)/giu;

function sentenceAround(text: string, start: number, end: number): readonly [number, number] {
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    if (index >= end) return [from, index];
    if (index + mark.length <= start) from = index + mark.length;
  }
  return [from, text.length];
}

type Cue = {
  readonly cue: CueName;
  readonly reach: 'before' | 'after' | 'both';
  readonly start: number;
  readonly end: number;
};

/** A cue inside a longer one does not count; of two that are as long, the one that forbids. */
function cuesIn(sentence: string): Cue[] {
  const all: Cue[] = cues.flatMap(({ cue, reach, pattern }) =>
    [...sentence.matchAll(pattern)].map(({ 0: said, index }) => ({
      cue,
      reach,
      start: index,
      end: index + said.trimEnd().length,
    })),
  );
  const length = ({ start, end }: Cue) => end - start;
  return all
    .filter(
      (one) =>
        !all.some(
          (other) =>
            other.start <= one.start && other.end >= one.end && length(other) > length(one),
        ),
    )
    .filter(({ cue }) => cue !== 'none')
    .filter(
      ({ cue, start, end }) =>
        cue !== 'stopped' ||
        !/(?:chang|switch|shift|convert)ed to$/i.test(sentence.slice(start, end)) ||
        !isChangeOfDose(sentence.slice(end)),
    );
}

/** Ends the reach of a cue before it. */
const TURN = /(?<![\p{L}])(?:but|however|whereas|while|except|then)(?![\p{L}])/iu;
const LIST = /[,;/+&()]|(?<![\p{L}])(?:and|or|with|then|but|plus)(?![\p{L}])/iu;
const FORBIDS: readonly CueName[] = ['not-ordered', 'not-taken', 'stopped', 'on-hold'];
const CONDITION = /^(?:if|unless|in case)/i;

function cueBefore(sentence: string, all: readonly Cue[], start: number): CueName | undefined {
  const near = all
    .filter((one) => {
      if (one.reach === 'after' || one.end > start) return false;
      const gap = sentence.slice(one.end, start);
      if (TURN.test(gap)) return false;
      // "Paracetamol if fever, ondansetron": the condition is the first medicine's.
      const isCondition = CONDITION.test(sentence.slice(one.start, one.end));
      return !(isCondition && gap.includes(',') && sentence.slice(0, one.start).trim() !== '');
    })
    .sort((one, other) => other.end - one.end || forbidsFirst(one, other));
  return near[0]?.cue;
}

const forbidsFirst = (one: Cue, other: Cue) =>
  Number(FORBIDS.includes(other.cue)) - Number(FORBIDS.includes(one.cue));

/** So many words that are not read, between a name and a cue: the cue is about what they name. */
const OTHERS = 2;

const OWN_REST =
  /^\s*(?:$|[.,;)]|\d|(?:in|on|by|due|because|for|since|last|as|after|from|of|ago|due)(?![a-z]))/i;

/** `list`: a list stands between, and the cue may be that of its last member alone. */
function cueAfter(
  sentence: string,
  all: readonly Cue[],
  end: number,
): { readonly cue: CueName; readonly list: boolean } | undefined {
  const [next] = all
    .filter(({ reach, start }) => reach !== 'before' && start >= end)
    .sort((one, other) => one.start - other.start || forbidsFirst(one, other));
  if (!next) return undefined;
  const rest = sentence.slice(next.end);
  // "Aspirin, stopped in June" is about aspirin; "aspirin, stopped atenolol" is not.
  const trailing = OWN_REST.test(rest) ? /[\s(:,–-]+$/ : /[\s(:–-]+$/;
  const gap = sentence.slice(end, next.start).replace(trailing, '');
  const between = all.some(
    (one) => one !== next && one.start >= end && one.end <= next.start && one.reach !== 'after',
  );
  return between || gap.split(/\s+/).length > 14 || unreadIn(gap).length >= OTHERS
    ? undefined
    : { cue: next.cue, list: LIST.test(gap) };
}

/** "Stop aspirin" may be one item's name: the cue is no part of the medicine. */
function withoutCues(
  all: readonly Cue[],
  start: number,
  end: number,
): readonly [start: number, end: number] {
  const first = all.find(
    (one) => one.reach !== 'after' && one.start <= start && one.end > start && one.end < end,
  );
  const last = all.find(
    (one) => one.reach !== 'before' && one.start > start && one.start < end && one.end >= end,
  );
  return [first?.end ?? start, last?.start ?? end];
}

const isWithin = ([from, to]: readonly [number, number], at: number) => from <= at && at < to;

/** What comes in another's place is read by its own words: "replace" stops the other. */
function replacing(
  sentence: string,
  { in: [from, to], is }: Exchange,
  start: number,
  end: number,
  role: Role,
): ActStatus {
  if (is === 'open') return 'not-ordered';
  return statusIn(sentence.slice(from, to), [start - from, end - from], role, false);
}

/** `whole`: the line is one item of the platform's, and all of it is about the same thing. */
function statusIn(
  sentence: string,
  [start, end]: readonly [number, number],
  role: Role,
  whole: boolean,
): ActStatus {
  if (role === 'family') return 'family';
  if (role === 'allergies') return 'allergy';
  const exchange = whole ? undefined : exchangeIn(sentence);
  if (exchange && isWithin(exchange.out, start))
    return exchange.is === 'done' ? 'stopped' : 'unclear';
  if (exchange && isWithin(exchange.in, start))
    return replacing(sentence, exchange, start, end, role);
  const all = cuesIn(sentence);
  const [from, to] = withoutCues(all, start, end);
  const before = cueBefore(sentence, all, from);
  const after = cueAfter(sentence, all, to);
  const said = [before, after && (whole || !after.list) ? after.cue : undefined];
  const forbidden = said.find((cue) => cue !== undefined && FORBIDS.includes(cue));
  if (forbidden) return forbidden as ActStatus;
  // "Aspirin, clopidogrel stopped": it is not known whether both were.
  if (before === undefined && after?.list && FORBIDS.includes(after.cue)) return 'unclear';
  const plan = role === 'plan';
  if (said.includes('completed'))
    return plan && before === 'ordered' && after?.cue === 'completed' ? 'unclear' : 'completed';
  if (said.includes('taken')) return 'taken';
  if (said.includes('done')) return 'done';
  // The platform's own list of what was prescribed orders, whatever its instructions say besides.
  const unread = whole ? [] : unreadIn(`${sentence.slice(0, from)} ${sentence.slice(to)}`);
  if (said.includes('planned')) return plan ? orderUnless(unread) : 'not-ordered';
  if (plan) return orderUnless(unread);
  if (said.includes('ordered')) return 'unclear';
  if (role === 'taken' || role === 'past') return role;
  return 'unclear';
}

const orderUnless = (unread: readonly string[]): ActStatus =>
  unread.length === 0 ? 'ordered' : 'unclear';

/** Words of a script that the cues do not read might stop what they stand beside. */
const OTHER_SCRIPT = /(?=[^\p{Script=Latin}\p{Script=Greek}\p{Script=Common}])\p{L}[\p{L}\p{M}]*/gu;
const unreadIn = (words: string): string[] =>
  (words.normalize('NFC').match(OTHER_SCRIPT) ?? []).filter((word) => !dosageWords.has(word));

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DATE =
  /(?<![\d/.-])(?:(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+)?((?:19|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?(?![\d/.-])/gi;

/** Undefined where the words give no date of the calendar, or more than one. */
function dateIn(sentence: string): string | undefined {
  const written = writtenDate(sentence);
  return written !== undefined && isCalendarDate(written) ? written : undefined;
}

function writtenDate(sentence: string): string | undefined {
  const [only, another] = [...sentence.matchAll(DATE)];
  if (!only || another) return undefined;
  const [, day, month = '', year = '', isoMonth, isoDay] = only;
  if (isoMonth) return [year, isoMonth, isoDay].filter(Boolean).join('-');
  if (month === '') return year;
  const two = (value: number) => String(value).padStart(2, '0');
  const named = `${year}-${two(MONTHS.indexOf(month.toLowerCase()) + 1)}`;
  return day === undefined ? named : `${named}-${two(Number(day))}`;
}

/** Whole words only: "fever" does not stand in "feverfew". */
function placesOf(text: string, name: string): number[] {
  const letter = /[\p{L}\p{M}\p{N}]/u;
  const [low, wanted] = [text.toLowerCase(), name.toLowerCase()];
  if (wanted === '' || low.length !== text.length) return [];
  const found: number[] = [];
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, at + 1))
    if (!letter.test(low[at - 1] ?? ' ') && !letter.test(low[at + wanted.length] ?? ' '))
      found.push(at);
  return found;
}

/** Lines with these whole words; values and dosages of the words stand there too. */
export const linesNaming = (sections: readonly Section[], name: string): string[] =>
  sections.flatMap(({ text }) =>
    text.split('\n').filter((line) => placesOf(line, name.trim()).length > 0),
  );

type Placed = Act & { readonly role: Role };

function actsOf(section: Section, name: string): Placed[] {
  const { key, text } = section;
  return placesOf(text, name).map((start) => {
    const end = start + name.length;
    const [from, to] = sentenceAround(text, start, end);
    const sentence = text.slice(from, to);
    const role = roleAt(section, start);
    const status = statusIn(sentence, [start - from, end - from], role, key !== undefined);
    return { status, role, date: dateIn(sentence.slice(end - from)) };
  });
}

const ORDER: readonly ((act: Placed) => boolean)[] = [
  // A plan says the last word, and what it forbids counts most.
  ({ role, status }) => role === 'plan' && FORBIDS.includes(status as CueName),
  ({ role, status }) => role === 'plan' && status === 'ordered',
  ({ role }) => role === 'plan',
  ({ status }) => FORBIDS.includes(status as CueName),
  ({ status }) => status !== 'unclear' && status !== 'past',
  () => true,
];

/** All places of these words together. Undefined where they do not stand there. */
export function actIn(sections: readonly Section[], name: string): Act | undefined {
  const all = sections.flatMap((section) => actsOf(section, name.trim()));
  for (const wanted of ORDER) {
    const found = all.find(wanted);
    if (found) return { status: found.status, date: found.date };
  }
  return undefined;
}
