/**
 * Denials of the note that nobody said: folded only where nothing speaks against them, and never
 * where overlooking one would harm.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { certainOf } from '../../../../../shared/model/note/checks.ts';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const all = (note: string, patient: string) =>
  checks({
    sections: [{ id: 'one', title: '', text: note }],
    transcript: `Doctor: Good morning.\nPatient: ${patient}`,
    language: 'en',
  });
const told = (note: string, patient: string) =>
  certainOf(all(note, patient)).map(({ kind }) => kind);

describe('a denial has to be looked at where the patient says it in words of his own', () => {
  test.each([
    ['Denies chest pain.', 'My chest hurts when I climb stairs.'],
    ['Denies chest pain.', 'It feels tight around the heart, in the chest.'],
    ['Denies suicidal ideation.', 'I sometimes think of ending it all.'],
    ['Denies dyspnoea.', "I can't get my breath."],
    ['Denies shortness of breath.', 'I get puffed out on the stairs.'],
    ['Denies vomiting.', 'I threw up twice.'],
    ['Denies vomiting.', 'I could not keep anything down.'],
    ['Denies fever.', 'My temperature was 103.'],
    ['Denies fever.', 'I was burning up all night.'],
    ['Denies nausea.', 'I feel sick all day.'],
    ['Denies diarrhoea.', 'I have the runs.'],
    ['Denies constipation.', 'I have to strain on the toilet.'],
    ['Denies fatigue.', 'I am worn out by noon.'],
    ['Denies cough.', 'There is a lot of phlegm.'],
    ['Denies rash.', 'My skin broke out in spots.'],
    ['Denies weight gain.', 'I put on ten pounds.'],
    ['Denies back pain.', 'My lower back is killing me.'],
    ['Denies anxiety.', 'I worry all the time.'],
    ['Denies insomnia.', 'I lie awake until three.'],
  ])('%s | %s', (note, patient) => expect(told(note, patient)).toEqual(['negation']));

  test('with the words of the patient beside it', () => {
    const [one] = all('Denies vomiting.', 'I threw up twice.');
    expect(one?.inTranscript?.text).toBe('threw up');
  });
});

const redFlags = [
  'chest pain',
  'shortness of breath',
  'dyspnoea',
  'suicidal ideation',
  'self-harm',
  'bleeding',
  'haematemesis',
  'hematemesis',
  'melaena',
  'melena',
  'haemoptysis',
  'haematuria',
  'syncope',
  'seizures',
  'weakness',
  'numbness',
  'severe headache',
  'palpitations',
  'blurred vision',
  'urinary retention',
  'jaundice',
  'weight loss',
  'loss of consciousness',
  'neck stiffness',
  'incontinence',
  'fits',
];
test('a red flag that nobody spoke of has to be looked at, alone and in a list', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...redFlags),
      fc.constantFrom('nausea', 'cough', 'itching'),
      fc.boolean(),
      (flag, other, first) => {
        expect([flag, told(`Denies ${flag}.`, 'I came for my knee.')]).toEqual([
          flag,
          ['negation'],
        ]);
        const list = first ? `${flag} or ${other}` : `${other} or ${flag}`;
        expect([list, told(`Denies ${list}.`, 'I came for my knee.')]).toEqual([
          list,
          ['negation'],
        ]);
      },
    ),
    { numRuns: 60 },
  ));

test('a finding of which it is not known how people speak has to be looked at', () =>
  expect(told('Denies hyperhidrosis and vertigo.', 'I came for my knee.')).toEqual(['negation']));

test.each(['nausea', 'vomiting', 'chills', 'diarrhoea', 'itching'])(
  'another finding is folded where no word of it was said: %s',
  (finding) => expect(told(`Denies ${finding}.`, 'I came for my knee.')).toEqual([]),
);

test('words that were denied do not speak against a denial', () => {
  expect(told('Denies vomiting.', 'I have not thrown up.')).toEqual([]);
  expect(all('Denies vomiting.', 'I have not thrown up.')).toEqual([]);
});

describe('a denial of what was asked and not clearly answered has to be looked at', () => {
  const asked = (note: string, question: string, answer: string) =>
    certainOf(
      checks({
        sections: [{ id: 'one', title: '', text: note }],
        transcript: `Doctor: ${question}\nPatient: ${answer}`,
        language: 'en',
      }),
    ).map(({ kind }) => kind);
  test.each([
    ['Denies headache.', 'The headache started on Monday, right?', 'No, on Sunday.'],
    ['Denies chest pain.', 'You have chest pain, right?', 'No, more like a pressure.'],
    ['Denies chest pain.', 'Does the chest pain go into the arm?', 'No.'],
    ['Denies chest pain.', 'Any chest pain?', 'Well, when I climb the stairs.'],
    ['Denies fever.', 'Any fever?', 'Just low grade.'],
    ['Denies fever.', 'Any fever or chills?', 'Just low grade.'],
    ['Denies swelling.', 'Any swelling of the legs?', 'Not if I put my feet up.'],
    ['Denies cough.', 'Any pain when you cough?', 'No.'],
  ])('%s | %s %s', (note, question, answer) =>
    expect(asked(note, question, answer)).toEqual(['negation']),
  );
  test.each([
    ['Denies fever.', 'You have fever, right?', 'No.'],
    ['Denies fever.', 'Any fever?', 'No.'],
    ['Denies seizures.', 'How about your epilepsy, any seizures?', 'Not in a while.'],
    ['No family history of cancer.', 'Any cancer in the family?', 'No.'],
  ])('and one that was denied is no difference: %s | %s %s', (note, question, answer) =>
    expect(asked(note, question, answer)).toEqual([]),
  );
  test('of a family that has it, too', () =>
    expect(
      asked('No family history of asthma.', 'Any illness in the family?', 'My mother has asthma.'),
    ).toEqual(['negation']));
});
