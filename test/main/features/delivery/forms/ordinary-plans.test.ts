/** Ordinary lines of plans, each with all that leaves of it (`lines-leaving.ts` says how). */
import { expect, test } from 'vitest';
import { leaving } from './lines-leaving.ts';

test.each([
  ['Pantoprazole 40 mg OD, avoid spicy food', 'MR Pantoprazole 40 mg'],
  ['Metronidazole 400 mg TDS and avoid alcohol', 'MR Metronidazole 400 mg'],
  ['Repeat CBC in 2 weeks, avoid NSAIDs', 'SR CBC'],
  ['Amlodipine 5 mg OD, stop smoking', 'MR Amlodipine 5 mg'],
  ['Aspirin, avoid', ''],
  ['Atenolol 25 mg, stop it', 'MS Atenolol stopped'],
  ['Aspirin 75 mg, clopidogrel 75 mg, avoid both', 'MS Aspirin unknown; MS clopidogrel unknown'],
  ['Warfarin 5 mg OD, avoid aspirin', 'MR Warfarin 5 mg'],
])('what is forbidden behind a comma is another thing: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  [
    'Metformin 500 mg BD after food, telmisartan 40 mg OD',
    'MR Metformin 500 mg; MR telmisartan 40 mg',
  ],
  ['ORS after each stool, zinc 20 mg OD', 'MR ORS; MR zinc 20 mg'],
  ['After aspirin, clopidogrel', 'MS aspirin completed; MS clopidogrel completed'],
])('“after food” is of the medicine before it: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Rest, paracetamol as needed', 'MR paracetamol'],
  ['Discharge today on cefixime 200 mg BD', 'MR cefixime 200 mg'],
  ['DC home on apixaban 5 mg BD', 'MR apixaban 5 mg'],
  ['At home on aspirin 75 mg OD', 'MS aspirin 75 mg active'],
  ['DC metformin', ''],
  ['No fever started with Tab Augmentin', 'MR Tab Augmentin'],
  ['No need started on aspirin', ''],
  ['No imaging, naproxen 250 mg BD', 'MR naproxen 250 mg'],
  ['No fever, Tab Dolo 650 SOS', 'MR Tab Dolo 650'],
  [
    'Not on metformin 500 mg BD, glimepiride 1 mg OD',
    'MS metformin 500 mg not-taken; MS glimepiride 1 mg not-taken',
  ],
  ['Flucloxacillin 500 QDS 7/7', 'MR Flucloxacillin 500'],
  ['GRBS 140 TDS', ''],
  ['Check sugar 3 TDS', ''],
  ['B12 injection alternate days', 'MR B12 injection'],
  ['Lubricating eye drops QID', 'MR Lubricating eye drops'],
  ['Inj TT 0.5 ml IM stat', 'MR Inj TT'],
  ['Vit D3 60K once weekly', 'MR Vit D3 60K'],
  ['Ecosprin jaari rakhein', 'MR Ecosprin'],
])('a medicine is ordered in the words of a plan: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Salbutamol nebulisation given', 'MS Salbutamol completed; P nebulisation completed'],
  ['Salbutamol nebulisation to be given', 'MR Salbutamol; SR nebulisation'],
  ['Inj Voveran given', 'MS Inj Voveran completed'],
  ['Oral glucose given', ''],
  ['Aspirin 300 mg, clopidogrel 300 mg given', 'MS Aspirin unknown; MS clopidogrel completed'],
  ['Tab Pan 40 OD, Inj Voveran given', 'MR Tab Pan 40; MS Inj Voveran completed'],
  ['Augmentin 625 BD x 5 days given', 'MR Augmentin 625'],
  ['Amoxicillin prescription given', 'MR Amoxicillin'],
  ['Atorvastatin 20 mg, diet chart given', 'MR Atorvastatin'],
  ['X-ray karwaya tha, normal tha', ''],
  ['X-ray karwana hai', 'SR X-ray'],
  ['Nebulization diya gaya', 'P Nebulization completed'],
  ['Nebulization dena hai', 'SR Nebulization'],
  ['Telma 40 shuru ki gayi', 'MR Telma 40'],
])('what was given or done is no order: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Blood cultures 2, then start ceftriaxone', 'SR Blood cultures; MR ceftriaxone'],
  ['ESR 9', ''],
  ['TSH nl, no change', ''],
  ['Paracetamol level at 4 hours', 'SR Paracetamol level'],
  ['Vancomycin trough before 4th dose', 'SR Vancomycin trough'],
  ['Start vancomycin 1 g BD, check trough', 'MR vancomycin 1 g'],
  ['Phenytoin level high, reduce phenytoin to 200 mg', 'MR phenytoin'],
  ['Correct potassium', ''],
  ['Potassium correction with KCl syrup 15 ml TDS', 'MR KCl syrup 15 ml'],
  ['Iron diet', ''],
  ['Mammogram for breast cancer screening', 'SR Mammogram'],
  ['Test for H pylori stool antigen', 'SR H pylori stool antigen'],
  ['Serum calcium, PTH', 'SR Serum calcium; SR PTH'],
  ['CA125, CEA', 'SR CA125; SR CEA'],
  ['ENT to do nasal endoscopy', ''],
  ['Colonoscopy booked by the GI team', ''],
  ['Refer ENT for nasal endoscopy', 'SR endoscopy'],
])('a test is ordered, or not: “%s”', (line, leaves) => expect(leaving(line, 'Plan')).toBe(leaves));

test.each([
  ['HIV, HBsAg, VDRL non reactive', ''],
  ['HIV, HCV negative', ''],
  ['HIV positive, HBsAg negative', 'C HIV positive confirmed'],
])('the result of a row of tests is of each: “%s”', (line, leaves) =>
  expect(leaving(line, 'Investigations')).toBe(leaves),
);

test.each([
  ['Plan', 'Inj Depo-Medrol 40 mg given right knee', 'MS Inj Depo-Medrol 40 mg completed'],
  ['Plan', 'Ceftriaxone 500 mg IM x1 given', 'MS Ceftriaxone 500 mg completed'],
  ['Plan', 'Psychiatry has started escitalopram 10 mg', 'MS escitalopram 10 mg active'],
  ['Plan', 'Partner treatment advised: azithromycin 1 g stat', ''],
  ['Plan', 'Doctor ne bola tha MRI karwane ko', ''],
  ['Plan', 'Doctor ne Telma 40 shuru ki thi', 'MS Telma 40 unknown'],
  ['Plan', 'Counselled re: dialysis', ''],
  ['Plan', 'ECG today - AF', 'C AF confirmed'],
  ['Plan', 'ECG today - r/o ACS', 'SR ECG; C ACS provisional'],
  ['Plan', 'CBC, LFT sent', ''],
  ['Plan', 'CBC, LFT to be sent', 'SR CBC; SR LFT'],
  ['Plan', 'RPR, HIV sent', ''],
  ['Plan', 'Calcium ki goli roz ek', 'MR Calcium'],
  ['Plan', 'Paracetamol bukhar aane par', 'MR Paracetamol'],
  ['Plan', 'Increase levetiracetam to 750 mg BD if further seizures', 'MS levetiracetam unknown'],
  ['Plan', 'Colchicine 500 mcg BD, allopurinol later', 'MR Colchicine 500 mcg'],
  ['Plan', 'Glycomet GP1 chalu, Januvia band', 'MR Glycomet GP1; MS Januvia stopped'],
  ['Plan', 'Aspirin, clopidogrel stopped', 'MS Aspirin unknown; MS clopidogrel stopped'],
  ['Plan', 'No red flags, naproxen 250 mg BD', 'MR naproxen 250 mg'],
  ['Plan', 'Adapalene gel HS', 'MR Adapalene'],
  ['Investigations', 'Anti-CCP positive, RF 120', ''],
  ['Investigations', 'Dengue IgM, malaria parasite - negative', ''],
  ['Medications', 'Clopidogrel completed 12 months', 'MS Clopidogrel completed'],
  ['Medications', 'Clopidogrel 75 mg OD', 'MS Clopidogrel 75 mg active'],
])('what is another’s, of another day or for another: %s: “%s”', (heading, line, leaves) =>
  expect(leaving(line, heading)).toBe(leaves),
);

test.each([
  ['Avoid alcohol, metronidazole 400 mg TDS', 'MR metronidazole 400 mg'],
  ['Avoid aspirin, clopidogrel 75 mg OD', 'MS clopidogrel 75 mg unknown'],
  ['Avoid NSAIDs, ibuprofen 400 mg', 'MS ibuprofen unknown'],
  ['Stop antihypertensives, amlodipine 5 mg OD', 'MS amlodipine 5 mg unknown'],
  ['Consider statin, atorvastatin 20 mg OD', 'MS atorvastatin 20 mg unknown'],
  ['Warfarin counselling given', ''],
  ['Metformin 500 mg BD, counselling given', 'MR Metformin 500 mg'],
  [
    'Loaded with aspirin 300 mg and clopidogrel 300 mg',
    'MS aspirin completed; MS clopidogrel completed',
  ],
  [
    'Nebulised with salbutamol, Tab Azithral 500 OD',
    'MS salbutamol completed; MR Tab Azithral 500',
  ],
  ['Nebulise with salbutamol 6 hourly', 'MR salbutamol'],
  ['After meals: Gelusil 10 ml TDS', 'MR Gelusil 10 ml'],
  ['Eye exercises 10 TDS', ''],
])('what was said before the comma is not of the next: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Advice', 'Rosuvastatin 10 mg HS', 'MR Rosuvastatin 10 mg'],
  ['Advice', 'CBC, LFT', 'SR CBC; SR LFT'],
  ['Follow up', 'CBC in 2 weeks', 'SR CBC'],
  ['Plan', 'Advice: paracetamol 500 mg TDS, avoid ibuprofen', 'MR paracetamol 500 mg'],
  ['Advice', 'Avoid NSAIDs, review if fever', ''],
  ['Advice', 'If fever, paracetamol 500 mg TDS', ''],
  ['Plan', 'Return precautions: chest pain, CT if worse', ''],
  ['Plan', 'Course of amoxicillin 500 mg TDS', 'MR amoxicillin 500 mg'],
])(
  'advice orders medicines and tests, and tells of no finding: %s: “%s”',
  (heading, line, leaves) => expect(leaving(line, heading)).toBe(leaves),
);

test.each([
  [
    'Inj Lasix 40 mg IV stat given, Tab Lasix 40 mg OD',
    'MS Inj Lasix 40 mg completed; MR Tab Lasix 40 mg',
  ],
  ['Swab taken, flucloxacillin 500 mg QDS', 'MR flucloxacillin 500 mg'],
  ['Dressing done, Tab Augmentin 625 BD', 'MR Tab Augmentin 625'],
  ['Pehle Augmentin liya tha, ab Cefixime 200 BD', 'MS Augmentin completed; MR Cefixime 200'],
  ['Previously, aspirin 75 mg', 'MS aspirin completed'],
  ['ECG karwa li hai, theek hai', ''],
  ['Echo kara li jaye', 'SR Echo'],
])('what is over ends at its comma: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test.each([
  ['Cefixime not tolerated, change to azithromycin 500 mg OD', 'MR azithromycin 500 mg'],
  ['BP not controlled, change to telmisartan 40 mg OD', 'MR telmisartan 40 mg'],
  ['If not tolerated, change to azithromycin 500 mg OD', ''],
  ['Not controlled in 2 weeks, change to telmisartan 40 mg OD', ''],
  ['Previously on aspirin, now clopidogrel 75 mg OD', 'MS aspirin completed; MR clopidogrel 75 mg'],
  [
    'Previously on aspirin, now off clopidogrel 75 mg',
    'MS aspirin completed; MS clopidogrel stopped',
  ],
])('what follows a reason, or “now”, is ordered: “%s”', (line, leaves) =>
  expect(leaving(line, 'Plan')).toBe(leaves),
);

test('of a row of infections of which the last was negative none is confirmed, nor where one is awaited', () => {
  expect(leaving('Malaria, dengue negative', 'Assessment')).toBe('C Malaria provisional');
  expect(leaving('TB, HIV negative', 'Assessment')).toBe('C TB confirmed');
  expect(leaving('Typhoid. Malaria negative.', 'Assessment')).toContain('Typhoid');
  expect(leaving('Malaria, dengue pending', 'Assessment')).toBe(
    'C Malaria provisional; C dengue provisional',
  );
});
