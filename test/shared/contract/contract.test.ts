import { expect, expectTypeOf, test } from 'vitest';
import { type Input, type Output, requests } from '../../../shared/contract/contract.ts';
import { defaultSettings, settingsChange } from '../../../shared/model/settings.ts';
import { visitSetup } from '../../../shared/model/visit-setup.ts';

test('the table types both sides', () => {
  expectTypeOf<Input<'recordings.append'>>().toEqualTypeOf<{
    id: string;
    firstSample: number;
    audio: Uint8Array<ArrayBuffer>;
  }>();
  expectTypeOf<Output<'disk.room'>>().toEqualTypeOf<{ seconds: number }>();
});

test('a piece of sound that is not whole samples, or too long, is refused', () => {
  const id = '7d6b8a52-2f0c-4a60-9d4b-0f4b5d1c2a33';
  const parse = (audio: Uint8Array) =>
    requests['recordings.append'].input.parse({ id, firstSample: 0, audio });
  expect(() => parse(new Uint8Array(8000))).not.toThrow();
  for (const length of [0, 3, 1_024_002]) expect(() => parse(new Uint8Array(length))).toThrow();
});

test('a visit may begin without a name, which blanks alone are too', () => {
  const setup = {
    patient: { name: '  ' },
    mode: 'dictation',
    modelType: 'pro',
    templates: ['transcript_template'],
    inputLanguages: ['hi'],
    outputLanguage: 'hi',
    codify: false,
  };
  expect(visitSetup.parse(setup).patient.name).toBe('');
  expect(visitSetup.safeParse({ ...setup, patient: { name: ' Asha ' } }).data?.patient.name).toBe(
    'Asha',
  );
});

test('a change of settings never brings in what was not named', () => {
  expect(settingsChange.parse({ theme: 'dark' })).toEqual({ theme: 'dark' });
  expect(settingsChange.safeParse({ theme: 'pink' }).success).toBe(false);
  expect(defaultSettings.visit.templates).toEqual([
    'clinical_notes_template',
    'transcript_template',
  ]);
});
