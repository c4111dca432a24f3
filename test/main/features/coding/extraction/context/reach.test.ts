/** How far a denial reaches: each word that begins a clause of its own, in writing and in speech. */
import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';

/** The status of the words in brackets. */
function statusOf(marked: string, title = '') {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  return createContext(marked.replace('[', '').replace(']', ''), title).judge(start, end).status;
}

const verbs =
  'is are was were has have had show shows showed reveal reveals revealed appear appears demonstrate demonstrates demonstrated remain remains remained feel feels state states note notes noted look looks does did get gets got';
test.each(verbs.split(' '))('a clause with “%s” is another one', (verb) => {
  expect(statusOf(`no fever, film ${verb} [pneumonia]`)).toBe('present');
  expect(statusOf(`no fever and chest film ${verb} [pneumonia]`)).toBe('present');
  expect(statusOf(`no fever - patient ${verb} [pneumonia]`)).toBe('present');
  // Part of another word, or too far away.
  expect(statusOf(`no fever, x${verb}x [pneumonia]`)).toBe('absent');
});
test.each('now also then there patient pt he she i it they we this but'.split(' '))(
  'a clause may begin with “%s”',
  (word) => {
    expect(statusOf(`no fever, ${word} a b is [pneumonia]`)).toBe('present');
  },
);

const speakers = ['you', 'there', 'i', 'he', 'she', 'it', 'we', 'they'];
const spoken = ['have', 'has', 'had', 'is', 'are', 'was', 'think', 'see', 'got', 'get'];
test.each(speakers)('spoken without a comma, “%s” begins a clause', (who) => {
  for (const verb of spoken) {
    // "I think" leaves it open.
    const status = who === 'i' && verb === 'think' ? 'possible' : 'present';
    expect([verb, statusOf(`no necrosis ${who} ${verb} [edema]`)]).toEqual([verb, status]);
    for (const more of ['do', 'also', 'still', 'really'])
      expect(statusOf(`no necrosis ${who}  ${more}  ${verb} [edema]`)).not.toBe('absent');
  }
  for (const end of ['’ve', "'s", '’re', "'m"])
    expect(statusOf(`no necrosis ${who}${end} [edema]`)).toBe('present');
});

test.each([
  'nevertheless',
  'although',
  'though',
  'except',
  'excepting',
  'except for',
  'apart from',
  'aside from',
  'other than',
  'besides',
  'yet',
  'whereas',
  'which',
  'who',
  'only',
  'given',
  'because',
  'due to',
  'secondary to',
  'instead',
  'otherwise',
  'then',
  'lekin',
  'magar',
  'par',
  'but',
  'however',
])('a denial ends at “%s”', (word) => {
  expect(statusOf(`no fever ${word} [cough]`)).toBe('present');
  expect(statusOf(`no fever x${word} [cough]`)).toBe('absent');
});

test.each([
  ['', '-- No, I have [cough]', 'present'],
  ['', '"Nope, [cough]', 'present'],
  ['', 'Nah. [cough]', 'present'],
  ['', 'Not really, [cough]', 'present'],
  ['', 'xx Dengue no, [cough]', 'absent'],
  ['Past medical history', '[asthma]', 'historical'],
  ['Past medical history', '[asthma] diagnosed 3 years ago', 'present'],
  ['', 'x.Cough [pain]', 'present'],
  ['', 'no x.Cough [pain]', 'absent'],
  ['', 'no fever.Cough', 'present'],
] as const)('under %j, %j: %s', (title, text, status) => {
  if (text.includes('[')) expect(statusOf(text, title)).toBe(status);
});

test.each([
  ['(-) [cough]', 'absent'],
  ['(- ) [cough]', 'absent'],
  ['( -) [cough]', 'absent'],
  ['( – ) [cough]', 'absent'],
  // Not a sign alone.
  ['(-x) [cough]', 'present'],
  ['(- x) [cough]', 'present'],
  ['No chills, (+) [fever]', 'present'],
  ['No chills, ( + ) [fever]', 'present'],
  ['No chills, (+x) [fever]', 'absent'],
] as const)('a sign in brackets before a finding: “%s” is %s', (marked, status) =>
  expect(statusOf(marked)).toBe(status),
);

test.each([
  ['Family history', 'History of [diabetes]', 'family'],
  ['Family history', 'Previous [stroke]', 'family'],
  ['Family history', 'Possible [stroke]', 'family'],
  ['Family history', 'No [stroke]', 'absent'],
  ['Past medical history', '[Stroke]', 'historical'],
  ['Past medical history', 'Possible [stroke]', 'possible'],
  ['Advice', 'Previous [stroke]', 'historical'],
  ['Advice', 'Possible [stroke]', 'possible'],
  ['Advice', '[Stroke]', 'hypothetical'],
] as const)('under %s, “%s” is %s', (title, marked, status) =>
  expect(statusOf(marked, title)).toBe(status),
);

test('a question without its mark is one by its end, however late it comes in a turn', () => {
  const asked =
    'Doctor: Okay so tell me about the last few days at home, and have you had any [fever] at night\nPatient: ';
  expect(statusOf(`${asked}No.`)).toBe('absent');
});
