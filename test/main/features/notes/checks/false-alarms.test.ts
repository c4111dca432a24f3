/** Classes of differences that were told of real notes for nothing, each beside one that counts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examined } from '../../../../../main/features/notes/checks/examined.ts';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const told = (note: string, transcript: string) =>
  checks({
    sections: [{ id: 'one', title: '', text: note }],
    transcript,
    language: 'en',
  }).map(({ kind, inNote }) => [kind, inNote]);
const OTHER_TALK = 'Doctor: Good morning.\nPatient: I came for my knee.';

describe('a finding that the note denies and no one mentioned', () => {
  test.each(['PHYSICAL EXAM\nNo wheezes.', 'Chest: clear.\nEXAMINATION:\nLungs: no wheezes.'])(
    'is no look where the doctor examined: %s',
    (note) => expect(told(note, OTHER_TALK)).toEqual([]),
  );
  test.each(['HISTORY\nNo wheezes.', 'PHYSICAL EXAM\nClear.\n\nASSESSMENT\nDenies wheezing.'])(
    'is a look elsewhere: %s',
    (note) => expect(told(note, OTHER_TALK)).toHaveLength(1),
  );
  test('is one look for all findings of its sentence', () =>
    expect(told('Denies nausea, vomiting, or fever.', OTHER_TALK)).toEqual([
      ['negation', 'nausea, vomiting, or fever'],
    ]));
  test('is told under an examination when the patient said that he has it', () =>
    expect(told('EXAMINATION\nNo fever.', 'Doctor: Hello.\nPatient: I have fever.')).toEqual([
      ['negation', 'fever'],
    ]));
});

test('a question behind another sentence is answered for its whole list', () =>
  expect(
    told(
      'Denies nausea, vomiting, or fever.',
      'Doctor: I see . any nausea , vomiting , fever , anything like that ?\nPatient: No.',
    ),
  ).toEqual([]));

describe('other words for the same finding', () => {
  const same: readonly [string, string][] = [
    ['melena', 'black stools'],
    ['dysuria', 'burning when you pee'],
    ['fatigue', 'tiredness'],
    ['syncope', 'passing out'],
    ['lower extremity edema', 'swelling in your legs'],
    ['weight loss', 'change in weight loss or gain'],
    ['tingling in his legs', 'tingling'],
  ];
  test.each(same)('"denies %s" agrees with "any %s? no"', (written, said) =>
    expect(told(`Denies ${written}.`, `Doctor: Any ${said}?\nPatient: No.`)).toEqual([]),
  );
  test('a pain at one place does not answer for another', () =>
    expect(told('Denies knee pain.', 'Doctor: Any pain in the shoulder?\nPatient: No.')).toEqual([
      ['negation', 'knee pain'],
    ]));
  test('words that were denied are told where the note reports the finding', () =>
    expect(told('Reports dysuria.', 'Doctor: Any burning when you pee?\nPatient: No.')).toEqual([
      ['negation', 'dysuria'],
    ]));
});

describe('numbers and sides of speech', () => {
  test('a point that stands as a sign of its own makes one number', () =>
    fc.assert(
      fc.property(fc.constantFrom('two', 'three', 'seven', 'twelve'), (whole) => {
        const value = { two: 2, three: 3, seven: 7, twelve: 12 }[whole] ?? 0;
        const said = `Doctor: take metformin ${whole} . five milligrams daily`;
        expect(told(`Metformin ${value}.5 mg daily`, said)).toEqual([]);
        expect(told(`Metformin ${value}5 mg daily`, said)).not.toEqual([]);
      }),
    ));
  test('"as needed" of a return visit is no dose, and of a medicine it is one', () => {
    const said = 'Doctor: Take ibuprofen 400 mg daily. Come back if it gets worse.';
    expect(told('Ibuprofen 400 mg daily. Return as needed.', said)).toEqual([]);
    expect(told('Ibuprofen 400 mg as needed.', said)).not.toEqual([]);
  });
  test('"right?" and "all right" name no side', () => {
    const said = 'Doctor: So it is your left knee, right?\nPatient: All right. Yes, the left knee.';
    expect(told('Pain of the left knee.', said)).toEqual([]);
    expect(told('Pain of the right knee.', said)).toContainEqual(['side', 'right']);
  });
  test('a side that was not spoken is one look for all its places', () =>
    expect(told('Left hip sore.\nX-ray of the left hip.', 'Doctor: Your hip is sore.')).toEqual([
      ['side', 'Left'],
    ]));
});

describe('a part of the body in capitals', () => {
  const parts = fc.constantFrom('NECK', 'HEENT', 'LUNGS', 'Abdomen', 'EXTREMITIES', 'SKIN');
  test('belongs to the section that it stands in: what was seen is rarely said', () =>
    fc.assert(
      fc.property(parts, (part) => {
        const line = `${part}: No wheezes.`;
        expect([line, told(`PHYSICAL EXAM\n${line}`, OTHER_TALK)]).toEqual([line, []]);
        for (const heading of ['REVIEW OF SYSTEMS', 'HISTORY', 'ASSESSMENT'])
          expect(told(`PHYSICAL EXAM\nClear.\n${heading}\n${line}`, OTHER_TALK)).toHaveLength(1);
        expect(told(line, OTHER_TALK)).toHaveLength(1);
      }),
    ));
  test('is told when the patient said that he has it', () =>
    expect(
      told('PHYSICAL EXAM\nNECK: No fever.', 'Doctor: Hello.\nPatient: I have fever.'),
    ).toEqual([['negation', 'fever']]));
  test.each(['NECK\n', 'NECK:\n', 'NECK PLAN: ', 'NECKLACE: ', 'STIFF NECK: '])(
    'is only a label before words of its own: %j begins another section',
    (heading) => expect(told(`PHYSICAL EXAM\n${heading}No wheezes.`, OTHER_TALK)).toHaveLength(1),
  );
});

describe('a number that somebody looks for', () => {
  const said = (words: string) => `Doctor: take ibuprofen 400 mg ${words}.`;
  test.each([
    'every uh , six hours',
    'every um six hours',
    'every, uh, um, 6 hours',
    'each er six hours',
    'every uhh 6 hourly',
  ])('is the number of an interval: %s', (words) => {
    expect(told('Ibuprofen 400 mg every 6 hours.', said(words))).toEqual([]);
    expect(told('Ibuprofen 400 mg every 8 hours.', said(words))).toEqual([
      ['frequency', 'every 8 hours'],
    ]);
  });
  test.each(['one each, six hours apart', 'every umpteen six hours'])(
    'is none behind other words: %s',
    (words) =>
      expect(told('Ibuprofen 400 mg every 6 hours.', said(words))).toContainEqual([
        'frequency',
        'every 6 hours',
      ]),
  );
});

test('a heading of an examination holds to the next section, and not beyond it', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('PHYSICAL EXAM', 'Examination', '## On examination', 'O/E: chest clear'),
      fc.constantFrom('ASSESSMENT', 'Plan', 'Medications:', 'UNKNOWN HEADING'),
      (exam, next) => {
        const text = `History\nCough.\n${exam}\n- Neck: supple.\n${next}\nRest.`;
        const at = examined(text, '');
        expect(at(text.indexOf('Cough'))).toBe(false);
        expect(at(text.indexOf('supple'))).toBe(true);
        expect(at(text.indexOf('Rest'))).toBe(false);
      },
    ),
  ));
