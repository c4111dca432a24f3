/** Each requirement with the place where it is met, and what a signed note needs beside. */
import { expect, test } from 'vitest';
import { requirementOf, unmetFor } from '../../../../main/features/delivery/unmet-requirements.ts';
import { Failure } from '../../../../shared/failure.ts';
import { type ExportForm, neutralNote } from '../../../../shared/model/export/export.ts';
import { wholeNote } from './forms/notes.ts';

const lacking = (detail?: string) =>
  new Failure('invalid', 'It lacks something.', { ...(detail && { detail }) });

test.each([
  ['export-patient-name', 'visit', 'name', true],
  ['export-record-number', 'visit', 'recordNumber', true],
  ['export-doctor-name', 'profile', 'doctorName', true],
  ['export-registration', 'profile', 'registrationNumber', true],
  ['export-empty', 'note', undefined, true],
  ['export-prescription', 'codes', undefined, true],
  ['export-control', 'visit', 'name', true],
  ['export-code', 'codes', undefined, true],
  ['export-invalid', 'codes', undefined, true],
  ['not-signed', 'sign', undefined, false],
  ['signed-for-other', 'sign', undefined, false],
  ['no-target', 'targets', undefined, false],
  ['set-by-organisation', 'targets', undefined, false],
])('%s is met at: %s, %s; with a new signature: %s', (detail, place, field, isInNote) => {
  const found = { detail, place, ...(field && { field }) };
  expect(requirementOf(lacking(detail), false)).toEqual({
    ...found,
    message: 'It lacks something.',
  });
  expect(requirementOf(lacking(detail), true)).toEqual({
    ...found,
    message: isInNote ? 'It lacks something. Then sign the note again.' : 'It lacks something.',
  });
});

test('other failures are no requirements', () => {
  for (const error of [lacking('emr-busy'), lacking(), new Error('x'), undefined])
    expect(requirementOf(error, true)).toBeUndefined();
});

test('a form is tried where all it asks for is there; a PDF asks for nothing more', () => {
  const profile = { version: '1.2.3', mrnSystem: 'no address' };
  const source = (note = wholeNote()) => ({ visitId: 'v', branch: 'b', version: 1, note });
  const details = (form: ExportForm, note = wholeNote()) =>
    unmetFor(source(note), form, 'r4', profile).map(({ detail }) => detail);
  expect(details('fhir')).toEqual(['export-invalid']);
  for (const form of ['text', 'html', 'hl7', 'pdf'] as const) expect(details(form)).toEqual([]);
  const control = neutralNote.parse({ ...wholeNote(), patient: { name: 'A\u0007B', mrn: '1' } });
  expect(details('hl7', control)).toEqual(['export-control']);
  expect(details('pdf', control)).toEqual([]);
  const bare = wholeNote({ patient: { name: '' } });
  expect(details('fhir', bare)).toEqual(['export-patient-name', 'export-record-number']);
  expect(details('pdf', bare)).toEqual(['export-patient-name']);
});
