/** Short forms, sides and stages as they are written in wards; and what nothing fits. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { shorthandLines } from '../../../../fixtures/shorthand-lines.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const icd = (query: string) => terminology.link('icd-10-cm', query, 5);
const first = (query: string) => icd(query)[0]?.code;

test.each([
  ['s/p TKR', 'Z96.65'],
  ['s/p CABG', 'Z95.1'],
  ['BOO', 'N32.0'],
  ['IWMI', 'I21.1'],
  ['CKD on MHD', 'N18.6'],
  ['Ca cervix stage IIB', 'C53.9'],
  ['Ca breast T2N1M0', 'C50.9'],
  ['Lt CSOM', 'H66.3X2'],
  ['PV bleeding', 'N93.9'],
  ['RHD with MR', 'I05.1'],
])('“%s” is %s', (query, code) => {
  expect(first(query)).toMatch(new RegExp(`^${code.replace('.', '\\.')}`));
});

test('what was done is a state, and never promised; the operation itself is none', () => {
  expect(icd('s/p TKR').filter(({ isLinked }) => isLinked)).toEqual([]);
  expect(icd('TKR')).toEqual([]);
});

test('the sign of a fracture is read, and no fracture is pathological unsaid', () => {
  expect(icd('#clavicle')[0]?.name).toMatch(/^Fracture of .* clavicle/);
  for (const query of ['# tibia rt', '# humerus lt'])
    expect(icd(query)[0]?.name, query).not.toMatch(/pathological/i);
});

test('what nobody leaves unsaid does not come first', () => {
  for (const query of ['undescended testis lt', 'undescended testicle left'])
    expect(icd(query)[0]?.name, query).not.toMatch(/neoplasm/i);
  expect(icd('Rt MCA infarct')[0]?.name).not.toMatch(/neonatal/i);
});

describe('pregnancies and births in figures', () => {
  const figure = fc.integer({ min: 0, max: 9 });
  const written = fc
    .tuple(figure, figure, figure, figure, fc.constantFrom('', ' '))
    .map(([g, p, l, a, gap]) => [`G${g}`, `P${p}`, `L${l}`, `A${a}`].join(gap));
  test('are no finding of the spine, nor any other', () => {
    fc.assert(
      fc.property(written, (query) => {
        expect(icd(query), query).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
  test('leave what stands beside them as it is', () => {
    expect(first('G2P1L1A0 with PIH')).toBe(first('PIH'));
  });
});

test('a misspelt malignant neoplasm is the cancer that it is spelt right', () => {
  for (const query of ['malignent neoplasm of stomach', 'malignant neoplasn of stomach'])
    expect(first(query), query).toMatch(/^C16(?:\.9)?$/);
});

describe('nothing is answered where nothing fits', () => {
  test.each(['liver function test', 'lipid profile', 'thyroid profile', 'blood group'])(
    '“%s” has no code of a test or a procedure in the box',
    (query) => {
      expect(terminology.link('loinc', query, 5)).toEqual([]);
      expect(terminology.link('snomed', query, 5, { kind: 'order' })).toEqual([]);
    },
  );
  test.each(['USG whole abdomen', '2D echo'])('“%s” is no test of blood', (query) => {
    expect(terminology.link('loinc', query, 5)).toEqual([]);
  });
});

test.each([
  ['UPT', '167252002'],
  ['ECG', '29303009'],
  ['X-ray chest PA', '399208008'],
  ['CXR PA view', '399208008'],
  ['UGI endoscopy', '265371001'],
  ['USG obstetric', '268445003'],
])('the order “%s” is the procedure %s', (query, code) => {
  expect(terminology.link('snomed', query, 1, { kind: 'order' })[0]?.code).toBe(code);
});

test('no promise of a short form is wrong', () => {
  const bare = (code: string) => code.replace(/(?<=\.\w{3})A$/, '');
  const wrong = shorthandLines.flatMap(({ query, codes }) =>
    icd(query)
      .filter(({ isLinked, code }) => isLinked && !codes.map(bare).includes(bare(code)))
      .map(({ code }) => `${query}: ${code}`),
  );
  expect(wrong).toEqual([]);
});
