/** Resources for a FHIR server, member by member. */
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  documentReference,
  identifierOf,
  instant,
  type ReferenceDeps,
} from '../../../../../main/features/delivery/targets/document-reference.ts';
import { transactionOf } from '../../../../../main/features/delivery/targets/transaction.ts';
import { wholeNote } from '../forms/notes.ts';

const golden = (name: string) =>
  path.join(import.meta.dirname, '../../../../fixtures/exports', `${name}.txt`);
const whole = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
const profile = {
  version: '1.2.3',
  mrnSystem: 'urn:mrn',
  registrationSystem: 'urn:council',
  facility: 'Rao Clinic',
};
const given: ReferenceDeps = {
  note: wholeNote({ signedAt: '2026-11-21T10:30Z' }),
  flavour: 'r4',
  contents: [
    { bytes: Buffer.from('{}'), contentType: 'application/fhir+json', extension: 'json' },
    { bytes: Buffer.from('%PDF'), contentType: 'application/pdf', extension: 'pdf' },
  ],
  profile,
  patientId: 'p-1',
  replaces: { signature: 'note-0', id: 'd-0' },
};
const bare: ReferenceDeps = {
  ...given,
  note: wholeNote({
    title: 'Discharge summary',
    patient: { name: 'Asha Rao' },
    practitioner: { name: 'Dr X' },
    date: '2026-11-21',
  }),
  contents: given.contents.slice(0, 1),
  profile: { version: '1.2.3' },
  patientId: undefined,
  replaces: undefined,
};

test('a document with all that is known, and one with as little as there may be', async () => {
  const documents = [
    documentReference(given),
    documentReference(bare),
    documentReference({
      ...given,
      flavour: 'nrces-prescription',
      replaces: { signature: 'note-0' },
    }),
    documentReference({ ...given, patientId: undefined, flavour: undefined }),
  ];
  await expect(whole(documents)).toMatchFileSnapshot(golden('document-reference'));
});

test('a transaction has the visit and, by their number in a register, the doctor', async () => {
  const made = (deps: ReferenceDeps) =>
    transactionOf({
      source: { visitId: 'visit-1', branch: 'b', version: 1, note: deps.note },
      profile: deps.profile,
      document: documentReference(deps),
      identifier: identifierOf(deps.note.id, deps.flavour),
    });
  const noRegister = made({ ...given, profile: { ...profile, registrationSystem: undefined } });
  expect(noRegister.entry.map(({ resource }) => resource.resourceType)).toEqual([
    'Encounter',
    'DocumentReference',
  ]);
  const noNumber = made({
    ...given,
    note: wholeNote({ practitioner: { name: 'Dr X' } }),
  });
  expect(noNumber.entry).toHaveLength(2);
  await expect(whole([made(given), made(bare)])).toMatchFileSnapshot(golden('transaction'));
});

test.each([
  ['2026-11-21T10:05+05:30', '2026-11-21T10:05:00+05:30'],
  ['2026-11-21T10:05Z', '2026-11-21T10:05:00Z'],
  ['2026-11-21T10:05-08:00', '2026-11-21T10:05:00-08:00'],
  ['2026-11-21T10:05:07Z', '2026-11-21T10:05:07Z'],
  ['2026-11-21', '2026-11-21T00:00:00Z'],
])('the time %s is %s', (date, wanted) => expect(instant(date)).toBe(wanted));
