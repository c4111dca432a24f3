import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';

/** The status that the words around `finding` give, and whether they leave it open. */
function statusOf(text: string, finding: string): string {
  const start = text.indexOf(finding);
  const span = { start, end: start + finding.length };
  const context = createContext(text);
  const { status } = context.judge(span.start, span.end);
  return status === 'present' && context.wordsLeftOpen(span, []).words.length > 0
    ? 'possible'
    : status;
}

test.each([
  ['Doctor: Knee pain?\nPatient: I squat in the fields all day.', 'Knee pain', 'hypothetical'],
  ['डॉक्टर: बुखार रहता है?\nमरीज: ज़रा पानी दीजिए।', 'बुखार', 'possible'],
  ['Doctor: Cough, cold, headache?\nPatient: Let me sit down first.', 'Cough', 'possible'],
  ['Doctor: Any fever?\nPatient: That’s it, just the knee.', 'fever', 'hypothetical'],
  ['Doctor: Kya fever hai?\nPatient: Let me sit down first.', 'fever', 'possible'],
])('what was asked and not answered is not there: %s', (text, finding, status) => {
  expect(statusOf(text, finding)).toBe(status);
});

test.each([
  ['डॉक्टर: खांसी कितने दिन से है?\nमरीज: चार दिन से।', 'खांसी'],
  ['Doctor: Tell me more about the cough?\nPatient: Every night at two.', 'cough'],
  ['Doctor: The cough, how many days?\nPatient: Sunday.', 'cough'],
])('a question that takes a finding for granted leaves it there: %s', (text, finding) => {
  expect(statusOf(text, finding)).toBe('present');
});

test.each([
  ['Doctor: Has the rash spread?\nPatient: What rash? It is ink.', 'rash'],
  ['Doctor: Knee pain?\nPatient: Doctor, what knee pain!', 'Knee pain'],
  [
    'Doctor: Wheeze?\nPatient: Yes.\nDoctor: In the chest?\nPatient: I thought you said sneeze.',
    'Wheeze',
  ],
  ['Doctor: Chest pain? Swollen feet?\nPatient: Only the feet.', 'Chest pain'],
])('a question put back, misheard or answered for another thing is no yes: %s', (text, finding) => {
  expect(statusOf(text, finding)).toBe('possible');
});

test('sorted since an advice is a no', () => {
  const text = 'Doctor: And the constipation?\nPatient: Since your papaya advice, sorted.';
  expect(statusOf(text, 'constipation')).toBe('absent');
});

test.each([
  ['Doctor: Any vomiting?\nPatient: Since yesterday, nothing stays down.', 'vomiting'],
  ['Doctor: Any chest pain?\nPatient: After meals, never at rest.', 'chest pain'],
  ['Doctor: Any cough?\nPatient: Since last week, okay by day but bad at night.', 'cough'],
  ['Doctor: Any chest pain?\nPatient: Yes. I thought it was gas.', 'chest pain'],
  ['Doctor: Go on.\nPatient: I have had chest pain --\nDoctor: Where?', 'chest pain'],
  ['बुखार - नहीं खा रहा', 'बुखार'],
  ['Pet dard (nahi chal pata)', 'Pet dard'],
])(
  'a yes that is told otherwise, or a no of something else, denies nothing: %s',
  (text, finding) => {
    expect(statusOf(text, finding)).not.toBe('absent');
  },
);

test.each([
  ['मिर्गी - नहीं, दमा - नहीं', 'मिर्गी'],
  ['मिर्गी - नहीं, दमा - नहीं', 'दमा'],
  ['दमा (नहीं)', 'दमा'],
  ['दमा: नहीं', 'दमा'],
  ['Ø fever Ø weight loss', 'weight loss'],
])('a no behind a dash, in brackets or as a sign denies: %s', (text, finding) => {
  expect(statusOf(text, finding)).toBe('absent');
});
