/** What a heading says of what stands under it. */
import { expect, test } from 'vitest';
import { roleAt, roleOfSection } from '../../../../../shared/model/export/acts/act-roles.ts';

test.each([
  ['Plan', 'plan'],
  ['3. Plan', 'plan'],
  ['योजना (Plan)', 'plan'],
  ['योजना (History)', 'other'],
  ['योजना (Plan) of another clinic', 'other'],
  ['Of another (clinic) योजना (Plan)', 'other'],
  ['Weather', 'other'],
] as const)('“%s” is the heading of: %s', (title, role) =>
  expect(roleOfSection({ title, text: '' })).toBe(role),
);

test.each(['medications', 'labTests', 'procedures', 'advices', 'followup'])(
  'the platform’s “%s” order',
  (key) => expect(roleOfSection({ key, title: '', text: '' })).toBe('plan'),
);

test('a label of the line counts before one above it, and that before the heading', () => {
  const text = 'Past history\nMedications: aspirin\nIron';
  const section = { title: 'Plan', text };
  expect(roleAt(section, text.indexOf('aspirin'))).toBe('taken');
  expect(roleAt(section, text.indexOf('Iron'))).toBe('past');
  expect(roleAt({ title: 'Plan', text: 'Iron' }, 0)).toBe('plan');
});
