/** Frames and triggers of what is not there, each with lines of the same words in which it is. */
import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';

/** `{…}`: the finding. */
function statusOf(line: string): string {
  const start = line.indexOf('{');
  const text = line.replace(/[{}]/g, '');
  const end = start + line.slice(start + 1).indexOf('}');
  const context = createContext(text);
  const { status } = context.judge(start, end);
  const isOpen = status === 'present' && context.wordsLeftOpen({ start, end }, []).words.length > 0;
  return isOpen ? 'possible' : status;
}

test.each([
  // Two words of "neither" with a comma between.
  'न {खुजली}, न बुखार।',
  'न खुजली, न {बुखार}।',
  'Na {khujli}, na bukhar.',
  // Less than it would take.
  'Neck not stiff enough for {meningitis}.',
  'Too short for {migraine}.',
  // Whoever is beside the patient.
  'Bagal wale bed par {TB} ka mareez hai.',
  'पास वाले कमरे में {खसरा} का बच्चा है।',
  'Her twin is on insulin for {diabetes}.',
  "Wife's scan shows {gallstones}.",
  "There is {glaucoma} on mum's side.",
  'Bunkmate: {measles}.',
  'Her landlord: {tuberculosis}.',
  // Remedies that are kept.
  '{Dard} ki goli zarurat par.',
  'Iron and folic acid to ward off {anaemia}.',
  // Ends.
  'He is just over {bronchitis}.',
  '{Cystitis} treated.',
  'The {jaundice} was last month.',
  'Had {eclampsia} with her elder son.',
  '{Hernia} ka operation ho chuka.',
  '{दस्त} दो दिन पहले थे, अब ठीक है।',
  'He passed the {kidney stone} on Monday.',
  'Scan clean, {cholecystitis} out.',
  'Old papers say {angina}; the clinic removed it.',
  'Gums pink; {pallor}, no.',
  'Steroids are known for {weight gain}.',
  'Notice from school about {measles}.',
  'Looks well, {sepsis} six not started.',
  // A row that is denied as one.
  '{Bukhar} khansi kuch nahi hai.',
  // When to come, and when to take it.
  '{Bleeding}, fever or pus: come straight back.',
  '{Breathlessness} at any time = 108.',
  'Use the drops only when the {itching} comes.',
  // What is asked, feared or looked for.
  'DEXA to see about {osteoporosis}.',
  'Anxious it is {leukaemia}.',
  '{Cancer} phobia for years.',
  // An answer of somebody who does not know.
  'Doctor: {Khujli} hai? Patient: Pata nahi.',
  'Doctor: Any {fever}? Patient: I do not know, never measured it.',
  'डॉक्टर: {बुखार} आता है? मरीज़: पता नहीं।',
  // What is not found.
  '{Papilloedema} not visible.',
  '{Pain} 0/10 on movement.',
  '{Wheezing} no longer audible.',
])('%s: it is not called present', (line) => {
  expect(statusOf(line)).not.toBe('present');
});

test.each([
  'खुजली है, न जाने की इच्छा, {बुखार} है।',
  'Not well enough to work, has {fever}.',
  'Not enough sleep, {headache} daily.',
  'Seene ke saamne {dard} hai.',
  '{Dard} ki goli se aaram nahi, {dard} hai.',
  'Twin pregnancy with {anaemia}.',
  '{Bronchitis} treated with doxycycline.',
  'Doctor: {Khujli} hai? Patient: Haan ji.',
  'Doctor: Any {fever}? Patient: Yes, I do not know why.',
  '{Pain} 6/10 on movement.',
  '{Pain} 10/10 on movement.',
  '{Wheeze} audible today.',
  '{Bukhar} hai, khansi kuch nahi.',
  '{Knee pain} only when walking.',
  '{Rash} visible on both arms.',
  'Mother on the phone says {vomiting} since morning.',
  'Sister informs {hypotension} since midnight.',
  'Sister ne bataya {bukhar} hai.',
  'Mum phoned: {wheezing} again.',
  'Hot glossy toe: {gout}.',
  'He is known to have {gout}.',
  'Scan: dilated ureter, {hydronephrosis}, no stone.',
  'Khane se aaram, {pet dard} naabhi ke paas.',
  '{Dard} kam nahi hua.',
  '{खांसी} रुक नहीं रही।',
  '{Kamar dard} jaisa ka taisa hai.',
  'उठते ही {चक्कर} आ रहे हैं।',
  'बुखार नहीं है, सिर्फ {सिरदर्द} है।',
  'Sirf {khujli} hai.',
  'Problem list: {gout}.',
  'Ward round: still has {fever}.',
  'Night staff report {vomiting} twice.',
  'This retired teacher has {hypertension}.',
  '{Bloating} continues as before.',
  'Apart from {itching} he has nothing to report.',
])('%s: it is there', (line) => {
  expect(statusOf(line)).toBe('present');
});

test.each([
  // Not the patient's words of denial.
  ['No operation advised for {gallstones}.', 'present'],
  ['No operation, no {gallstones}.', 'absent'],
  ['No need for steroids as this is {viral croup}.', 'present'],
  ['Rather than gout this is {cellulitis}.', 'present'],
  ['I do not think this is {cellulitis}.', 'absent'],
  ['Denied palpitations, admits {anxiety}.', 'present'],
  ['Admits no {anxiety}.', 'absent'],
  ['Denies that the {back pain} radiates to the leg.', 'present'],
  ['Denies that there was {back pain}.', 'absent'],
  ['Denies progression of {numbness}.', 'present'],
  ['Denies {numbness}.', 'absent'],
  ['No lifting until the {back pain} has settled.', 'present'],
  ['The {back pain} has settled.', 'absent'],
  ['Cholangitis is unlikely, {hepatitis} is more likely.', 'possible'],
  ['Unlikely to be {hepatitis}.', 'absent'],
  ['Nil rash, nil swelling, {itching} mild', 'present'],
  ['Nil rash, nil {swelling}, itching mild', 'absent'],
  ['No tachycardia was recorded, {bradycardia} twice.', 'present'],
  ['Nobody in the family has {asthma}.', 'absent'],
  ['{Crackles} no longer heard.', 'absent'],
])('%s: %s', (line, status) => {
  expect(statusOf(line)).toBe(status);
});
