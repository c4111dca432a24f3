/**
 * Turns of speech that say of an illness how it comes, where it leads, that it is over or still to be
 * found out; each with lines of the same words in which the finding is there.
 */
import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';

/** `{…}`: the finding. */
function statusOf(line: string): string {
  const start = line.indexOf('{');
  const text = line.replace(/[{}]/g, '');
  const end = start + line.slice(start + 1).indexOf('}');
  const context = createContext(text);
  const { status } = context.judge(start, end);
  const isOpen = status === 'present' && context.wordsLeftOpen({ start, end }, []).length > 0;
  return isOpen ? 'possible' : status;
}

test.each([
  // A mark between two findings; what a test is to see.
  'Chest pain?{angina}',
  'X-ray wrist to see {fracture}',
  // How an illness comes about.
  '{Dengue} spreads in standing water.',
  '{Typhoid} comes from dirty water.',
  '{Malaria} machhar se hota hai.',
  'Gande pani se {piliya} hota hai.',
  // An order to report.
  'Report {muscle pain} while on the new tablet.',
  // Care of those who have none.
  'Heels on pillows, {pressure sore} care.',
  // A scar.
  'Scar in the groin is from {appendicitis}.',
  'Belly scar, {appendicitis}.',
  // A question in the order of its words.
  'Is it {migraine}, the patient says.',
  // A comparison, a predicate and a sentence of the examiner that deny.
  'Not the kind of pain one has with {angina}.',
  'Ten minutes on the treadmill, {angina} not provoked.',
  'Wound dry, {wound infection} did not develop.',
  'Neck thin, {goitre} I could not feel.',
  '{Pulmonary embolism} put to rest by the scan.',
  'Fluid clear, so much for {meningitis}.',
  // Said as past.
  '{Appendicitis}, that was back in 1990.',
  '{TB} 2003, treated.',
  'With her second there was {gestational diabetes}.',
  '{Pneumonia} over and done with.',
  '{Diarrhoea} over, eating well.',
  // Yet to be found out.
  'Sputum again, {tuberculosis} yes or no on Monday.',
  '{Pathri} hai ya nahi sonography se dikhega.',
  'Blood and stool taken, for {coeliac disease}.',
  'Off milk for a week to prove {coeliac disease}.',
  // Where it leads, and what keeps it away.
  'With these tablets the road goes to {kidney failure}.',
  'Tablets keep a {stroke} from happening.',
  'Two sweets for {hypoglycaemia}, then bread.',
  // Others, remedies in the house, doses.
  'Hostel mein {khasra} phaila hua hai.',
  '{Bukhar} ki goli saath rakhna.',
  'Second {rabies} today.',
  'Pale, {jaundice}, drowsy: bring back the same day.',
  '{Kabz} khul gaya.',
  '{Cough} in the whole team, not him.',
  '{Dama} bhai ko hai, mujhe nahi.',
  'Bends and lifts, {back pain} she has none.',
  'CT sent, is it {stroke} or migraine.',
  'MMR given at fifteen months, {measles}.',
  'Two {stillbirth}, then a boy.',
  'There was a bad {depression} after the move, long over.',
  'Salt is how a {stroke} begins.',
  'टीबी वार्ड में {टीबी} वाले मरीजों के साथ रहता है।',
])('is not called present: “%s”', (line) => expect(statusOf(line)).not.toBe('present'));

test.each([
  'Unable to see, {cataract} in both eyes',
  '{Jaundice} comes with dark urine and pale stools.',
  '{Pain} comes from the left hip.',
  'Khatta khane se {jalan} hoti hai.',
  'Reports {muscle pain} on climbing stairs.',
  '{Pressure sore} over the sacrum, dressed daily.',
  'Scar over the chin, and {acne} on both cheeks.',
  'This is {migraine} with aura.',
  '{Cough} not productive.',
  '{Rash} not itchy.',
  '{Diarrhoea} over three days.',
  '{Headache}, that is worse in the morning.',
  '{TB}, on treatment since March.',
  '{Diabetes} 2003, on insulin.',
  'Sputum is yellow, {cough} at night.',
  '{Stroke} with weakness of the left arm.',
  '{Hypoglycaemia} of 2.4 at breakfast.',
  'Ghar mein rehta hai, {khansi} hai.',
  '{Bukhar} hai, goli se kam hota hai.',
  '{Kabz} hai teen din se.',
  'Night sister: {wheeze} on both sides.',
  'Sister, bed 4 has {fever}.',
  '{Rash} he has on both arms, itchy.',
  '{Khansi} hai, neend nahi aati mujhe.',
  '{Pain} in the knee, over the inner side.',
  '{Asthma}, is on two inhalers.',
  '{Chakkar} aate hain jab subah uthta hoon.',
  'Nurse to doctor: {fever} of 39 again.',
  '{Asthma} since her childhood.',
  '{Asthma} hai bachpan se.',
  'T score minus 3.1, {osteoporosis}.',
  '{Chest pain} since half past six.',
  '{Diabetes}, forgets the night insulin.',
  '{Cough} with sputum, cannot lie flat.',
])('is called present: “%s”', (line) => expect(statusOf(line)).toBe('present'));

test('what was not there to be looked at denies nothing', () => {
  expect(statusOf('No glands present to assess for {dysplasia}.')).toBe('possible');
  expect(statusOf('No {fever} present, to assess for malaria.')).toBe('absent');
});

test('what is less likely and cannot be excluded is possible', () => {
  expect(statusOf('Atelectasis, less likely {pneumonia} (cannot be excluded).')).toBe('possible');
  expect(statusOf('Atelectasis, less likely {pneumonia}.')).toBe('absent');
});

test('what cannot be made out is absent', () => {
  expect(statusOf('{Squint} not made out.')).toBe('absent');
  expect(statusOf('{Murmur} could not be made out.')).toBe('absent');
});

test('a relative is also an ancestor or an aunty', () => {
  expect(statusOf('Ancestors on both sides, {heart disease}.')).toBe('family');
  expect(statusOf('Aunty in Pune, {cancer} of the breast.')).toBe('family');
});

test('an answer behind a dash is of what stands before it', () => {
  expect(statusOf('{शराब} - नहीं, बीड़ी - हाँ।')).toBe('absent');
  expect(statusOf('{Khansi} - na, bukhar - haan.')).toBe('absent');
  expect(statusOf('Khansi - na, {bukhar} - haan.')).toBe('present');
  expect(statusOf('{खांसी} - हाँ, बुखार - नहीं।')).toBe('present');
});
