/** Each word of each list by itself: short forms, relatives, times, answers, substances, units. */
import { expect, test } from 'vitest';
import { createContext } from '../../../../../main/features/coding/extraction/context/context.ts';
import { sentencesOf } from '../../../../../main/features/coding/extraction/context/sentences.ts';
import { patternsIn } from '../../../../../main/features/coding/extraction/patterns.ts';

/** The status of the words in brackets. */
function statusOf(marked: string, title = '') {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  return createContext(marked.replace('[', '').replace(']', ''), title).judge(start, end).status;
}
const of = (list: string) => list.split('|');

test.each(
  of(
    'dr|Dr|mr|mrs|ms|tab|tabs|cap|caps|inj|syp|syr|vs|e.g|eg|i.e|ie|approx|no|yr|yrs|hr|hrs|wk|wks|mth|mths|c|st|dept|pvt|govt|temp|resp|abd|neuro|h|x',
  ),
)('the full stop of “%s.” ends no sentence', (short) => {
  expect(sentencesOf(`seen by ${short}. Rao`)).toHaveLength(1);
  expect(sentencesOf(`seen by ${short}. rao`)).toHaveLength(1);
  expect(sentencesOf(`seen by ${short}.  Rao`)).toHaveLength(2);
  expect(sentencesOf(`seen by ${short}.`)).toHaveLength(1);
});
test.each(of('fever|xmrs|xtab|no5'))('that of “%s.” does', (word) => {
  expect(sentencesOf(`seen by ${word}. Rao`)).toHaveLength(2);
});

test('a long line goes on in the next one', () => {
  const line = (length: number) => `${'a'.repeat(length - 2)} b`;
  expect(sentencesOf(`${line(55)}\nand c`)).toHaveLength(2);
  expect(sentencesOf(`${line(56)}\nand c`)).toHaveLength(1);
  expect(sentencesOf(`${line(56)}\n  and c`)).toHaveLength(1);
  expect(sentencesOf(`${line(56)}\n\nand c`)).toHaveLength(2);
  expect(sentencesOf(`${line(56)}\n- and c`)).toHaveLength(2);
  expect(sentencesOf(`x\n${line(56)}\nand c`)).toHaveLength(2);
});

test('a doubt behind a question mark is no question', () => {
  expect(sentencesOf('fever and cough since ? Dengue')).toHaveLength(2);
  expect(sentencesOf('fever and cough ? Dengue')).toHaveLength(1);
  expect(sentencesOf('fever  and  cough ? Dengue')).toHaveLength(1);
  expect(sentencesOf('fever and cough since ? dengue')).toHaveLength(1);
  expect(sentencesOf('fever?! Dengue')).toHaveLength(2);
  expect(sentencesOf('fever !? Dengue')).toHaveLength(2);
});

test.each(of('patient|pt|he|she|himself|herself|i|my|self|c/o|complain|presents|present|now'))(
  'behind “%s” nobody speaks of the relative any more',
  (who) => {
    for (const lead of [', ', '; ', ' and ', ' but ', ' while ', ', the ', ' and the  '])
      expect(statusOf(`mother had diabetes${lead}${who} [fever]`)).not.toBe('family');
    expect(statusOf(`mother had diabetes and x${who}x [fever]`)).toBe('family');
  },
);

test.each(
  of(
    'now|currently|today|presently|at present|who|present|presents|presenting|admitted|on examination|o/e',
  ),
)('behind “%s” nobody speaks of the past any more', (word) => {
  expect(statusOf(`history of asthma ${word} [fever]`)).toBe('present');
});

test.each(
  of(
    'my|his|her|mother|father|son|daughter|wife|husband|brother|sister|uncle|aunt|child|childhood|children|family|people|everyone|other|others|last|ago|had|was|were|used to|before|earlier|previous|previously|past|pehle|gone|resolved|tha|thi|if|when|might|could|afraid|worried|their|our',
  ),
)('an answer with “%s” tells nothing of this patient and now', (word) => {
  const asked = (answer: string) => statusOf(`Doctor: Any cough or [fever]?\nPatient: ${answer}`);
  expect(asked(`No cough but ${word} fever.`)).toBe('absent');
  expect(asked(`No cough but x${word}x fever.`)).toBe('present');
});

test.each(of('yes|yeah|haan|haa|hai|hain|है|हैं|हां|हाँ|present|positive'))(
  'what “%s” stands behind is there',
  (word) => {
    const asked = (answer: string) => statusOf(`Doctor: Any cough or [fever]?\nPatient: ${answer}`);
    for (const between of [' ', ' - ', ' is ', ' ji ', '  '])
      expect([between, asked(`Cough no, fever${between}${word}.`)]).toEqual([between, 'present']);
    for (const no of of('nahi|nahin|nai|नहीं|नही|no|not'))
      expect(asked(`Cough x, fever ${word} ${no}.`)).not.toBe('absent');
  },
);

test.each(
  of(
    'any|anything|some|something|medicine|medication|drug|drugs|food|foods|known|this|that|these|those|them|him|her|certain|multiple|many|several|other|not|none|nil|nkda|nka|nkfa|denies|denied|unknown|environmental|what|which|his|the|all|everything|nothing|seasonal|yes|and',
  ),
)('“allergic to %s” names no substance', (word) => {
  const allergiesIn = (text: string) => patternsIn(text).filter(({ kind }) => kind === 'allergy');
  expect(allergiesIn(`allergic to ${word}.`)).toEqual([]);
  expect(allergiesIn(`allergic to x${word}x.`)).toHaveLength(1);
});

test.each<[string, string, string]>([
  ['Pulse 76 beat per min', '76', 'beatpermin'],
  ['Pulse 76 beats per minute', '76', 'beatsperminute'],
  ['Pulse 76 bpm', '76', 'bpm'],
  ['Pulse 76 / min', '76', '/min'],
  ['HR is 76', '76', '/min'],
  ['HR was 76', '76', '/min'],
  ['HR of 76', '76', '/min'],
  ['HR = 76', '76', '/min'],
  ['HR-76', '76', '/min'],
  ['RR 18 breath per min', '18', 'breathpermin'],
  ['RR 18 breaths per minute', '18', 'breathsperminute'],
  ['BP 120 / 80 mm Hg', '120/80', 'mmHg'],
  ['SpO2 98 %', '98', '%'],
  ['sats 98', '98', '%'],
  ['o2 sat 98', '98', '%'],
  ['o2 saturations 98', '98', '%'],
  ['oxygen saturation 98', '98', '%'],
  ['Temp. 98.6 ° F', '98.6', 'F'],
  ['temperature 38 deg C', '38', 'C'],
  ['temperature 38 degrees c', '38', 'c'],
  ['wt 70 kgs', '70', 'kgs'],
  ['weight 154.5 pounds', '154.5', 'pounds'],
  ['weight 154 lb', '154', 'lb'],
  ['BMI 24.5', '24.5', 'kg/m2'],
])('“%s” is measured: %s %s', (text, value, unit) => {
  const [first, ...others] = patternsIn(text);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ kind: 'vital', hints: { value, unit } });
  expect(text.slice(first!.start, first!.end)).toBe(text);
});
test.each(['xBP 120/80', 'HR 76/80', 'HR 1234', 'RR 18/20', 'weight 70', 'temp 38'])(
  '“%s” is not',
  (text) => expect(patternsIn(text)).toEqual([]),
);
