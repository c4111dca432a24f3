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
  ['ADPKD', 'Q61.2'],
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

describe('a side is looked for in the family of the code', () => {
  test.each([
    ['cellulitis Rt foot', 'L03.115'],
    ['cellulitis Lt hand', 'L03.114'],
    ['abscess Lt thigh', 'L02.416'],
    ['# med malleolus Lt', 'S82.52'],
    ['# IT femur Rt', 'S72.141'],
    ['periarthritis Lt shoulder', 'M75.02'],
    ['B/L nasal polyp', 'J33.9'],
    ['Lt hemiplegia', 'G81.94'],
    ['Rt hemiparesis', 'G81.91'],
  ])('“%s” is %s, and not promised', (query, code) => {
    expect(first(query)).toMatch(new RegExp(`^${code.replace('.', '\\.')}`));
    expect(icd(query).filter(({ isLinked }) => isLinked)).toEqual([]);
  });

  test.each([
    ['PACG RE', 'H40.20'],
    ['SIMC Rt eye', 'H25.9'],
    ['bilateral cataract', 'H26.9'],
  ])('no code of a side is made of what nobody said: “%s” is %s', (query, code) => {
    expect(first(query)).toBe(code);
  });

  test('a side that is a part of the name, or said with the rest of it, stays', () => {
    for (const [query, code] of [
      ['left ventricular failure', 'I50.1'],
      ['right bundle branch block', 'I45.10'],
      ['right upper quadrant pain', 'R10.11'],
      ['left dominant hemiplegia', 'G81.92'],
      ['nondisplaced fracture of left radial styloid', 'S52.515'],
      ['OA rt knee', 'M17.11'],
    ] as const)
      expect(first(query), query).toMatch(new RegExp(`^${code.replace('.', '\\.')}`));
    expect(icd('pain in left knee')[0]).toMatchObject({ code: 'M25.562', isLinked: true });
  });

  test('of two limbs, none is taken where nobody said which', () => {
    expect(icd('cellulitis left')[0]?.name).not.toMatch(/limb/);
  });

  test('two sides are two things, of which the first is coded', () => {
    expect(first('Rt cataract, Lt pseudophakia')).toBe('H26.9');
  });
});

describe('a header gives way to the code below that is called the same', () => {
  test.each([
    ['Ca larynx', 'C32.9'],
    ['malignant neoplasm of larynx', 'C32.9'],
    ['APH', 'O46.90'],
    ['alc hepatitis', 'K70.10'],
  ])('“%s” is %s', (query, code) => expect(first(query)).toBe(code));

  test('not where the code below leaves the side or the place open, nor for other words', () => {
    expect(first('black eye')).not.toBe('S00.10');
    expect(first('alcoholic hepatitis')).toBe('K70.1');
    expect(first('GIST')).not.toBe('C49.A0');
  });
});

describe('a slip in a short form of several words', () => {
  test.each([
    ['drug resistent epilepsy', 'G40.919'],
    ['refractory epilepsi', 'G40.919'],
  ])('“%s” is %s, and not promised', (query, code) => {
    expect(icd(query)[0]).toMatchObject({ code, isLinked: false });
  });

  test('is none where the list knows the word', () => {
    expect(icd('acute respiratory stress')[0]?.code).not.toBe('J80');
  });
});

test('how often, where and when it was done changes nothing', () => {
  for (const query of ['s/p CABG x3', 's/p CABG in 2019', 's/p CABG (2019)'])
    expect(first(query), query).toBe(first('s/p CABG'));
  expect(first('s/p CABG with fever')).not.toBe(first('s/p CABG'));
});

test('short forms with two meanings in clinics are not promised', () => {
  for (const query of ['GSD', 'PSC', 'IVH', 'oligo', 'DRE', 'NVD', 'PA shoulder', 'LV dysfunction'])
    expect(
      icd(query).filter(({ isLinked }) => isLinked),
      query,
    ).toEqual([]);
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
