/** Notes with Hindi headings: only what the plan surely orders is ordered. */
import { describe, expect, test } from 'vitest';
import { actIn } from '../../../../../shared/model/export/acts/act-status.ts';

const status = (title: string, text: string, name = 'aspirin') =>
  actIn([{ title, text }], name)?.status;

test.each([
  ['योजना', 'ordered'],
  ['**उपचार योजना:**', 'ordered'],
  ['2. आगे की योजना', 'ordered'],
  ['निदान और योजना', 'ordered'],
  ['सलाह', 'ordered'],
  ['उपचार', 'ordered'],
  ['इलाज', 'ordered'],
  ['नुस्खा', 'ordered'],
  ['दी गई दवाइयाँ', 'ordered'],
  ['जांच की सलाह', 'ordered'],
  ['फॉलो-अप', 'ordered'],
  ['## योजना (Plan)', 'ordered'],
  ['Plan (योजना)', 'ordered'],
  ['योजना (जाँच)', 'unclear'],
  ['योजना (stopped)', 'past'],
  ['Medications (Plan)', 'unclear'],
  ['जाँच (Examination)', 'unclear'],
  // As "Medications" and "Investigations" alone: a list of what is taken, results of tests.
  ['दवाइयाँ', 'taken'],
  ['जाँच', 'unclear'],
  ['वर्तमान दवाएँ', 'taken'],
  ['पुरानी दवाइयाँ', 'past'],
  ['पिछला इतिहास', 'past'],
  ['उपचार का इतिहास', 'past'],
  ['पारिवारिक इतिहास', 'family'],
  ['दवा से एलर्जी', 'allergy'],
  ['मुख्य शिकायत', 'unclear'],
])('under “%s” a medicine is %s', (title, wanted) => {
  expect(status(title, 'Aspirin 75 mg')).toBe(wanted);
  expect(status(title.normalize('NFD'), 'Aspirin 75 mg')).toBe(wanted);
});

describe('a line of the plan', () => {
  test.each([
    ['Aspirin 75 mg दिन में एक बार, खाने के बाद', 'ordered'],
    ['Aspirin खाने से पहले लें', 'ordered'],
    ['Aspirin 75 mg रात को सोते समय 5 दिन तक', 'ordered'],
    ['Aspirin जारी रखें', 'ordered'],
    ['Aspirin 75 मिग्रा, कम से कम 6 घंटे के अंतर पर', 'ordered'],
    ['Aspirin 75 mg बुखार होने पर', 'ordered'],
    ['Aspirin बंद करें', 'stopped'],
    ['Aspirin रोकें', 'stopped'],
    ['Aspirin छोड़ दें', 'stopped'],
    ['Aspirin की जगह clopidogrel', 'stopped'],
    ['Aspirin न लें', 'not-ordered'],
    ['Aspirin नहीं देना', 'not-ordered'],
    ['Aspirin से बचें', 'not-ordered'],
    ['Aspirin पहले ली थी', 'completed'],
    ['Aspirin ले रहे हैं', 'taken'],
    ['अगर दर्द हो तो Aspirin 75 mg', 'unclear'],
    ['Aspirin band karein', 'stopped'],
    ['Aspirin mat lein', 'not-ordered'],
  ])('“%s” is %s', (line, wanted) => {
    expect(status('योजना', line)).toBe(wanted);
    expect(status('Plan', line)).toBe(wanted);
    expect(status('योजना', line.normalize('NFD'))).toBe(wanted);
  });

  test('with words of another script that are not known orders nothing, in any plan', () => {
    for (const title of ['योजना', 'Plan'])
      for (const line of ['Aspirin நிறுத்து', 'Aspirin فلان', 'Aspirin অমুক'])
        expect(status(title, line)).toBe('unclear');
    expect(status('Plan', 'Aspirin 75 µg, β-blocker')).toBe('ordered');
  });

  test('ends at a danda', () => {
    const text = 'Aspirin दें। Clopidogrel बंद करें।';
    expect([status('योजना', text), status('योजना', text, 'clopidogrel')]).toEqual([
      'ordered',
      'stopped',
    ]);
  });

  test('may name the medicine in Hindi', () => {
    const text = 'पैरासिटामोल 500 mg दिन में तीन बार';
    expect(status('योजना', text, 'पैरासिटामोल')).toBe('ordered');
  });
});

test('the platform’s list of what is prescribed orders, and its instructions may forbid others', () => {
  const item = (text: string) =>
    actIn([{ title: 'x', key: 'medications', text }], 'aspirin')?.status;
  expect(item('Aspirin 75 mg, 1 गोली, आइबुप्रोफ़ेन, नेप्रोक्सेन या अन्य दवा न लें')).toBe('ordered');
  expect(item('Aspirin 75 mg, अनजान')).toBe('ordered');
  expect(item('Aspirin 75 mg, बिल्कुल न लें')).toBe('not-ordered');
  expect(item('Aspirin 75 mg, तुरंत बंद करें')).toBe('stopped');
});

test('a label in the text counts before the heading', () => {
  const text = 'पूर्व दवाइयाँ: Aspirin 75 mg\nयोजना:\nClopidogrel 75 mg दिन में एक बार';
  expect([status('Note', text), status('Note', text, 'clopidogrel')]).toEqual(['past', 'ordered']);
});
