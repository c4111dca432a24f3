/** Short sentences of plain words: complaints without a name of a list, and when to come back. */
import { afterAll, expect, test } from 'vitest';
import { createDrafting } from '../../../../main/app/drafting.ts';
import { createTerminology } from '../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const draft = createDrafting(terminology);

/** Sections with their lines, where they have some. */
const drafted = (...said: readonly [text: string, speaker?: string][]) =>
  Object.fromEntries(
    draft(said.map(([text, speaker]) => ({ text, speaker })))
      .sections.filter(({ lines }) => lines.length > 0)
      .map(({ title, lines }) => [title, lines.map(({ text }) => text)]),
  );

test.each([
  'My stomach aches.',
  'My back hurts.',
  'My eyes burn.',
  'My skin itches.',
  'My knee is really sore.',
  'My left ear has been aching.',
  'Both my legs ache.',
  'My lower back is killing me.',
  'His tummy hurts.',
  'I ache all over.',
  'I hurt my wrist.',
  'It burns when I pass urine.',
  'It hurts.',
  'I feel dizzy.',
  'My left ear doesn’t hurt.',
  'My heart races.',
  'My heart is racing.',
  'His heart keeps pounding at night.',
  'My heartbeat is irregular.',
  'My nose runs all day.',
  'My ears ring.',
  'My hands tremble when I write.',
  'My left knee gives way.',
  'My hair is falling out.',
  'My eyes water.',
  'My periods are late.',
  'My throat feels scratchy.',
  'My chest feels tight.',
  'The room spins.',
])('a complaint in plain words, said alone, is one: %s', (text) => {
  expect(drafted([text])).toEqual({ Complaints: [text] });
  expect(drafted([text, 'Patient'])).toEqual({ Complaints: [text] });
});

test.each([
  'It doesn’t hurt.',
  'It hurts me to say so.',
  'That hurt his feelings.',
  'My feelings hurt.',
  'My wife’s back hurts.',
  'My heart aches for her.',
  'My back is fine.',
  'My head office called.',
  'My shoulder used to hurt.',
  'The side effects are killing me.',
  'If your stomach hurts, tell me.',
  'My heart is not racing.',
  'My heart doesn’t race.',
  'My heart never races.',
  'My heart races never.',
  'My mother’s heart races.',
  'My heart used to race.',
  'My heart raced two years ago.',
  'My nose was running last year.',
  'When my heart races, I lie down.',
  'My heart goes out to her.',
  'My eyes used to water.',
  'The room is not spinning.',
])('what is no complaint of the patient is not drafted as one: %s', (text) => {
  expect(drafted([text])).toEqual({});
});

test('a complaint that is asked for stands with its answer', () => {
  expect(drafted(['Does your stomach hurt?', 'Doctor'], ['No.', 'Patient'])).toEqual({
    Complaints: ['Does your stomach hurt? — No.'],
  });
  expect(drafted(['Does your stomach hurt?', 'Doctor'])).toEqual({});
});

test('what a doctor feels is an examination, and how a patient feels is a complaint', () => {
  expect(drafted(['I feel a lump here in the left breast.', 'Doctor'])).toHaveProperty([
    'Examination',
  ]);
  expect(drafted(['I feel very tired.', 'Patient'])).toEqual({
    Complaints: ['I feel very tired.'],
  });
});

test.each([
  'Come back in a week.',
  'Come back tomorrow.',
  'Come in on Monday.',
  'See you in two weeks.',
  'See me in three months.',
  'Please return in a month.',
  'Follow up in two weeks.',
  'Review after five days.',
  'Next appointment on Monday.',
  'Return if worse.',
  'Call me if needed.',
])('when to come back, said alone, is a follow-up: %s', (text) => {
  expect(drafted([text])).toEqual({ 'Follow-up': [text] });
  expect(drafted([text, 'Doctor'])).toEqual({ 'Follow-up': [text] });
  // What a patient asks for is no plan of the doctor.
  expect(drafted([text, 'Patient'])).toEqual({});
});

test.each([
  'Come back to that later.',
  'We will come back to that later when we have time.',
  'I’ll be back in a minute with the nurse.',
  'I was back in a week.',
  'See you later.',
  'See you soon.',
  'Come in.',
  'Let’s see.',
  'Call me Anna.',
])('small talk is no follow-up: %s', (text) => {
  expect(drafted([text])).toEqual({});
});

test.each([
  'I am taking paracetamol for fever.',
  'I took cetirizine for the itching.',
  'I have been using salbutamol for my wheeze.',
  'He takes paracetamol for the cough.',
  'She gave him paracetamol for the fever.',
  'I’ve tried loratadine for sneezing.',
])('what a medicine is taken for is a complaint where it is told nowhere else: %s', (text) => {
  expect(drafted([text])).toEqual({ Complaints: [text], Medicines: [text] });
  expect(drafted([text, 'Patient'])).toEqual({ Complaints: [text], Medicines: [text] });
});

test('an answer that names a medicine and its reason is a complaint too, once', () => {
  const asked = drafted(['What are you taking?', 'Doctor'], ['Paracetamol for fever.', 'Patient']);
  const line = 'What are you taking? — Paracetamol for fever.';
  expect(asked).toEqual({ Complaints: [line], Medicines: [line] });
  expect(
    drafted(
      ['I have had fever for three days.', 'Patient'],
      ['I take paracetamol for the fever.', 'Patient'],
    ),
  ).toEqual({
    Complaints: ['I have had fever for three days.'],
    Medicines: ['I take paracetamol for the fever.'],
  });
});

test.each([
  ['I never took paracetamol for fever.'],
  ['I did not take paracetamol for the fever.'],
  ['I stopped taking paracetamol for fever two years ago.'],
  ['I took paracetamol for fever last year.'],
  ['In 2015 I took omeprazole for heartburn.'],
  ['I would take paracetamol for fever.'],
  ['I take paracetamol if I have a fever.'],
  ['I took paracetamol but have no fever.'],
  ['I have no fever, so I took no paracetamol.'],
  ['My mother takes paracetamol for fever.'],
  ['My father took aspirin for chest pain.'],
  ['I take metformin for diabetes.'],
  ['Take paracetamol for fever.', 'Doctor'],
  ['I will give you paracetamol for the fever.', 'Doctor'],
  ['You can use ibuprofen for pain.', 'Doctor'],
  ['We give paracetamol for fever to everybody.', 'Doctor'],
])(
  'what a medicine is not, was, or will be taken for is no complaint: %s',
  (text, speaker = 'Patient') => {
    expect(Object.keys(drafted([text, speaker]))).not.toContain('Complaints');
    expect(Object.keys(drafted([text]))).not.toContain('Complaints');
  },
);
