/** A medicine that a text names and that is not taken is never present. */
import { afterAll, expect, test } from 'vitest';
import { createExtraction } from '../../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const extraction = createExtraction({ terminology });
const statusOf = (text: string, name: string) =>
  extraction.ofText(text).find((one) => one.text.toLowerCase().includes(name))?.status;

test.each([
  ['Stop Telma', 'telma'],
  ['Not given aspirin', 'aspirin'],
  ['She has never been started on metformin.', 'metformin'],
  ['Not on aspirin, metformin', 'metformin'],
  ['Never took aspirin, ibuprofen', 'ibuprofen'],
  ['No fever, stopped aspirin', 'aspirin'],
  ['No fever, not started on aspirin', 'aspirin'],
  ['No rash, to be started on aspirin if pain', 'aspirin'],
  ['Denies smoking, taking aspirin', 'aspirin'],
  ['Not taking Ecosprin', 'ecosprin'],
  ['Metformin was discontinued by the nephrologist.', 'metformin'],
  ['Off atenolol for three months.', 'atenolol'],
  ['Avoid ibuprofen and diclofenac.', 'diclofenac'],
  ['She is unable to take ibuprofen.', 'ibuprofen'],
  ['Refused metformin.', 'metformin'],
  ['Aspirin is contraindicated.', 'aspirin'],
  ['He threw away the glimepiride.', 'glimepiride'],
  ['Ran out of his metformin.', 'metformin'],
  ['Ecosprin band kar do.', 'ecosprin'],
  ['Metformin nahi le rahe hain.', 'metformin'],
  ['Tab Ecosprin 75 mg stopped', 'ecosprin'],
  ['Start losartan 50 mg in place of ramipril.', 'ramipril'],
  ['Losartan 50 mg as potassium or ramipril replacement', 'ramipril'],
  ['We changed her furosemide to torsemide.', 'furosemide'],
  ['No cough, change ramipril to telmisartan', 'ramipril'],
  ['No cough; switched from ramipril to telmisartan', 'ramipril'],
  ['No ramipril, telmisartan or aspirin', 'telmisartan'],
  ['No fever, change of aspirin', 'aspirin'],
  ['No fever not started on aspirin', 'aspirin'],
  ['No fever and no aspirin given', 'aspirin'],
  ['No fever or started aspirin stopped', 'aspirin'],
  ['No cough nor aspirin taken', 'aspirin'],
  ['No pain reduced with meals, aspirin', 'aspirin'],
  ['No cough increased with food, aspirin', 'aspirin'],
  ['No chest pain, starting of aspirin not advised.', 'aspirin'],
  ['No chest pain, start of aspirin deferred', 'aspirin'],
  ['Denies recent illness, start of metformin', 'metformin'],
  ['No fever, no start of aspirin', 'aspirin'],
  ['Clarithromycin 500 mg BD (hold simvastatin)', 'simvastatin'],
  ['Clarithromycin 500 mg BD (hold t. simvastatin)', 'simvastatin'],
])('“%s”: no %s', (text, name) => expect(statusOf(text, name)).toBe('absent'));

test.each([
  ['No breathlessness, started paracetamol 650 mg twice daily', 'paracetamol'],
  ['No breathlessness, start of paracetamol', 'paracetamol'],
  ['No breathlessness, start paracetamol', 'paracetamol'],
  ['no breathlessness, start paracetamol', 'paracetamol'],
  ['No cough, reduced with aspirin', 'aspirin'],
  ['Continue atorvastatin, smoking cessation not interested', 'atorvastatin'],
  ['Start paracetamol if fever', 'paracetamol'],
  ['Start metformin 500 mg once daily', 'metformin'],
  ['Started clopidogrel when the stent was placed', 'clopidogrel'],
  ['Consider increasing metformin', 'metformin'],
  ['No cough, on amlodipine 5 mg', 'amlodipine'],
  ['Fever for three days, no breathlessness started paracetamol 650 mg', 'paracetamol'],
  ['No fever and started paracetamol 650 mg', 'paracetamol'],
  ['Denies fever or cough started on aspirin', 'aspirin'],
  ['No fever started with Tab Augmentin 625 mg BD', 'augmentin'],
  ['No rash started with amoxicillin', 'amoxicillin'],
  ['No pain started with ibuprofen', 'ibuprofen'],
  ['No pain reduced with Tab Ultracet BD', 'ultracet'],
  ['No pain reduced with ibuprofen 400 mg TDS', 'ibuprofen'],
  ['No fever no cough put on Ecosprin 75', 'ecosprin'],
  ['No fever continue metformin 500 mg and aspirin', 'aspirin'],
  ['No cough, change ramipril to telmisartan', 'telmisartan'],
  ['Denies cough, fever, switch ramipril to telmisartan 40 mg', 'telmisartan'],
  ['No edema, increase furosemide to 40 mg', 'furosemide'],
  ['No fever, took ibuprofen 400 mg', 'ibuprofen'],
  ['No fever, started aspirin or ibuprofen', 'ibuprofen'],
  ['No allergies, continue metformin', 'metformin'],
  ['Denies chest pain; advised Tab. Ecosprin 75', 'ecosprin'],
  ['Start losartan 50 mg in place of ramipril.', 'losartan'],
  ['Losartan 50 mg as potassium or ramipril replacement', 'losartan'],
  ['Clarithromycin 500 mg BD (hold t. simvastatin)', 'clarithromycin'],
  ['On amlodipine 5 mg (hold simvastatin).', 'amlodipine'],
  ['Continue metformin 500 mg BD, stop glimepiride 1 mg OD', 'metformin'],
  ['Amlodipine nahi le rahe par metformin le rahe hain.', 'metformin'],
  // A stop that is to come, and words about the dose or another thing.
  ['Stop metformin if vomiting.', 'metformin'],
  ['She discontinues clopidogrel a week before the surgery.', 'clopidogrel'],
  ['No change to her metformin dose.', 'metformin'],
  ['Nitrofurantoin 3/7 course. Contact us if fever persists.', 'nitrofurantoin'],
  ['We discussed increasing her lisinopril.', 'lisinopril'],
])('“%s”: %s is present', (text, name) => expect(statusOf(text, name)).toBe('present'));

test.each([
  ['add clopidogrel if stent', 'clopidogrel'],
  ['Add clopidogrel 75 mg if stent is placed', 'clopidogrel'],
  ['Start metformin 500 mg if HbA1c above 7', 'metformin'],
  ['Add amlodipine 5 mg if BP stays high', 'amlodipine'],
  ['Consider adding aspirin', 'aspirin'],
  ['No nausea reduced with ondansetron', 'ondansetron'],
])('what is to be begun on a condition, or may be taken, is possible: “%s”', (text, name) =>
  expect(statusOf(text, name)).toBe('possible'),
);

test('what was denied before an act of giving stays denied', () => {
  for (const text of [
    'No breathlessness, start of paracetamol',
    'no breathlessness, start paracetamol',
  ])
    expect(statusOf(text, 'breathlessness'), text).toBe('absent');
});

test('what was taken once is of the past, and an allergy stays one', () => {
  expect(statusOf('Had been on prednisolone until last winter.', 'prednisolone')).toBe(
    'historical',
  );
  expect(extraction.ofText('Allergic to aspirin, stop it.')).toMatchObject([
    { kind: 'allergy', status: 'present' },
  ]);
});

test.each([
  'Cetirizine PRN',
  'Salbutamol inhaler 2 puffs PRN',
  'Ibuprofen 400 mg PRN for pain',
  'Return if fever; paracetamol PRN',
  'Zolpidem 5 mg p.r.n.',
  'PRN salbutamol',
  'Salbutamol/cetirizine PRN',
])('a medicine as needed is one of the patient’s: “%s”', (text) => {
  const medicines = extraction.ofText(text).filter(({ kind }) => kind === 'medication');
  expect(medicines.length).toBeGreaterThan(0);
  for (const { status } of medicines) expect(status).toBe('present');
});

test.each([
  ['If itching, cetirizine PRN', 'cetirizine'],
  ['Consider cetirizine PRN', 'cetirizine'],
  ['May use cetirizine PRN', 'cetirizine'],
  ['No ibuprofen PRN', 'ibuprofen'],
  ['Stop ibuprofen PRN', 'ibuprofen'],
  ['Not taking cetirizine PRN', 'cetirizine'],
  ['Ibuprofen PRN for pain', 'pain'],
])('“%s”: %s is not present', (text, name) => expect(statusOf(text, name)).not.toBe('present'));
