/** Brands asked of the lists: candidates of what they are made of, and never a promise. */
import { afterAll, expect, test } from 'vitest';
import { brandRows } from '../../../../../main/infrastructure/terminology/tables/brands/brands.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { strangerLines } from '../../../../fixtures/brand-lines.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const answers = (query: string) => terminology.link('medication', query);
/** Each question takes some milliseconds. */
const aFifth = brandRows.flatMap(({ names }) => names).filter((_, at) => at % 5 === 0);

test('a brand leads to the code of its ingredient, and says so', () => {
  expect(answers('Tab Dolo 650 TDS x 3 days')).toMatchObject([
    {
      code: '161',
      isLinked: false,
      why: {
        brand: { 'Dolo 650': 'paracetamol 650 mg' },
        lacks: expect.arrayContaining(['brand', 'strength_not_in_code']),
      },
    },
  ]);
});

test('each ingredient of a combination is a candidate that says it is a part', () => {
  const found = answers('Telma-AM 40');
  expect(found.map(({ name }) => name)).toEqual(['telmisartan', 'amlodipine']);
  for (const { why } of found) expect(why.lacks).toContain('part_of_combination');
});

test('what no list has a code for stays words', () => {
  expect(answers('Meftal Spas')).toEqual([]);
  expect(terminology.brandIn('Tab Meftal Spas SOS')).toMatchObject({
    ingredients: ['mefenamic acid', 'dicyclomine'],
  });
});

test('no brand of the table is promised', () => {
  const promised = aFifth.filter((name) =>
    answers(`Tab ${name} 10 mg`).some(({ isLinked }) => isLinked),
  );
  expect(promised).toEqual([]);
});

test('no brand is answered by a spelling that was corrected', () => {
  const corrected = aFifth.filter((name) =>
    answers(`Tab ${name}`).some(({ why }) => why.corrected !== undefined),
  );
  expect(corrected).toEqual([]);
});

test('a name that nobody sells has no candidate', () => {
  expect(strangerLines.filter(({ query }) => answers(query).length > 0)).toEqual([]);
});

test('a brand is a stretch of a text, in the place of what stands within it', () => {
  const text = 'Continue Telma AM 40 and metformin 500';
  expect(
    terminology.phrases('medication', text).map(({ start, end }) => text.slice(start, end)),
  ).toEqual(['Telma AM 40', 'metformin']);
});

test('as one types, a brand leads to the codes of its ingredients, after the names of the list', () => {
  const typed = (words: string) => terminology.search('medication', words).map(({ term }) => term);
  expect(typed('dol')).toContain('Dolo (paracetamol)');
  expect(typed('telma am')).toEqual([
    'Telma AM (telmisartan + amlodipine)',
    'Telma AM (telmisartan + amlodipine)',
  ]);
  expect(typed('telmi')[0]).toBe('telmisartan');
  expect(typed('xyzq')).toEqual([]);
});
