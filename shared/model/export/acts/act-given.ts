/** What was given already: of which medicines a plan says so, and where it orders more of them. */
import type { Cue } from './act-cues.ts';
import type { Line } from './act-doubts.ts';
import { FREQUENCY, UNIT_OR_PIECE } from './dose-words.ts';
import { END, START } from './patterns.ts';

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
  `^(?:\\s*${STRENGTH})?(?:\\s*(?:iv|im|po|sc|stat|once|today|now)${END})*[\\s,;–-]*(?:(?:and|but|now|to|be|ab)\\s+)*(?:then\\s+${MORE_OF_IT}|(?:then\\s+(?:to\\s+(?:be\\s+)?)?)?(?:cont(?:inued?)?|start(?:ed)?|go on|maintain(?:ed)?|repeat(?:ed)?)\\.?(?:\\s+(?:on|at|with)(?=\\s+\\d))?(?=\\s*(?:$|[,;.])|\\s+(?:${MORE_OF_IT}|(?:for|tomorrow|from|as|at|same|it|till|until)${END})))`,
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

const SAMPLES_OF = /(?<![\p{L}])samples? of(?: (?:the|tab|cap|inj|syp|t)\.?)* $/iu;
const SAMPLES = /^[^,;:()]{0,20}(?<![\p{L}])samples?(?![\p{L}])/iu;

/** "Given samples of Glycomet": how it is to be taken, and whether it was, is not said. */
export function isSample({ sentence, names }: Line, [from, to]: Range): boolean {
  const own = sentence.slice(from, to).toLowerCase();
  if (!names.some((name) => name.toLowerCase() === own)) return false;
  return SAMPLES_OF.test(sentence.slice(0, from)) || SAMPLES.test(sentence.slice(to));
}
