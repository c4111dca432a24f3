/** Triggers that reach nothing, answers by turns, questions of a note: none leaves a finding present. */
import { afterAll, expect, test } from 'vitest';
import { createExtraction } from '../../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const extraction = createExtraction({ terminology });
const statusOf = (text: string, finding: string) =>
  extraction.ofText(text).find(({ span, text: said }) => {
    const at = text.toLowerCase().indexOf(finding);
    return said !== '' && span.start < at + finding.length && at < span.end;
  })?.status;

test.each([
  // A trigger that reaches nothing that is named says something of the finding.
  ['Headache on the left side, presumably.', 'headache', 'possible'],
  ['The headache that brought her here is past.', 'headache', 'possible'],
  ['Leaflet on asthma handed over.', 'asthma', 'possible'],
  ['Fever for two days, probably influenza.', 'fever', 'present'],
  ['Suspected appendicitis, abdominal pain with nausea.', 'abdominal pain', 'present'],
  // What an auxiliary verb says of it behind a preposition.
  ['Her anaemia of pregnancy has since glorped.', 'anaemia', 'possible'],
  ['The fever broke and passed within a day.', 'fever', 'absent'],
  ['Fever in the evening, with chills and sweats for a week.', 'fever', 'present'],
  // Names and answers by turns.
  ['Fever no cough no vomiting yes', 'fever', 'absent'],
  ['Fever no cough no vomiting yes', 'cough', 'absent'],
  ['Fever no cough no vomiting yes', 'vomiting', 'present'],
  ['No fever no cough', 'cough', 'absent'],
  // Numbers of one list.
  ['Denies: 1. Fever 2. Cough 3. Vomiting', 'cough', 'absent'],
  ['Diagnosis: 1. Fever 2. Cough', 'cough', 'present'],
  // Questions without speakers.
  ['Did you feel any nausea with it? Zero.', 'nausea', 'absent'],
  ['Did you feel any nausea with it? Glorp.', 'nausea', 'possible'],
  ['Did you feel any nausea with it? Yes.', 'nausea', 'present'],
  // What a remedy or a test is for.
  ['Paracetamol for fever above 101.', 'fever', 'hypothetical'],
  ['Paracetamol for headache.', 'headache', 'possible'],
  ['She takes paracetamol for headache.', 'headache', 'present'],
  // Hinglish: earlier, when it comes, and doubted.
  ['Pehle asthma tha, dawai khayi.', 'asthma', 'historical'],
  ['Fever aaye to dawai dena.', 'fever', 'hypothetical'],
  ['Dengue ka doubt hai.', 'dengue', 'possible'],
  ['HIV: NR', 'hiv', 'absent'],
])('“%s”: %s is %s', (text, finding, status) => expect(statusOf(text, finding)).toBe(status));
