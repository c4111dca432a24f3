/**
 * Invented documents in every state, and the answers of a core made of memory about them and about
 * the envelope's keys.
 */

import type { EnvelopeFamily, EnvelopeKeyInfo } from '../../../shared/model/account/envelope.ts';
import type { DocumentState, PatientDocument } from '../../../shared/model/clinic/document.ts';
import { documentStates } from '../../../shared/model/clinic/document.ts';
import { MINUTE } from '../../../shared/time.ts';
import { type FakeHandlers, refuse } from './fake-handlers.ts';

const uuid = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
const people = [
  'Asha Rao',
  'Rahul Das',
  undefined,
  'Salma Ali',
  'Thomas Roy',
  'आशा देवी शर्मा',
  'Meena Iyer',
  'Kavya Nair',
];

function document(now: number, state: DocumentState, index: number): PatientDocument {
  const sent = !['sending', 'not-sent', 'unclear'].includes(state);
  return {
    id: uuid(index),
    name: `report ${index + 1} of the laboratory.pdf`,
    size: 240_000 + index * 410_000,
    type: 'pdf',
    task: 'smart',
    patientName: people[index],
    ...(index === 1 && { patientId: 'pt-practice-7' }),
    state,
    createdAt: now - index * 40 * MINUTE,
    sealed: sent && index % 2 === 0,
    practice: true,
    ...(sent && { documentId: uuid(1000 + index), sentAt: now - index * 40 * MINUTE }),
    ...(state === 'not-sent' && { trouble: { code: 'no-envelope-key', message: '' } }),
    ...(state === 'failed' && {
      trouble: {
        code: 'document-failed',
        message:
          'The platform could not read this document. It said: “practice: this document cannot be read”.',
      },
    }),
  };
}
const result = {
  tests: [
    {
      name: 'Haemoglobin',
      value: '11.2',
      unit: 'g/dL',
      range: '12 - 17',
      loinc: '718-7',
      confidence: '0.97',
    },
    {
      name: 'White blood cells',
      value: '7.4',
      unit: '10*3/uL',
      range: '4 - 11',
      loinc: '6690-2',
      confidence: '0.97',
    },
    {
      name: 'Fasting glucose',
      value: '132',
      unit: 'mg/dL',
      range: '70 - 100',
      loinc: '1558-6',
      confidence: '0.97',
    },
    {
      name: 'Potassium',
      value: '4.4',
      unit: 'mmol/L',
      range: '3.5 - 5.1',
      loinc: '2823-3',
      confidence: '0.97',
    },
  ],
  facts: [{ name: 'note', value: 'practice: made up, never about a person' }],
  fhir: true,
};

export function fakeDocuments(
  now: number,
  scene: { readonly documents?: 'none' | 'every'; readonly keys?: 'none' },
  tell: (name: string, payload: unknown) => void,
): FakeHandlers {
  let list =
    scene.documents === 'none'
      ? []
      : ['done', ...documentStates.filter((state) => state !== 'done')].map((state, index) =>
          document(now, state as DocumentState, index),
        );
  let keys: EnvelopeKeyInfo[] =
    scene.keys === 'none'
      ? []
      : [
          { kid: 'client-key-1', inUse: true, since: now - 90 * 24 * 60 * MINUTE },
          { kid: 'client-key-2', inUse: false, since: now - 5 * MINUTE },
        ];
  let families: readonly EnvelopeFamily[] = ['documents'];
  const state = () => ({ keys, families });
  return {
    'documents.list': () => list,
    'documents.get': ({ id }) => ({ ...list.find((one) => one.id === id)!, result }),
    'documents.begin': () => ({ uploadId: uuid(5000) }),
    'documents.append': ({ offset, bytes }) => ({ received: offset + bytes.length }),
    'documents.send': () => {
      const made = {
        ...document(Date.now(), 'working', 40),
        name: 'blood of monday.pdf',
        patientName: 'Asha Rao',
      };
      list = [made, ...list];
      return made;
    },
    'documents.cancel': () => undefined,
    'documents.look': ({ id }) => {
      const made = { ...list.find((one) => one.id === id)!, state: 'working' as const };
      list = list.map((one) => (one.id === id ? made : one));
      return made;
    },
    'documents.remove': ({ id }) => {
      list = list.filter((one) => one.id !== id);
      tell('documents.gone', { id });
    },
    'documents.saveFhir': () => ({ how: 'saved' }),
    'envelope.state': state,
    'envelope.add': ({ kid, use }) => {
      if (keys.some((key) => key.kid === kid)) refuse('refused', 'envelope-kid-taken');
      keys = [
        ...keys.map((key) => (use ? { ...key, inUse: false } : key)),
        { kid, inUse: use || keys.length === 0, since: Date.now() },
      ];
      return state();
    },
    'envelope.use': ({ kid }) => {
      keys = keys.map((key) => ({ ...key, inUse: key.kid === kid }));
      return state();
    },
    'envelope.remove': ({ kid }) => {
      keys = keys.filter((key) => key.kid !== kid);
      return state();
    },
    'envelope.test': ({ kid }) => ({ outcome: kid === 'client-key-1' ? 'opened' : 'kid-unknown' }),
    'envelope.seal': (input) => {
      families = input.families;
      return state();
    },
  };
}
