/**
 * How notes shorten what is said in full: tests, measurements and everyday words, beside the
 * diseases of the terminology.
 */
import {
  type Abbreviations,
  readAbbreviations,
} from '../../../infrastructure/terminology/text/abbreviations.ts';
import shortFormData from './short-forms.json' with { type: 'json' };

export type ShortForms = Pick<Abbreviations, 'of' | 'longest' | 'has'>;

/** The short forms of notes come before those of the terminology. */
export function shortForms(): ShortForms {
  const [ours, all] = [readAbbreviations([shortFormData]), readAbbreviations()];
  return {
    of: (words) => ours.of(words) ?? all.of(words),
    longest: Math.max(ours.longest, all.longest),
    has: (word) => ours.has(word) || all.has(word),
  };
}
