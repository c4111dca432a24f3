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
/** "Daily except Sunday": six days of seven. */
const BUT = new RegExp(
  `(?<!\\p{L})(?:(?:daily|every ?day|od|roz)[\\s,]+)?(?:except|but not)(?: (?:on|for))? (${DAY})s?(?![\\p{L}\\p{M}\\p{N}])`,
  'giu',
);
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
  ...[...text.matchAll(LIST)].flatMap(({ 0: whole, 1: every, 2: list = '', index }) => {
    if (NO_LIST.test(text.slice(Math.max(0, index - 12), index))) return [];
    const words = [...list.matchAll(WORD)].map(([word]) => word);
    const days = new Set(words.map((word) => NAMES.findIndex((name) => name.test(word))));
    const isEach = every !== undefined || words.some(isPlural);
    return isEach || days.size > 1 ? [onDays([...days], index, whole)] : [];
  }),
  ...[...text.matchAll(INITIALS)].map(({ 0: whole, index }) =>
    onDays(whole === 'MWF' ? DAYS_OF_INITIALS.MWF : DAYS_OF_INITIALS.T, index, whole),
  ),
];

/** "Tues" and "Thurs" are one day. */
const isPlural = (word: string) =>
  /(?:day|[aā]a?r|वार)s$/iu.test(word) || /^(?:mon|wed|fri|sat|sun)s$/iu.test(word);

const onDays = (days: readonly number[], start: number, whole: string): Quantity => ({
  ...frequency(days.length / 7, days.length),
  weekdays: days.toSorted((one, other) => one - other).join(),
  start,
  end: start + whole.length,
});
