/** Lines of wards of several segments: the one that names the disease, and the leaf of its family. */
import { afterAll, describe, expect, test } from 'vitest';
import { segmentsOf } from '../../../../../main/infrastructure/terminology/query/reading/segments.ts';
import { lineFormTables } from '../../../../../main/infrastructure/terminology/tables/short-forms.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const icd = (query: string) => terminology.link('icd-10-cm', query, 5);

describe('a line is parted', () => {
  test.each([
    ['22M tall thin, Rt PSP, ICD in situ D2', ['tall thin', 'Rt PSP']],
    ['4/M NS, Hb 8, on wysolone', ['NS']],
    ['B/o Meena, HIE II, phenobarb', ['HIE II', 'phenobarb']],
    ['Empyema Lt, no BPF, not septic', ['Empyema Lt']],
  ])('“%s” has the segments %j', (line, parts) => {
    expect(segmentsOf(line).parts).toEqual(parts);
  });
});

describe('the disease of a line comes first, and is not promised', () => {
  test.each([
    // The segment that names a disease.
    ['28M tall thin, Rt PSP, ICD D1', 'J93.11'],
    ['Rt RCC lower pole, partial nephrectomy POD 3', 'C64.1'],
    ['Lt RCC upper pole, nephrectomy done', 'C64.2'],
    // The leaf by words elsewhere in the line.
    ['T1DM, DKA, insulin drip', 'E10.10'],
    ['Alc cirrhosis Child B, ascites gr 3, LVP', 'K70.31'],
    ['HL nodular sclerosis, mediastinal nodes, ABVD', 'C81.12'],
    ['SLE c class III LN, MMF', 'M32.14'],
    ['ADS c DT, tremors', 'F10.231'],
    // What a short form means in its line.
    ['Lt IIH reducible, mesh hernioplasty done', 'K40.90'],
    ['Chest stab Lt, hemothorax, ICD', 'S27.1'],
    ['PTB, treated 2012', 'Z86.11'],
    ['For implant removal, old # tibia', 'Z47.2'],
    // Who the patient is says no disease.
    ['35M capsuloganglionic bleed, GCS 10', 'I61.0'],
  ])('“%s” is %s', (line, code) => {
    const found = icd(line);
    expect(found[0]?.code).toBe(code);
    expect(found.some(({ isLinked }) => isLinked)).toBe(false);
  });
});

describe('the main disease stands behind signs, how it came about and what was done', () => {
  test.each([
    ['Boy 9 y, pale, loose stools since weaning, tTG 250, poor growth - celiac disease', 'K90.0'],
    ['itching at night, brother too, burrows at wrists. SCABIES', 'B86'],
    ['sputum c/s Klebsiella, Rt UL consolidation - Klebsiella pneumonia', 'J15.0'],
    ['fever chills Lt loin pain, E coli ESBL, acute pyelonephritis', 'N10'],
    ['pale, jaundice, retic 12 % - hereditary spherocytosis', 'D58.0'],
    ['chest pain 3 h, ST up V1-V4, AWMI, lysed', 'I21.09'],
  ])('“%s” is %s', (line, code) => {
    const found = icd(line);
    expect(found[0]?.code).toBe(code);
    expect(found.some(({ isLinked }) => isLinked)).toBe(false);
  });
});

describe('a companion, a complication and what was done before do not lead', () => {
  test.each([
    ['melena, T2DM', 'K92.1'],
    ['knee pain, DM, HTN', 'M25.56'],
    ['low back pain, BPH', 'M54.50'],
    ['head injury, HTN', 'S09.90'],
    ['eclampsia, ARDS', 'O15.9'],
    ['bee stings, AKI', 'T63.441'],
    ['post CABG, pneumonia', 'J18.9'],
    ['low platelets => dengue', 'A90'],
  ])('“%s” is %s', (line, code) => expect(icd(line)[0]?.code).toBe(code));
});

describe('ordinary lines stay as they are', () => {
  test.each([
    ['Hepatitis C', 'B19.20'],
    ['Hepatitis c with cirrhosis', 'B19.20'],
    ['Vitamin C deficiency', 'E54'],
    ['T2DM, HTN', 'E11.9'],
    ['T2DM uncontrolled, hyperglycemic RBS 410', 'E11.65'],
    ['Empyema Lt, no BPF', 'J86.9'],
    ['Bronchiectasis, no exac now', 'J47.9'],
    ['Spontaneous pneumothorax', 'J93.83'],
    ['Cellulitis Rt leg, chest pain', 'L03.115'],
    ['Iron deficiency anemia', 'D50.9'],
  ])('“%s” is %s', (line, code) => {
    expect(icd(line)[0]?.code).toBe(code);
  });
});

describe('a name of the list is no line, whatever it is parted by', () => {
  test.each([
    [
      'Unspecified injury of other extensor muscle, fascia and tendon at forearm level, unspecified',
      'S56.4',
    ],
    ['Gastric ulcer, unspecified as acute or chronic, without hemorrhage or perforation', 'K25.9'],
    ['Keratosis punctata (palmaris et plantaris)', 'L85.2'],
    ['Cellulitis of head [any part, except face]', 'L03.811'],
    ['Complete loss of teeth due to periodontal diseases, unspecified class', 'K08.129'],
    ['Pregnancy related conditions, unspecified', 'O26.9'],
  ])('“%s” is %s', (name, code) => {
    expect(icd(name)[0]?.code).toBe(code);
  });

  test.each([
    [
      'Strain of extensor muscle, fascia and tendon of finger, unspecified finger at forearm level',
      'S56.419',
    ],
    ['ABO isoimmunization of newborn', 'P55.1'],
    ['Carbuncle of head [any part, except face]', 'L02.831'],
    ['Superficial foreign body, unspecified great toe', 'S90.453'],
  ])('“%s” keeps its promise of %s', (name, code) => {
    expect(icd(name)[0]).toMatchObject({ code, isLinked: true });
  });
});

describe('figures choose within a family', () => {
  test.each([
    ['VLBW 1.2 kg, RDS', 'P07.14'],
    ['ELBW 820 g', 'P07.03'],
    ['Concussion, LOC 5 min, CT N', 'S06.0X1'],
    ['Concussion, no LOC', 'S06.0X0'],
  ])('“%s” is %s', (line, code) => {
    expect(icd(line)[0]).toMatchObject({ code, isLinked: false });
  });
});

test.each([
  ['CNLDO RE', 'Q10.5'],
  ['SVCO', 'I87.1'],
  ['TAPVC', 'Q26.2'],
])('“%s” of a department is %s', (line, code) => {
  expect(icd(line)[0]?.code).toBe(code);
});

describe('what is past, doubted, of another disease or of another person tells no leaf', () => {
  test.each([
    ['T1DM, h/o DKA, now UTI', 'E10.9'],
    ['T2DM, DFU healed', 'E11.9'],
    ['T2DM, CKD ruled out', 'E11.9'],
    ['T2DM, mother on HD for CKD', 'E11.9'],
    ['COPD, last exacerbation 2y back', 'J44.9'],
    ['Dementia, severe anemia, RTF', 'F03.90'],
    ['MDD, mild fever', 'F32.9'],
    ['Asthma, persistent cough, severe anemia', 'J45.909'],
    ['CKD, bed sore stage 3', 'N18.9'],
    ['T2DM, hypo K', 'E11.9'],
  ])('“%s” is %s', (line, code) => {
    expect(icd(line)[0]?.code).toBe(code);
  });
});

test.each([
  ['Old PTB, smear positive', 'A15.0'],
  ['PTB, treated 2015', 'Z86.11'],
  ['For nail removal, ingrown toenail', 'L60.0'],
])('“%s” is %s', (line, code) => {
  expect(icd(line)[0]?.code).toBe(code);
});

test('no short form of lines is read in a note, and none is promised', () => {
  const rows = Object.values(lineFormTables()).flat();
  expect(rows.length).toBeGreaterThan(150);
  for (const { written, meaning } of rows)
    for (const form of written.map((one) => one.replace(/[!^*]/g, ''))) {
      const said = form.toUpperCase();
      const whole = terminology
        .phrases('icd-10-cm', said)
        .filter(({ start, end }) => end - start === said.length);
      expect(
        whole.map(({ readAs }) => readAs),
        form,
      ).not.toContain(meaning);
      const [first] = terminology.link('icd-10-cm', said, 1);
      if (first?.why.expanded) expect(first.isLinked, form).toBe(false);
    }
});
