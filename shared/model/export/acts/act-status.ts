/**
 * Status of a medicine, a test or a procedure in the words of a note: ordered in the plan, taken
 * already, stopped, over. Only a plan orders; in doubt nothing is ordered.
 */
import {
  type Cue,
  cueAfter,
  cueBefore,
  cuesIn,
  FORBIDS,
  unreadIn,
  withoutCues,
} from './act-cues.ts';
import { dateIn } from './act-date.ts';
import { roleAt, type Section } from './act-roles.ts';
import type { CueName, Role } from './act-words.ts';
import { exchangedIn } from './exchange.ts';

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

/** Of one sentence: the words, the heading they stand under, and the medicines of the note. */
type Said = {
  readonly sentence: string;
  readonly role: Role;
  readonly names: readonly string[];
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

/** A word that denies, directly before the name: "no aspirin", "and not ramipril", "off aspirin". */
const DENIED = /(?<![\p{L}\p{M}])(?:no|not|nil|minus)(?: (?:the|any|further|more|his|her))* $/iu;
const TAKEN_OFF = /(?<![\p{L}\p{M}])(?:off|remove|delete)(?: (?:the|any|his|her))* $/iu;
/** Before "start" in its clause: nothing is started. */
const UNSURE =
  /(?<![\p{L}\p{M}])(?:not?|never|\p{L}+n['’]t|cannot|without|avoid(?:s|ed|ing)?|omit(?:ted)?|unwilling|reluctant|hesitant|keen|refus(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|defer(?:s|red|ring)?|delay(?:s|ed|ing)?|hold(?:ing)? off|postpon(?:e|ed|ing)|against|wish(?:es)?|wants?|may|might|could|would|if|unless|once|until|consider(?:ing|ed)?|think(?:ing)?|discuss(?:ed|ing)?|talk(?:ed)?|before|prior to)(?![\p{L}\p{M}])/iu;
const CLAUSE = /.*(?:[,;:()]|(?<![\p{L}\p{M}])(?:and|but|then|so)(?![\p{L}\p{M}]))/isu;
const CONDITIONAL = /^\s*(?:if|unless|once|until|in case|should)(?![\p{L}])/iu;

/** "Avoid starting aspirin", "if HbA1c stays high, start insulin": no order, whatever is nearest. */
function isUnsure(sentence: string, order: Cue): boolean {
  const before = sentence.slice(0, order.start);
  return UNSURE.test(before.replace(CLAUSE, '')) || CONDITIONAL.test(before);
}

/** "Stop ramipril, losartan 50 mg": only the second has a dose, so it may be given in its place. */
function isNextItem(
  sentence: string,
  cueEnd: number,
  [start, end]: readonly [number, number],
): boolean {
  const gap = sentence.slice(cueEnd, start);
  const item = /^[^,;]*/.exec(sentence.slice(end))?.[0] ?? '';
  return gap.includes(',') && !/\d/.test(gap) && /\d/.test(sentence.slice(start, end) + item);
}

/** `whole`: the line is one item of the platform's, and all of it is about the same thing. */
function statusIn(said: Said, [start, end]: readonly [number, number], whole: boolean): ActStatus {
  const { sentence, role } = said;
  if (role === 'family') return 'family';
  if (role === 'allergies') return 'allergy';
  const exchanged = whole ? undefined : statusOfExchange(said, [start, end]);
  if (exchanged) return exchanged;
  const all = cuesIn(sentence);
  const [from, to] = withoutCues(all, start, end);
  const nearest = cueBefore(sentence, all, from);
  const before = nearest?.cue;
  const after = cueAfter(sentence, all, to);
  const cuesSaid = [before, after && (whole || !after.list) ? after.cue : undefined];
  const forbidden = cuesSaid.find((cue) => cue !== undefined && FORBIDS.includes(cue));
  if (forbidden === before && nearest && isNextItem(sentence, nearest.end, [from, to]))
    return 'unclear';
  if (forbidden) return forbidden as ActStatus;
  if (!whole && TAKEN_OFF.test(sentence.slice(0, from))) return 'stopped';
  if (!whole && DENIED.test(sentence.slice(0, from))) return 'not-ordered';
  if (!whole && nearest?.cue === 'ordered' && isUnsure(sentence, nearest)) return 'not-ordered';
  // "Aspirin, clopidogrel stopped": it is not known whether both were.
  if (before === undefined && after?.list && FORBIDS.includes(after.cue)) return 'unclear';
  const plan = role === 'plan';
  if (cuesSaid.includes('completed'))
    return plan && before === 'ordered' && after?.cue === 'completed' ? 'unclear' : 'completed';
  if (cuesSaid.includes('taken')) return 'taken';
  if (cuesSaid.includes('done')) return 'done';
  // The platform's own list of what was prescribed orders, whatever its instructions say besides.
  const unread = whole ? [] : unreadIn(`${sentence.slice(0, from)} ${sentence.slice(to)}`);
  if (cuesSaid.includes('planned')) return plan ? orderUnless(unread) : 'not-ordered';
  if (plan) return orderUnless(unread);
  if (cuesSaid.includes('ordered')) return 'unclear';
  if (role === 'taken' || role === 'past') return role;
  return 'unclear';
}

const orderUnless = (unread: readonly string[]): ActStatus =>
  unread.length === 0 ? 'ordered' : 'unclear';

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
    even(text)
      .split('\n')
      .filter((line) => placesOf(line, even(name).trim()).length > 0),
  );

type Placed = Act & { readonly role: Role };

/** Blanks of any kind and number are one; marks that are not seen are none. */
const even = (text: string) =>
  text.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '').replace(/[^\S\n]+/g, ' ');

function actsOf(given: Section, name: string, names: readonly string[]): Placed[] {
  const section = { ...given, text: even(given.text) };
  const { key, text } = section;
  return placesOf(text, name).map((start) => {
    const end = start + name.length;
    const [from, to] = sentenceAround(text, start, end);
    const sentence = text.slice(from, to);
    const role = roleAt(section, start);
    const said = { sentence, role, names };
    const status = statusIn(said, [start - from, end - from], key !== undefined);
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

/**
 * All places of these words together. Undefined where they do not stand there. `names`: the other
 * medicines of the note, which may come in the place of this one.
 */
export function actIn(
  sections: readonly Section[],
  name: string,
  names: readonly string[] = [],
): Act | undefined {
  const own = even(name).trim();
  const all = sections.flatMap((section) => actsOf(section, own, names.map(even)));
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
  sections.some((section) =>
    actsOf(section, even(name).trim(), names.map(even)).some(
      ({ role, status }) => role === 'plan' && ['stopped', 'on-hold', 'not-taken'].includes(status),
    ),
  );
