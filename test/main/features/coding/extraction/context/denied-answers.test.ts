/**
 * What a "no" denies: the finding that was asked for, and nothing else that the question names. A
 * finding that is read as absent by mistake hides a denial that the note invented.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';

/** The status of the words in brackets. */
function statusOf(marked: string) {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  return createContext(marked.replace('[', '').replace(']', '')).judge(start, end).status;
}
const talk = (question: string, answer: string) =>
  statusOf(`Doctor: ${question}\nPatient: ${answer}`);
const findings = fc.constantFrom('fever', 'headache', 'chest pain', 'cough', 'vomiting', 'rash');
const tags = fc.constantFrom('right', 'correct', 'is it', "isn't it", 'yeah', 'okay');
const bare = fc.constantFrom(
  'No.',
  'Nope.',
  'No, doctor.',
  "No, I don't.",
  'No, I do not have it.',
  'No. Never.',
  'Not at all.',
  'नहीं।',
);
const corrected = fc.constantFrom(
  'No, on Sunday.',
  'No. More like a pressure.',
  'No, it was worse last week.',
  'No, my wife gave it to me.',
  'Nope, the other leg.',
  'No, only when I climb stairs.',
);

describe('a statement that asks to be confirmed', () => {
  test('is denied by a bare no where the finding itself was asked for', () =>
    fc.assert(
      fc.property(
        findings,
        tags,
        bare,
        fc.constantFrom('You have', 'You have a', "So there's"),
        (finding, tag, no, you) => {
          expect(talk(`${you} [${finding}], ${tag}?`, no)).toBe('absent');
          expect(talk(`${you} [${finding}], ${tag}?`, `No, no ${finding}.`)).toBe('absent');
        },
      ),
    ));
  test('leaves the finding at most open where the answer says more', () =>
    fc.assert(
      fc.property(findings, tags, corrected, (finding, tag, no) => {
        expect(talk(`You have [${finding}], ${tag}?`, no)).toBe('possible');
      }),
    ));
  test('keeps the finding where the no is about a time, a place or a thing beside it', () =>
    fc.assert(
      fc.property(
        findings,
        tags,
        fc.oneof(bare, corrected),
        fc.constantFrom(
          'The [X] started on Monday',
          'You took paracetamol for the [X]',
          'Your [X] comes at night',
          'The doctor in Pune saw the [X] in May',
          'You came because of the [X]',
          'You have [X] since Monday',
        ),
        (finding, tag, no, question) => {
          expect(talk(`${question.replace('X', finding)}, ${tag}?`, no)).toBe('present');
        },
      ),
    ));
  test('that denies is open where the patient says that he has it', () => {
    expect(talk('You have no [fever], right?', 'No, I do have it.')).toBe('possible');
    expect(talk("You don't have [chest pain], right?", 'No, I do.')).toBe('possible');
    expect(talk('You have no [fever], right?', 'No.')).toBe('absent');
  });
});

describe('a question that takes a finding for granted', () => {
  test.each([
    ['Does the [pain] go into your arm?', 'No.'],
    ['Did the [chest pain] start on Monday?', 'No, on Sunday.'],
    ['Has the [fever] gone?', 'No.'],
    ['So is your [cough] any better?', 'Not really.'],
    ['Is the bad [headache] worse in the morning?', 'No.'],
  ])('keeps it, whatever is answered: %s %s', (question, answer) =>
    expect(talk(question, answer)).toBe('present'),
  );
  test.each([
    'Do you have the [pain] now?',
    'Is the [cough] still there?',
    'Any [fever] at night?',
    'Do you get [chest pain] when you walk?',
  ])('is another than one that asks for it: %s', (question) =>
    expect(talk(question, 'No.')).toBe('absent'),
  );
  test('leaves open what happens when the other thing is asked for', () =>
    expect(talk('Any pain when you [cough]?', 'No.')).toBe('possible'));
});

describe('an answer that names only a part', () => {
  test.each(['Just low grade.', 'Only a few.', 'Just slightly.', 'Only around 99.'])(
    'affirms the one thing that was asked: %s',
    (answer) => expect(talk('Any [fever]?', answer)).not.toBe('absent'),
  );
  test('affirms one thing with a degree, and leaves several open', () => {
    expect(talk('Any [fever]?', 'Just low grade.')).toBe('present');
    expect(talk('Do you have a [fever], sir?', 'Just low grade.')).toBe('present');
    expect(talk('Any [fever] or chills?', 'Just low grade.')).toBe('possible');
    expect(talk('Any [fever] and cough?', 'Just low grade.')).toBe('possible');
    expect(talk('Any cough?\nDoctor: Any [fever]?', 'Just low grade.')).toBe('possible');
    expect(talk('Any [fever]?', 'Just headache.')).toBe('possible');
  });
  test('a comma before the question makes it no list', () => {
    expect(talk('So, any [fever]?', 'Yes.')).toBe('present');
    expect(talk('Okay, um, do you have [fever], madam?', 'Yes.')).toBe('present');
    expect(talk('Any [fever], chills?', 'Yes.')).toBe('possible');
  });
});

test.each([
  ['(-) cough (+) fever', { cough: 'absent', fever: 'present' }],
  ['(+) cough (-) fever', { cough: 'present', fever: 'absent' }],
  ['fever (-), cough (+)', { fever: 'absent', cough: 'present' }],
  ['HIV: non-reactive, fever present', { HIV: 'absent', fever: 'present' }],
  ['N/K/C/O diabetes', { diabetes: 'absent' }],
  ['Fever no, cough yes', { Fever: 'absent', cough: 'present' }],
  ['Asthma no. 1 problem', { Asthma: 'present' }],
  ['with no, or minimal, chest pain', { 'chest pain': 'absent' }],
  ['Doctor: Any chest pain?\nPatient: No, only when I climb stairs.', { 'chest pain': 'possible' }],
  ['Doctor: Any chest pain?\nPatient: No. Just a cough.', { 'chest pain': 'absent' }],
  ['Doctor: Fever? Cough?\nPatient: Cough yes, fever no.', { fever: 'absent', Cough: 'present' }],
])('a sign or a "no" belongs to the finding beside it: %s', (text, expected) => {
  const context = createContext(text);
  const found = Object.keys(expected).map((words) => {
    const at = text.lastIndexOf(words);
    return [words, context.judge(at, at + words.length).status];
  });
  expect(Object.fromEntries(found)).toEqual(expected);
});
