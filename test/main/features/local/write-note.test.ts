import { expect, test } from 'vitest';
import {
  createWriteNote,
  UNSUPPORTED,
  type WriteNoteDeps,
} from '../../../../main/features/local/write-note.ts';
import type { WriteByModel } from '../../../../main/infrastructure/language-model/chat-server.ts';
import { BUILT_IN } from '../../../../main/infrastructure/speech/speech.ts';
import { Failure } from '../../../../shared/failure.ts';

const turns = [
  { text: 'I have had fever for three days.', from: 0, to: 2 },
  { text: 'Take paracetamol 650 twice daily.', from: 3725, to: 3727 },
];
const visit = {
  turns,
  engine: 'whisper',
  templates: ['clinical_notes_template', 'transcript_template'],
  language: 'en-IN',
};

const writer = (model?: WriteByModel, sections: string[] = []) =>
  createWriteNote(deps(model, sections));

function deps(model?: WriteByModel, sections: string[] = []): WriteNoteDeps {
  return {
    draft: (given, titles) => ({
      sections: [
        {
          title: titles[0] ?? 'Complaints',
          lines: [{ text: given[0]?.text ?? '', said: [], findings: [] }],
        },
        { title: 'Plan', lines: [] },
      ],
    }),
    sections: () => sections,
    usualSections: ['Complaints', 'Plan'],
    model: async () => model,
    // Whatever names a cough was not said.
    unsupported: (all) =>
      new Map(
        all.map(({ id, text }) => [
          id,
          new Set(text.split('\n').flatMap((line, at) => (line.includes('cough') ? [at] : []))),
        ]),
      ),
    kindsIn: (text) =>
      [...text.matchAll(/three|3/g)].map(({ 0: word, index }) => ({
        kind: 'number',
        key: '3',
        start: index,
        end: index + word.length,
      })),
  };
}

test('without a model the note is the draft, beside the transcript with its times', async () => {
  const [note, transcript, ...others] = await writer()(visit);
  expect(others).toEqual([]);
  expect(note).toMatchObject({
    templateId: 'clinical_notes_template',
    kind: 'markdown',
    status: 'success',
    text: '## Complaints\n- I have had fever for three days.\n\n## Plan\n- Not recorded.',
    writtenHere: { speech: 'whisper' },
  });
  expect(transcript).toMatchObject({
    kind: 'transcript',
    text: '[00:00] I have had fever for three days.\n[1:02:05] Take paracetamol 650 twice daily.',
    writtenHere: { speech: 'whisper' },
  });
});

test('a model’s statements that name no turn, a wrong one, or what was not said, are marked', async () => {
  const asked: (readonly string[])[] = [];
  const [note] = await writer(
    async (_turns, titles) => {
      asked.push(titles);
      return {
        model: 'llama',
        prompt: 'note-1',
        sections: [
          {
            title: 'Complaints',
            statements: [
              { text: 'Fever for three days.', turns: [0] },
              { text: 'No cough.', turns: [0] },
              { text: 'Fever.', turns: [] },
              { text: 'Fever.', turns: [7] },
            ],
          },
          { title: 'Plan', statements: [] },
        ],
      };
    },
    ['History', 'Advice'],
  )(visit);
  expect(asked).toEqual([['History', 'Advice']]);
  expect(note).toMatchObject({
    status: 'success',
    writtenHere: { speech: 'whisper', model: 'llama', prompt: 'note-1' },
    text: [
      '## Complaints',
      '- Fever for three days.',
      `- No cough. ${UNSUPPORTED}`,
      `- Fever. ${UNSUPPORTED}`,
      `- Fever. ${UNSUPPORTED}`,
      '',
      '## Plan',
      '- Not recorded.',
    ].join('\n'),
  });
});

test('where the model fails the draft stands in its place, and says why', async () => {
  const [note] = await writer(async () => {
    throw new Failure('broken', 'The model’s note was cut off.', { detail: 'model-cut' });
  })(visit);
  expect(note).toMatchObject({ status: 'partial', writtenHere: { speech: 'whisper' } });
  expect(note?.writtenHere).not.toHaveProperty('model');
  expect(note?.text).toContain('I have had fever for three days.');
  expect(note?.warnings[0]).toContain('was cut off');
});

test('a locked vault and an ended call make no note', async () => {
  for (const failure of [
    new Failure('locked', 'It is locked.'),
    new Failure('refused', 'It was ended.', { detail: 'cancelled' }),
  ])
    await expect(
      writer(async () => {
        throw failure;
      })(visit),
    ).rejects.toBe(failure);
});

test('one note is written for a visit, and a transcript alone where no note was asked for', async () => {
  const two = await writer()({ ...visit, templates: ['a', 'b'] });
  expect(two.map(({ templateId, status }) => [templateId, status])).toEqual([
    ['a', 'success'],
    ['b', 'not-produced'],
    ['transcript_template', 'success'],
  ]);
  const alone = await writer()({ ...visit, templates: ['transcript_template'] });
  expect(alone.map(({ kind }) => kind)).toEqual(['transcript']);
});

const wordsOf = (text: string, doubted: readonly string[]) =>
  text.split(' ').map((word, at) => ({
    text: word,
    from: at,
    to: at + 1,
    confidence: doubted.includes(word) ? 0.3 : 0.95,
  }));
const text = 'I have had fever for three days.';
const doubting = { ...visit, turns: [{ text, from: 0, to: 2, words: wordsOf(text, ['three']) }] };

test('a doubted number is kept beside the words of transcript and draft, and not in them', async () => {
  const write = createWriteNote({
    ...deps(),
    draft: () => ({
      sections: [
        {
          title: 'Complaints',
          lines: [{ text, said: [{ turn: 0, start: 0, end: text.length }], findings: [] }],
        },
      ],
    }),
  });
  const [note, transcript] = await write(doubting);
  expect(transcript?.text).toBe(`[00:00] ${text}`);
  expect(transcript?.doubts).toEqual([{ kind: 'number', words: 'three', line: 0, back: 11 }]);
  expect(note?.text).toBe(`## Complaints\n- ${text}`);
  expect(note?.doubtfulLines).toEqual([{ text, places: [{ doubt: 0, start: 21, end: 26 }] }]);
});

test('a model that writes a doubted number in figures is doubted in the same place', async () => {
  const [note] = await writer(async () => ({
    model: 'llama',
    prompt: 'note-1',
    sections: [
      {
        title: 'Complaints',
        statements: [
          { text: 'Fever for 3 days.', turns: [0] },
          { text: 'Fever.', turns: [0] },
        ],
      },
    ],
  }))(doubting);
  expect(note?.doubtfulLines).toEqual([
    { text: 'Fever for 3 days.', places: [{ doubt: 0, start: 10, end: 11 }] },
  ]);
});

test('where nothing is doubted, nothing is kept', async () => {
  for (const one of await writer()(visit)) {
    expect(one).not.toHaveProperty('doubts');
    expect(one).not.toHaveProperty('doubtfulLines');
  }
});

const sure = 'I have had fever for three days and I take paracetamol.';
const invented = 'The story is one of the most important.';
const heardWith = (confidence: number) => ({
  ...visit,
  engine: BUILT_IN,
  turns: [
    {
      text: `${sure} ${invented}`,
      from: 0,
      to: 9,
      words: [
        ...wordsOf(sure, []),
        ...wordsOf(invented, []).map((word) => ({ ...word, from: 64, confidence })),
      ],
    },
  ],
});
const lost = { turn: 0, start: sure.length + 1, end: sure.length + 1 + invented.length };

test('a note says what of the visit was not understood, and a model does not read it', async () => {
  const words = 'One sentence was not understood and is not in the note (at 01:04). Listen to it.';
  const read: string[] = [];
  const byModel = writer(async (turns) => {
    read.push(...turns.map(({ text }) => text));
    return { model: 'llama', prompt: 'note-1', sections: [{ title: 'Plan', statements: [] }] };
  });
  expect((await byModel(heardWith(0.2)))[0]).toMatchObject({
    status: 'success',
    warnings: [words],
  });
  expect(read).toEqual([`${sure} [not understood]`]);
  expect((await byModel(heardWith(0.9)))[0]).toMatchObject({ warnings: [] });

  const given: unknown[] = [];
  const draft: WriteNoteDeps['draft'] = (_turns, _titles, places) => {
    given.push(places);
    return { sections: [] };
  };
  const [drafted] = await createWriteNote({ ...deps(), draft })(heardWith(0.2));
  expect(drafted).toMatchObject({ status: 'success', warnings: [words] });
  expect(given).toMatchObject([[lost]]);
  const failing = async () => {
    throw new Failure('offline', 'The model is away.');
  };
  const [instead] = await createWriteNote({ ...deps(failing), draft })(heardWith(0.2));
  expect(instead?.warnings).toEqual([words, expect.stringContaining('The model is away.')]);
});

test('where most was not understood no model is asked', async () => {
  const text = `${sure} ${sure}`;
  const turns = [{ text, from: 0, to: 9, words: wordsOf(text, text.split(' ')) }];
  const draft = () => ({ sections: [{ title: 'Plan', lines: [] }] });
  const [note] = await createWriteNote({
    ...deps(async () => {
      throw new Error('It was asked.');
    }),
    draft,
  })({ ...visit, engine: BUILT_IN, turns });
  expect(note).toMatchObject({ status: 'success', text: '## Plan\n- Not recorded.' });
  expect(note?.warnings[0]).toMatch(/^Most of what was said was not understood/);
});
