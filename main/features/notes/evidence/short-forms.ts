/** How notes shorten what is said in full: tests, measurements and everyday words, beside the diseases of the terminology. */
import {
  type Abbreviations,
  readAbbreviations,
  shortFormRows,
} from '../../../infrastructure/terminology/text/abbreviations.ts';
import shortFormData from './short-forms.json' with { type: 'json' };

const own = shortFormData
  .map(({ written, meaning }) => `${written.join(', ')} = ${meaning}`)
  .join('\n');

/** The short forms of notes come before those of the terminology. */
export function shortForms(): Abbreviations {
  const [ours, all] = [readAbbreviations([shortFormRows(own)]), readAbbreviations()];
  return {
    of: (words) => ours.of(words) ?? all.of(words),
    longest: Math.max(ours.longest, all.longest),
    has: (word) => ours.has(word) || all.has(word),
  };
}
