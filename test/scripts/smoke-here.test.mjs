/** What the smoke test asks of a note; that it finds it, `npm start -- --smoke` shows. */
import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judge, spokenSentence } from '../../scripts/lib/smoke-here.mjs';

const said =
  'Fever and dry cough for three days, no breathlessness, started paracetamol, 650 mg twice daily.';
const entity = (id, text, status = 'present', kind = 'symptom') => ({ id, text, status, kind });
const found = {
  transcript: `[00:00] ${said}`,
  note: said,
  entities: [
    entity('1', 'Fever'),
    entity('2', 'dry cough'),
    entity('3', 'breathlessness', 'absent'),
    entity('4', 'paracetamol', 'present', 'medication'),
  ],
  answers: [
    {
      entityId: '1',
      answers: [{ ontology: 'icd-10-cm', candidates: [{ code: 'R50.9', term: 'Fever' }] }],
    },
  ],
};

test('a note with the words that were spoken passes, with its codes', () => {
  expect(judge(found)[0]).toEqual({
    words: 'Fever',
    status: 'present',
    codes: ['icd-10-cm R50.9 Fever'],
  });
});

test.each([
  ['a word is missing in the transcript', { transcript: said.replace('cough', 'car') }, '“cough”'],
  ['a time is missing in the note', { note: said.replace('three days', 'ten days') }, '“three'],
  ['a negation is lost', { note: said.replace('no breath', 'breath') }, '“no breathlessness”'],
  [
    'what was denied is present',
    { entities: found.entities.map((one) => ({ ...one, status: 'present' })) },
    'that is absent',
  ],
  ['the medicine is no medicine', { entities: found.entities.slice(0, 3) }, 'no paracetamol'],
  [
    'the medicine is denied',
    {
      entities: found.entities.map((one) =>
        one.kind === 'medication' ? { ...one, status: 'absent' } : one,
      ),
    },
    'has it as absent',
  ],
  ['no code is offered', { answers: [] }, 'No code'],
])('it fails where %s', (_why, wrong, message) => {
  expect(() => judge({ ...found, ...wrong })).toThrow(message);
});

test('the sentence that is spoken is a small file', () => {
  expect(statSync(spokenSentence).size).toBeLessThan(300_000);
});
