/** Drafts of invented visits, with the starter lists of every computer. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createDrafting } from '../../../../main/app/drafting.ts';
import { sentencesOf } from '../../../../main/features/coding/extraction/context/sentences.ts';
import { createExtraction } from '../../../../main/features/coding/extraction/extraction.ts';
import { draftNote } from '../../../../main/features/draft/draft.ts';
import { templateOf } from '../../../../main/features/draft/template.ts';
import { createTerminology } from '../../../../main/infrastructure/terminology/terminology.ts';
import type { NoteDraft, SpokenTurn } from '../../../../shared/model/note/draft.ts';
import type { ChosenTopics } from '../../../../shared/model/note/section-topics.ts';
import { folderWithLists } from '../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const draft = createDrafting(terminology);

const visit = (...lines: string[]): SpokenTurn[] =>
  lines.map((line, at) => {
    const [, who = '', text = ''] = /^([DP]): (.*)$/.exec(line) ?? [];
    return { speaker: who === 'D' ? 'Doctor' : 'Patient', text, from: 4 * at, to: 4 * at + 4 };
  });
const shown = ({ sections }: NoteDraft) =>
  Object.fromEntries(
    sections
      .filter(({ lines }) => lines.length > 0)
      .map(({ title, lines }) => [title, lines.map(({ text }) => text)]),
  );
const linesOf = ({ sections }: NoteDraft) => sections.flatMap(({ lines }) => lines);

describe('a draft', () => {
  test.each([
    [
      ['D: Take one tablet of amlodipine at night.', 'P: Morning?', 'D: Yes, morning.'],
      ['Take one tablet of amlodipine at night.', 'Morning? — Yes, morning.'],
    ],
    [
      ['D: Take Dolo six fifty.', 'P: Before food?', 'D: No, after food.'],
      ['Take Dolo six fifty.', 'Before food? — No, after food.'],
    ],
    [
      [
        'D: Insulin how much?',
        'P: Ten units morning, fifteen units night.',
        'D: Make it twelve and eighteen.',
      ],
      [
        'Insulin how much? — Ten units morning, fifteen units night. — Make it twelve and eighteen.',
      ],
    ],
  ])('keeps how much and when of a medicine, and what was changed of it: %s', (said, medicines) => {
    expect(shown(draft(visit(...said)))).toEqual({ Medicines: medicines });
  });

  test('sorts what was said into sections, in the words in which it was said', () => {
    const turns = visit(
      'D: Good morning. Did you see the cricket yesterday?',
      'P: Yes, what a match.',
      'D: So, what brings you in?',
      'P: I have had fever and dry cough for three days.',
      'D: Any breathlessness?',
      'P: No.',
      'P: I started paracetamol 650 mg twice daily.',
      'D: Are you allergic to anything?',
      'P: I am allergic to penicillin.',
      'P: My mother has diabetes.',
      'D: Your blood pressure is 130/80.',
      'D: I want you to come back in one week.',
    );
    expect(shown(draft(turns))).toEqual({
      Complaints: [
        'what brings you in? — I have had fever and dry cough for three days.',
        'Any breathlessness? — No.',
      ],
      'Family history': ['My mother has diabetes.'],
      Allergies: ['Are you allergic to anything? — I am allergic to penicillin.'],
      Medicines: ['I started paracetamol 650 mg twice daily.'],
      Vitals: ['Your blood pressure is 130/80.'],
      'Follow-up': ['I want you to come back in one week.'],
    });
  });

  test('tells of each line where it was said, when, and what it names', () => {
    const turns = visit('D: Any fever?', 'P: Hmm.', 'P: No, but I have a cough.');
    expect(linesOf(draft(turns))).toEqual([
      {
        text: 'Any fever? — No, but I have a cough.',
        said: [
          { turn: 0, start: 0, end: 10 },
          { turn: 2, start: 0, end: 23 },
        ],
        from: 0,
        to: 12,
        findings: [
          { text: 'fever', kind: 'symptom', status: 'absent' },
          { text: 'cough', kind: 'symptom', status: 'present' },
        ],
      },
    ]);
  });

  test('tells the times of its own words and those that the recogniser doubted, where these are known', () => {
    const word = (text: string, at: number, confidence: number) => ({
      text,
      from: at,
      to: at + 1,
      confidence,
    });
    const words = [
      word('Hello.', 0, 0.2),
      word('Fever', 1, 0.9),
      word('for', 2, 0.9),
      word('thirty', 3, 0.4),
      word('days.', 4, 0.6),
    ];
    const turn = { text: 'Hello. Fever for thirty days.', from: 0, to: 9, words };
    expect(linesOf(draft([turn]))).toMatchObject([
      { text: 'Fever for thirty days.', from: 1, to: 5, unsure: ['thirty'] },
    ]);
    // Words that are not the text are not trusted.
    const [other] = linesOf(draft([{ ...turn, words: words.slice(1) }]));
    expect([other?.from, other?.to, other?.unsure]).toEqual([0, 9, undefined]);
  });

  test('has each section of its template, the empty ones too, and loses nothing that has no section', () => {
    const turns = visit('P: I have a cough.', 'P: My father has asthma.');
    const sections = draft(turns, templateOf(['Plan', 'Presenting complaint'])).sections;
    expect(sections.map(({ title, lines }) => [title, lines.map(({ text }) => text)])).toEqual([
      ['Plan', []],
      ['Presenting complaint', ['I have a cough.']],
      ['Also said', ['My father has asthma.']],
    ]);
    expect(draft([]).sections.every(({ lines }) => lines.length === 0)).toBe(true);
  });

  test('what was chosen for a title goes there, before what the other titles say', () => {
    const turns = visit('P: I have a cough.', 'P: My father has asthma.');
    const sectionsFor = (chosen: ChosenTopics) =>
      draft(turns, templateOf(['Symptoms', 'What worries you', 'At home'], chosen)).sections.map(
        ({ title, lines }) => [title, lines.length],
      );
    expect(sectionsFor({})).toEqual([
      ['Symptoms', 1],
      ['What worries you', 0],
      ['At home', 0],
      ['Also said', 1],
    ]);
    expect(sectionsFor({ 'What worries you': 'complaints', 'At home': 'family' })).toEqual([
      ['Symptoms', 0],
      ['What worries you', 1],
      ['At home', 1],
    ]);
  });

  test('leaves out what the recogniser did not understand, and keeps the times of the rest', () => {
    const heard = (text: string, from: number, confidence: number) =>
      text
        .split(' ')
        .map((word, at) => ({ text: word, from: from + at, to: from + at + 1, confidence }));
    const words = [
      ...heard('I have had a cough for three days.', 0, 0.9),
      ...heard('The patient has not been diagnosed with cancer.', 10, 0.3),
      ...heard('I take metformin in the morning.', 20, 0.9),
    ];
    const turns = [{ text: words.map(({ text }) => text).join(' '), from: 0, to: 30, words }];
    const made = draft(turns, undefined, [{ turn: 0, start: 35, end: 82 }]);
    expect(linesOf(made).map(({ text }) => text)).toEqual([
      'I have had a cough for three days.',
      'I take metformin in the morning.',
    ]);
    expect(made.sections.flatMap(({ lines }) => lines.map(({ from }) => from))).toEqual([0, 20]);
  });

  test.each([
    [
      ['D: Have you had any chest pain?', 'P: Yes I have had it all week.', 'P: No, not at all.'],
      [1],
      [],
    ],
    [
      ['D: Any fever?', 'D: And what about the cough then', 'P: No.', 'P: I take metformin.'],
      [1],
      ['I take metformin.'],
    ],
    [
      [
        'D: Any chest pain?',
        'D: Or any trouble with your water?',
        'P: No, never.',
        'D: Any fever?',
        'P: No.',
      ],
      [1],
      ['Any fever? — No.'],
    ],
  ])('takes no answer over what was not understood: %j', (lines, lost, expected) => {
    const turns = visit(...lines);
    const places = lost.map((turn) => ({ turn, start: 0, end: turns[turn]?.text.length ?? 0 }));
    const made = draft(turns, undefined, places);
    expect(linesOf(made).map(({ text }) => text)).toEqual(expected);
  });

  test.each([
    ['a question that nobody answered', ['D: Any fever?', 'D: Please sit down here.']],
    ['greetings and talk of the weather', ['D: Hello.', 'P: It was raining when I left home.']],
  ])('leaves out %s', (_, lines) => {
    expect(linesOf(draft(visit(...lines)))).toEqual([]);
  });

  test.each([
    ['its correction', ['P: I take metformin 500 mg.', 'P: Sorry, 1000 mg.']],
    ['the no of the other', ['D: You have a cough.', 'P: No, not any more.']],
    ['its answer behind a hesitation', ['D: Any chest pain?', 'P: Um.', 'P: No, none.']],
    ['what it was interrupted in', ['D: I hear wheezing-', 'P: Mm-hmm.', 'D: on the left side.']],
  ])('never takes a sentence without %s', (_, lines) => {
    const turns = visit(...lines);
    const [line, ...more] = linesOf(draft(turns));
    expect([line?.said.at(-1)?.turn, more]).toEqual([turns.length - 1, []]);
  });

  test('joins an answer that follows words without a question mark, or leaves both out', () => {
    const turns = visit('D: so tell me have you had any fever or chills', 'P: no i have not');
    for (const { text } of linesOf(draft(turns))) expect(text).toContain('no i have not');
  });

  test('tells a finding again only where something is new', () => {
    const turns = visit(
      'P: I have a cough.',
      'P: It is the cough.',
      'P: The cough is 10 days old.',
    );
    expect(linesOf(draft(turns)).map(({ text }) => text)).toEqual([
      'I have a cough.',
      'The cough is 10 days old.',
    ]);
  });

  test('leaves out a line that alone says another thing than in the visit', () => {
    const deps = {
      sentencesOf,
      // Alone it reads as there; in the visit, the heading before it denies it.
      findingsIn: (text: string) => {
        const start = text.indexOf('fever');
        return start < 0
          ? []
          : [
              {
                text: 'fever',
                kind: 'symptom' as const,
                status: text.includes('nothing') ? ('absent' as const) : ('present' as const),
                span: { start, end: start + 5 },
                concept: 'fever',
              },
            ];
      },
    };
    const turns = [{ text: 'There was nothing of it.' }, { text: 'Fine, fever.' }];
    expect(linesOf(draftNote(deps, turns))).toEqual([]);
    expect(linesOf(draftNote(deps, turns.slice(1)))).toHaveLength(1);
  });
});

describe('whatever is said', () => {
  const findings = ['fever', 'chest pain', 'diabetes', 'a cough', 'metformin 500 mg twice daily'];
  const sentence = fc
    .tuple(
      fc.constantFrom('', 'Um, ', 'Okay, so ', 'And ', 'No, ', 'But '),
      fc.constantFrom(
        'I have ',
        'I do not have ',
        'My mother has ',
        'Any ',
        'There is no ',
        'I never had ',
      ),
      fc.constantFrom(...findings),
      fc.constantFrom(
        '',
        ' for 3 days',
        ' since Monday',
        ', not now',
        ' and no vomiting',
        ' 7 out of 10',
      ),
      fc.constantFrom('.', '?', ', okay?', '-', '', '!'),
    )
    .map((parts) => parts.join(''));
  const short = fc.constantFrom(
    'No.',
    'Yes.',
    'Mm-hmm.',
    'Sorry, 850 mg.',
    'No, not really.',
    'Okay.',
  );
  const turn = fc.record({
    speaker: fc.constantFrom('Doctor', 'Patient', 'Mother', 'Speaker 1', undefined),
    text: fc.oneof(
      { weight: 4, arbitrary: sentence },
      { weight: 3, arbitrary: short },
      {
        weight: 2,
        arbitrary: fc
          .array(fc.oneof(sentence, short), { maxLength: 4 })
          .map((all) => all.join(' ')),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
    ),
  });
  const visits = fc.array(turn, { maxLength: 9 });
  const lines = (turns: readonly SpokenTurn[]) => linesOf(draft(turns));

  test('each line is words of the transcript at the places that it names, in their order', () => {
    fc.assert(
      fc.property(visits, (turns) => {
        for (const { text, said } of lines(turns)) {
          const parts = said.map(({ turn: at, start, end }) => turns[at]?.text.slice(start, end));
          expect(text).toBe(parts.map((part) => part?.replace(/\s+/gu, ' ')).join(' — '));
          for (const [at, place] of said.entries()) {
            const last = said[at - 1];
            expect(place.end).toBeGreaterThan(place.start);
            expect(
              !last ||
                last.turn < place.turn ||
                (last.turn === place.turn && last.end <= place.start),
            ).toBe(true);
          }
        }
      }),
    );
  });

  test('nothing but words that keep the talk going is cut from a sentence: no negation, no number', () => {
    const idle = /^(?:[\s.,…-]|um|okay|ok|so|and|well|uh|oh|all right|alright|hmm|mm-?hmm)*$/iu;
    fc.assert(
      fc.property(visits, (turns) => {
        for (const { said } of lines(turns))
          for (const { turn: at, start, end } of said) {
            const whole = turns[at]?.text ?? '';
            const before =
              whole
                .slice(0, start)
                .split(/[.?!]\s|\n/u)
                .at(-1) ?? '';
            const after = /^[^.?!\n]*/u.exec(whole.slice(end))?.[0] ?? '';
            const isAtEnd = /[.?!\u0964]$/u.test(whole.slice(start, end)) || after === '';
            expect(before).toMatch(idle);
            if (!isAtEnd) expect(after).toMatch(idle);
          }
      }),
    );
  });

  test('what was denied is denied in its line, and what was not is not', () => {
    const { everywhereIn } = createExtraction({ terminology });
    const role: Record<string, string> = {
      Doctor: '[doctor] ',
      Patient: '[patient] ',
      Mother: '[guest] ',
    };
    const isDenied = (status: string) => status === 'absent';
    fc.assert(
      fc.property(visits, (turns) => {
        for (const { said, findings: own } of lines(turns)) {
          const alone = everywhereIn(
            said
              .map(({ turn: at, start, end }) => {
                const one = turns[at];
                return `${role[one?.speaker ?? ''] ?? ''}${one?.text.slice(start, end)}`;
              })
              .join('\n\n'),
          );
          expect(alone.map(({ text, status }) => [text, isDenied(status)])).toEqual(
            own.map(({ text, status }) => [text, isDenied(status)]),
          );
        }
      }),
    );
  });
});
