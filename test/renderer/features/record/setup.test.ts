/** A visit is asked for within what the platform takes now, whatever was chosen before. */
import { expect, test } from 'vitest';
import { setupFrom } from '../../../../renderer/features/record/setup.ts';
import { defaultSettings } from '../../../../shared/model/settings.ts';

const filled = {
  name: ' Asha Rao ',
  recordNumber: '',
  consentAt: undefined,
  practiceCase: undefined,
};
const settings = {
  ...defaultSettings,
  visit: { ...defaultSettings.visit, templates: ['a', 'b', 'c'], inputLanguages: ['hi', 'ta'] },
};

test('what exceeds the platform’s limits is left out, the first ones stay', () => {
  expect(setupFrom(filled, settings, { templates: 2, inputLanguages: 1 })).toMatchObject({
    patient: { name: 'Asha Rao' },
    templates: ['a', 'b'],
    inputLanguages: ['hi'],
  });
  expect(setupFrom(filled, settings)).toMatchObject({
    templates: ['a', 'b', 'c'],
    inputLanguages: ['hi', 'ta'],
  });
  expect(setupFrom({ ...filled, name: ' ' }, settings)).toBeUndefined();
});
