/** Values that were said of another posture, side or time than the note has them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const told = (note: string, transcript: string) =>
  checks({ sections: [{ id: 'one', title: 'Findings', text: note }], transcript, language: 'en' })
    .filter(({ kind }) => kind === 'number')
    .map(({ inNote }) => inNote);

describe('pressures that changed places are told', () => {
  test.each([
    ['BP lying 110/70, standing 130/80', 'BP lying 130/80, standing 110/70.'],
    ['BP 110/70 lying, 130/80 standing', 'Lying down 130 over 80, and standing 110 over 70.'],
    ['Supine BP 110/70, erect BP 130/80', 'It is one thirty over eighty lying, 110/70 standing.'],
    ['BP 110/70 (sitting), 130/80 (standing)', '130/80 sitting, it fell to 110/70 when you stood.'],
    [
      'Supine: 110/70\nStanding: 130/80',
      'Please lie down. 130 over 80. Now stand up. 110 over 70.',
    ],
    ['बीपी लेटे हुए 110/70, खड़े होकर 130/80', 'BP lete hue 130/80, khade hokar 110/70.'],
    ['BP right arm 110/70, left arm 130/80', 'Right arm 130/80 and left arm 110/70.'],
    ['BP Rt arm 110/70, Lt arm 130/80', 'In the right arm 130/80, in the left 110/70.'],
    ['BP today 110/70, last visit 130/80', 'Last time it was 110/70, today it is 130/80.'],
    ['BP at home 110/70, in clinic 130/80', 'At home you had 130/80, and today 110/70.'],
    ['BP before exercise 110/70, after exercise 130/80', 'At rest 130/80, after exercise 110/70.'],
  ])('%s | %s', (note, said) =>
    expect(told(note, `Doctor: ${said}`)).toEqual(['110/70', '130/80']),
  );

  test.each(['BP 110/70 standing', 'BP (erect) 110/70'])(
    'also where one alone was said: %s',
    (note) => expect(told(note, 'Doctor: lying down it is 110/70.')).toEqual(['110/70']),
  );
});

describe('other values that changed places are told', () => {
  test.each([
    ['FBS 180 mg/dL, PPBS 110 mg/dL', 'Fasting was 110 and after food 180.', 2],
    ['Sugar after meals 110, before meals 180', 'khali pet 110 aur khane ke baad 180.', 2],
    ['SpO2 88% at rest, 97% on exertion', '97 percent at rest and 88 after walking.', 2],
    ['SpO2 97% on room air', 'saturation is 97 percent on oxygen, 88 on room air.', 1],
    ['Power left 5/5, right 4/5', 'power 4/5 on the left and 5/5 on the right.', 2],
    ['RE 6/12, LE 6/6', 'six by six in the right eye and six by twelve in the left.', 2],
    [
      'Pre-bronchodilator 350, post-bronchodilator 250',
      '250 before the bronchodilator, 350 after the nebulisation.',
      2,
    ],
    [
      'Flexion left 90 degrees, right 120 degrees',
      'it bends to 120 degrees left, 90 degrees right.',
      2,
    ],
    [
      'Creatinine before dialysis 4.2, after dialysis 8.1',
      'before dialysis 8.1, after dialysis 4.2',
      2,
    ],
    ['Pulse lying 98, standing 72', 'pulse 72 lying and 98 standing', 2],
  ])('%s | %s', (note, said, count) => expect(told(note, `Doctor: ${said}`)).toHaveLength(count));
});

describe('values of two times with one word for a time are told where they changed places', () => {
  const before = [
    'HbA1c 8.2 (previously 7.5)',
    'HbA1c 8.2, previously 7.5',
    'HbA1c 8.2 (prev 7.5)',
    'HbA1c 8.2, was 7.5 last month',
    'HbA1c 8.2, up from 7.5',
    'HbA1c 7.5 last visit, 8.2 today',
    'Last time HbA1c was 7.5, it is 8.2',
    'HbA1c was 7.5 earlier, now 8.2',
    'HbA1c 8.2, pehle 7.5 tha',
  ];
  const turned = (line: string) =>
    line.replace(/7\.5|8\.2/g, (value) => (value === '7.5' ? '8.2' : '7.5'));
  test.each([...before, 'HbA1c was 7.5 three months ago and is 8.2'])('%s', (said) => {
    for (const note of before) {
      expect([note, told(note, `Doctor: ${said}.`)]).toEqual([note, []]);
      expect([note, told(turned(note), `Doctor: ${said}.`).length]).toEqual([note, 2]);
      expect([note, told(note, `Doctor: ${turned(said)}.`).length]).toEqual([note, 2]);
    }
  });

  test.each([
    ['Weight 72 kg (previously 75 kg)', 'Weight is 75 kg, last month it was 72 kg.', 2],
    ['Creatinine 1.8 (prev 1.2)', 'Creatinine 1.8 a month ago, 1.2 today.', 2],
    ['Weight 72 kg, was 75 kg last visit', 'Your weight is 75 kilos, down from 72.', 2],
    ['HbA1c 8.2 (previously 7.5)', 'HbA1c is 7.5 now. Previously it was 8.2.', 1],
    ['BP 150/90, last visit 130/80', 'BP 130/80, last visit 150/90.', 2],
  ])('%s | %s', (note, said, count) => expect(told(note, `Doctor: ${said}`)).toHaveLength(count));

  test.each([
    ['HbA1c 7.5 (previously 8.2)', 'HbA1c is 7.5 now. Previously it was 8.2.'],
    ['HbA1c 7.5 (previously 8.2)', 'HbA1c 8.2, then 7.5.'],
    ['Hb 11.2, creatinine 1.5 last month', 'Last month creatinine was 1.5. Hb is 11.2.'],
    ['Hb 11.2, creatinine 1.5 last month', 'Creatinine 1.5 and Hb 11.2, both last month.'],
    ['Hb 11.2', 'Hb 11.2 last month, creatinine 1.5.'],
    ['HbA1c 7.5, was 7.5 last visit', 'HbA1c is 7.5, same as last time.'],
    ['Weight 72 kg, height 165 cm', 'Height 165 cm, weight was 72 kg last month.'],
  ])('nothing is told: %s | %s', (note, said) => expect(told(note, `Doctor: ${said}`)).toEqual([]));
});

describe('nothing is told of', () => {
  test.each([
    ['BP supine 130/80, erect 110/70', 'Lying down 130 over 80, and standing 110 over 70.'],
    [
      'BP 130/80 supine, 110/70 on standing',
      'Please lie down. 130 over 80. Now stand. 110 over 70.',
    ],
    ['BP 110/70 standing, 130/80 lying', 'BP lying 130/80, standing 110/70.'],
    ['BP left arm 110/70, right arm 130/80', 'Right arm 130/80 and left arm 110/70.'],
    ['BP lying 130/80, standing 110/70', 'BP is 130/80. Then it was 110/70.'],
    ['Long-standing hypertension, BP 150/90', 'BP 150/90 sitting.'],
    ['BP 150/90', 'BP 150/90 sitting.'],
    ['BP 150/90 sitting', 'I get dizzy on standing. BP is 150/90.'],
    ['BP lying 130/80', 'Standing 130/80, and lying again 130/80.'],
    ['Right ear normal, temp 38.2 C', 'Left ear is red, temperature 38.2. Right ear is normal.'],
    ['BP right arm 130/80, left arm 130/80', 'It is 130/80 in both arms.'],
    ['Power 5/5 both sides', 'Power is 5/5 on the left and 5/5 on the right.'],
    ['Power left 5/5, right 5/5', 'Power is 5/5 on both sides.'],
    ['RE 6/6, LE 6/12', 'six by six in the right eye and six by twelve in the left.'],
    ['FBS 110, PPBS 180', 'Fasting was 110 and after breakfast 180.'],
    [
      'BP lying 130/80 standing 110/70 after 3 minutes',
      'lying 130/80, after 3 minutes standing 110/70',
    ],
  ])('%s | %s', (note, said) => expect(told(note, `Doctor: ${said}`)).toEqual([]));
});

test('the order in which two circumstances are named, and whether before their values, says nothing', () => {
  const posture = fc.constantFrom(
    ['lying', 'standing'],
    ['supine', 'erect'],
    ['lying down', 'standing up'],
    ['lete hue', 'khade hokar'],
  );
  const line = ([one, other]: readonly string[], isTurned: boolean, isBehind: boolean) => {
    const each = [
      isBehind ? `130/80 ${one}` : `${one} 130/80`,
      isBehind ? `110/70 ${other}` : `${other} 110/70`,
    ];
    return (isTurned ? each.toReversed() : each).join(', ');
  };
  fc.assert(
    fc.property(
      fc.tuple(posture, posture),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      ([mine, its], [first = false, second = false, third = false, fourth = false]) => {
        const said = `Doctor: BP ${line(its, third, fourth)}.`;
        expect(told(`BP ${line(mine, first, second)}`, said)).toEqual([]);
        expect(told(`BP ${line(mine.toReversed(), first, second)}`, said)).toHaveLength(2);
      },
    ),
  );
});

describe('three postures', () => {
  const ALL = 'BP lying 140/90, sitting 130/80, standing 110/70.';
  test.each([
    ['BP lying 110/70, sitting 130/80, standing 140/90', ALL, 2],
    ['BP sitting 140/90, standing 130/80, lying 110/70', ALL, 3],
    ['BP lying 140/90, standing 130/80', ALL, 1],
    [
      'BP lying 110/70, sitting 130/80, standing 140/90',
      'Please lie down. 140 over 90. Now sit up. 130 over 80. Now stand. 110 over 70.',
      2,
    ],
    ['BP lying 110/70, standing 140/90', 'BP lying 140/90, sitting, standing 110/70.', 1],
    ['BP lying 130/80, sitting 140/90', 'BP lying 140/90, sitting 130/80, standing not done.', 2],
    [
      'BP lying 140/90, standing 130/80, sitting not taken',
      'BP lying 140/90, sitting 130/80, standing not taken.',
      1,
    ],
    ['FBS 180, PPBS 110, HbA1c 7.2', 'Sugar fasting 110, post lunch 180, HbA1c 7.2.', 2],
  ])('are told where they changed places, also with a value missing: %s | %s', (note, said, many) =>
    expect(told(note, `Doctor: ${said}`)).toHaveLength(many),
  );

  test.each([
    ['Standing BP 110/70 (lying 140/90, sitting 130/80)', ALL],
    ['BP lying 140/90, standing 110/70', 'BP lying 140/90, sitting, standing 110/70.'],
    [
      'BP lying 140/90, sitting 130/80, standing not done',
      '140/90 lying, 130/80 sitting. We could not do standing.',
    ],
    [
      'BP lying 140/90, sitting 140/90, standing 110/70',
      'Lying and sitting 140/90, standing 110/70.',
    ],
    [
      'BP lying 140/90, sitting 130/80, pulse 88 standing',
      'BP lying 140/90, sitting 130/80, standing not done, pulse 88.',
    ],
  ])('are not where they are the same: %s | %s', (note, said) =>
    expect(told(note, `Doctor: ${said}`)).toEqual([]),
  );
});
