/** Classes of plan lines that were misread (`lines-leaving.ts` says how they are shown). */
import { expect, test } from 'vitest';
import { leaving } from './lines-leaving.ts';

test.each(
  'OD|BD|BID|TDS|TID|QID|QDS|HS|daily|weekly|monthly|twice a day|q6h|8 hourly|1-0-1|at night'.split(
    '|',
  ),
)('how often a medicine is taken is read alike by all that read its line: “%s”', (often) => {
  // By its form, behind a denial, and behind what is avoided.
  expect(leaving(`Zerodolax 100 mg ${often}`, 'Plan')).toBe('MR Zerodolax 100 mg');
  expect(leaving(`No imaging, naproxen 250 mg ${often}`, 'Plan')).toBe('MR naproxen 250 mg');
  expect(leaving(`Avoid alcohol, metronidazole 400 mg ${often}`, 'Plan')).toBe(
    'MR metronidazole 400 mg',
  );
  // Behind what was given.
  expect(leaving(`Loaded with levetiracetam, then 500 mg ${often}`, 'Plan')).toBe(
    'MR levetiracetam',
  );
});

test.each([
  ['Clexane 40 mg s/c OD', 'MR Clexane 40 mg'],
  ['Ondem 2 mg SL stat', 'MR Ondem 2 mg'],
  ['KCl 20 mEq in each pint', 'MR KCl 20 mEq'],
  ['IVF NS 100 ml/hr', 'MR NS'],
  ['NS 500 ml given', 'MS NS 500 ml completed'],
  ['DNS 500 ml if not taking orally', ''],
  ['Ferrous sulphate 1 tab OD', 'MR Ferrous sulphate'],
  ['NaHCO3 tabs 500 TDS', 'MR NaHCO3 tabs 500'],
  ['Neb Duolin q6h', 'MR Neb Duolin'],
  ['Cefpodoxime 50/5, 4 ml BD x 5 d', 'MR Cefpodoxime'],
  ['Azee 200 syrup 4 ml OD x 3', 'MR Azee'],
  ['Levolin MDI with spacer 2 puffs 4 hourly', 'MR Levolin'],
  ['Midazolam nasal spray SOS', 'MR Midazolam'],
  ['Left eye 1 drop QID', ''],
  ['Budecort inhaler 200 mcg 2 puffs BD', 'MR Budecort'],
  ['Enoxaparin 40 mg OD for DVT prophylaxis', 'MR Enoxaparin 40 mg'],
  ['Propranolol 40 mg BD considered for prophylaxis', ''],
])('a medicine is told by its way, its pieces or its vehicle: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Start amoxiclav', 'MR amoxiclav'],
  ['Amoxiclav', 'MS Amoxiclav unknown'],
  ['Amoxiclav if no better', ''],
  ['Tab vitamin OD', ''],
  ['Vitamin 500 mg OD', ''],
  ['Syp Vitamin B complex 5 ml OD', 'MR Syp Vitamin B'],
  ['Tab vitamin C 500 mg OD', 'MR Tab vitamin C 500 mg'],
  ['Hepatitis B vaccine 0.5 ml IM', 'MR Hepatitis B vaccine 0.5 ml'],
  ['Hepatitis B vaccine 0.5 ml', 'MR Hepatitis B vaccine 0.5 ml'],
  ['Hepatitis B vaccine refused', ''],
  ['Typhoid vaccine given 0.5 ml IM', 'MS Typhoid vaccine completed'],
  ['BCG and OPV 0 before discharge', 'MR BCG; MR OPV 0'],
  ['OPV 3, PCV 3 given today', 'MS OPV 3 unknown; MS PCV 3 completed'],
  ['PCV 32, BCG scar seen', ''],
])('a name that says what it is, or does not: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Given samples of Glycomet', 'MS Glycomet unknown'],
  ['Samples of Telma 40 given', 'MS Telma 40 unknown'],
  ['Telma 40 OD, samples given', 'MR Telma 40'],
  ['Knee OA: paracetamol SOS, X-ray if no better', 'C Knee OA provisional; MR paracetamol'],
  ['Ibuprofen 400 TDS, tramadol 50 mg if no better', 'MR Ibuprofen'],
  ['Aspirin stopped yesterday, clopidogrel 75 OD', 'MS Aspirin stopped; MR clopidogrel'],
  ['ACE inhibitor stopped, ramipril 5 mg OD', 'MS ramipril 5 mg unknown'],
  ['After chemo, ondansetron 8 mg BD', 'P chemo unknown; MR ondansetron 8 mg'],
  ['After cefixime, azithromycin 500 mg OD no relief', 'MS azithromycin 500 mg completed'],
  ['After 5 days of cefixime, azithromycin 500 mg OD', 'MS azithromycin 500 mg completed'],
  ['Refused insulin, so glimepiride 2 mg OD started', 'MR glimepiride 2 mg'],
  ['Allergic to sulpha, hence cefixime 200 mg BD', 'AllergyIntolerance sulpha; MR cefixime 200 mg'],
  ['Refused surgery, so avoid aspirin 75 mg OD', ''],
  ['Antibiotics not needed, cetirizine 10 mg at bedtime', 'MR cetirizine 10 mg'],
  ['Statin not needed, atorvastatin 20 mg', 'MS atorvastatin unknown'],
  [
    'Inj Voveran IM stat given in clinic, Tab Zerodol BD from tomorrow',
    'MS Inj Voveran completed; MR Tab Zerodol',
  ],
  ['PCM 500 mg given at triage', 'MS PCM 500 mg completed'],
  ['Inj Voveran to be given in casualty', 'MR Inj Voveran'],
  ['Syp PCM 15 mg/kg/dose given at triage, repeat if febrile', 'MS Syp PCM 15 mg completed'],
  ['Wean oxygen', ''],
  ['Weaning oxygen, prednisolone 20 mg OD', 'MR prednisolone 20 mg'],
  ['Wean prednisolone by 5 mg weekly', 'MR prednisolone'],
  ['Suture removal on day 10, Tab Augmentin to complete 7 days', 'MR Tab Augmentin'],
  ['Chemo port flushed', 'P Chemo unknown'],
])('what is said of one thing is not of the next: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Trop I negative, repeat ECG at 6 hrs', 'SR ECG'],
  ['Trop I negative, no repeat ECG', ''],
  ['Screen for hip dysplasia with USG at 6 weeks', 'SR USG'],
  ['ORS after every loose stool', 'MR ORS; C loose stool provisional'],
])('a test that is asked for beside a result: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['HIV, HBsAg positive', 'Plan', 'C HBsAg positive confirmed'],
  ['HIV, HBsAg positive', 'Assessment', 'C HBsAg positive confirmed'],
  ['HIV, HBsAg both positive', 'Plan', 'C HIV confirmed'],
  ['HIV positive, HBsAg positive', 'Plan', 'C HIV positive confirmed; C HBsAg positive confirmed'],
  ['Known HIV, HBsAg positive', 'Plan', 'C HIV confirmed; C HBsAg positive confirmed'],
  ['TB, HIV positive', 'Assessment', 'C TB confirmed; C HIV positive confirmed'],
])(
  'a result behind a row of tests promises nothing of the others: “%s” under %s',
  (line, heading, leaves) => expect(leaving(line, heading)).toBe(leaves),
);

test.each([
  ['MR 2 on echo, AF', 'Plan', 'C MR confirmed; C AF confirmed'],
  ['Echo: MR 3+', 'Course in hospital', 'C MR confirmed'],
  ['Transfused PCV 2 units', 'Course in hospital', ''],
  ['PCV 2 units transfused over 4 hours', 'Course in hospital', ''],
  ['BCG, OPV and hepatitis B at birth', 'Plan', 'MS BCG unknown; MS OPV unknown'],
  ['Give hepatitis B and BCG', 'Plan', 'MR BCG'],
  [
    'OPV 2, PCV 2, rotavirus 2 given today',
    'Plan',
    'MS OPV 2 unknown; MS PCV 2 unknown; MS rotavirus 2 completed',
  ],
  ['KCl 20 mEq in NS 500 ml over 4 h', 'Plan', ''],
  ['Inj ceftriaxone 1 g in NS 100 ml IV BD', 'Plan', 'MR Inj ceftriaxone 1 g'],
  ['RL 80 ml/hr, NS 500 ml stat', 'Plan', 'MR RL; MR NS 500 ml'],
  ['Chemotherapy cycle 3 on Friday', 'Plan', 'SR Chemotherapy'],
  ['Dialysis chair at 8 am', 'Plan', 'SR Dialysis'],
  ['Night 2 tabs OD', 'Plan', ''],
  ['HIV and HBsAg reactive', 'Plan', 'C HIV confirmed'],
  ['Malaria and dengue positive', 'Plan', 'C Malaria confirmed; C dengue confirmed'],
])(
  'a grade, blood, a time of day or a solvent is no medicine: “%s” under %s',
  (line, heading, leaves) => expect(leaving(line, heading)).toBe(leaves),
);
