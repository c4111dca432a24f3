/** Reads the days of the week on which a medicine is taken, as a frequency. */
import { frequency, type Quantity } from './quantity.ts';
import { anyNukta } from './script.ts';
import data from './vocabulary/weekdays.json' with { type: 'json' };

const names = data.days.map((written) => anyNukta(written.join('|')));
const DAY = `(?:${names.join('|')})`;
const NAMES = names.map((written) => new RegExp(`^(?:${written})s?$`, 'iu'));
/** "And", a comma or a stroke; "or" offers one of two days and counts none. */
const LIST = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:(${anyNukta(data.every.join('|'))})\\s+)?(${DAY}s?(?:\\.?(?:\\s*[,/&+]\\s*|\\s+)(?:(?:and|aur|और)\\s+)?${DAY}s?)*)(?![\\p{L}\\p{M}\\p{N}])(?!\\s+(?:or|to|through|till|until|ya)(?!\\p{L})|\\s?[-–])`,
  'giu',
);
const WORD = new RegExp(`${DAY}s?`, 'giu');
const any = (words: readonly string[]) => `(?:${anyNukta(words.join('|'))})`;
/** "Daily except Sunday": six days of seven. */
const DAILY = `${any(data.daily)}(?:[\\s,(]{1,3}[^.;?!\\n\\d,(\\s][^.;?!\\n\\d,(]{0,23}?)??[\\s,(]{1,3}`;
const EXCEPT = `(?<![\\p{L}\\p{M}])(?:(?:${DAILY})?${any(data.except)}|${DAILY}${any(data.exceptBehindDaily)})(?:\\s+(?:on|for))?\\s+`;
const BUT = new RegExp(`${EXCEPT}(?:a\\s+)?(${DAY})s?(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
/** "OD except methotrexate day", "daily, not on the day of methotrexate". */
const BUT_EVENT = data.weekEvents.map(({ days, written }) => ({
  days,
  pattern: new RegExp(
    `${EXCEPT}(?:(?:on|the|your|his|her|a|that)\\s+){0,3}(?:${any(written)}(?:\\s+is)?\\s+days?|days?\\s+(?:of|when|that|you|with|for|on|which|he|she|they|take|takes|is|for|have|has|the|your)\\s+(?:\\p{L}+\\s+){0,3}?${any(written)})(?![\\p{L}\\p{M}])`,
    'giu',
  ),
}));
/** "The day after methotrexate": as often as that. */
const DAY_AFTER = data.weekEvents.map(({ days, written }) => ({
  days,
  pattern: new RegExp(
    `(?<!\\p{L})(?:(?:weekly|once a week)[\\s,(]+)?(?:on\\s+)?(?:the\\s+)?(?:next\\s+|following\\s+)?day\\s+after\\s+(?:the\\s+|your\\s+)?${any(written)}(?![\\p{L}\\p{M}])`,
    'giu',
  ),
}));
/** "On weekdays", "weekends only". */
const SPANS = data.spans.map(({ days, written }) => ({
  days,
  pattern: new RegExp(
    `(?<!\\p{L})(?:(?:daily|od|once a day|once daily)[\\s,(]+)?(?:on\\s+|only\\s+|the\\s+){0,3}${any(written)}(?![\\p{L}\\p{M}])`,
    'giu',
  ),
}));
/** "Digoxin 0.25 mg five days a week"; of walks it is no dose. */
const DAYS_A_WEEK = new RegExp(
  `(?<=(?<!\\p{L})(?:mgs?|mcgs?|[µμu]g|units?|iu|ml|tab(?:let)?s?|cap(?:sule)?s?|(?:milli|micro)grams?)(?!\\p{L})[\\s,(]{0,3}(?:(?:once a day|once daily|od|daily|for|on|only|at night|in the morning)[\\s,]{1,3}){0,3})([2-6]|${Object.keys(data.counts).join('|')})\\s+days?\\s*(?:\\/\\s*|(?:a|per|each|every|in a|of the|of each)\\s+)(?:week|wk)(?!\\p{L})`,
  'giu',
);
const counts = new Map(Object.entries(data.counts));
/** "Weekly on Tuesday", "once a week (Friday)", "Sunday, once a week". */
const WEEKLY = `(?:${anyNukta(data.weekly.join('|'))})`;
const WEEKLY_ON = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${WEEKLY}[\\s,:(–-]+(?:(?:on|every|each|only|i\\.?e\\.?|that is|har|हर)\\s+)*(${DAY})s?|(${DAY})s?[\\s,(]+${WEEKLY})(?![\\p{L}\\p{M}\\p{N}])(?!\\s+(?:or|to|and|through|till|until|ya)(?!\\p{L})|\\s?[-–/&,]\\s?${DAY})`,
  'giu',
);
/** "Mon to Fri", "daily from Monday to Friday". */
const RANGE = new RegExp(
  `(?<!\\p{L})(?:(?:daily|every ?day|od|roz|once a day|once daily)[\\s,(]+)?(?:(?:from|on)\\s+)?(${DAY})s?\\s*(?:to|through|till|until|se|से|[-–])\\s*(${DAY})s?(?![\\p{L}\\p{M}\\p{N}])`,
  'giu',
);
/** "Clinic Monday to Friday": when somebody is there. */
const HOURS =
  /(?<!\p{L})(?:clinic|open|opd|works?|working|duty|office|school|hours|available|timings?|closed|review|visit|holiday|trip|travel\p{L}*)(?!\p{L})[^.;\n]{0,24}$/iu;
/** "MWF": the first letters of Monday, Wednesday and Friday, in capitals. */
const INITIALS = /(?<![\p{L}\p{N}])(MWF|TTS|TThS)(?![\p{L}\p{N}])/gu;
const DAYS_OF_INITIALS = { MWF: [0, 2, 4], T: [1, 3, 5] };
/** "By Monday", "Monday or": a visit that is agreed upon, not a day of each week. */
const NO_LIST =
  /(?<![\p{L}])(?:or|to|through|by|until|till|before|since|except|not|ya)\s+(?:on\s+)?$|[-–]\s?$/iu;

/** "Every Monday", "on Mondays", "Mon/Wed/Fri". One day without such a word is a date. */
export const weekdays = (text: string): Quantity[] => [
  ...[...text.matchAll(BUT)].map(({ 0: whole, 1: day = '', index }) =>
    onDays(
      NAMES.flatMap((name, at) => (name.test(day) ? [] : [at])),
      index,
      whole,
    ),
  ),
  ...BUT_EVENT.flatMap(({ days, pattern }) => onSome(text, pattern, 7 - days)),
  ...DAY_AFTER.flatMap(({ days, pattern }) => onSome(text, pattern, days)),
  ...ranges(text),
  ...SPANS.flatMap(({ days, pattern }) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !HOURS.test(text.slice(Math.max(0, index - 40), index)))
      .map(({ 0: whole, index }) => onDays(days, index, whole)),
  ),
  ...[...text.matchAll(DAYS_A_WEEK)].map(({ 0: whole, 1: count = '', index }) => {
    const many = counts.get(count.toLowerCase()) ?? Number(count);
    return { ...frequency(many / 7, many), start: index, end: index + whole.length };
  }),
  ...[...text.matchAll(WEEKLY_ON)].flatMap(({ 0: whole, 1: behind, 2: before = '', index }) => {
    const day = dayOf(behind ?? before);
    return NO_LIST.test(text.slice(Math.max(0, index - 12), index))
      ? []
      : [onDays([day], index, whole)];
  }),
  ...[...text.matchAll(LIST)].flatMap(({ 0: whole, 1: every, 2: list = '', index }) => {
    if (NO_LIST.test(text.slice(Math.max(0, index - 12), index))) return [];
    const words = [...list.matchAll(WORD)].map(([word]) => word);
    const days = new Set(words.map(dayOf));
    const isEach = every !== undefined || words.some(isPlural);
    return isEach || days.size > 1 ? [onDays([...days], index, whole)] : [];
  }),
  ...[...text.matchAll(INITIALS)].map(({ 0: whole, index }) =>
    onDays(whole === 'MWF' ? DAYS_OF_INITIALS.MWF : DAYS_OF_INITIALS.T, index, whole),
  ),
];

/** So many days of a week, which are not named. */
const onSome = (text: string, pattern: RegExp, count: number): Quantity[] =>
  [...text.matchAll(pattern)].map(({ 0: whole, index }) => ({
    ...frequency(count / 7, count),
    start: index,
    end: index + whole.length,
  }));

const dayOf = (word: string) => NAMES.findIndex((name) => name.test(word));

const ranges = (text: string): Quantity[] =>
  [...text.matchAll(RANGE)].flatMap(({ 0: whole, 1: from = '', 2: to = '', index }) => {
    const [first, last] = [dayOf(from), dayOf(to)];
    if (HOURS.test(text.slice(Math.max(0, index - 40), index)) || first === last) return [];
    const count = ((last - first + 7) % 7) + 1;
    const days = Array.from({ length: count }, (_, at) => (first + at) % 7);
    return [onDays(days, index, whole)];
  });

/** "Tues" and "Thurs" are one day. */
const isPlural = (word: string) =>
  /(?:day|[aā]a?r|वार)s$/iu.test(word) || /^(?:mon|wed|fri|sat|sun)s$/iu.test(word);

const onDays = (days: readonly number[], start: number, whole: string): Quantity => ({
  ...frequency(days.length / 7, days.length),
  weekdays: days.toSorted((one, other) => one - other).join(),
  start,
  end: start + whole.length,
});
