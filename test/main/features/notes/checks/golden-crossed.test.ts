/**
 * Numbers of any words in a row, and each of some notes against each of some transcripts: what is
 * read and told is what it was. Where a change is meant, `npx vitest run FILE --update` writes it
 * anew, and the difference is read before it is committed.
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import { spelledNumerals } from '../../../../../main/features/notes/checks/number-words.ts';
import { numerals } from '../../../../../main/features/notes/checks/numbers.ts';
import { quantities } from '../../../../../main/features/notes/checks/quantities.ts';
import { casesOfToday } from '../../../../support/portion.ts';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const golden = (name: string) =>
  path.join(import.meta.dirname, '../../../../fixtures/checks', `${name}.txt`);
const whole = (lines: readonly string[]) => `${lines.join('\n')}\n`;

test('each three words of numbers in a row are the numbers that they were', async () => {
  const words = 'five zero oh twelve twenty hundred thousand half डेढ़ साढ़े double point and a'.split(
    ' ',
  );
  const read = (text: string) =>
    spelledNumerals(text)
      .map(({ value, vague }) => `${value}${vague ? '?' : ''}`)
      .join(' ') || '-';
  const lines = words.flatMap((first) =>
    words.map((second) => {
      const begin = `${first} ${second}`;
      return `${begin}: ${[begin, ...words.map((third) => `${begin} ${third}`)].map(read).join(' | ')}`;
    }),
  );
  await expect(whole(lines)).toMatchFileSnapshot(golden('number-words'));
});

test('each number in figures is what it was, in each language', async () => {
  const texts = [
    ...['0', '7', '9', '10', '99', '1000', '1,000', '10,00', '1,00,000', '1.000', '1.000,5', '1,5'],
    ...['1,50', '.5', '0.5', '5.', '5.0', '5.00', '12.', '1.2.3', '½', '1½', '2¼', '1/2', '1 1/2'],
    ...['3/4', '1/3', '5/2', '8/10', '4/5', '2nd', '3rd', '21st', '4th', '2 lakh', '3 thousand'],
    ...['B12', 'T4', '12B', 'L-5', '-5', '1) one', '2. two', '१२', '१.५', '९', '٣', '5k', '50-60'],
    ...['5 - 6', '5 to 6', '6 to 5', '5 or 6', '5 and 6', '5–6 or 7', 'a day', 'an hour', 'a dog'],
    ...[
      '0-10 scale',
      '0-10 points scale',
      '10 - point scale',
      '0 = none',
      '3=bad',
      '4 = 5',
      '10 x',
    ],
  ];
  const lines = texts.map(
    (text) =>
      `${text}: ${['en', 'de', 'hi', 'fr']
        .map((language) =>
          numerals(`is ${text} now`, language)
            .map(
              ({ value, upTo, decimals, vague, notation, isOrdinal, start, end }) =>
                `${value}${upTo === undefined ? '' : `-${upTo}`}/${decimals}${vague ? '?' : ''}${notation ?? ''}${isOrdinal ? 'th' : ''}@${start - 3},${end - 3}`,
            )
            .join(' '),
        )
        .join(' | ')}`,
  );
  await expect(whole(lines)).toMatchFileSnapshot(golden('figures'));
});

test('each unit behind each number is what it was', async () => {
  const units =
    'mg|mgs|milligrams|mcg|µg|micrograms|g|grams|gm|kg|kilos|lb|pounds|ml|mL|cc|l|litres|drops|tablets|tabs|tab|caps|puffs|sprays|units|IU|mmol|mEq|%|percent|mmHg|bpm|/min|cm|mm|m|inches|feet|°C|°F|C|F|degrees|days|d|weeks|wks|months|years|yrs|hours|hrs|h|minutes|mins|times|times a day|packs|pints|mg/kg|mg/dl|mg per kilo|mg/kg/day|ml/hr|g/dL|cells|steps|x'.split(
      '|',
    );
  const lines = units.map(
    (unit) =>
      `${unit}: ${[`1 ${unit}`, `2.5${unit}`, `half a ${unit}`, `98.6 ${unit}.`, `two ${unit} old`]
        .map((text) =>
          quantities(text)
            .map(
              ({ kind, dimension = '', value, second, upTo, step, system = '', start, end }) =>
                `${kind} ${dimension} ${value} ${second ?? ''} ${upTo ?? ''} ${step} ${system} ${start},${end}`,
            )
            .join('; '),
        )
        .join(' | ')}`,
  );
  await expect(whole(lines)).toMatchFileSnapshot(golden('units'));
});

const notes = [
  'BP 150/110 mmHg.',
  'BP 150/70, pulse 80/min.',
  'Temp 38.2 °C, weight 70 kg, height 170 cm, BMI 24.2.',
  'Metformin 500 mg twice daily.',
  'Metformin 1000 mg OD and amlodipine 5 mg HS.',
  'Metformin 500 mg morning, 850 mg night.',
  'Tab Amlodipine 5 mg 1-0-1 x 5 days',
  'Tab Amlodipine .5 mg once daily for 2 weeks',
  'Paracetamol 15 mg/kg every 6 hours as needed.',
  'Levothyroxine 50 mcg before breakfast, five times a week.',
  'Pain of the left knee for 3 weeks.',
  'Pain of both knees, worse right.',
  'Right hip sore, left hip normal.',
  'No fever, no cough, no wheezing.',
  'Fever and cough for 3 days; denies chest pain.',
  'Headache resolved. History of asthma.',
  'Allergic to penicillin and sulfa drugs.',
  'NKDA.',
  'Family history of diabetes; mother had stroke.',
  '45-year-old with type 2 diabetes, stage 3 CKD, 2nd toe ulcer.',
  'Review in 2 weeks; return at once if bleeding.',
  'Smokes half a pack a day, a beer or two at night.',
  'PHYSICAL EXAM\nNo murmur. Lungs clear.\nASSESSMENT\nPneumonia.',
  'Plan: stop aspirin 75 mg. Start clopidogrel 75 mg daily.',
  'Insulin 10 units in the morning, 6 units at night; sliding scale.',
  'Seen yesterday; pain since the day before yesterday, worse tomorrow.',
  'Given 5 mg/kg, 1.5 g/m2 and 0.9 % saline at 100 ml/hr.',
  'No known drug allergy. Latex: rash.',
  'Left and right ear: normal. Swelling on the left side.',
];
const talks = [
  'Doctor: Your pressure is one fifty over one ten.',
  'Doctor: BP one fifty by seventy, pulse is eighty.',
  'Doctor: Temperature is a hundred point eight Fahrenheit. You weigh 154 pounds, five foot seven.',
  'Doctor: Take metformin five hundred twice a day.\nPatient: Okay.',
  'Doctor: Metformin one gram once a day and amlodipine five at bedtime.',
  'Doctor: Metformin 850 in the morning and 500 at night.',
  'Doctor: Amlodipine five milligrams, one in the morning and one at night, five days.',
  'Doctor: Amlodipine half a milligram once a day for a fortnight.',
  'Doctor: Paracetamol fifteen milligrams per kilo every four hours if needed.',
  'Doctor: Levothyroxine fifty milligrams before breakfast.',
  'Patient: My right knee hurts for three weeks.',
  'Patient: Both my knees hurt, the left is worse.',
  'Patient: The left hip is sore, the right one is normal.',
  'Doctor: Any fever, cough, or wheezing?\nPatient: No.',
  'Patient: I have fever, cough, wheezing, and chest pain for two days.',
  'Patient: The headache is gone. I never had asthma.',
  'Doctor: Any allergies?\nPatient: Penicillin gives me a rash. Sulfa is fine.',
  'Doctor: Are you allergic to penicillin?\nPatient: No, no drug allergies.',
  'Patient: My mother has diabetes, and my father had a stroke.',
  'Patient: I am fifty four. I have type 1 diabetes, and an ulcer of the third toe.',
  'Doctor: Come back in ten days, or at once when it bleeds.',
  'Patient: I smoke a pack and a half a day, and drink two beers at night.',
  'Doctor: I hear a murmur. It may be pneumonia.',
  'Doctor: Stop clopidogrel and go on with aspirin seventy five.',
  'Doctor: Good morning.\nPatient: Good morning, doctor.',
  'Doctor: Insulin ten units at night and six in the morning.',
  'Patient: It began two days ago, and yesterday it was worse. Tomorrow I travel.',
  'Doctor: Five milligrams per kilo, one gram per square metre, normal saline, a hundred an hour.',
  'Patient: I am not allergic to any drug. Latex never gave me a rash.',
  'Patient: My left ear hurts, right? Swelling on the right side.',
];

const { checks } = checksRig();

const told = (text: string, transcript: string) =>
  checks({ sections: [{ id: 's', title: '', text }], transcript, language: 'en' }).map(
    ({ kind, span, inNote, inTranscript, isUncertain, text: line }) => {
      expect(text.slice(span.start, span.end)).toBe(inNote);
      const spoken = inTranscript?.span;
      expect(spoken && transcript.slice(spoken.start, spoken.end)).toBe(inTranscript?.text);
      return [kind, inNote, inTranscript?.text, isUncertain, line]
        .join('|')
        .replace(/[^\S\n]+/g, ' ');
    },
  );

test.each(casesOfToday(notes))(
  'other blanks between the words change nothing, and places are those of the given text: %s',
  (note) => {
    for (const talk of talks) {
      const plain = told(note, talk);
      for (const blank of ['  ', ' \u00a0', '\t', '\u00a0']) {
        const wide = (text: string) => text.replaceAll(' ', blank);
        expect.soft(told(wide(note), wide(talk)), `“${blank}” | ${talk}`).toEqual(plain);
      }
    }
  },
);

test('what is told of each note against each transcript is what it was', async () => {
  const lines = notes.flatMap((text) => [
    JSON.stringify(text),
    ...talks.map((transcript, at) => {
      const told = checks({
        sections: [{ id: 's', title: '', text }],
        transcript,
        language: 'en',
      }).map(
        ({ id, kind, span, inNote, inTranscript, isUncertain }) =>
          `${id.slice(0, 4)} ${isUncertain ? '(' : ''}${kind} ${span.start} ${JSON.stringify(inNote)}${inTranscript ? ` / ${inTranscript.span.start} ${JSON.stringify(inTranscript.text)}` : ''}${isUncertain ? ')' : ''}`,
      );
      return `  ${at}: ${told.join(' · ') || '-'}`;
    }),
  ]);
  await expect(whole(lines)).toMatchFileSnapshot(golden('crossed'));
});
