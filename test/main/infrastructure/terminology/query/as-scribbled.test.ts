/** Lines of wards: clipped words, initials, treatments behind a disease, weeks and intent. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  asScribbled,
  clippedTable,
} from '../../../../../main/infrastructure/terminology/query/reading/as-scribbled.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { moreWardLines } from '../../../../fixtures/ward-lines.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const icd = (query: string) => terminology.link('icd-10-cm', query, 5);

describe('a line is read as it was meant', () => {
  test.each([
    ['Ac pyelo Rt', 'acute pyelonephritis Rt'],
    ['C.A.P.', 'CAP'],
    ['migraine w/o aura', 'migraine without aura'],
    ['DU bleed, Hb 6, 2 PRBC', 'DU bleed'],
    ['CVST on heparin, no infarct', 'CVST'],
    ['Ca Rt BM', 'Ca BM Rt'],
    ['2° burn Lt thigh', 'second degree burn thigh Lt'],
    ['renal calc.', 'renal calculus'],
    ['Post disloc hip', 'posterior dislocation hip'],
  ])('“%s” is “%s”', (line, meant) => {
    expect(asScribbled(line).ways[0]?.replace(/\s+/g, ' ').trim()).toBe(meant);
  });

  test.each(['fever', 'AC joint pain', 'chest pain with sweating', 'ch', 'type 2 diabetes'])(
    '“%s” stays as it stands',
    (line) => expect(asScribbled(line).ways).toEqual([]),
  );

  test('the first of several parts is read by itself too', () => {
    expect(asScribbled('Ac appx, T2DM').ways.at(-1)).toBe('acute appendicitis');
  });
});

describe('the code is of what was meant', () => {
  test.each([
    ['Ac pyelo Rt', 'N10'],
    ['I.D.A. Hb5.2, PRBC 2', 'D50.9'],
    ['Empyema Rt, ICD in situ', 'J86.9'],
    ['Ch. fissure in ano, LIS', 'K60.1'],
    ['Post disloc Lt hip, CR under GA', 'S73.015'],
    ['Abruptio 35wks', 'O45.93'],
    ['UTI in preg 26wks', 'O23.42'],
    ['DCDA twins 12 wks', 'O30.041'],
    ['OPP suicidal, on PAM+atropine', 'T60.0X2'],
    ['Scorpion sting Lt hand, prazosin', 'T63.2X1'],
    ['G3P2L2 35w, GDM on insulin', 'O24.414'],
    ['Piles gr III, for haemorrhoidectomy', 'K64.2'],
    ['Chalazion RUL, I&C', 'H00.11'],
    ['Ca lung RUL, on gefitinib', 'C34.11'],
    ['Ca Rt BM T4a, WLE', 'C06.0'],
    ['s/p TKR B/L', 'Z96.653'],
  ])('“%s” is %s, and not promised', (line, code) => {
    const [first] = icd(line);
    expect(first?.code).toBe(code);
    expect(icd(line).some(({ isLinked }) => isLinked)).toBe(false);
  });

  test('weeks without a pregnancy are no trimester', () => {
    expect(icd('low back pain 26 weeks')[0]?.name).not.toContain('trimester');
  });

  test('a stage is of its own disease', () => {
    expect(icd('TBM stg II on ATT')[0]?.code).toBe('A17.0');
  });

  test('a side alone, of a word that nobody knows, leads nowhere', () => {
    expect(icd('Qwzothx Lt')).toEqual([]);
  });
});

test('each clipped word is there once for its neighbours, and its patterns are sound', () => {
  const seen = new Set<string>();
  for (const { written, before, behind } of clippedTable())
    for (const form of written) {
      const one = `${form.toLowerCase()} ${before ?? ''} ${behind ?? ''}`;
      expect(seen.has(one), one).toBe(false);
      seen.add(one);
      expect(() => new RegExp(`${before ?? ''}${behind ?? ''}`, 'iu')).not.toThrow();
    }
});

test('whatever a line says, it is read in the time and with the words of a line', () => {
  const word = fc.constantFrom('Ac', 'Rt', 'on', ',', ' - ', '2°', 'C.A.P.', '26wks', 'preg', 'no');
  fc.assert(
    fc.property(
      fc.array(fc.oneof(word, fc.string({ maxLength: 6 })), { maxLength: 60 }),
      (words) => {
        for (const way of asScribbled(words.join(' ')).ways) expect(way).toMatch(/\p{L}{2}/u);
      },
    ),
  );
});

test('of lines that were looked into, most lead to their code', () => {
  const lines = moreWardLines().lookedInto.filter((_, at) => at % 6 === 0);
  const right = lines.filter(({ query, codes }) => codes.includes(icd(query)[0]?.code ?? ''));
  expect(right.length / lines.length).toBeGreaterThan(0.75);
});
