/** Who speaks in a talk, with labels of any kind and with none. */
import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';
import { sentencesOf } from '../../../../../../main/features/coding/extraction/context/sentences.ts';

const said = (text: string) =>
  sentencesOf(text).map(({ turn, text: words }) => `${turn ?? '-'}: ${words.trim()}`);

function statusOf(marked: string): string {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  return createContext(marked.replace('[', '').replace(']', '')).judge(start, end).status;
}

test('people with names speak in turn, and the doctor is who is called so', () => {
  expect(
    said('Dr Nair: Any rash?\nMr Das: None.\nDr Nair: Sleep?\nMr Das: Fine, do you want more?'),
  ).toEqual([
    'doctor: Any rash?',
    'patient: None.',
    'doctor: Sleep?',
    'patient: Fine, do you want more?',
  ]);
});

test('where no name tells, the doctor is who asks most', () => {
  expect(said('Anna. Any rash?\nBoris. None.\nAnna. Any pain?\nBoris. In the back.')).toEqual([
    'doctor: Any rash?',
    'patient: None.',
    'doctor: Any pain?',
    'patient: In the back.',
  ]);
});

test('lines with a dash or in quotes are said by two people in turn', () => {
  expect(said('- Any rash?\n- None.\n- Any pain?\n- In the back.').map((one) => one[0])).toEqual([
    'd',
    'p',
    'd',
    'p',
  ]);
  expect(said('"Any rash?"\n"None."\n"Any pain?"\n"In the back."').map((one) => one[0])).toEqual([
    'd',
    'p',
    'd',
    'p',
  ]);
});

test.each([
  ['headings of a note', 'Temp: 99\nPlan: rest\nTemp: 98\nPlan: fluids'],
  ['a list', '- Fever\n- Cough\n- Rash\n- Headache'],
  ['a list in which one item is asked', 'Fever: 3 days\nCough: dry\nRash?: no'],
  ['two lines', 'Anna: Any rash?\nBoris: None.'],
])('%s is no talk', (_, text) => {
  expect(sentencesOf(text).every(({ turn }) => turn === undefined)).toBe(true);
});

test.each([
  ['Anna: Any [rash]?\nBoris: None.\nAnna: Any cough?\nBoris: Yes.', 'absent'],
  ['Anna: Any rash?\nBoris: None.\nAnna: Any [cough]?\nBoris: Yes.', 'present'],
  ['- [Double vision], slurring?\n- No.\n- Any cough?\n- A bit.', 'absent'],
  ['Dr Rao - [Fever], chills?\nAsha - No.\nDr Rao - Cough?\nAsha - A lot.', 'absent'],
])('%s: %s', (text, status) => expect(statusOf(text)).toBe(status));
