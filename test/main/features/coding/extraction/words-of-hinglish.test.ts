/** Words of speech that look like others: "tab" is "then", "na" is "no", "neg." ends no sentence. */
import { expect, test } from 'vitest';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const extraction = createExtraction({
  terminology: createTerminology({ folder: folderWithLists() }),
});
const found = (text: string) =>
  extraction.ofText(text).map((one) => `${one.text}: ${one.kind} ${one.status}`);

test.each([
  ['Jab hostel mein rehti thi tab typhoid hua.', 'typhoid: diagnosis possible'],
  ['Tab Paracetamol 650 TDS', 'Tab Paracetamol 650: medication present'],
  ['Dr: bukhar? Pt: na ji.', 'bukhar: symptom absent'],
  ['Doctor: Ulti hoti hai? Patient: Na.', 'Ulti: symptom absent'],
  ['Doctor: Ulti? Patient: Aisa kuch nahi.', 'Ulti: symptom absent'],
  ['Doctor: Bukhar? Patient: Kuch nahi samajh aata.', 'Bukhar: symptom hypothetical'],
  ['Ulti hai aur bukhar hone par kaanpta hai', 'Ulti: symptom present'],
  ['Pet dard hai aur bukhar hua to dikhaya', 'Pet dard: symptom present'],
  ['Dengue in the flat below, two admitted', 'Dengue: diagnosis possible'],
  ['Head injury in the house opposite', 'Head injury: diagnosis possible'],
  ['Scars on the face come from chickenpox', 'chickenpox: diagnosis possible'],
  ['Malaria, dengue negative, platelets 90', 'dengue: diagnosis absent'],
  ['Fever, I mean, for three days', 'Fever: symptom present'],
  ['Vomiting, I mean nausea', 'Vomiting: symptom possible'],
  ['Dengue neg. Fever since 3 days', 'Fever: symptom present'],
  ['ROS neg. for headache, cough', 'cough: symptom absent'],
  ['Bukhar nahi utra teen din se.', 'Bukhar: symptom possible'],
  ['तीन दिन की दवा के बाद भी बुखार नहीं उतरा।', 'बुखार: symptom possible'],
  ['Bukhar nahi hai.', 'Bukhar: symptom absent'],
  ['Mujhe nahi lagta ki yeh heart attack hai.', 'heart attack: diagnosis absent'],
  ['Nahi lagta ki typhoid hai.', 'typhoid: diagnosis absent'],
  ['मुझे नहीं लगता कि यह निमोनिया है।', 'निमोनिया: diagnosis absent'],
  ['Typhoid lagta nahi hai.', 'Typhoid: diagnosis absent'],
  ['Mujhe nahi lagta typhoid hai, bukhar hai.', 'bukhar: symptom present'],
  ['Typhoid mujhe nahi lagta, dengue lag raha hai.', 'dengue: diagnosis possible'],
  ['Nahi lagta ki typhoid, malaria ya dengue hai.', 'dengue: diagnosis possible'],
  ['Mujhe nahi lagta ki typhoid hai, 3 din mein theek ho jayega.', 'typhoid: diagnosis absent'],
  ['Nahi lagta ki neutropenia hai.', 'neutropenia: diagnosis absent'],
  ['Bukhar hai, khana achha nahi lagta.', 'Bukhar: symptom present'],
  ['Mujhe nahi lagta ki bukhar theek hua hai.', 'bukhar: symptom possible'],
  ['There is no doubt that the headache is worse.', 'headache: symptom present'],
  ['I doubt that he has gout.', 'gout: diagnosis absent'],
  ['He no longer walks on account of breathlessness.', 'breathlessness: symptom possible'],
  ['No vomiting and his headache has got worse.', 'headache: symptom present'],
  ['No vomiting, and his headache has gone.', 'headache: symptom absent'],
])('%s', (text, entity) => expect(found(text)).toContain(entity));

test('no sodium is found in the answer of a patient, but among other values', () => {
  expect(found('Doctor: Ulti hoti hai? Patient: Na.')).toEqual(['Ulti: symptom absent']);
  expect(found('Na 138, K 4.2').join()).toContain('Na');
});
