/** What was given already: of which medicines a plan says so, and where it orders more of them. */
import type { Cue } from './act-cues.ts';
import { isMedicine, type Line, saysOrder } from './act-doubts.ts';
import { FREQUENCY, ROUTE, UNIT_OR_PIECE } from './dose-words.ts';
import { END, START } from './patterns.ts';
import { placesOf } from './places.ts';

type Range = readonly [start: number, end: number];
type Around = {
  readonly before: Cue | undefined;
  readonly after: (Cue & { readonly list: boolean }) | undefined;
};

/** "Nebulised with salbutamol": what is given stands behind it. */
export const GIVEN_WITH = /(?:nebuli[sz]ed|injected|infiltrated|loaded|bolused) with$/iu;
const GIVEN = /(?<!\p{L})(?:given|(?:gay|ga|chuk)[aie]+)(?!\p{L})/iu;

const OFTEN = `(?:${FREQUENCY}|(?:once|twice|thrice|every)${END})`;
const SCHEDULED = new RegExp(START + OFTEN, 'iu');
const STRENGTH = `[\\d.,/-]+\\s*${UNIT_OR_PIECE}(?:/kg)?${END}`;
/** Behind these no other medicine is named. */
const MORE_OF_IT = `(?:${OFTEN}|${STRENGTH}(?!\\s+(?:of|ns|rl|dns|saline|normal|ringer\\p{L}*|fluids?|bolus)${END}))`;
const GOES_ON = new RegExp(
  `^(?:\\s*${STRENGTH})?(?:\\s*(?:iv|im|po|sc|stat|once|today|now)${END})*[\\s,;–-]*(?:(?:and|but|now|to|be|ab)\\s+)*(?:then\\s+${MORE_OF_IT}|(?:then\\s+(?:to\\s+(?:be\\s+)?)?)?(?:cont(?:inued?)?|start(?:ed)?|go on|maintain(?:ed)?|repeat(?:ed)?)\\.?(?:\\s+(?:on|at|with)(?=\\s+\\d))?(?=\\s*(?:$|[,;.])|\\s+(?:${MORE_OF_IT}|[\\d.]+\\s*${ROUTE}|(?:for|tomorrow|from|as|at|same|it|till|until)${END})))`,
  'iu',
);

/**
 * "Ceftriaxone 1 g given, continue 1 g BD", "loaded with aspirin 300 mg then 75 mg OD": the words
 * order more of it, so that it was given does not count. Nor is "prednisolone 40 mg OD" what was given
 * in "nebulised with salbutamol and prednisolone 40 mg OD".
 */
export function withoutGiven<T extends Around>(sentence: string, around: T, [from, to]: Range): T {
  const { before, after } = around;
  const said = (cue: Cue) => sentence.slice(cue.start, cue.end);
  if (before?.cue === 'done' && GIVEN_WITH.test(said(before))) {
    const item = /^[^,;]*/.exec(sentence.slice(to))?.[0] ?? '';
    const isSecond = /(?<!\p{L})and(?!\p{L})/iu.test(sentence.slice(before.end, from));
    if (GOES_ON.test(sentence.slice(to)) || (isSecond && SCHEDULED.test(item)))
      return { ...around, before: undefined };
  }
  const isOver = after?.cue === 'done' || after?.cue === 'completed';
  if (!isOver || after.list || !GIVEN.test(said(after))) return around;
  return GOES_ON.test(sentence.slice(after.end)) ? { ...around, after: undefined } : around;
}

/**
 * "Enoxaparin given in the ward BD", "insulin given at ward 10 units TDS": with a frequency it goes on.
 * Whether the plan orders it, or only tells of it, is not said.
 */
export function isGivenOften(sentence: string, { before, after }: Around, [from, to]: Range) {
  const cue = after?.cue === 'done' && !after.list ? after : before;
  if (cue?.cue !== 'done' || !GIVEN.test(sentence.slice(cue.start, cue.end))) return false;
  if (isGivenByClock(sentence, cue, [from, to])) return true;
  const [item = ''] = sentence.slice(Math.max(to, cue.end)).split(NEXT_ITEM, 1);
  const between = cue.start >= to ? sentence.slice(to, cue.start) : '';
  return [between, sentence.slice(from, to), item].some((words) => OFTEN_TAKEN.test(words));
}

/** "Levodopa 110 given at 8 am" is taken each day, unless it is by needle and of one time. */
function isGivenByClock(sentence: string, { start, end }: Cue, [from, to]: Range): boolean {
  if (start < to || !CLOCK.test(sentence.slice(start, end))) return false;
  // Of "aspirin and clopidogrel given at 2 pm" each was.
  if (IN_ROW.test(sentence.slice(0, from))) return false;
  const isByNeedle =
    isVaccine(sentence.slice(from, to)) ||
    BY_NEEDLE.test(sentence.slice(0, from)) ||
    NEEDLED.test(sentence.slice(to, start));
  return !isByNeedle || AND_AGAIN.test(sentence.slice(end));
}
const CLOCK = /[ap]\.?m$/iu;
const NEEDLED = new RegExp(`${START}(?:iv|im|sc|s/c)${END}`, 'iu');
const IN_ROW = /(?:(?<!\p{L})and|[&+])\s*$/iu;
const AND_AGAIN = /^[\s,/&]*(?:\d|(?:and|next|then|repeat)(?!\p{L}))/iu;

const NEXT_ITEM =
  /[,;]|(?<!\p{L})(?:then|and|but|followed|f\/b|now|plus|tab|cap|inj|syp|neb)(?!\p{L})|[&+]/iu;
const OFTEN_TAKEN = new RegExp(START + FREQUENCY, 'iu');

const FORM = '(?:(?:inj|tab|cap|syp|neb|iv|im|t)\\.?\\s+)*';
const ONE_DOSE = String.raw`(?:\s*(?:(?<![\d.,/])\d+(?:[.,/]\d+)*(?!\d|[.,/]\d)(?:\s*(?:${UNIT_OR_PIECE}|%))?|(?:${ROUTE}|stat|x ?\d|dose)${END}))*`;
const JOINT = String.raw`\s*(?:,\s*(?:and${END}|&)?|and${END}|[&+/])\s*`;
const MEMBER = '\u0000';
const ROW = new RegExp(`^${ONE_DOSE}(?:${JOINT}${FORM}${MEMBER}${ONE_DOSE})+\\s*$`, 'iu');
const LAST_JOINT = new RegExp(`(?:and|[&+/])\\s*${FORM}${MEMBER}[^${MEMBER}]*$`, 'iu');
const BY_NEEDLE = /(?<!\p{L})(?:inj|neb|iv|im)\.?\s+$/iu;

const withMembers = (text: string, names: readonly string[]): string => {
  const places = names
    .flatMap((name) => placesOf(text, name).map((at) => [at, at + name.length] as const))
    .sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  let [made, at] = ['', 0];
  for (const [from, to] of places)
    if (from >= at) [made, at] = [made + text.slice(at, from) + MEMBER, to];
  return made + text.slice(at);
};

/**
 * "Aspirin 75 and clopidogrel 75 given": each was, where the row names one dose of each. `unclear`:
 * "aspirin 75, clopidogrel 75 given", "metformin 500 and inj. B12 given". `given`: where that word
 * begins.
 */
export function givenInRow(
  { sentence, names }: Line,
  [from, to]: Range,
  given: number,
): 'done' | 'unclear' | undefined {
  const row = withMembers(sentence.slice(to, given), names);
  if (!ROW.test(row)) return mayBeRow(row) ? 'unclear' : undefined;
  const lead = (text: string) => BY_NEEDLE.test(text);
  const isAlike = lead(sentence.slice(0, from)) || !row.split(MEMBER).slice(0, -1).some(lead);
  // "Augmentin 625 and TT given": the vaccine was given, and the other may be an order.
  const isBesideVaccine =
    isVaccine(sentence.slice(to, given)) && !isVaccine(sentence.slice(from, to));
  return LAST_JOINT.test(row) && isAlike && !isBesideVaccine ? 'done' : 'unclear';
}

/** "Avil 1 amp, dexa 8 mg given": in words that are not known; what orders the first is not among them. */
function mayBeRow(row: string): boolean {
  const [own = '', ...items] = row.split(ANY_JOINT);
  const isOrder = own.includes(MEMBER) || saysOrder(own) || FOR_LONGER.test(own);
  return !isOrder && (items.at(-1) ?? '').includes(MEMBER);
}
const ANY_JOINT = /,|(?<!\p{L})and(?!\p{L})|[&+]/iu;

const VACCINE =
  /(?<!\p{L})(?:tt|td|tdap|bcg|opv|ipv|mmr|dpt|pcv|hpv|hep(?:atitis)?[ -]?[ab]|hexa(?:xim|valent)|penta(?:vac|xim|valent)|rota(?:vac|rix|teq|virus)|varicella|typhoid|influenza|covid|(?:\p{L}+ )?(?:vaccines?|shot|booster|toxoid))(?!\p{L})/iu;
const isVaccine = (words: string): boolean => VACCINE.test(words);

/** "ECG and echo done": of each, where nothing else is said between. */
const TESTS_DONE = new RegExp(
  `^(?:\\s+(?:chest|abdomen|brain|spine|pelvis|kub|pa|pa view))?\\s*(?:and${END}|[&+/])\\s*(?!(?:repeat|do|get|send|order|need|start|then)${END})[\\p{L}\\d-]+(?:\\s+[\\p{L}\\d-]+)?\\s*$`,
  'iu',
);
/** \`between\`: from the name of a test up to the word that says that the last was done. */
export const isTestDoneInRow = (between: string): boolean => TESTS_DONE.test(between);

/** Letters of a row before the name: longer ones are not read. */
const LONGEST_ROW = 200;
const GIVEN_BEFORE = new RegExp(
  `(?:^|[.;:,]|${START}(?:and|then|pt|patient))\\s*given\\s+(?:${FORM}${MEMBER}${ONE_DOSE}${JOINT})*${FORM}$`,
  'iu',
);
const AT_THAT_TIME = new RegExp(
  `${START}(?:here|stat|im|iv|in (?:the )?(?:clinic|opd|er|ed|casualty))${END}`,
  'iu',
);
const TODAY = new RegExp(`${START}(?:today|now)${END}`, 'iu');
const NEXT_LEAD = '\\s*(?:tab|cap|inj|syp|t)?\\.?\\s*$';
/** More of the same is to come. */
const MORE = new RegExp(
  `${START}(?:${FREQUENCY}|then(?!${NEXT_LEAD})|next|repeat\\p{L}*|cont\\p{L}*|tomorrow|alternate|increase|q ?\\d+|take|course|x ?\\d|sliding|more)`,
  'iu',
);
const FOR_LONGER = new RegExp(
  `${START}(?:${FREQUENCY}|sos|prn|once|twice|thrice|every|for${END}|x ?\\d|\\d+ ?(?:/ ?(?:7|52)|d${END}|days?|weeks?|months?)|till|until)`,
  'iu',
);

/** "Given paracetamol and ibuprofen today": without a time to take it at nothing orders it. */
export function givenAtOnce(
  { sentence, names }: Line,
  [from, to]: Range,
): 'done' | 'unclear' | undefined {
  const lead = sentence.slice(Math.max(0, from - LONGEST_ROW), from);
  if (!GIVEN.test(lead) || !GIVEN_BEFORE.test(withMembers(lead, names))) return undefined;
  const clause = /^(?:[^;.,]|[.,](?=\d)|, ?(?=and |&))*/iu.exec(sentence.slice(to))?.[0] ?? '';
  if (FOR_LONGER.test(sentence.slice(from, to) + clause)) return undefined;
  const [own = ''] = withMembers(sentence.slice(to), names).split(MEMBER, 1);
  if (MORE.test(own)) return 'unclear';
  // "Given sertraline 50 today" may be the first of many.
  const hasDose = /\d/.test(sentence.slice(from, to) + clause);
  return AT_THAT_TIME.test(clause) || (TODAY.test(clause) && !hasDose) ? 'done' : 'unclear';
}

const SAMPLES_OF = /(?<![\p{L}])samples? of(?: (?:the|tab|cap|inj|syp|t)\.?)* $/iu;
const SAMPLES = /^[^,;:()]{0,20}(?<![\p{L}])samples?(?![\p{L}])/iu;

/** "Given samples of Glycomet": how it is to be taken, and whether it was, is not said. */
export function isSample(line: Line, [from, to]: Range): boolean {
  if (!isMedicine(line, [from, to])) return false;
  const { sentence } = line;
  return SAMPLES_OF.test(sentence.slice(0, from)) || SAMPLES.test(sentence.slice(to));
}
