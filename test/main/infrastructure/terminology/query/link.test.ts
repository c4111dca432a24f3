import { expect, test } from 'vitest';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const { linker, index } = buildSmallIndex();
const first = (query: string) => linker.link(query)[0];

test.each([
  ['Mumps', 'B26.9'],
  ['epidemic parotitis', 'B26.9'],
  ['gonalgia', 'M25.569'],
  ['pain in left knee', 'M25.562'],
  ['knee pain right', 'M25.561'],
  ['hepatitis A', 'B15'],
  ['type 2 diabetes mellitus', 'E11.9'],
  ['bronchitis acute', 'J20.9'],
  ['fever with chills', 'R50.9'],
])('%s is %s', (query, code) => expect(first(query)?.code).toBe(code));

test.each([
  'no chest pain',
  'denies fever',
  'not asthma',
  '? asthma',
  'r/o mumps',
  's/o asthma',
  'h/o fever',
  'without fever',
  'rule out MI',
  'fever -',
  'chest pain (-)',
  's/p MI',
  'DM2 ruled out',
])('"%s" promises nothing', (query) => {
  expect(linker.link(query).some(({ isLinked }) => isLinked)).toBe(false);
});

test('what a code excludes is not it: without crisis, with crisis', () => {
  expect(first('sickle-cell disease without crisis')?.code).toBe('D57.1');
  expect(first('sickle-cell disease with crisis')?.isLinked).not.toBe(true);
  expect(linker.link('Hb-SS disease without crisis')[0]?.isLinked).not.toBe(true);
});

test('the other side, the other type and the other course are never promised', () => {
  for (const [query, wrong] of [
    ['left knee pain', 'M25.561'],
    ['type 1 diabetes mellitus', 'E11.9'],
    ['chronic bronchitis', 'J20.9'],
    ['hepatitis B', 'B15.9'],
  ] as const) {
    expect(linker.link(query).find(({ code }) => code === wrong)?.isLinked ?? false, query).toBe(
      false,
    );
  }
});

test('a side that nobody said goes to the code that leaves it open, or to the header above', () => {
  const codes = linker.link('knee pain').map(({ code }) => code);
  expect(codes.slice(0, 2).sort()).toEqual(['M25.56', 'M25.569']);
  expect(linker.link('knee pain').find(({ code }) => code === 'M25.56')).toMatchObject({
    billable: false,
    header: true,
  });
});

test('each code comes once, best first, with its reason; none is both header and billable', () => {
  for (const query of ['pain', 'diabetes', 'hepatitis', 'fever', 'disorder of knee']) {
    const found = linker.link(query, 10);
    expect(new Set(found.map(({ code }) => code)).size).toBe(found.length);
    expect(found.map(({ score }) => score)).toEqual(
      found.map(({ score }) => score).sort((a, b) => b - a),
    );
    for (const { why, header, billable, score } of found) {
      expect(why.term.length).toBeGreaterThan(0);
      expect(header && billable).toBe(false);
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(found.filter(({ isLinked }) => isLinked).length).toBeLessThanOrEqual(1);
  }
});

test('nothing in common is no answer', () => {
  for (const query of [
    'zzzz qqqq',
    'syndrome',
    '12',
    '',
    '  ',
    '?',
    'बुखार',
    '('.repeat(50),
    '"; DROP TABLE codes; --',
  ])
    expect(() => linker.link(query)).not.toThrow();
  expect(linker.link('zzzzqqqq')).toEqual([]);
  expect(linker.link('')).toEqual([]);
});

test('a long text is answered, and does not take the computer', () =>
  expect(() => linker.link('fever cough and pain in the left knee '.repeat(200))).not.toThrow());

test('the same question has the same answer', () => {
  for (const query of ['fevr', 'DM', 'pain knee', 'hepatitis'])
    expect(linker.link(query, 10)).toEqual(linker.link(query, 10));
  expect(index.facts).toMatchObject({ ontology: 'icd-10-cm', version: '2025' });
});
