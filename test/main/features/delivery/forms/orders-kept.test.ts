/** Lines of plans that must lose no order, and gain none (`lines-leaving.ts` says how they are shown). */
import { expect, test } from 'vitest';
import { leaving } from './lines-leaving.ts';

test.each([
  ['Paracetamol 650 mg bukhar ho to', 'MR Paracetamol'],
  ['Paracetamol 650 mg SOS bukhar ho to', 'MR Paracetamol 650 mg'],
  ['Tab Dolo 650 bukhar ho to lena', 'MR Tab Dolo 650'],
  ['Dolo 650 mg TDS bukhar rahe to', 'MR Dolo 650 mg'],
  ['Ondansetron 4 mg ulti aaye to', 'MR Ondansetron'],
  ['Loperamide 2 mg dast ho to', 'MR Loperamide'],
  ['Pantop 40 mg OD, paracetamol 500 mg dard ho to', 'MR Pantop 40 mg; MR paracetamol'],
  ['Paracetamol 500 mg bukhar hua to', 'MR Paracetamol'],
  ['Amoxicillin 500 mg dast ho to band', 'MS Amoxicillin stopped'],
])('as needed in Hinglish is an order: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['IOP 18 OD, 16 OS', ''],
  ['Visual acuity 20 OD', ''],
  ['Refraction 90 OD', ''],
  ['Cylinder 1.5 OD', ''],
  ['Left eye 14 OD', ''],
  ['INR 2.5 OD', ''],
  ['Weight 70 OD', ''],
  ['Glucose 110 HS', ''],
  ['Temp 38 BD', ''],
  ['Milk 200 BD', ''],
  ['Eggs 2 OD', ''],
  ['Diet 1800 OD', ''],
  ['Fluid restriction 1500 OD', ''],
  ['Dressing 2 BD', ''],
  ['Suction 4 QID', ''],
  ['Kegels 10 TDS', ''],
  ['Deep breathing 10 QID', ''],
  ['Ankle pumps 10 QID', ''],
  ['Ice 10 TDS', ''],
  ['Sudhakar 45 OD', ''],
  ['Chest physiotherapy 5 BD', 'SR Chest physiotherapy'],
  ['Incentive spirometry 10 QID', 'SR spirometry'],
  ['April 20 OD', ''],
  ['Statin 20 OD', ''],
  ['Cefuroxime 500 BD', 'MR Cefuroxime 500'],
  ['Not taking flucloxacillin 500 QDS', 'MS flucloxacillin 500 not-taken'],
])(
  'a number and a frequency make no medicine of a word, but of a name with such an ending: “%s”',
  (line, leaves) => expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Missed injection for 2 months', 'SR injection'],
  ['Forgets tablets twice weekly', ''],
  ['Cut tablets twice daily', ''],
  ['Crush tablets daily', 'C Crush confirmed'],
  ['Family gives tablets at night', ''],
  ['Applies cream at night', ''],
  ['Apply lotion daily', ''],
  ['Needs injection monthly', 'SR injection'],
  ['Due injection monthly', 'SR injection'],
  ['Knee injection for 2 weeks', 'SR injection'],
  ['L5 injection for 2 weeks', 'SR injection'],
  ['Previous injection for 2 years', 'P injection completed'],
  ['Missed B12 injection for 2 months', 'SR injection'],
  ['Vitamin D3 sachet weekly', 'MR Vitamin D3 sachet'],
])('a form and a frequency make no medicine of a verb or a joint: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Ceftriaxone 1 g given, continue 1 g BD', 'MR Ceftriaxone'],
  ['Inj ceftriaxone 1 g given, continue BD for 5 days', 'MR Inj ceftriaxone 1 g'],
  ['Ceftriaxone 1 g IV given, to continue for 3 days', 'MR Ceftriaxone 1 g'],
  ['Ceftriaxone 1 g given and continue for 5 days', 'MR Ceftriaxone'],
  ['Amoxicillin given, to start tomorrow', 'MR Amoxicillin'],
  ['Salbutamol nebs given then QDS', 'MR Salbutamol'],
  ['Loaded with levetiracetam, continue 500 mg BD', 'MR levetiracetam'],
  ['Loaded with phenytoin 1 g IV then 100 mg TDS', 'MR phenytoin 1 g'],
  ['Azithromycin 500 mg given, then 250 mg OD for 4 days', 'MR Azithromycin'],
  ['Prednisolone 40 mg given, then 30 mg OD', 'MR Prednisolone'],
  ['Loaded with aspirin 300 mg then 75 mg OD', 'MR aspirin'],
  ['Inj ceftriaxone 1 g diya gaya, continue 1 g BD', 'MR Inj ceftriaxone 1 g'],
  [
    'Ceftriaxone 1 g given, continue amlodipine 5 mg OD',
    'MS Ceftriaxone completed; MR amlodipine 5 mg',
  ],
  [
    'Inj diclofenac given then tab aceclofenac 100 mg BD',
    'MS Inj diclofenac completed; MR tab aceclofenac 100 mg',
  ],
  [
    'Loaded with aspirin 300 mg, then clopidogrel 75 mg OD',
    'MS aspirin completed; MR clopidogrel 75 mg',
  ],
  ['Ceftriaxone 1 g given, then discharge', 'MS Ceftriaxone completed'],
])('what was given and goes on stays ordered: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Levothyroxine 50 mcg given before breakfast', 'MR Levothyroxine'],
  ['Salbutamol 2 puffs given before exercise', 'MR Salbutamol'],
  ['Heparin given at 8 hourly', 'MR Heparin'],
  ['Heparin 5000 units 8 hourly given', 'MR Heparin 5000 units'],
  ['Atorvastatin 20 mg given at bedtime', 'MR Atorvastatin'],
  ['Metformin 500 mg given twice daily', 'MR Metformin'],
  ['Paracetamol 1 g given x 3 months', 'MR Paracetamol'],
  ['Ceftriaxone 1 g given and tolerated', 'MS Ceftriaxone completed'],
])('“given” with a time of day or a meal tells how: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Chest X-ray, sputum sent', 'SR Chest X-ray'],
  ['MRI spine, referral sent', 'SR MRI spine'],
  ['CBC, prescription sent', 'SR CBC'],
  ['MRI brain, EEG, bloods sent', 'SR MRI brain; SR EEG'],
  ['Echo, Holter, ANA sent', 'SR Echo; SR Holter'],
  ['X-ray knee, aspirate sent for culture', 'SR X-ray knee'],
  ['Order CBC, LFT, bloods sent to lab tomorrow', 'SR CBC; SR LFT'],
  ['Start aspirin 75 mg OD, ECG, troponin sent', 'MR aspirin 75 mg; SR ECG'],
  ['Repeat CBC, LFT sent', 'SR CBC'],
  ['CBC, LFT sent if febrile', 'SR CBC'],
  ['CBC, LFT, CRP sent', ''],
  ['CBC, CRP and blood cultures sent', ''],
])('of a row “sent” counts where each is a test of a sample: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Our team will start heparin', 'MR heparin'],
  ['We as a team will start heparin', 'MR heparin'],
  ['Our team to give ceftriaxone 1 g IV BD', 'MR ceftriaxone 1 g'],
  ['The medical team will start heparin', 'MR heparin'],
  ['Team will check potassium', 'SR potassium'],
  ['Team to arrange echo', 'SR echo'],
  ['The team has started furosemide 40 mg', 'MR furosemide 40 mg'],
  ['After surgery to start enoxaparin 40 mg OD', 'MR enoxaparin 40 mg'],
  ['Cardiology team will start heparin', ''],
  ['GI team to do colonoscopy', ''],
  ['Neurosurgery to do MRI spine', ''],
  ['ECG, echo booked by cardiology', ''],
  ['CBC, echo booked by cardiology', 'SR CBC'],
])('a team that is not named may be the own one: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Avoid NSAIDs, ibuprofen 400 mg TDS', 'MS ibuprofen 400 mg unknown'],
  ['Avoid penicillins, amoxicillin 500 mg TDS', 'MS amoxicillin 500 mg unknown'],
  ['Avoid statins, atorvastatin 10 mg OD', 'MS atorvastatin 10 mg unknown'],
  ['Avoid ACE inhibitors, ramipril 5 mg OD', 'MS ramipril 5 mg unknown'],
  ['Avoid benzodiazepines, clonazepam 0.5 mg HS', 'MS clonazepam 0.5 mg unknown'],
  ['Avoid nephrotoxics, gentamicin 80 mg OD', 'MS gentamicin 80 mg unknown'],
  ['Avoid NSAIDs and alcohol, ibuprofen 400 mg TDS', 'MS ibuprofen 400 mg unknown'],
  ['No need for antibiotics, amoxicillin 500 mg TDS', 'MS amoxicillin 500 mg unknown'],
  ['No NSAIDs, ibuprofen 400 mg TDS', ''],
  ['Avoid smoking, tobacco and heavy lifting, amlodipine 5 mg OD', 'MR amlodipine 5 mg'],
  ['No need for surgery, ibuprofen 400 mg TDS', 'MR ibuprofen 400 mg'],
])('a medicine behind a class that is avoided may be one of it: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Risks: hysterectomy, bleeding', ''],
  ['Counselling: hysterectomy, ovarian cyst', ''],
  ['Risks: bleeding, colonoscopy perforation', ''],
  ['Precautions: colonoscopy bleeding', ''],
  ['Counselling: metformin 500 mg, weight loss surgery', ''],
  ['Patient education: insulin glargine 10 units', ''],
  ['Advice: aspirin 75 mg OD. Risks: hysterectomy', 'MR aspirin 75 mg'],
  ['Instructions: CBC, amlodipine 5 mg OD', 'SR CBC; MR amlodipine 5 mg'],
  ['Follow up: CBC in 2 weeks', 'SR CBC'],
])('risks, precautions and counselling order nothing, advice does: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Warfarin bleeding, heparin thrombocytopenia', ''],
  ['Colonoscopy perforation', ''],
])('under such a heading nothing leaves: “%s”', (line, leaves) =>
  expect(leaving(line, 'Risks')).toBe(leaves),
);

test.each([
  ['Was home on aspirin 75 mg OD', 'MS aspirin 75 mg active'],
  ['Home on aspirin 75 mg OD before admission', 'MS aspirin 75 mg active'],
  ['Nursing home on aspirin 75 mg OD', 'MS aspirin 75 mg active'],
  ['Home on amoxicillin 500 mg TDS', 'MR amoxicillin 500 mg'],
  ['Stable, home on amoxicillin 500 mg TDS', 'MR amoxicillin 500 mg'],
])('“home on” orders where an item begins with it: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  [
    'Nebulised with salbutamol and ipratropium, prednisolone 40 mg OD',
    'MS salbutamol completed; MS ipratropium completed; MR prednisolone 40 mg',
  ],
  [
    'Nebulised with salbutamol and prednisolone 40 mg OD',
    'MS salbutamol completed; MR prednisolone 40 mg',
  ],
])('“nebulised with” reaches to the comma: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Tetanus toxoid 0.5 ml IM stat', 'MR Tetanus toxoid 0.5 ml'],
  ['Human insulin 10 units BD', 'MR Human insulin 10 units'],
  ['Taper prednisolone by 5 mg every 3 days', 'MR prednisolone'],
  ['Tab Dolo today', 'MR Tab Dolo'],
])('a medicine has its whole name, and no word of its dose: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Migraine prophylaxis: propranolol 40 mg BD', 'MR propranolol 40 mg'],
  ['DVT prophylaxis with enoxaparin 40 mg SC OD', 'MR enoxaparin 40 mg'],
  ['No migraine prophylaxis: propranolol not needed', ''],
  ['PCM 650 QDS', 'MR PCM 650'],
  ['Tab Montek LC HS', 'MR Tab Montek LC'],
])(
  'what is given against an illness is ordered, and a short form of it is no illness: “%s”',
  (line, leaves) => expect(leaving(line, 'Plan')).toBe(leaves),
);

test('normal heart sounds are no illness', () =>
  expect(leaving('HS normal, no murmur', 'Assessment')).toBe(''));
