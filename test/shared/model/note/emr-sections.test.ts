/**
 * The EMR document is untrusted: whatever its shape, it becomes readable text and nothing is lost.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emrSections } from '../../../../shared/model/note/emr-sections.ts';

test('the platform’s prescription becomes sections in the order a doctor reads', () => {
  const sections = emrSections({
    prescription: {
      language: 'EN',
      medications: [
        {
          id: 'x',
          name: 'Paracetamol',
          dose: { value: 1, unit: 'tablet', custom: '1 tablet' },
          frequency: { pattern_id: 'p', custom: '1-0-1' },
        },
      ],
      symptoms: [
        {
          name: 'Fever',
          since: '3 days',
          codes: [{ system: 'http://snomed.info/sct', code: '386661006', display: 'Fever' }],
        },
      ],
      vitals: [{ name: 'Pulse', value: '92', unit: '/min' }],
      labTests: [],
    },
  });
  expect(sections).toEqual([
    {
      key: 'symptoms',
      items: [
        { name: 'Fever', facts: [['since', '3 days']], codes: ['SNOMED CT 386661006 Fever'] },
      ],
    },
    { key: 'vitals', items: [{ name: 'Pulse 92 /min', facts: [], codes: [] }] },
    {
      key: 'medications',
      items: [
        {
          name: 'Paracetamol',
          facts: [
            ['dose', '1 tablet'],
            ['frequency', '1-0-1'],
          ],
          codes: [],
        },
      ],
    },
  ]);
});

test('other spellings, plain strings and unknown keys are read too', () => {
  expect(
    emrSections({
      conditions: ['Asthma'],
      lab_tests: [{ name: 'Hb' }],
      mystery: { deep: ['a', 'b'] },
    }),
  ).toEqual([
    { key: 'diagnosis', items: [{ name: 'Asthma', facts: [], codes: [] }] },
    { key: 'labTests', items: [{ name: 'Hb', facts: [], codes: [] }] },
    { key: 'mystery', items: [{ name: 'a, b', facts: [], codes: [] }] },
  ]);
});

test('no value whatever breaks it', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const { items } of emrSections(value))
        for (const item of items) expect(item.name).toBeTypeOf('string');
    }),
    { numRuns: 500 },
  );
});

test('every word of the document is somewhere on the page', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  fc.assert(
    fc.property(
      fc.dictionary(word, fc.array(fc.record({ name: word, notes: word }), { maxLength: 3 }), {
        maxKeys: 4,
      }),
      (document) => {
        const shown = JSON.stringify(emrSections(document));
        for (const items of Object.values(document))
          for (const { name, notes } of items) {
            expect(shown).toContain(name);
            expect(shown).toContain(notes);
          }
      },
    ),
  );
});
