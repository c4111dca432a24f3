/** Single cases of sentences, questions, patterns and codes of a template. */
import { describe, expect, test } from 'vitest';
import { createContext } from '../../../../../main/features/coding/extraction/context/context.ts';
import { patternsIn } from '../../../../../main/features/coding/extraction/patterns.ts';

/** Status of the first place of the words. */
const status = (text: string, words: string, nth = 0): string => {
  let at = -1;
  for (let turn = 0; turn <= nth; turn += 1) at = text.indexOf(words, at + 1);
  return createContext(text).judge(at, at + words.length).status;
};
const found = (text: string) =>
  patternsIn(text).map((one) => {
    const { span, start, end } = one as unknown as {
      span?: { start: number; end: number };
      start: number;
      end: number;
    };
    return text.slice(span?.start ?? start, span?.end ?? end);
  });

describe('a sentence', () => {
  test('goes on behind a short form and a small letter', () => {
    expect(status('No fever approx. since Monday or cough.', 'cough')).toBe('absent');
    expect(status('No h/o fever vs. cough.', 'fever')).toBe('absent');
  });

  test('ends at a full stop, and a negation with it', () => {
    expect(status('No fever. Cough for two days.', 'Cough')).toBe('present');
    expect(status('No fever.Cough for two days.', 'Cough')).toBe('present');
    expect(status('No fever above 38.5 or cough.', 'cough')).toBe('absent');
  });

  test('with a field and its value at the end is denied as a whole', () => {
    expect(status('Pedal oedema, absent', 'Pedal oedema')).toBe('absent');
    expect(status('Pedal oedema , absent.', 'Pedal oedema')).toBe('absent');
    expect(status('Pedal oedema,absent', 'Pedal oedema')).toBe('absent');
    expect(status('Pedal oedema,  absent', 'Pedal oedema')).toBe('absent');
  });

  test('with a second trigger behind the first has the findings of each', () => {
    const text = 'No fever but has cough, mother had asthma.';
    expect([status(text, 'fever'), status(text, 'cough'), status(text, 'asthma')]).toEqual([
      'absent',
      'present',
      'family',
    ]);
  });
});

describe('a question of the doctor', () => {
  const talk = (question: string, answer: string) => `Doctor: ${question}\nPatient: ${answer}`;

  test('is answered for the words that were asked', () => {
    expect(status(talk('Any fever?', 'No.'), 'fever')).toBe('absent');
    expect(status(talk('Any fever?', 'Yes, since Monday.'), 'fever')).toBe('present');
    expect(status(talk('Any fever or cough?', 'No fever, but cough.'), 'fever')).toBe('absent');
  });

  test.each([
    // Of several things, each by what is said of it.
    ['Any fever or cough?', 'No fever, but cough.', 'fever', 'absent'],
    ['Any fever or cough?', 'No fever, but cough.', 'cough', 'present'],
    ['Any fever or cough?', 'Not really, only some cough.', 'cough', 'present'],
    ['Any fever or cough?', 'Not really, only some cough.', 'fever', 'absent'],
    ['Any fever? Any cough?', 'Cough yes, fever no.', 'cough', 'present'],
    ['Any fever? Any cough?', 'Cough yes, fever no.', 'fever', 'absent'],
    ['Any fever or cough?', 'Yes, cough, but no fever.', 'fever', 'absent'],
    ['Any fever or cough?', 'Yes, cough, but no fever.', 'cough', 'present'],
    ['Any fever or cough?', 'Haan, cough hai, fever nahi.', 'fever', 'absent'],
    ['Any fever or cough?', 'Nahi, lekin cough hai.', 'cough', 'present'],
    // Of somebody else, or of another time: nothing is made present by it.
    ['Any fever or cough?', 'No, but my son has a cough.', 'cough', 'absent'],
    ['Any fever or cough?', 'No, but I had a cough last year.', 'cough', 'absent'],
    ['Any fever or cough?', 'No, only when I was a child I had a cough.', 'cough', 'absent'],
    ['Any fever or cough?', 'No fever, no cough.', 'cough', 'absent'],
    ['Any fever or cough?', 'No fever or cough.', 'cough', 'absent'],
    ['Any fever or cough?', 'No, fever and cough are both gone.', 'cough', 'absent'],
    ['Any fever or cough?', 'No, but not a cough.', 'cough', 'absent'],
  ] as const)('%s – %s: %s is %s where it was asked', (question, answer, words, expected) => {
    expect(status(talk(question, answer), words)).toBe(expected);
  });

  test('needs no question mark', () => {
    expect(status(talk('Okay so do you have fever', 'No.'), 'fever')).toBe('absent');
    expect(status(talk('Have you had any cough', 'No doctor.'), 'cough')).toBe('absent');
    expect(status(talk('I see you have fever', 'No.'), 'fever')).toBe('present');
  });
});

describe('a value', () => {
  test.each([
    ['BP 120/80', ['BP 120/80']],
    ['BP:120/80 mmHg', ['BP:120/80 mmHg']],
    ['Blood pressure is 120 / 80', ['Blood pressure is 120 / 80']],
    ['Abp 120/80', []],
    ['RR 18', ['RR 18']],
    ['Resp. rate 18', []],
    ['Resp rate 18/min', ['Resp rate 18/min']],
    ['Respiratory rate: 18 breaths per min', ['Respiratory rate: 18 breaths per min']],
    ['RR. 18', ['RR. 18']],
    ['RR 120/80', []],
    ['RR 18 / 2', []],
    ['Wt 70kg', ['Wt 70kg']],
    ['Wt. 70 kg', ['Wt. 70 kg']],
    ['Weight70 kg', ['Weight70 kg']],
    ['weight = 70.25 lbs', ['weight = 70.25 lbs']],
    ['Weight 70', []],
  ])('“%s”', (text, wanted) => {
    expect(found(text)).toEqual(wanted);
  });
});

describe('an allergy', () => {
  test.each([
    ['Allergic to penicillin', true],
    ['Allergic reaction to the penicillin', true],
    ['Hypersensitivity reactions to latex', true],
    ['Allergy: Frobnicol', true],
    ['Drug allergies - frobnicol', true],
    ['Allergic to any drug', false],
    ['Known allergy: none', false],
    ['Allergic to it', false],
  ])('“%s”: %s', (text, wanted) => {
    expect(found(text).length > 0).toBe(wanted);
  });
});

describe('what is not there now is not called present', () => {
  test.each([
    ['Pain free now', 'Pain', 'absent'],
    ['She is chest-pain-free on medication', 'chest-pain', 'absent'],
    ['seizure free for 2 years', 'seizure', 'absent'],
    ['chest pain free since admission', 'chest pain', 'absent'],
    ['None of the following: fever, cough, weight loss', 'weight loss', 'absent'],
    ['None of the above symptoms: fever, rash', 'rash', 'absent'],
    ['Findings would not support a diagnosis of pneumonia', 'pneumonia', 'absent'],
    ['This would not be typical for angina', 'angina', 'absent'],
    ['I do not believe he is having a stroke', 'stroke', 'absent'],
    ['She does not think she has fever', 'fever', 'absent'],
    ['to be screened for diabetes and hypertension', 'hypertension', 'hypothetical'],
    ['tetanus toxoid given', 'tetanus', 'hypothetical'],
    ['doubtful appendicitis', 'appendicitis', 'possible'],
    ['Doubt that this is tuberculosis', 'tuberculosis', 'absent'],
    ['Doubt if it is tuberculosis', 'tuberculosis', 'absent'],
    ['We doubt that she has asthma', 'asthma', 'absent'],
    ["I doubt it's pneumonia", 'pneumonia', 'absent'],
    ['Doubting that this was malaria', 'malaria', 'absent'],
    ['Doubt tuberculosis', 'tuberculosis', 'absent'],
    ['There is doubt whether this is tuberculosis', 'tuberculosis', 'absent'],
    ['not sure if she has thyroid problem', 'thyroid problem', 'possible'],
    ['not sure whether she has had migraine', 'migraine', 'possible'],
    ['Sir dard pehle tha, ab nahi hai', 'Sir dard', 'historical'],
    ['Bukhar ab nahi hai', 'Bukhar', 'absent'],
    ['Doctor: Ulti ho rahi hai?\nPatient: Ab nahi', 'Ulti', 'absent'],
  ] as const)('%s', (text, words, expected) => expect(status(text, words)).toBe(expected));

  test.each([
    ['Free fluid in the abdomen with pain', 'pain'],
    ['No doubt this is pneumonia', 'pneumonia'],
    ['Without doubt tuberculosis', 'tuberculosis'],
    ['Pain, free T4 normal', 'Pain'],
    ['Has pain. Free for review on Monday', 'pain'],
    ['Screened for TB last year, cough for 3 weeks', 'cough'],
    ['Tetanus with lockjaw', 'Tetanus'],
    ['Khansi hai, ab nahi soti', 'Khansi'],
    ['Not typical for angina, but chest pain continues', 'chest pain'],
    ['Not sure when the fever started', 'fever'],
  ] as const)('and what is there stays present: %s', (text, words) =>
    expect(status(text, words)).toBe('present'),
  );
});
