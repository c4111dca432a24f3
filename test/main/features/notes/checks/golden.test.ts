/**
 * What is read in the sentences of the pairs, and each difference that is told, place by place: a
 * change of a word list or a rule that moves one of them is seen. Where it is meant,
 * `npx vitest run FILE --update` writes them anew, and the difference is read before it is
 * committed.
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import { createContext } from '../../../../../main/features/coding/extraction/context/context.ts';
import { read, type TextKind } from '../../../../../main/features/notes/checks/compare.ts';
import pairs from '../../../../fixtures/difference-pairs.json' with { type: 'json' };
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const golden = (name: string) =>
  path.join(import.meta.dirname, '../../../../fixtures/checks', `${name}.txt`);
const { checks, isDrug } = checksRig();

/** Beside the pairs: each way to write an amount, a time, a side or a medicine. */
const phrases: readonly [text: string, section?: TextKind['section']][] = [
  ['Tab. Paracetamol 650 mg 1-0-1 x 5 days after food'],
  ['Cap Amoxicillin 500mg 1–1–1–1, Syp Cetirizine 5 ml HS'],
  ['1 - 0 - ½, 0-0-1, 2-0-1-0 and 1-0-1-0-1, 10-0-1, 1-0-12, 12-1-2020'],
  ['one zero one, half zero half; one two three; zero zero two point five'],
  ['once daily, twice a day, thrice daily, four times a day, every 6 hours, q8h, 4 hourly'],
  ['OD BD TDS QID HS SOS stat, alternate days, once a week, twice weekly, every other day'],
  ['in the morning and at night; morning, noon and night; after lunch; before breakfast, dinner'],
  ['10 in the morning, 20 at night; morning 10, night 20; 2 tablets in the morning'],
  ['good morning; this morning; night sweats; last night; every night'],
  ['BP 120/80 mmHg, BP: 130 over 85, pulse 76/min, RR 18, SpO2 98%, temp 101.2 °F'],
  ['Temp 38,2 °C; 98.6 F; 37.5 degrees Celsius; weight 62.5 kg; height 165 cm; 5 feet 4 inches'],
  ['.5 mg, 5.0 mg, 0.5 mg, 5.05 mg, 1,000 mg, 1,50,000 cells, 2,5 mg, 0,125 mg'],
  ['5 mg/kg/day, 10 mL/h, 40 units, 10 IU, 250 mcg, 0.25 µg, 2 g, 500 micrograms, 5 drops'],
  ['two and a half tablets, one and half, half a tablet, a quarter, three quarters, 1 1/2, 1½'],
  ['3-4 days, 3 to 5 days, two or three weeks, for a week, since 2 months, 10 years old, 45 y/o'],
  ['one lakh thirty two thousand, 2 lakhs, one hundred and one point two, one fifty, one oh eight'],
  ['ढाई सौ, साढ़े तीन, डेढ़ गोली, दिन में दो बार, सुबह शाम, एक हफ्ते से, १० दिन'],
  ['on 12/11/2026, 2026-11-12, 12.11.26, at 10:30, 3rd day, G2P1L1, page 2 of 3, 1) first 2) next'],
  ['HbA1c 7.8 %, Hb 11.2 g/dL, TSH <0.01, INR ≥ 2, WBC > 11,000, platelets ~1.5 lakh'],
  ['every two hours, each 6 hours, q 8 h, q8, every third day, every 12 hrs, 2 hourly, every day'],
  ['yesterday, today, tomorrow, day before yesterday, day after tomorrow, last week, next month'],
  ['12/11/2026, 12-11-26, 12.11.2026, 2026-11-12, 11/12, 12 Nov 2026, 1/2/3, 10.5.3, 120/80/60'],
  ['1.000,5 mg, 12.500 IU, 1.5 m2, 1.7 m², 5 m, 2 m 5 cm, aspirin .5, ibuprofen 2 %, zinc 10%'],
  ['pain 8/10, 500/125 mg, 6/6 vision, 3/7 days, 24/7'],
  ['Vitamin B12, T2 DM, L4-L5, COVID-19, stage 2, grade III, Type 2'],
  ['age, 0, weight, 0, notes', 'other'],
  [
    'left knee and right hip, both eyes, Rt ankle, L foot, lt. ear, bilateral crepts, right-sided pain',
  ],
  ['Cataract in the left eye and in the right; glaucoma left; right is fine; left over; all right'],
  ['Metformin\n- Tab Glimepiride 1 mg\n2. Cap. Omeprazole\nZinc 20 mg\nRest', 'medicines'],
  ['Penicillin, eggs; NKDA otherwise', 'allergies'],
  ['Allergic to sulfa; no food allergies. Aspirin gives me hives.'],
  ['Is he allergic to latex? No. Any other allergies? Yes, dust.'],
];

const show = (text: string, { start, end }: { start: number; end: number }) =>
  JSON.stringify(text.slice(start, end));

function readings(text: string, kind: TextKind): string[] {
  const { quantities, timed, sides, drugs, names, allergies } = read(text, '', kind, {
    isDrug,
    concepts: () => [],
    statuses: (whole) => {
      const context = createContext(whole);
      return (start, end) => context.judge(start, end).status;
    },
  });
  const amount = ({ start, end, ...rest }: (typeof quantities)[number]) =>
    `${show(text, { start, end })} ${JSON.stringify(rest)}`;
  return [
    `${kind.speech ? 'said' : kind.section} (${kind.language}): ${JSON.stringify(text)}`,
    ...quantities.map((one) => `  amount ${amount(one)}`),
    ...timed.map(
      (one) => `  at ${one.part}${one.isPattern ? ' by pattern' : ''} ${amount(one.amount)}`,
    ),
    ...sides.map(
      (one) => `  side ${show(text, one)} ${one.side} ${one.of}${one.isOwn ? ' own' : ''}`,
    ),
    ...drugs.map(
      (one) =>
        `  medicine ${show(text, one)} ${one.name}${one.isNamed ? '' : ' by form'}${one.isDenied ? ' denied' : ''}`,
    ),
    ...names.map((one) => `  name ${show(text, one)}`),
    ...allergies.map((one) => `  allergy ${show(text, one)} ${one.to}`),
  ];
}

const kindOf = (speech: boolean, language = 'en', section: TextKind['section'] = 'other') => ({
  speech,
  section,
  language,
});

test('what is read in each phrase is what it was', async () => {
  const lines = phrases.flatMap(([text, section]) => [
    ...readings(text, kindOf(false, 'en', section)),
    ...readings(text, kindOf(true)),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden('phrases'));
});

test('what is read in each pair is what it was', async () => {
  const lines = pairs.flatMap(({ said, note, language }) => [
    ...readings(note, kindOf(false, language)),
    ...readings(said, kindOf(true, language)),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden('pairs'));
});

test('each difference of each pair is told at the places where it was', async () => {
  const lines = pairs.flatMap(({ said, note, key, language = 'en' }) => [
    `${JSON.stringify(note)} | ${JSON.stringify(said)}`,
    ...checks({
      sections: [{ id: 's', title: '', text: note, ...(key !== undefined && { key }) }],
      transcript: said,
      language,
    }).map(
      ({ kind, span, inNote, inTranscript, text }) =>
        `  ${kind} ${span.start} ${JSON.stringify(inNote)} ${JSON.stringify(inTranscript ?? '')} in ${JSON.stringify(text)}`,
    ),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden('differences'));
});
