/**
 * Orders leave only where this doctor's plan orders them: phrases in their sections, read, accepted
 * as they are and written as FHIR in both flavours.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundleOf, resourcesIn } from './accepted-note.ts';
import type { Loose } from './notes.ts';
import { wholeFlavours } from './notes.ts';

const resourcesOf = (content: string | object, flavour: 'r4' | 'nrces' = 'r4') =>
  resourcesIn(bundleOf(content, flavour));

const about = (resources: readonly Loose[], name: string) =>
  resources
    .filter(({ code, medicationCodeableConcept }) =>
      (code ?? medicationCodeableConcept).text.toLowerCase().includes(name.toLowerCase()),
    )
    .map(
      ({ resourceType, status, verificationStatus }) =>
        `${resourceType} ${status ?? verificationStatus?.coding[0].code}`,
    );

const REQUEST = 'MedicationRequest active';
const TAKEN = 'MedicationStatement active';
const STOPPED = 'MedicationStatement stopped';
const OVER = 'MedicationStatement completed';
const UNKNOWN = 'MedicationStatement unknown';
const DONE = 'Procedure completed';
const ORDER = 'ServiceRequest active';

/** Heading, line, the words of the entity, and what becomes of it; empty: words alone. */
const phrases: readonly (readonly [string, string, string, string])[] = [
  ['History', 'On aspirin 75 mg OD for two years', 'aspirin', TAKEN],
  ['History', 'Previously on amlodipine', 'amlodipine', OVER],
  ['History', 'Takes metformin 500 mg BD', 'metformin', TAKEN],
  ['History', 'He has been taking atorvastatin 20 mg at night', 'atorvastatin', TAKEN],
  ['History', 'Stopped aspirin last month because of gastritis', 'aspirin', STOPPED],
  ['History', 'Aspirin was discontinued in 2019', 'aspirin', STOPPED],
  ['History', 'Used to take amlodipine', 'amlodipine', OVER],
  ['History', 'Was on atenolol until last year', 'atenolol', OVER],
  ['History', 'Completed a course of azithromycin', 'azithromycin', OVER],
  ['History', 'Took paracetamol yesterday', 'paracetamol', OVER],
  ['History', 'Received amoxicillin 3 weeks ago', 'amoxicillin', OVER],
  ['History', 'Not taking metformin regularly', 'metformin', 'MedicationStatement not-taken'],
  ['History', 'GP advised paracetamol 500 mg SOS', 'paracetamol', UNKNOWN],
  ['History', 'Aspirin 75 mg OD', 'aspirin', UNKNOWN],
  ['History', 'Appendicectomy in 2004', 'appendicectomy', DONE],
  ['History', 'Underwent cholecystectomy 3 years ago', 'cholecystectomy', DONE],
  ['History', 'S/p tonsillectomy as a child', 'tonsillectomy', DONE],
  ['History', 'Awaiting cholecystectomy', 'cholecystectomy', ''],
  ['History', 'CT scan done in 2019 was normal', 'CT scan', ''],
  ['History', 'Chest X-ray last week', 'Chest X-ray', ''],
  ['Past medical history', 'Hypertension, on amlodipine 5 mg', 'amlodipine', TAKEN],
  ['Past medical history', 'Amlodipine 5 mg OD', 'amlodipine', UNKNOWN],
  ['Past surgical history', 'Appendicectomy', 'appendicectomy', DONE],
  ['Past surgical history', 'Cholecystectomy (2015)', 'cholecystectomy', DONE],
  ['Family history', 'Mother takes metformin 500 mg BD', 'metformin', ''],
  ['Family history', 'Father had appendicectomy', 'appendicectomy', ''],
  ['Allergies', 'Allergic to penicillin', 'penicillin', 'AllergyIntolerance confirmed'],
  ['Allergies', 'Aspirin', 'aspirin', 'AllergyIntolerance confirmed'],
  ['Allergies', 'Possible allergy to penicillin', 'penicillin', 'AllergyIntolerance unconfirmed'],
  ['Allergies', 'No known allergy to penicillin', 'penicillin', ''],
  ['Current medications', 'Metformin 500 mg BD', 'metformin', TAKEN],
  ['Medications', 'Aspirin 75 mg OD', 'aspirin', TAKEN],
  ['Medications', 'Stop aspirin', 'aspirin', STOPPED],
  ['Medications', 'Amlodipine 5 mg OD, stopped in June', 'amlodipine', STOPPED],
  ['Medications', 'Aspirin 75 mg (on hold)', 'aspirin', 'MedicationStatement on-hold'],
  ['Drug history', 'Atorvastatin 20 mg HS', 'atorvastatin', TAKEN],
  ['Previous medications', 'Atenolol 50 mg OD', 'atenolol', UNKNOWN],
  ['Assessment', 'Hypertension controlled on amlodipine', 'amlodipine', TAKEN],
  ['Assessment', 'Start aspirin 75 mg OD', 'aspirin', UNKNOWN],
  ['', 'Paracetamol 500 mg TDS for 3 days', 'paracetamol', UNKNOWN],
  ['Plan', 'Start amlodipine 5 mg OD', 'amlodipine', REQUEST],
  ['Plan', 'Paracetamol 500 mg TDS for 3 days', 'paracetamol', REQUEST],
  ['Plan', 'Continue metformin 500 mg BD', 'metformin', REQUEST],
  ['Plan', 'Increase metformin to 1000 mg BD', 'metformin', REQUEST],
  ['Plan', 'Paracetamol 500 mg SOS if fever', 'paracetamol', REQUEST],
  ['Assessment and plan', 'Atorvastatin 20 mg at night', 'atorvastatin', REQUEST],
  ['Prescription', 'Tab. Paracetamol 650 mg 1-0-1 x 3 days', 'paracetamol', REQUEST],
  ['Rx', 'Amoxicillin 500 mg TDS for 5 days', 'amoxicillin', REQUEST],
  ['Plan', 'Stop aspirin', 'aspirin', STOPPED],
  ['Plan', 'Aspirin to be stopped', 'aspirin', STOPPED],
  ['Plan', 'Aspirin stopped', 'aspirin', STOPPED],
  ['Plan', 'Aspirin, stopped atenolol', 'aspirin', UNKNOWN],
  ['Plan', 'On aspirin 75 mg OD', 'aspirin', TAKEN],
  ['Plan', 'Discontinue atenolol and start amlodipine', 'atenolol', STOPPED],
  ['Plan', 'Discontinue atenolol and start amlodipine', 'amlodipine', REQUEST],
  ['Plan', 'Switch from atenolol to amlodipine', 'atenolol', STOPPED],
  ['Plan', 'Switch from atenolol to amlodipine', 'amlodipine', REQUEST],
  ['Plan', 'Hold metformin before the contrast study', 'metformin', 'MedicationStatement on-hold'],
  ['Plan', 'Avoid ibuprofen', 'ibuprofen', ''],
  ['Plan', 'Consider atorvastatin at the next visit', 'atorvastatin', ''],
  ['Plan', 'Azithromycin if no improvement in 3 days', 'azithromycin', ''],
  ['Plan', 'Declined metformin', 'metformin', ''],
  ['Plan', 'Previously on amlodipine', 'amlodipine', OVER],
  ['Plan', 'Aspirin, clopidogrel stopped', 'aspirin', UNKNOWN],
  ['Plan', 'Amlodipine 5 mg OD (previous)', 'amlodipine', OVER],
  ['Plan', 'Amlodipine 5 mg OD (old medication)', 'amlodipine', OVER],
  ['Plan', 'Amlodipine 5 mg OD (prev.)', 'amlodipine', OVER],
  ['Plan', 'Amlodipine 5 mg OD - previous medication', 'amlodipine', OVER],
  ['Plan', 'Amlodipine 5 mg OD was taken for 2 years', 'amlodipine', OVER],
  ['Plan', 'Paracetamol 1 g already given', 'paracetamol', OVER],
  ['Plan', 'Amlodipine 5 mg OD (home medication)', 'amlodipine', TAKEN],
  ['Plan', 'Amlodipine 5 mg OD (prior to admission)', 'amlodipine', TAKEN],
  ['Plan', 'Amlodipine 5 mg OD (not any more)', 'amlodipine', ''],
  ['Plan', 'Amlodipine 5 mg OD (to discuss)', 'amlodipine', ''],
  ['Plan', 'Amlodipine 5 mg OD (mother’s)', 'amlodipine', ''],
  ['Plan', 'Amlodipine 5 mg OD (prior to meals)', 'amlodipine', REQUEST],
  ['Plan', 'Amlodipine 5 mg OD (previous dose 2.5 mg)', 'amlodipine', REQUEST],
  ['Plan', 'Amlodipine 5 mg OD as per previous medication', 'amlodipine', REQUEST],
  ['Plan', 'Chest X-ray', 'Chest X-ray', ORDER],
  ['Plan', 'Repeat HbA1c in 3 months', 'HbA1c', ORDER],
  ['Plan', 'CT scan done yesterday', 'CT scan', ''],
  ['Plan', 'Consider MRI', 'MRI', ''],
  ['Plan', 'Refer for cholecystectomy', 'cholecystectomy', ''],
  ['Plan', 'Refer for colonoscopy', 'colonoscopy', ORDER],
  ['Plan', 'S/p appendicectomy in 2004', 'appendicectomy', DONE],
  ['Plan', 'Family history: mother on metformin 500 mg BD', 'metformin', ''],
  ['Investigations', 'Chest X-ray normal', 'Chest X-ray', ''],
];

describe.each(wholeFlavours)('%s', (flavour) => {
  test.each(phrases)('under “%s”, “%s”: %s is %s', (heading, line, name, expected) => {
    const markdown = heading === '' ? line : `## ${heading}\n- ${line}`;
    expect(about(resourcesOf(markdown, flavour), name).join()).toBe(expected);
  });
});

test('a procedure of the past has the date that the note gives, or none', () => {
  const date = (line: string) =>
    resourcesOf(`## Past surgical history\n${line}`).find(
      ({ resourceType }) => resourceType === 'Procedure',
    ).performedDateTime;
  expect(date('Appendicectomy in 2004')).toBe('2004');
  expect(date('Appendicectomy in March 2019')).toBe('2019-03');
  expect(date('Appendicectomy on 12 March 2019')).toBe('2019-03-12');
  expect(date('Appendicectomy on 31 Feb 2019')).toBeUndefined();
  expect(date('Appendicectomy on 03/04/2019')).toBeUndefined();
  expect(date('Appendicectomy')).toBeUndefined();
});

test('the platform’s prescription orders, and says what it stops', () => {
  const emr = (item: object) => resourcesOf({ prescription: { medications: [item] } });
  expect(about(emr({ name: 'Aspirin', dose: { custom: '75 mg' } }), 'Aspirin')).toEqual([REQUEST]);
  expect(about(emr({ name: 'Stop aspirin' }), 'aspirin')).toEqual([STOPPED]);
  expect(about(emr({ name: 'Aspirin', status: 'discontinued' }), 'Aspirin')).toEqual([STOPPED]);
  expect(about(emr({ name: 'Aspirin', instruction: 'Then stop' }), 'Aspirin')).toEqual([REQUEST]);
});

test('whatever a note says outside of its plan, no order arises from it', () => {
  const headings = [...new Set(phrases.map(([heading]) => heading))].filter(
    (heading) => !/plan|prescription|^rx$/i.test(heading),
  );
  const line = fc
    .array(
      fc.oneof(
        fc.constantFrom(...phrases.map(([, words]) => words)),
        fc.constantFrom('Start', 'Give', 'order', 'MRI', 'Tab. Paracetamol 500 mg TDS', 'and', ','),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => parts.join(' '))
    .filter((words) => !/plan|family history/i.test(words));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...headings), line), { minLength: 1, maxLength: 4 }),
      (sections) => {
        const text = sections.map(([heading, words]) => `## ${heading || 'x'}\n${words}`);
        const orders = resourcesOf(text.join('\n')).filter(({ intent }) => intent !== undefined);
        expect(orders).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});
