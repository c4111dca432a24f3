/** Short forms with two meanings, with the lists that come with Scriba. */
import { afterAll, expect, test } from 'vitest';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const extraction = createExtraction({ terminology });
const found = (text: string) => extraction.ofText(text).map(({ text: words }) => words);

test.each([
  ['A 5 MM calculus', 'MM'],
  ['HT 150 CM WT 60 KG', 'HT'],
  ['SBP > 180', 'SBP'],
  ['BE -4, pH 7.30', 'BE'],
  ['CF 3 meters RE', 'CF'],
  ['VA RE CF 1m', 'CF'],
  ['CVA tenderness on the left', 'CVA'],
  ['AF at level, soft', 'AF'],
  ['VF full to confrontation', 'VF'],
  ['STD in V4-V6', 'STD'],
  ['GBS swab positive at 36 weeks', 'GBS'],
  ['PID L4-L5', 'PID'],
  ['IV NS 1 pint stat', 'NS'],
  ['Started on NS and RL', 'NS'],
  ['PT 14 sec', 'PT'],
  ['PT is comfortable', 'PT'],
  ['LP done, CSF clear', 'LP'],
  ['RVF repair', 'RVF'],
  ['6 sittings of ECT', 'ECT'],
  ['OM 90% lesion', 'OM'],
  ['PDA 80% stenosis', 'PDA'],
  ['SpO2 98% on RA', 'RA'],
  ['Telma 40 mg HS', 'HS'],
  ['PE: chest clear', 'PE'],
  ['FH not significant', 'FH'],
  ['Inj MS 2 mg IV', 'MS'],
  ['AS per advice', 'AS'],
  ['ED visit last week', 'ED'],
  ['Advised HIV, HBsAg, HCV', 'HIV'],
  ['Advised HIV, HBsAg, HCV', 'HCV'],
  ['HIV test sent', 'HIV'],
  ['Alcoholic, smoker', 'Alcoholic'],
  ['RT feeds given', 'RT'],
  ['LT PLEURAL EFFUSION', 'LT'],
  ['SWELLING IN LEFT SIDE', 'IN LEFT'],
])('in “%s” the letters %s are no finding', (text, short) => {
  expect(found(text)).not.toContain(short);
});

test.each([
  ['K/c/o MM on chemo', 'MM'],
  ['k/c/o HT and DM', 'HT'],
  ['h/o CVA 2019', 'CVA'],
  ['AF on warfarin', 'AF'],
  ['CF with bronchiectasis', 'CF'],
  ['GBS treated with IVIG', 'GBS'],
  ['NS on steroids', 'NS'],
  ['K/c/o RA on methotrexate', 'RA'],
  ['LP over both shins', 'LP'],
  ['K/c/o HIV on ART', 'HIV'],
  ['HCV positive', 'HCV'],
  ['Known HIV, HBsAg positive', 'HIV'],
  ['HIV and HCV coinfection', 'HIV'],
])('in “%s” the letters %s are one', (text, short) => {
  expect(found(text)).toContain(short);
});

test.each([
  'NS',
  'ECT',
  'PT',
  'CF',
  'SBP',
  'BE',
  'RVF',
  'LP',
  'OM',
  'PDA',
  'VF',
  'PID',
  'GBS',
  'HIV',
])('no code is promised for %s, which has two meanings', (short) => {
  for (const ontology of ['icd-10-cm', 'snomed'] as const)
    for (const { isLinked } of terminology.link(ontology, short)) expect(isLinked).toBe(false);
});

test.each([
  'On ventilator since morning',
  'Sister Grover and Dr Hurst came',
  'sugar pots',
  'bands noted',
  'scaphoid view',
])('a bracket of a code is no finding by itself: “%s”', (text) => {
  expect(found(text)).toEqual([]);
});

/** "Rao" is one of the commonest family names of India. */
test.each([
  'Mr Rao is a 50 year old with diabetes',
  'Refer to Dr Rao',
  'Patient: Anil Rao, 45 years',
  'rao to review tomorrow',
  'Dr. RAO TO REVIEW',
  'PROF P. RAO INFORMED',
  'Dr MS Rao to review',
])('“%s” is about a person, not about a retinal artery', (text) =>
  expect(found(text).map((words) => words.toLowerCase())).not.toContain('rao'),
);
test.each(['RAO left eye', 'Assessment: RAO', 'Sudden loss of vision, RAO', 'Seen by doctor, RAO'])(
  '“%s” tells of a retinal artery occlusion',
  (text) => expect(found(text)).toContain('RAO'),
);
test('“RHD with MR MS” is about valves, and no person’s name', () =>
  expect(found('RHD with MR MS, AF')).toEqual(expect.arrayContaining(['MR', 'MS'])));
