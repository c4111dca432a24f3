/**
 * Words of the lists that come with Scriba: findings, diagnoses, procedures, tests, medicines and
 * short forms. The lists were written for linking codes; here only their words are used.
 */
import { shortFormTables } from '../../infrastructure/terminology/tables/short-forms.ts';
import { starterRows } from '../../infrastructure/terminology/tables/starter/starter.ts';

/**
 * Lists of short forms whose written side is correct English; those of everyday and Hindi words
 * hold misspellings too.
 */
const SHORT_FORMS = ['abbreviations-a-to-h.json', 'abbreviations-i-to-z.json'];
/** A shorter abbreviation in small letters is a slip of the hand too often ("fo", "ot"). */
const SHORTEST = 3;
/** What prescriptions are written in all the same. */
const PRESCRIBED = 'od bd tds qds bid tid qid hs sos stat po im iv sc pr pv sl mcg iu'.split(' ');

/** In lower case. */
export function readMedicalWords(): ReadonlySet<string> {
  const words = new Set(PRESCRIBED);
  const add = (text: string) => {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu))
      if (word.length >= SHORTEST) words.add(word);
  };
  for (const { names, snomed, icd10, rxnorm } of starterRows())
    for (const text of [...names, snomed?.term, icd10?.name, rxnorm?.name]) if (text) add(text);
  for (const name of SHORT_FORMS)
    for (const { written, meaning } of shortFormTables()[name] ?? []) {
      for (const text of written) add(text);
      for (const text of typeof meaning === 'string' ? [meaning] : meaning.map(([one]) => one))
        add(text);
    }
  return words;
}
