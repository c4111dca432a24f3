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
    ['CVST on heparin, no infarct', 'nonpyogenic thrombosis of intracranial venous system'],
    ['Ca Rt BM', 'Ca BM Rt'],
    ['2° burn Lt thigh', 'second degree burn thigh Lt'],
    ['T2DM on metformin with neuropathy', 'T2DM with neuropathy'],
    ['Anemia, iron def, Hb 6', 'Anemia, iron deficiency'],
    ['C.A.P', 'CAP'],
    ['renal calc.', 'renal calculus'],
    ['Post disloc hip', 'posterior dislocation hip'],
  ])('“%s” is “%s”', (line, meant) => {
    expect(asScribbled(line).ways[0]?.replace(/\s+/g, ' ').trim()).toBe(meant);
  });

  test.each(['DM with left foot ulcer', 'DM, Rt foot ulcer', 'Fall with Rt hip #'])(
    '“%s” loses no part with a side',
    (line) => expect(asScribbled(line).ways[0]).toMatch(/foot ulcer|hip/),
  );

  test.each([
    'Pneumonia, ventilator associated',
    'Mumps with orchitis',
    'Heart failure with reduced EF 30%',
    'Lymphoma, T-cell',
    'Hypothyroidism post thyroidectomy',
    'Cirrhosis secondary to alcohol',
    'Migraine, without aura, intractable',
    'Pain, low back, chronic',
    'lymph gland swelling',
    'oligo JIA',
    'AC separation',
    '1° infertility',
    'G6PD deficiency',
    'Multiple pregnancy',
    'conj cong',
    'Sepsis due to abscess',
    'Poisoning with diazepam',
    'Schizo-affective disorder',
    'Hypert crisis',
    'K/c/o asthma, pneumothorax',
    'AC cells',
  ])('“%s” tells a disease as it stands', (line) => {
    expect(asScribbled(line).ways).toEqual([]);
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
    ['Kidney transplant, graft rejection', 'T86.11'],
    ['DM with left foot ulcer', 'E11.621'],
    ['28 6/7 weeks preg with UTI', 'O23.43'],
    ['OA, for Rt TKR', 'M19.90'],
    ['Primi 34w, UTI', 'O23.43'],
    ['G2P1 32w, PE, BP 170/110', 'O14.13'],
    ['OP poisoning, suicidal, no vomiting', 'T60.0X2'],
    ['Primi 20w, OPP, suicidal', 'T60.0X2'],
    ['Seb kerat', 'L82.1'],
    ['2° AVB', 'I44.1'],
    ['Ch hep B, on tenofovir', 'B18.1'],
    ['comm acquired pneumonia', 'J18.9'],
    ['DVT LE', 'I82.40'],
    ['OPP, not suicidal', 'T60.0X1'],
    ['Accidental PCM overdose, no suicidal intent', 'T39.1X1'],
  ])('“%s” is %s, and not promised', (line, code) => {
    const [first] = icd(line);
    expect(first?.code).toBe(code);
    expect(icd(line).some(({ isLinked }) => isLinked)).toBe(false);
  });

  test('the reason says how the line was read', () => {
    expect(icd('DU bleed, Hb 6, 2 PRBC')[0]?.why).toMatchObject({
      corrected: { 'DU bleed, Hb 6, 2 PRBC': 'DU bleed' },
      expanded: { du: 'duodenal ulcer' },
    });
  });

  test.each(['Ca breast on RT', 'Ca lung, chemo + RT'])(
    '“%s” has no side: it is radiotherapy',
    (line) => expect(icd(line)[0]?.name).not.toMatch(/right/i),
  );

  test.each(['no FHS', 'no cry at birth', 'no flatus'])('“%s” is what was found', (found) => {
    expect(asScribbled(`Baby, ${found}`).ways[0] ?? `Baby, ${found}`).toContain(found);
  });

  test('an embolism of a pregnant woman is no pre-eclampsia', () => {
    expect(asScribbled('32w preg, DVT with PE, on LMWH').ways.join(' ')).toContain('PE');
  });

  test('weeks behind a birth are no trimester', () => {
    expect(icd('PIH, 6 wks postpartum')[0]?.name).toContain('unspecified trimester');
    expect(icd('PIH 30wks')[0]?.name).toContain('third trimester');
  });

  test('a stage is of its own disease', () => {
    expect(icd('TBM stg II on ATT')[0]?.code).toBe('A17.0');
  });

  test('a side alone, of a word that nobody knows, leads nowhere', () => {
    expect(icd('Qwzothx Lt')).toEqual([]);
  });
});

test('each clipped word is there once for its neighbours', () => {
  const seen = new Set<string>();
  for (const { written, before, behind } of clippedTable())
    for (const form of written) {
      const one = `${form.toLowerCase()} ${before ?? ''} ${behind ?? ''}`;
      expect(seen.has(one), one).toBe(false);
      seen.add(one);
    }
});

test('whatever a line says, each way to read it has words', () => {
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
  expect(right.length / lines.length).toBeGreaterThan(0.74);
});
