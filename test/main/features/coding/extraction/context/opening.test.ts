/** “My wife has a headache” at the start of a complaint: it is open whose illness it is. */
import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';

/** The status of the words in brackets. */
function statusOf(marked: string) {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  return createContext(marked.replace('[', '').replace(']', '')).judge(start, end).status;
}

test.each([
  'Patni ko [sir dard] hai',
  'Mere pati ko [khansi] hai',
  'Mere bete ko [bukhar] hai',
  'पत्नी को [बुखार] है',
  'My wife has [headache]',
  'Doctor, my husband has been having [chest pain] since morning',
  'My 5 year old son has [fever]',
  'My wife has fever, cough and [vomiting]',
  'My wife has no fever but [cough]',
  'My wife has a [headache]. I am worried about her.',
  'My son has a [cough]. I take care of him. Can I get a syrup?',
  'My wife has no fever but [cough] since Monday',
  'Complaint: my daughter has [fever]',
  'Doctor: What brings you in today? Patient: My wife has a [headache].',
  'Doctor: Kya takleef hai? Patient: Patni ko [khansi] hai.',
])('possible, not family and not present: “%s”', (marked) =>
  expect(statusOf(marked)).toBe('possible'),
);

test.each([
  'My wife also has [cough]',
  'My wife has [diabetes] too',
  'Patni ko bhi [khansi] hai',
  'Fever since Monday. My wife has [cough].',
  'Doctor: Anyone else ill? Patient: My wife has a [headache].',
  'Doctor: Any fever? Patient: My son has [fever].',
  'Family history: my wife has [diabetes]',
  'My mother has [diabetes]',
  'Papa ko [diabetes] hai',
  'Wife has [diabetes], he is well.',
  'My son had [fever] last week',
  'Mother has no fever but a [cough]',
  'My husband has recently died of [lung cancer]',
  'My wife has [COPD], lives with me',
  'My husband has [dementia] so I am his carer',
  'My husband has [TB]. I want a test.',
  'Doctor: What brings you in? Patient: My wife has [TB]. She lives with me.',
  'Doctor: What brings you in? Patient: My son has [measles], can I catch it?',
  'Father has no diabetes but has [hypertension]',
  'Father no diabetes but [hypertension]',
])('a relative’s: “%s”', (marked) => expect(statusOf(marked)).toBe('family'));

test.each([
  ['Papa ko sugar hai, mujhe [khansi] hai', 'present'],
  ['Patni ko bukhar hai, mujhe [khansi] hai', 'present'],
  ['Mummy ko bukhar hai aur mujhe [khansi] hai', 'present'],
  ['My wife has headache and I have [asthma]', 'present'],
  ['My mother had TB but I have only [asthma]', 'present'],
  ['Family history nil significant but has a [lump] in the left breast', 'present'],
  ['Family history nil but has [chest pain] on exertion', 'present'],
  ['Family history of no diabetes but has [polyuria]', 'present'],
  ['FH no DM but has [polyuria]', 'present'],
  ['Mother with no diabetes but severe [headache] since yesterday', 'present'],
  ['Mother has no diabetes but has [headache] since yesterday', 'present'],
  ['Mother has no diabetes but has had [fever] for 3 days', 'present'],
  ['Mother has no concerns but a [cough]', 'present'],
  ['Father well, no heart disease but some [chest pain]', 'present'],
  ['Mere pati ko [khansi] nahi hai', 'absent'],
  ['My wife has no [fever]', 'absent'],
])('“%s” is %s', (marked, status) => expect(statusOf(marked)).toBe(status));
