/** Reach of the words that deny, doubt or date a finding. */
import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';

/** `heading`: of the section; without one the words alone decide. */
const statuses = (text: string, ...words: string[]) =>
  words.map((word) => {
    const at = text.indexOf(word);
    return createContext(text).judge(at, at + word.length).status;
  });

test.each([
  // A trigger of the same kind behind a comma does not end the first; one of another kind does.
  ['No fever, no cough, or rash', ['fever', 'cough', 'rash'], ['absent', 'absent', 'absent']],
  ['No fever, has cough or rash', ['fever', 'cough'], ['absent', 'present']],
  ['Denies fever and possible asthma', ['fever', 'asthma'], ['absent', 'possible']],
  ['No fever but has chest pain', ['fever', 'chest pain'], ['absent', 'present']],
  ['No history of asthma', ['asthma'], ['absent']],
  ['History of asthma, now has cough', ['asthma', 'cough'], ['historical', 'present']],
  ['Mother has diabetes', ['diabetes'], ['family']],
  ['Possible pneumonia', ['pneumonia'], ['possible']],
  ['fever + cough - since Monday', ['fever', 'cough'], ['present', 'absent']],
  ['fever (+), cough (-)', ['fever', 'cough'], ['present', 'absent']],
  ['fever ( - ) cough ( + )', ['fever', 'cough'], ['absent', 'present']],
  ['(-) fever', ['fever'], ['absent']],
  ['(+) fever', ['fever'], ['present']],
  ['No, I have a cough', ['cough'], ['present']],
  // Names of tests are whole words: neither "cardiac" nor "testicular" holds one.
  ['Angina card sent', ['Angina'], ['hypothetical']],
  ['Angina cardiac in origin', ['Angina'], ['present']],
  ['Swelling testicular', ['Swelling'], ['present']],
  [
    'Come back if fever, vomiting or rash',
    ['fever', 'vomiting', 'rash'],
    Array(3).fill('hypothetical'),
  ],
  ['Come back if fever but cough is there', ['fever', 'cough'], ['hypothetical', 'present']],
])('“%s”', (text, words, wanted) => {
  expect(statuses(text, ...words)).toEqual(wanted);
});

test('under a heading of the family everything is the family’s, unless it is denied', () => {
  const text = 'Has asthma. Possible diabetes. No cancer. Stroke in 2004. Gout';
  const context = createContext(text, 'Family history');
  const judged = ['asthma', 'diabetes', 'cancer', 'Stroke', 'Gout'].map((word) => {
    const at = text.indexOf(word);
    return context.judge(at, at + word.length).status;
  });
  expect(judged).toEqual(['family', 'family', 'absent', 'family', 'family']);
});

test('a yes to what was doubted says that it is there, and a no that it is not', () => {
  const talk = (answer: string) => `Doctor: Do you have possible asthma?\nPatient: ${answer}`;
  expect(statuses(talk('Yes.'), 'asthma')).toEqual(['present']);
  expect(statuses(talk('No.'), 'asthma')).toEqual(['absent']);
  expect(statuses('Doctor: Any fever?\nPatient: The weather is hot.', 'fever')).toEqual([
    'hypothetical',
  ]);
});

test('an opinion that is denied says what is not there, and leaves its subject', () => {
  expect(statuses('I do not think the rash is measles', 'rash', 'measles')).toEqual([
    'present',
    'absent',
  ]);
  expect(statuses('I do not think the fever will settle', 'fever')).toEqual(['present']);
});

test('a test for an illness tells nothing of it until its result follows', () => {
  expect(statuses('Tested for malaria', 'malaria')).toEqual(['hypothetical']);
  expect(statuses('Screening for malaria was positive', 'malaria')).toEqual(['present']);
  expect(statuses('Screening for malaria was negative', 'malaria')).toEqual(['absent']);
});

test('in Hindi a denied word of going away leaves the finding, the word alone ends it', () => {
  expect(statuses('Bukhar nahin utar raha', 'Bukhar')).toEqual(['present']);
  expect(statuses('Bukhar utar gaya', 'Bukhar')).toEqual(['absent']);
  expect(statuses('बुखार नहीं उतर रहा', 'बुखार')).toEqual(['present']);
  expect(statuses('बुखार उतर गया', 'बुखार')).toEqual(['absent']);
});

test('behind a function of the body that has not changed, the list is denied', () => {
  expect(statuses('No change in vision, diplopia', 'diplopia')).toEqual(['absent']);
  expect(statuses('No change in the cough, new rash', 'cough', 'rash')).toEqual([
    'present',
    'present',
  ]);
});
