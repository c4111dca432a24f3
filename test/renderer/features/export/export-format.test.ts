/** Proves the words about an export, and the data asked for before one. */
import { expect, test } from 'vitest';
import {
  inOrder,
  isAllowedAsDraft,
  messageForSent,
  missingFieldsOf,
  needsHelp,
  targetOf,
} from '../../../../renderer/features/export/export-format.ts';
import type {
  ExportTargets,
  Receipt,
  UnmetRequirement,
} from '../../../../shared/model/export/exports.ts';

const receipt = (part: Partial<Receipt>): Receipt => ({
  id: 'r',
  visitId: 'v',
  branch: 'b',
  version: 1,
  at: 1000,
  who: '',
  form: 'pdf',
  target: 'folder',
  where: '',
  sha256: '',
  state: 'done',
  attempts: 1,
  changedSince: false,
  ...part,
});
const targets = (on: boolean, address: string, host = '') =>
  ({ folder: { on }, server: { address }, mllp: { host } }) as Pick<
    ExportTargets,
    'folder' | 'server' | 'mllp'
  >;

test('a note goes to the place that was wished for, else to the one that is set up', () => {
  expect(targetOf(targets(true, 'https://emr.example/fhir'), 'server')).toBe('server');
  expect(targetOf(targets(true, 'https://emr.example/fhir'))).toBe('folder');
  expect(targetOf(targets(true, ''), 'server')).toBe('folder');
  expect(targetOf(targets(false, ''), 'server')).toBeUndefined();
  expect(targetOf(targets(false, '', 'emr.local'))).toBe('mllp');
});

test('before it is signed a note leaves as a copy or a PDF and in no other way', () => {
  expect(isAllowedAsDraft({ kind: 'copy' })).toBe(true);
  expect(isAllowedAsDraft({ kind: 'save', form: 'pdf' })).toBe(true);
  for (const form of ['fhir', 'hl7', 'markdown', 'text', 'html'] as const)
    expect(isAllowedAsDraft({ kind: 'save', form })).toBe(false);
  expect(isAllowedAsDraft({ kind: 'send', target: 'folder' })).toBe(false);
});

test('what lacks is asked for once, patient first, and what has no field here is said', () => {
  const lack = (place: UnmetRequirement['place'], field?: string): UnmetRequirement => ({
    detail: 'd',
    message: '',
    place,
    ...(field && { field }),
  });
  const code = lack('codes');
  const unknown = lack('profile', 'something new');
  expect(
    missingFieldsOf([
      lack('profile', 'registrationNumber'),
      lack('visit', 'recordNumber'),
      lack('visit', 'recordNumber'),
      code,
      unknown,
    ]),
  ).toEqual({
    patient: ['recordNumber'],
    profile: ['registrationNumber'],
    elsewhere: [code, unknown],
  });
});

test('of several files the worst is said, and that all were there before only if all were', () => {
  const messageKey = (...states: Partial<Receipt>[]) =>
    messageForSent('folder', states.map(receipt), 5000).key;
  expect(messageKey({ at: 6000 }, { at: 6000, state: 'waiting' })).toBe('waiting.folder');
  expect(messageKey({ state: 'failed', at: 6000 }, { state: 'waiting', at: 6000 })).toBe('failed');
  expect(messageKey({ doneAt: 6000 }, { at: 1000 })).toBe('sent.folder');
  expect(messageKey({ at: 1000 }, { at: 2000, doneAt: 3000 })).toBe('before.folder');
});

test('what failed stands first until the same arrived', () => {
  const failed = receipt({ id: 'failed', state: 'failed', at: 1 });
  const later = receipt({ id: 'later', at: 9 });
  expect(inOrder([later, failed]).map(({ id }) => id)).toEqual(['failed', 'later']);
  expect(needsHelp(failed, [failed])).toBe(true);
  expect(needsHelp(failed, [failed, later])).toBe(false);
  expect(needsHelp(failed, [failed, { ...later, form: 'fhir' }])).toBe(true);
});
