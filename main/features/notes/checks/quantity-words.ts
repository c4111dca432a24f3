/** Tells words that count, measure or time from names: they are the vocabularies of the checks. */
import { once } from '../../../../shared/once.ts';
import { readAbbreviations } from '../../../infrastructure/terminology/text/abbreviations.ts';
import { quantities } from './quantities.ts';
import { unitBehind } from './units.ts';
import numberWords from './vocabulary/number-words.json' with { type: 'json' };
import times from './vocabulary/times-of-day.json' with { type: 'json' };

const listed = new Set([
  ...Object.values(numberWords.kinds).flatMap((values) => Object.keys(values)),
  ...times.leads,
  ...times.notATime,
]);
const timePattern = new RegExp(
  `^(?:${[...Object.values(times.parts), ...Object.values(times.meals)].flat().join('|')})$`,
  'iu',
);
const abbreviations = once(() => readAbbreviations());

/** `word`: in lower case. A short form is none where lists have it as a medicine (drugs.ts). */
export function isQuantityWord(word: string): boolean {
  if (listed.has(word) || timePattern.test(word)) return true;
  const unit = unitBehind(` ${word}`, 100) ?? unitBehind(` ${word}`, 38);
  if (unit?.end === word.length + 1) return true;
  if (
    quantities(word).some(
      ({ kind, start, end }) => kind === 'frequency' && start === 0 && end === word.length,
    )
  )
    return true;
  return abbreviations().of(word) !== undefined;
}
