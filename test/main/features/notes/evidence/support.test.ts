/** Rules by which a sentence of a note is said to rest on words of the conversation. */
import { describe, expect, test } from 'vitest';
import { createEvidence } from '../../../../../main/features/notes/evidence/evidence.ts';
import { shortForms } from '../../../../../main/features/notes/evidence/short-forms.ts';
import { createReader } from '../../../../../main/features/notes/evidence/words.ts';
import { createNormaliser } from '../../../../../main/infrastructure/terminology/text/normalise.ts';

const evidence = createEvidence(createReader({ wordsOf: createNormaliser(), shorts: shortForms }));
const section = (text: string, id = 's') => ({ id, title: '', text });
/** Talk around what is asked about, so that words have their weight. */
const TALK = Array.from({ length: 30 }, (_, at) => `Patient: filler${at} chatter${at}.`).join('\n');
const rest = (text: string, said: string) => {
  const transcript = `${said}\n${TALK}`;
  return evidence.of({ sections: [section(text)], transcript }).lines.map((line) => ({
    support: line.support,
    words: line.transcript && transcript.slice(line.transcript.start, line.transcript.end),
  }));
};
const claims = (text: string) =>
  evidence
    .of({ sections: [section(`${text}\nCough at night.`)], transcript: TALK })
    .lines.map(({ span }) => `${text}\nCough at night.`.slice(span.start, span.end));

describe('a line that claims nothing needs no words', () => {
  test.each([
    'Name: Asha Rao',
    "Patient's name: Asha",
    'Patient age - 42',
    'Sex: F',
    'gender # F',
    'DOB: 1984-02-29',
    'Date of birth: 29 February',
    'MRN # 77',
    'UHID: 7',
    'Record no: 7',
    'Record number: 7',
    'ID: 7',
    'Date: Monday',
    'Time: noon',
    'Doctor: Meera Nair',
    'Address: MG Road',
    'Phone: 080',
    'Age/Sex: 42/F',
    'Age / Sex: 42/F',
    'None.',
    'nil',
    'N/A',
    'na',
    'Not mentioned.',
    'Not discussed',
    'Not applicable',
    'Not available',
    'Not recorded',
    'Not stated',
    'Not provided',
    'Not documented',
    'Not specified',
    'Not assessed',
    'Unknown',
    '---',
    'Signed by Meera Nair',
    'Electronically signed by Meera Nair',
    'Physical examination:',
    'PHYSICAL EXAMINATION',
  ])('%s', (text) => expect(claims(text)).toEqual(['Cough at night.']));

  test.each([
    'Surname: Asha Rao',
    'Agent: penicillin',
    'Rash: none',
    'None of his brothers smoke',
    'Unknown rash',
    'Not applicable to children',
    'Unsigned prescription',
    'Rash: itching',
    'RASH ON BOTH FEET.',
    'Phone was broken',
  ])('and one that claims something is looked at: %s', (text) =>
    expect(claims(text)).toEqual([text, 'Cough at night.']),
  );

  test('a note all in capitals is a note, not a heap of headings', () => {
    const said = 'Patient: I have itching of both feet.';
    const found = evidence.of({
      sections: [section('ITCHING OF BOTH FEET')],
      transcript: `${said}\n${TALK}`,
    });
    expect(found.lines).toHaveLength(1);
  });
});

describe('a place', () => {
  test('is the shorter of two that hold the same words, and of equal ones the first', () => {
    expect(
      rest('Itching of feet.', 'I have itching.\nOf my feet.\nThe itching of feet is bad.'),
    ).toEqual([{ support: 'found', words: 'itching of feet' }]);
    const [one] = rest('Itching feet.', 'My itching feet.\nThe itching is of the feet.');
    expect(one!.words).toBe('itching feet');
  });

  test('reaches over five utterances at most', () => {
    const said = (between: number) =>
      `I have this itching.\n${'Well.\n'.repeat(between)}It is the elbow.`;
    expect(rest('Itching elbow.', said(3))[0]).toMatchObject({
      support: 'found',
      words: expect.stringMatching(/^itching[\s\S]*elbow$/),
    });
    expect(rest('Itching elbow.', said(4))[0]!.words).not.toMatch(/^itching[\s\S]*elbow$/);
  });

  test('reaches over sixty words at most', () => {
    const many = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `qu${'abcdefgh'[at % 8]}${'klmnopqr'[at >> 3]}o`,
      ).join(' ');
    const said = (count: number) => `I have itching.\n${many(count)}.\nIt is the elbow.`;
    // Itching is two words of speech: its own, and that of its everyday meaning.
    expect(rest('Itching elbow.', said(57))[0]!.words).toMatch(/^itching[\s\S]*elbow$/);
    expect(rest('Itching elbow.', said(58))[0]!.words).not.toMatch(/^itching[\s\S]*elbow$/);
  });

  test('of one word alone is no ground for a sentence of several', () => {
    expect(rest('Asthma.', 'My mother has asthma.')).toEqual([
      { support: 'found', words: 'asthma' },
    ]);
    expect(rest('Asthma today.', 'My mother has asthma.')[0]!.support).toBe('found');
    expect(rest('Severe asthma.', 'My mother has asthma.')[0]!.support).toBe('weak');
    expect(rest('Severe asthma needing oxygen therapy.', 'It is asthma.')[0]!.support).toBe('none');
  });

  test('has a clause here and a clause there where they were said apart', () => {
    const said = `Itching of both elbows.\n${TALK}\nSwollen painful ankles.`;
    const [one] = rest('Itching of both elbows, swollen painful ankles.', said);
    expect(one!.support).toBe('found');
    expect(one!.words).toMatch(/Itching of both elbows|Swollen painful ankles/);
  });

  test('is one place for words that no mark and no small word parts in the note', () => {
    const said = ['burning itching', 'swollen elbows', 'tender ankles']
      .map((words) => `There is ${words}.`)
      .join(`\n${TALK}\n`);
    const support = (mark: string) =>
      rest(`Burning itching${mark}swollen elbows${mark}tender ankles.`, said)[0]!.support;
    for (const mark of [', ', '; ', ' with ', ' – ']) expect(support(mark), mark).toBe('found');
    expect(support(' ')).toBe('weak');
  });

  test('is found by what stands behind a label, which nobody says aloud', () => {
    expect(rest('Lungs: crackles basally', 'There are crackles basally.')).toEqual([
      { support: 'found', words: 'crackles basally' },
    ]);
    expect(rest('Lungs: crackles', 'We looked at the lungs.')[0]!.support).not.toBe('found');
  });
});

describe('a denial', () => {
  const ASKED = 'Doctor: Any itching of the elbows?\nPatient:';
  test.each([
    ['No itching of elbows.', `${ASKED} No.`, 'found', /^itching of the elbows\?\nPatient: No\.$/],
    ['No itching of elbows.', `${ASKED} Yes.`, 'weak', /itching of the elbows/],
    ['No itching of elbows.', `${ASKED} It is not there.`, 'found', /not there\.$/],
    ['Itching of elbows.', `${ASKED} No.`, 'weak', /^itching of the elbows\?\nPatient: No\.$/],
    ['Itching of elbows.', `${ASKED} Yes.`, 'found', /^itching of the elbows$/],
    ['No itching of elbows.', 'I have itching of the elbows.', 'weak', /^itching of the elbows$/],
    ['No itching of elbows.', 'No, never any itching of the elbows.', 'found', /^No, never any/],
    ['Itching of elbows.', 'No, never any itching of the elbows.', 'found', /^itching/],
    // The answer belongs to a question alone.
    [
      'No itching of elbows.',
      'I have itching of the elbows.\nNo.',
      'weak',
      /^itching of the elbows$/,
    ],
  ])('%s | %s: %s', (text, said, support, words) =>
    expect(rest(text, said)).toEqual([{ support, words: expect.stringMatching(words) }]),
  );
});

describe('a place of several utterances', () => {
  test('is the first of those that hold as much, whatever the order in the note', () => {
    const [one] = rest('Asthma rash.', `A rash.\n${TALK}\nIt is asthma.`);
    expect(one).toEqual({ support: 'weak', words: 'rash' });
  });

  test('denies where one of them does', () => {
    expect(rest('No itching of elbows.', 'No itching.\nOf the elbows I know little.')).toEqual([
      { support: 'found', words: 'No itching.\nOf the elbows' },
    ]);
  });

  test('is no ground for what was asked in several questions and denied', () => {
    const asked = 'Doctor: Any itching? Of the elbows?\nPatient:';
    expect(rest('Itching of elbows.', `${asked} No.`)[0]!.support).toBe('weak');
    expect(rest('Itching of elbows.', `${asked} Yes.`)[0]!.support).toBe('found');
    const told = 'Doctor: There is itching. Of the elbows?\nPatient: No.';
    expect(rest('Itching of elbows.', told)[0]!.support).toBe('found');
  });
});

describe('another language', () => {
  const words = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${letter}${'abcdefghijklmnop'[at]}ndolor`).join(' ');
  const judge = (note: string, transcript: string) =>
    evidence.of({ sections: [section(note)], transcript }).why;

  test('needs twelve words of the note to be judged', () => {
    expect(judge(`${words('q', 12)}.`, `${words('z', 40)}.`)).toBe('other-language');
    expect(judge(`${words('q', 11)}.`, `${words('z', 40)}.`)).toBeUndefined();
  });

  test('is not concluded where small words or some others are known', () => {
    expect(
      judge(`with the ${words('q', 12)} of it.`, `of it with the ${words('z', 40)}.`),
    ).toBeUndefined();
    const known = words('q', 12).split(' ').slice(0, 2).join(' ');
    expect(judge(`${words('q', 12)}.`, `${known} ${words('z', 40)}.`)).toBeUndefined();
  });

  test.each([
    ['Hindi', 'बुखार'],
    ['Bengali', 'জ্বর'],
    ['Punjabi', 'ਬੁਖਾਰ'],
    ['Gujarati', 'તાવ'],
    ['Tamil', 'காய்ச்சல்'],
    ['Telugu', 'జ్వరం'],
    ['Kannada', 'ಜ್ವರ'],
    ['Malayalam', 'പനി'],
    ['Urdu', 'بخار'],
    ['Russian', 'жар'],
    ['Chinese', '发烧'],
  ])('is seen by its script: %s', (_name, word) => {
    expect(judge(word, 'Patient: fever.')).toBe('other-language');
    expect(judge('Fever.', `Patient: ${word} ${word} ${word} ${word}.`)).toBe('other-language');
    expect(judge(word, `${word}.`)).toBeUndefined();
  });
});

test('the thread is given back after every twenty-five utterances and every section', () => {
  const steps = (utterances: number, sections: number) => {
    const walk = evidence.steps({
      sections: Array.from({ length: sections }, (_, at) => section('Cough.', String(at))),
      transcript: 'I cough.\n'.repeat(utterances),
    });
    let count = 0;
    for (let step = walk.next(); !step.done; step = walk.next()) count += 1;
    return count;
  };
  expect([steps(24, 1), steps(25, 1), steps(100, 3)]).toEqual([2, 3, 8]);
});

test('each line tells its section and its place there', () => {
  const { lines } = evidence.of({
    sections: [section('Cough.\n- Itching of elbows.', 'a'), section('  Itching of elbows.', 'b')],
    transcript: `I have itching of elbows.\n${TALK}`,
  });
  expect(lines.map((line) => [line.section, line.span, line.support])).toEqual([
    ['a', { start: 0, end: 6 }, 'none'],
    ['a', { start: 9, end: 27 }, 'found'],
    ['b', { start: 2, end: 20 }, 'found'],
  ]);
});
