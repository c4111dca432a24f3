/** Values and dosages of the desk's entities, as they leave. */
import { expect, test } from 'vitest';
import measurements from '../../../../../main/features/coding/decisions/measurements.json' with {
  type: 'json',
};
import { neutralEntities } from '../../../../../main/features/coding/decisions/neutral-codes.ts';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { isLoinc } from '../../../../../main/features/delivery/forms/check-digits.ts';
import { starterRows } from '../../../../../main/infrastructure/terminology/tables/starter/starter.ts';
import { noteDocument } from '../../../../support/note-document.ts';

const extraction = createExtraction({ terminology: { status: () => [], phrases: () => [] } });
function neutralOf(content: string | object) {
  const documents = [noteDocument(content)];
  const decided = extraction.ofNote({ documents }).map((entity) => ({
    entity,
    decision: {
      entityId: entity.id,
      verdict: 'accepted' as const,
      codes: [],
      at: 1,
      who: 'doctor',
      seen: [],
    },
  }));
  return neutralEntities(decided, { brand: 'practice', tagOf: () => '', documents });
}
const vitals = (...items: object[]) =>
  neutralOf({ prescription: { vitals: items } }).map(({ components }) => components);

test('values of the template and of the words leave with LOINC code and UCUM unit', () => {
  expect(
    vitals(
      { name: 'Temperature', value: '38.2', unit: 'Cel' },
      { name: 'BP', value: '130/80', unit: 'mmHg' },
      { name: 'Pulse', value: '76', unit: '/min' },
      { name: 'Weight', value: 61.5, unit: 'kg' },
    ),
  ).toEqual([
    [['8310-5', 'Body temperature', '38.2', 'Cel']],
    [
      ['8480-6', 'Systolic blood pressure', '130', 'mm[Hg]'],
      ['8462-4', 'Diastolic blood pressure', '80', 'mm[Hg]'],
    ],
    [['8867-4', 'Heart rate', '76', '/min']],
    [['29463-7', 'Body weight', '61.5', 'kg']],
  ]);
  expect(
    neutralOf('BP 150/90, pulse 88 bpm, SpO2 97 %, temp 101.2 F').map(
      ({ components }) => components,
    ),
  ).toEqual([
    [
      ['8480-6', 'Systolic blood pressure', '150', 'mm[Hg]'],
      ['8462-4', 'Diastolic blood pressure', '90', 'mm[Hg]'],
    ],
    [['8867-4', 'Heart rate', '88', '/min']],
    [['59408-5', 'Oxygen saturation in Arterial blood by Pulse oximetry', '97', '%']],
    [['8310-5', 'Body temperature', '101.2', '[degF]']],
  ]);
});

test('nothing is guessed: an unknown name has no code, an unknown unit stays as it was written', () => {
  expect(
    vitals(
      { name: 'Grip strength', value: '30', unit: 'kgf' },
      { name: 'BP', value: '130/', unit: 'mmHg' },
      { name: 'Weight', value: '12', unit: 'stone' },
      { name: 'Pulse', value: '', unit: '/min' },
    ),
  ).toEqual([
    [['', 'Grip strength', '30 kgf', '']],
    [['', 'BP', '130/', 'mm[Hg]']],
    [['', 'Weight', '12 stone', '']],
    [],
  ]);
});

test('each LOINC code of the table stands in the starter with the same name, and one of its units', () => {
  const known = new Map(starterRows().flatMap(({ loinc }) => (loinc ? [[loinc.code, loinc]] : [])));
  for (const { loinc, display, units } of measurements.measurements) {
    expect(isLoinc(loinc), loinc).toBe(true);
    expect(known.get(loinc)?.name, loinc).toBe(display);
    expect(units).toEqual(expect.arrayContaining([...(known.get(loinc)?.units ?? ['?'])]));
  }
});

test('the number of the next item is no part of a dosage; a number in brackets is', () => {
  const dosages = (text: string) => neutralOf(`## Plan\n${text}`).map(({ dosage }) => dosage);
  expect(dosages('1) Tab. Crocin 650 mg OD x3 2) Tab. Pan 40 mg OD')[0]).toBe('OD x3');
  expect(dosages('Tab. Crocin 650 mg (till day 2) BD')[0]).toBe('(till day 2) BD');
});

test('the words behind a medicine are its dosage, and never those of the next one', () => {
  const dosages = (content: string | object) => neutralOf(content).map(({ dosage }) => dosage);
  expect(
    dosages('## Plan\nTab. Crocin 650 mg 1-0-1 for 3 days. Rest\nTab. Pan 40 mg OD, Tab. Zinc BD'),
  ).toEqual(['1-0-1 for 3 days', 'OD', 'BD']);
  expect(
    dosages({
      prescription: {
        medications: [
          {
            name: 'Crocin 650 mg',
            dose: { value: 1, unit: 'tablet', custom: '1 tablet' },
            frequency: { custom: '1-0-1' },
            duration: { value: 5, unit: 'd', custom: '5 d' },
            instruction: 'after food',
          },
        ],
      },
    }),
  ).toEqual(['1 tablet, 1-0-1, 5 d, after food']);
});
