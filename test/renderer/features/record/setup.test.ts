/** A visit is asked for within what the platform takes now, whatever was chosen before. */
import { expect, test } from 'vitest';
import { setupFrom } from '../../../../renderer/features/record/setup.ts';
import { defaultSettings } from '../../../../shared/model/settings.ts';

const filled = {
  name: ' Asha Rao ',
  recordNumber: '',
  consent: undefined,
  practiceCase: undefined,
};
const settings = {
  ...defaultSettings,
  visit: { ...defaultSettings.visit, templates: ['a', 'b', 'c'], inputLanguages: ['hi', 'ta'] },
};

const offer = (templates: number, inputLanguages: number, ids: readonly string[] = []) => ({
  templates: ids.map((id) => ({ id, name: id })),
  limits: { templates, inputLanguages },
});

test('the transcript is asked for with every note, but where the platform offers none', () => {
  const asked = (ids: readonly string[]) =>
    setupFrom(filled, defaultSettings, offer(2, 2, ids))?.templates;
  expect(asked([])).toEqual(['clinical_notes_template', 'transcript_template']);
  expect(asked(['clinical_notes_template', 'transcript_template'])).toHaveLength(2);
  expect(asked(['clinical_notes_template'])).toEqual(['clinical_notes_template']);
});

test('what exceeds the platform’s limits is left out, the first ones stay', () => {
  expect(setupFrom(filled, settings, offer(2, 1))).toMatchObject({
    patient: { name: 'Asha Rao' },
    templates: ['a', 'b'],
    inputLanguages: ['hi'],
  });
  expect(setupFrom(filled, settings)).toMatchObject({
    templates: ['a', 'b', 'c'],
    inputLanguages: ['hi', 'ta'],
  });
});

test('a patient who declined is dictated about; the answer goes along with its wording', () => {
  const declined = { kind: 'declined', at: 5, wording: 'Do you agree?', language: 'en' } as const;
  expect(setupFrom({ ...filled, consent: declined }, settings)).toMatchObject({
    mode: 'dictation',
    consent: declined,
  });
  expect(setupFrom({ ...filled, consent: declined }, settings)?.consentAt).toBeUndefined();
  expect(
    setupFrom({ ...filled, consent: { ...declined, kind: 'written' } }, settings),
  ).toMatchObject({ mode: 'consultation', consentAt: 5 });
});

test('a visit may begin without a name, but not with a day of birth that is none', () => {
  expect(setupFrom({ ...filled, name: ' ' }, settings)?.patient).toEqual({ name: '' });
  expect(setupFrom({ ...filled, birthDate: '31/02/1990' }, settings)).toBeUndefined();
});

test('the place that the form shows is asked for, a no as well; a place that is not known is left out', () => {
  for (const worksHere of [true, false])
    expect(setupFrom({ ...filled, worksHere }, settings)?.worksHere).toBe(worksHere);
  expect(setupFrom({ ...filled, worksHere: undefined }, settings)).not.toHaveProperty('worksHere');
});
