/** Sentences about rows of a clinic's own list: what is wrong, and what to do. */
import type { OwnProblem, OwnWarning } from '../../../../shared/model/coding/own-list.ts';

const sentences: Readonly<Record<OwnProblem | OwnWarning, (about: string) => string>> = {
  'quote-open': () =>
    'A quotation mark is opened and never closed: nothing from this line on was read. Close it, then choose the file again.',
  'no-words': () => 'There are no words. Write the words as the clinic writes them.',
  'words-long': () => 'The words are longer than 120 letters. Write a shorter name.',
  'words-small': () =>
    'These words stand in every note and name nothing by themselves. Write more words.',
  'no-system': () =>
    'There is no system. Write SNOMED CT, ICD-10-CM, LOINC or RxNorm; for a medicine without a code, its generic.',
  'system-unknown': (about) =>
    `The system "${about}" is not known. Write SNOMED CT, ICD-10-CM, LOINC or RxNorm.`,
  'icd-10-who': () =>
    'This is the ICD-10 of the WHO, whose codes mean other things. Write ICD-10-CM if the code is of that list.',
  'no-code': () => 'There is no code. Write it; for a medicine, the generic is enough.',
  'code-spreadsheet': () =>
    'A spreadsheet has shortened this code, and its last digits are lost. Format the column as text and write the code again.',
  'snomed-digit': () =>
    'This is no concept of SNOMED CT: its check digit or its kind is wrong. Compare each digit with the source.',
  'loinc-form': () => 'This is no LOINC number: digits, a hyphen, one digit, as in 718-7.',
  'code-absent': (about) =>
    about === ''
      ? 'There is no list of this system to look the code up. Import a release, then choose the file again.'
      : `The list in use (${about}) does not have this code. Correct it, or import a release that has it, then choose the file again.`,
  'code-kind': (about) =>
    `The code is ${about}, which no patient has and nobody orders. Choose the finding, disorder, procedure or product.`,
  'generic-elsewhere': () =>
    'The generic is for medicines alone: names of ingredients, joined by +. Check system and generic.',
  'strength-form': () =>
    'The strength is not understood. Write a number and a unit for each ingredient, as in 500 mg + 125 mg.',
  'strength-count': () =>
    'There are not as many strengths as ingredients. Write one for each, joined by +, or none.',
  contradicts: (about) =>
    `Line ${about} has the same words and another meaning. Keep the one that is right.`,
  'words-short': () => 'These words are very short and may mean other things in a note.',
  'words-usual': () =>
    'This is an ordinary word: a note may have it where nothing of the kind is meant.',
  'other-meaning': (about) => `The list itself calls something else so: ${about}.`,
  'name-differs': (about) =>
    `The list calls this code ${about}, which is not the name in the file.`,
  'not-billable': (about) => `A claim cannot be sent with this code (${about}).`,
  'ingredient-unknown': (about) =>
    `No list has a code of the ingredient "${about}". Check its spelling.`,
};

export const sentenceOf = (why: OwnProblem | OwnWarning, line: number, about = ''): string =>
  `Line ${line}: ${sentences[why](about)}`;
