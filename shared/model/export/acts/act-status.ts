/**
 * Status of a medicine, a test or a procedure in the words of a note: ordered in the plan, taken
 * already, stopped, over. Only a plan orders; in doubt nothing is ordered.
 */
import { type Cue, cuesIn, FORBIDS, unreadIn, withoutCues } from './act-cues.ts';
import { isDoubtfulOrder, isNamedBehind, isScheduled, type Line } from './act-doubts.ts';
import {
  givenAtOnce,
  givenInRow,
  isGivenOften,
  isSample,
  isTestDoneInRow,
  withoutGiven,
} from './act-given.ts';
import { type Governed, governing, isForbidden } from './act-governing.ts';
import { dateBefore, dateBeside } from './act-moment.ts';
import { orderOfOthers } from './act-others.ts';
import { isTestDoubted } from './act-results.ts';
import { roleAt, roleOfSection, type Section } from './act-roles.ts';
import { isTakenBack, labelAbove, sentenceAround } from './act-sentence.ts';
import { doneAtLast, GETS, procedureStatus } from './act-undone.ts';
import type { CueName, Role } from './act-words.ts';
import { exchangedIn } from './exchange.ts';
import { placesOf } from './places.ts';

/**
 * `past`: under a heading of the past, without a word of its own. `unclear`: nothing says so.
 * `not-ordered`: avoided, declined, considered, planned by others. `advised`: ordered or begun outside
 * of a plan, or with a year; what became of it is not known.
 */
export type ActStatus =
  | Exclude<CueName, 'none' | 'planned'>
  | 'past'
  | 'unclear'
  | 'advised'
  | 'family'
  | 'allergy';
export type Act = {
  readonly status: ActStatus;
  /** `2004`, `2019-03`, `2019-03-12`, where the words give one. */
  readonly date?: string | undefined;
};

/** Of one sentence: the words, the heading they stand under, and the medicines of the note. */
type Said = Line & {
  readonly role: Role;
  readonly isProcedure?: boolean;
  readonly isTest?: boolean;
};

const ofExchanged = {
  'given-up': 'stopped',
  'perhaps-given-up': 'unclear',
  'perhaps-replaces': 'not-ordered',
} as const;

/** What comes in another's place is read by its own words: "replace" stops the other. */
function statusOfExchange(
  said: Said,
  [start, end]: readonly [number, number],
): ActStatus | undefined {
  const exchanged = exchangedIn(said.sentence, [start, end], said.names);
  if (!exchanged) return undefined;
  if (exchanged.is !== 'replaces') return ofExchanged[exchanged.is];
  const [from, to] = exchanged.slice;
  const place = [start - from, end - from] as const;
  return statusIn({ ...said, sentence: said.sentence.slice(from, to), names: [] }, place, false);
}

type Range = readonly [start: number, end: number];

/** A word that denies, directly before the name: "no aspirin", "and not ramipril", "off aspirin". */
const DENIED =
  /(?<![\p{L}\p{M}])no [\p{L} -]{1,25}\($|(?<![\p{L}\p{M}])(?:no|not|nil|minus)(?: (?:the|any|further|more|his|her))* $/iu;
/** "No ibuprofen or diclofenac": the word denies what stands in a row behind it too. */
function isDenied({ sentence, names }: Said, start: number): boolean {
  let lead = sentence.slice(0, start);
  for (let joint = /(?: or | ?\/ ?| nor )$/i.exec(lead); joint; ) {
    const rest = lead.slice(0, joint.index);
    const name = names.find((one) => rest.toLowerCase().endsWith(one.toLowerCase()));
    if (name === undefined) break;
    lead = rest.slice(0, rest.length - name.length);
    joint = /(?: or | ?\/ ?| nor )$/i.exec(lead);
  }
  return DENIED.test(lead);
}
const TAKEN_OFF = /(?<![\p{L}\p{M}])(?:off|remove|delete)(?: (?:the|any|his|her))* $/iu;
/** Before "start" in its clause: nothing is started. */
const UNSURE =
  /(?<![\p{L}\p{M}])(?:not?|never|neither|nor|\p{L}+n['’]t|cannot|without|avoid(?:s|ed|ing)?|omit(?:ted)?|unwilling|reluctant|hesitant|keen|refus(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|defer(?:s|red|ring)?|delay(?:s|ed|ing)?|hold(?:ing)? off|postpon(?:e|ed|ing)|against|wish(?:es)?|wants?|may|might|could|would|if|unless|once|until|consider(?:ing|ed)?|think(?:ing)?|discuss(?:ed|ing)?|talk(?:ed)?|before|prior to)(?![\p{L}\p{M}])/iu;
const CLAUSE = /^.*(?:[,;:()]|(?<![\p{L}\p{M}])(?:and|but|then|so)(?![\p{L}\p{M}]))/isu;
const CONDITIONAL = /^\s*(?:if|unless|once|until|in case|should)(?![\p{L}])/iu;

/** "No fever started with paracetamol": the denial has its finding, and the act is another clause. */
const STARTED = /^(?:re-?)?started (?:on|with)/iu;
const NO_FINDING =
  /^\s*(?:no|nil|without) (?!(?:one|body|doctor|reason|need|plans?|indication|point|drugs?|medicines?|medications?|treatment|therapy|antibiotics?|statins?)(?![\p{L}]))\p{L}+(?: \p{L}+){0,2} $/iu;

/** "Avoid starting aspirin", "if HbA1c stays high, start insulin": no order, whatever is nearest. */
function isUnsure(sentence: string, order: Cue): boolean {
  const before = sentence.slice(0, order.start);
  const clause = before.replace(CLAUSE, '');
  const isOfFinding =
    STARTED.test(sentence.slice(order.start, order.end)) && NO_FINDING.test(clause);
  return (UNSURE.test(clause) && !isOfFinding) || CONDITIONAL.test(before);
}

/** "Stop ramipril, losartan 50 mg": only the second has a dose, so it may be given in its place. */
function isNextItem(
  sentence: string,
  cueEnd: number,
  [start, end]: readonly [number, number],
): boolean {
  const gap = sentence.slice(cueEnd, start);
  const item = /^[^,;]*/.exec(sentence.slice(end))?.[0] ?? '';
  const first = /^[^,]*/.exec(gap)?.[0] ?? '';
  return gap.includes(',') && !/\d/.test(first) && /\d/.test(sentence.slice(start, end) + item);
}

/** What the cues stop, hold, forbid or deny; undefined: they do not. */
function forbiddenIn(
  said: Said,
  { before, after, isDoubtful }: Governed,
  [start, end]: Range,
  whole: boolean,
): ActStatus | undefined {
  const { sentence } = said;
  const cuesSaid = [before, after && (whole || !after.list) ? after : undefined];
  const forbidden = cuesSaid.find(isForbidden);
  if (forbidden && isDoubtful && !whole) return 'unclear';
  if (before && forbidden === before && isNextItem(sentence, before.end, [start, end]))
    return isScheduled(said, [before.start, before.end], [start, end]) ? undefined : 'unclear';
  if (forbidden) return forbidden.cue as ActStatus;
  if (whole) return undefined;
  if (TAKEN_OFF.test(sentence.slice(0, start))) return 'stopped';
  if (isDenied(said, start)) return 'not-ordered';
  if (before?.cue === 'ordered' && isUnsure(sentence, before)) return 'not-ordered';
  // "Aspirin, clopidogrel stopped": it is not known whether both were.
  const isOfLast = after?.list && isForbidden(after);
  return isOfLast && (before === undefined || !isNamedBehind(said, [start, end]))
    ? 'unclear'
    : undefined;
}

/** `whole`: the line is one item of the platform's, and all of it is about the same thing. */
function statusIn(said: Said, place: Range, whole: boolean): ActStatus {
  const { sentence, role } = said;
  if (role === 'family') return 'family';
  if (role === 'allergies') return 'allergy';
  const exchanged = whole ? undefined : statusOfExchange(said, place);
  if (exchanged) return exchanged;
  const all = cuesIn(sentence);
  const own = withoutCues(all, ...place);
  const governed = governing(said, all, own);
  const forbidden = forbiddenIn(said, governed, own, whole);
  // Of an operation a doubt stays one, also under a heading of the past.
  if (forbidden === 'unclear' && said.isProcedure) return 'advised';
  return forbidden ?? allowedIn(said, withoutGiven(sentence, governed, own), own, whole);
}

const isToCome = (cue: Cue | undefined) => cue?.cue === 'ordered' || cue?.cue === 'planned';

function allowedIn(
  said: Said,
  { before, after, goesOn = false }: Governed,
  [from, to]: Range,
  whole: boolean,
): ActStatus {
  const { sentence, role } = said;
  const cuesSaid = [before?.cue, after && (whole || !after.list) ? after.cue : undefined];
  const isPlan = role === 'plan';
  // "GP advised a hysterectomy in 2019", "started aspirin last year": it may not be over.
  if (isToCome(before) && after?.cue === 'completed') return 'advised';
  if (isPlan && isSample(said, [from, to])) return 'unclear';
  if (cuesSaid.includes('completed')) return 'completed';
  if (cuesSaid.includes('taken')) return 'taken';
  if (isPlan && isGivenOften(sentence, { before, after }, [from, to])) return 'unclear';
  if (cuesSaid.includes('done') && !GETS.test(sentence.slice(0, from))) return 'done';
  // "Stop clopidogrel after 12 months": it is taken until then.
  if (isPlan && goesOn && !whole && before?.cue !== 'ordered') return 'taken';
  if (isPlan) {
    const isOfRow = before?.cue !== 'ordered' && after?.cue === 'done' && after.list;
    if (isOfRow && said.isTest && isTestDoneInRow(sentence.slice(to, after.start))) return 'done';
    const given = isOfRow ? givenInRow(said, [from, to], after.start) : undefined;
    if (given) return given;
    const [lead, name, rest] = [
      sentence.slice(0, from),
      sentence.slice(from, to),
      sentence.slice(to),
    ];
    const others = whole ? undefined : orderOfOthers(lead, name, rest);
    if (others) return others;
    const atOnce = whole || said.isTest ? undefined : givenAtOnce(said, [from, to]);
    if (atOnce) return atOnce;
    // The platform's own list of what was prescribed orders, whatever its instructions say besides.
    const isUnread = unreadIn(`${lead} ${rest}`).length > 0;
    return !whole && (isUnread || isDoubtfulOrder(said, [from, to])) ? 'unclear' : 'ordered';
  }
  if (cuesSaid.includes('planned')) return 'not-ordered';
  if (cuesSaid.includes('ordered')) return 'advised';
  return role === 'taken' || role === 'past' ? role : 'unclear';
}

/** Lines with these whole words; values and dosages of the words stand there too. */
export const linesNaming = (sections: readonly Section[], name: string): string[] =>
  sections.flatMap(({ text }) =>
    even(text)
      .split('\n')
      .filter((line) => placesOf(line, even(name).trim()).length > 0),
  );

type Placed = Act & { readonly role: Role };

/** Blanks of any kind and number are one; marks that are not seen are none. */
const even = (text: string) =>
  text.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '').replace(/[^\S\n]+/g, ' ');

/** "Telma" inside "Telma H" is another medicine, unless it is named nowhere else. */
function ownPlaces(text: string, name: string, names: readonly string[]): number[] {
  const longer = names
    .filter((one) => one.length > name.length && placesOf(one, name).length > 0)
    .flatMap((one) => placesOf(text, one).map((at) => [at, at + one.length] as const));
  const all = placesOf(text, name);
  const own = all.filter(
    (start) => !longer.some(([from, to]) => from <= start && start + name.length <= to),
  );
  return own.length > 0 ? own : all;
}

/** Longer or more often than in any note: it is not read, and so orders and stops nothing. */
const LONGEST_SENTENCE = 2000;
const MOST_PLACES = 200;

function unreadStatus(role: Role): ActStatus {
  if (role === 'family') return 'family';
  return role === 'allergies' ? 'allergy' : 'unclear';
}

/**
 * `names`: the medicines of the note. `isProcedure`, `isTest`: what is read is none of them, but an
 * operation or a test.
 */
type Reading = {
  readonly names: readonly string[];
  readonly isProcedure: boolean;
  readonly isTest?: boolean;
};

function actsOf(given: Section, name: string, reading: Reading): Placed[] {
  const section = { ...given, text: even(given.text) };
  const { text } = section;
  const places = ownPlaces(text, name, reading.names);
  if (places.length > MOST_PLACES) return [{ status: 'unclear', role: roleOfSection(section) }];
  return places.map((start) => placedAct(section, [start, start + name.length], reading));
}

function placedAct(section: Section, [start, end]: Range, reading: Reading): Placed {
  const { names, isProcedure, isTest = false } = reading;
  const { key, text } = section;
  const whole = key !== undefined;
  const [from, to] = sentenceAround(text, start, end);
  const role = roleAt(section, start);
  if (to - from > LONGEST_SENTENCE) return { status: unreadStatus(role), role };
  const label = whole ? '' : labelAbove(text, from);
  const sentence = label + text.slice(from, to);
  const said = { sentence, role, names, asks: text[to] === '?', isProcedure, isTest };
  const at = start - from + label.length;
  const place = [at, at + end - start] as const;
  const first = statusIn(said, place, whole);
  const next = /^[.!] ([^\n.;]*)/.exec(text.slice(to))?.[1] ?? '';
  const doubted = isTest && first === 'ordered' && isTestDoubted(sentence, place);
  const second = doubted ? 'unclear' : first;
  const read = isProcedure ? procedureStatus({ ...said, next }, place, first) : second;
  const status = isTakenBack(read, text.slice(to)) ? 'unclear' : read;
  const behind = text.slice(end, to);
  const around = [text.slice(from, start), isProcedure ? doneAtLast(behind) : behind] as const;
  return { status, role, date: dateOf({ status, role }, around) };
}

/** Where nothing says that it was, only a date that leads to it does; in a plan it may be to come. */
function dateOf(
  { status, role }: Placed,
  [before, behind]: readonly [before: string, behind: string],
): string | undefined {
  // Of what was advised it is the date of the advice.
  if (status === 'advised') return undefined;
  if (status !== 'unclear') return dateBeside(before, behind);
  return role === 'plan' ? undefined : dateBefore(before);
}

/** What the words say of a name that is no medicine's at this one place of a section. */
export function actOfPlace(given: Section, [start, end]: Range): Placed {
  const section = { ...given, text: even(given.text) };
  const at = even(given.text.slice(0, start)).length;
  const length = even(given.text.slice(start, end)).length;
  return placedAct(section, [at, at + length], { names: [], isProcedure: true });
}

/** One place of a text, and the words of its sentence before and behind it. */
export function actAt(
  text: string,
  [start, end]: Range,
  names: readonly string[],
): { readonly status: ActStatus; readonly before: string; readonly behind: string } {
  const [from, to] = sentenceAround(text, start, end);
  const [before, behind] = [even(text.slice(from, start)), even(text.slice(end, to))];
  const name = even(text.slice(start, end));
  if (to - from > LONGEST_SENTENCE) return { status: 'unclear', before, behind };
  const sentence = before + name + behind;
  const said = { sentence, role: 'other' as const, names: names.map(even), asks: text[to] === '?' };
  const read = statusIn(said, [before.length, before.length + name.length], false);
  return { status: isTakenBack(read, text.slice(to)) ? 'unclear' : read, before, behind };
}

const ORDER: readonly ((act: Placed) => boolean)[] = [
  // A plan says the last word, and what it forbids counts most.
  ({ role, status }) => role === 'plan' && FORBIDS.includes(status as CueName),
  ({ role, status }) => role === 'plan' && status === 'ordered',
  ({ role }) => role === 'plan',
  ({ status }) => FORBIDS.includes(status as CueName),
  ({ status }) => status !== 'unclear' && status !== 'advised' && status !== 'past',
  () => true,
];

/** What is read at each place of these words. */
export const everyAct = (sections: readonly Section[], name: string, reading: Reading): Placed[] =>
  sections.flatMap((section) =>
    actsOf(section, even(name).trim(), { ...reading, names: reading.names.map(even) }),
  );

/**
 * All places of these words together. Undefined where they do not stand there. `names`: the other
 * medicines of the note, which may come in the place of this one.
 */
export function actIn(
  sections: readonly Section[],
  name: string,
  names: readonly string[] = [],
  { isProcedure = false, isTest = false }: Partial<Omit<Reading, 'names'>> = {},
): Act | undefined {
  const all = everyAct(sections, name, { names, isProcedure, isTest });
  // One line of the plan orders it and another stops it: in doubt neither.
  const ofPlan = all.filter(({ role }) => role === 'plan');
  if (
    ofPlan.some(({ status }) => status === 'ordered') &&
    ofPlan.some(({ status }) => FORBIDS.includes(status as CueName))
  )
    return { status: 'unclear' };
  for (const wanted of ORDER) {
    const found = all.find(wanted);
    if (found) return { status: found.status, date: found.date };
  }
  return undefined;
}

/** Whether a plan stops what these words name, or holds it. */
export const isEndedInPlan = (
  sections: readonly Section[],
  name: string,
  names: readonly string[],
): boolean =>
  everyAct(sections, name, { names, isProcedure: false }).some(
    ({ role, status }) => role === 'plan' && ['stopped', 'on-hold', 'not-taken'].includes(status),
  );
