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
  ['two lines', 'Dr Rao: Any rash?\nBoris: None.'],
  ['names without a doctor', 'Anna: Any rash?\nBoris: None.\nAnna: Any pain?\nBoris: No.'],
  ['a family', 'Mother: diabetes\nFather: stroke?\nMother: hypertension\nFather: died, MI?'],
  ['a list with doubts', '- Chest pain\n- ECG: ST elevation?\n- Trop sent\n- ACS?'],
  ['answers alone', 'Any pain?\nNo. Why?\nAny cough?\nYes. A lot.\nAny rash?\nNo. Never.'],
  ['headings that repeat', 'Assessment: LRTI\nPlan: rest\nAssessment: TB?\nPlan: sputum?'],
])('%s is no talk', (_, text) => {
  expect(sentencesOf(text).every(({ turn }) => turn === undefined)).toBe(true);
});

test.each([
  ['Dr A: Any [rash]?\nBoris: None.\nDr A: Any cough?\nBoris: Yes.', 'absent'],
  ['Dr A: Any rash?\nBoris: None.\nDr A: Any [cough]?\nBoris: Yes.', 'present'],
  ['- [Double vision], slurring?\n- No.\n- Any cough?\n- A bit.', 'absent'],
  ['Dr Rao - [Fever], chills?\nAsha - No.\nDr Rao - Cough?\nAsha - A lot.', 'absent'],
])('%s: %s', (text, status) => expect(statusOf(text)).toBe(status));
