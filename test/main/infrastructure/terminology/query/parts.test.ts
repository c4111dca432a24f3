/** Questions that name no part of the body, or another thing than a word near by, asked of the lists that come with Scriba. */
import { afterAll, expect, test } from 'vitest';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const promised = (query: string) =>
  terminology.link('icd-10-cm', query).find(({ isLinked }) => isLinked)?.name;

test.each(['fistula', 'cyst', 'contracture', 'ankylosis', 'avulsion'])(
  '“%s” promises no code of a foot or an eye',
  (query) => {
    expect(terminology.link('icd-10-cm', query)).not.toEqual([]);
    expect(promised(query)).toBeUndefined();
  },
);

test.each(['right', 'RT', 'left', 'LT', 'bands', 'scaphoid'])(
  '“%s”, which stands in brackets in several names, promises none of them',
  (query) => {
    expect(promised(query)).toBeUndefined();
  },
);

test('where a part is said, or the name has none, the code is promised as before', () => {
  expect(promised('cyst of eyelid')).toContain('eyelid');
  expect(promised('carpal tunnel syndrome')).toContain('Carpal tunnel syndrome');
  expect(promised('otitis media')).toContain('Otitis media');
});

test.each([
  ['tophus', /typhus/i],
  ['Tab Warf', /wart/i],
  ['menorrhoea', /amenorrh/i],
  ['rehydration', /dehydration/i],
])('“%s” is no slip of another word', (query, other) => {
  expect(promised(query) ?? '').not.toMatch(other);
});
