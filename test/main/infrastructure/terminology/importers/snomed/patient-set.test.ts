/** The Global Patient Set as a flat table, in its forms. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTerminology } from '../../../../../../main/infrastructure/terminology/terminology.ts';
import { aFolder, build } from '../../../../../support/terminology/small-terminology.ts';

const ROWS = [
  '22298006\tMyocardial infarction (disorder)\tHeart attack\t1',
  '80891009\tHeart structure (body structure)\tHeart structure\t1',
  '195967001\tAsthma (disorder)\tAsthma\t0',
];

function imported(lines: readonly string[], name = 'SnomedCT_GPS_20260401.tsv') {
  const folder = aFolder();
  const file = path.join(aFolder(), name);
  writeFileSync(file, `${lines.join('\r\n')}\r\n`);
  build(folder, 'snomed', [file]);
  return createTerminology({ folder, starter: [] });
}

test.each([
  ['with names of columns', ['id\tFSN\tPreferred Term\tActive', ...ROWS]],
  ['without names of columns', ROWS],
  [
    'in another order of columns, with words for the status',
    [
      'Status\tConcept ID\tFully Specified Name\tPreferred_Term',
      ...ROWS.map((row) => {
        const [id, full, term, active] = row.split('\t');
        return [active === '1' ? 'Active' : 'Inactive', id, full, term].join('\t');
      }),
    ],
  ],
])('%s: names, kinds, and only what is active', (_, lines) => {
  const terminology = imported(lines);
  expect(terminology.status()).toMatchObject([{ version: 'gps-20260401', codes: 2 }]);
  const concept = { code: '22298006', name: 'Heart attack', isLinked: true };
  for (const words of ['heart attack', 'myocardial infarction'])
    expect(terminology.link('snomed', words)[0]).toMatchObject({
      ...concept,
      about: [['semantic_tag', 'disorder']],
    });
  expect(terminology.link('snomed', 'asthma')).toEqual([]);
  terminology.close();
});

test('the form of September 2020 has no preferred term and no status', () => {
  const terminology = imported(
    ['conceptId\tfullySpecifiedName', '386661006\tFever (finding)'],
    'snomed-gps-2020-09-30.tsv',
  );
  expect(terminology.status()).toMatchObject([{ version: 'gps-20200930', codes: 1 }]);
  expect(terminology.link('snomed', 'fever')[0]).toMatchObject({
    code: '386661006',
    name: 'Fever',
  });
  terminology.close();
});

test.each([
  [
    'a wrong check digit',
    '22298007\tMyocardial infarction (disorder)\tHeart attack\t1',
    '22298007',
  ],
  ['a row that breaks off', '22298006\tMyocardial inf', 'columns'],
  [
    'a status that is none',
    '22298006\tMyocardial infarction (disorder)\tHeart attack\tmaybe',
    'active',
  ],
  ['a concept that is told twice', ROWS[0]!, 'twice'],
])('%s stops the import with its line', (_, row, words) => {
  expect(() => imported(['id\tFSN\tPT\tactive', ROWS[0]!, row])).toThrow(
    expect.objectContaining({
      code: 'invalid',
      detail: 'terminology-file',
      message: expect.stringMatching(new RegExp(`Line 3.*${words}`)) as string,
    }) as Error,
  );
});
