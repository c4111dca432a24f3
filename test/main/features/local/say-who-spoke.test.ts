/** Who spoke, over a real store: what a doctor did before or meanwhile is never undone by it. */
import { expect, test } from 'vitest';
import { sayWhoSpoke, type WhoSpoke } from '../../../../main/features/local/say-who-spoke.ts';
import { turnsOf } from '../../../../main/features/local/transcript.ts';
import { createWriteNote } from '../../../../main/features/local/write-note.ts';
import type { SpokenPart } from '../../../../main/infrastructure/store/tables/spoken.ts';
import type { Note, NoteDocument } from '../../../../shared/model/note/note.ts';
import type { VisitState } from '../../../../shared/model/visit.ts';
import { details, putState, visit } from '../../../support/rows.ts';
import { rig as notesRig, VISIT } from '../notes/support.ts';

const TEMPLATES = ['clinical_notes_template', 'transcript_template'];
const SAID = [
  ['Any', 'fever?'],
  ['For', 'thirty', 'days.'],
  ['Any', 'tablets?'],
  ['Thrice', 'paracetamol,', 'always', 'paracetamol.'],
  ['Drink', 'water.'],
  ['Thank', 'you.'],
];
const UNSURE = ['thirty', 'Thrice', 'always'];

/** By turns in two voices; a name was put in twice. */
const part: SpokenPart = {
  name: 'a',
  seconds: 12,
  engine: 'whisper',
  stretches: SAID.map((words, at) => ({
    text: words.join(' '),
    from: 2 * at,
    to: 2 * at + 2,
    words: words.map((text) => ({
      text,
      from: 2 * at,
      to: 2 * at + 2,
      confidence: UNSURE.includes(text) || text.startsWith('para') ? 0.3 : 1,
      ...(text.startsWith('para') && { heard: 'perch tomal' }),
    })),
    sentences: [
      {
        words: words.length,
        voice: Array.from({ length: 13 }, (_, place) => (at % 2) * 50 + ((at * place) % 3) / 10),
      },
    ],
  })),
};

const write = (sections: readonly string[] = [], model?: () => never) =>
  createWriteNote({
    draft: (turns, titles) => ({
      sections: [
        {
          title: titles[0] ?? 'Usual',
          lines: turns.flatMap(({ text, speaker }, turn) => [
            { text: `${speaker} says`, said: [], findings: [] },
            { text, said: [{ turn, start: 0, end: text.length }], findings: [] },
          ]),
        },
      ],
    }),
    sections: () => sections,
    usualSections: ['Usual'],
    model: async () => model,
    unsupported: () => new Map(),
    kindsIn: () => [],
  });

async function ready(writer = write()) {
  const made = notesRig();
  const { store, notes } = made;
  store.visits.insert(
    visit(VISIT, { details: details({ worksHere: true, templates: TEMPLATES }) }),
  );
  const { transactionId } = store.visits.get(VISIT) ?? { transactionId: '' };
  store.transactions.put({
    transactionId,
    visitId: VISIT,
    epoch: 1,
    commitAttempts: 0,
    status: 'committed',
  });
  store.spoken.putPart(transactionId, VISIT, part);
  store.spoken.putWhole(transactionId, VISIT, { parts: [part.name], additional: {} });
  putState(store, VISIT, { state: 'ready' });
  const said = { engine: 'whisper', templates: TEMPLATES, language: 'en-IN' };
  made.receive(await writer({ ...said, turns: turnsOf([part], details()) }));
  const told: string[] = [];
  return {
    ...made,
    told,
    say: (one: WhoSpoke, draft = writer) =>
      sayWhoSpoke(
        { store, draft, replace: notes.replace, changed: (id) => void told.push(id) },
        VISIT,
        one,
      ),
    put: (state: VisitState) => putState(store, VISIT, { state }),
    document: (kind: string) => find(store.notes.get(VISIT), kind),
    branch() {
      const state = notes.state(VISIT);
      const found = state.branches.find(({ id }) => id === state.note);
      if (!found) throw new Error('There is no note.');
      return found;
    },
  };
}

const find = (note: Note | undefined, kind: string): NoteDocument => {
  const found = note?.documents.find((one) => one.kind === kind);
  if (!found) throw new Error(`There is no ${kind}.`);
  return found;
};
type Made = Awaited<ReturnType<typeof ready>>;
const lineOf = ({ document }: Made, kind = 'transcript') =>
  document(kind)
    .text?.split('\n')
    .find((line) => line.includes('Thrice'))
    ?.replace(/^(?:.*: |- )/, '');
/** Numbers of the doubts that are put-in names. */
const names = ({ document }: Made) =>
  (document('transcript').doubts ?? []).flatMap(({ heard }, at) =>
    heard === undefined ? [] : [at],
  );
const takeBack = (made: Made, nth: number) =>
  void made.notes.takeBack(VISIT, { doubt: names(made)[nth] ?? -1, heard: 'perch tomal' });

const BOTH = 'Thrice paracetamol, always paracetamol.';
const FIRST_TAKEN = 'Thrice perch tomal, always paracetamol.';
const LAST_TAKEN = 'Thrice paracetamol, always perch tomal.';

test.each([
  [0, FIRST_TAKEN],
  [1, LAST_TAKEN],
])('name %d that was taken back stays so when somebody says who spoke', async (nth, wanted) => {
  const made = await ready();
  expect(lineOf(made)).toBe(BOTH);
  takeBack(made, nth);
  const { doubts } = made.document('transcript');
  await made.say({ doctor: 1 });
  await made.say({ turn: 5, speaker: 1 });
  expect(lineOf(made)).toBe(wanted);
  expect(lineOf(made, 'markdown')).toBe(wanted);
  expect(made.document('transcript').doubts).toEqual(doubts);
  // The other one can still be taken back.
  takeBack(made, 0);
  await made.say({ doctor: 2 });
  expect(lineOf(made)).toBe('Thrice perch tomal, always perch tomal.');
});

test('a name can be taken back after somebody said who spoke', async () => {
  const made = await ready();
  await made.say({ doctor: 1 });
  expect(lineOf(made)).toBe(BOTH);
  takeBack(made, 1);
  expect(lineOf(made)).toBe(LAST_TAKEN);
  expect(made.branch().sections[0]?.text).toContain(LAST_TAKEN);
});

test('of a signed visit the note stays, and its transcript keeps what was taken back', async () => {
  const made = await ready();
  takeBack(made, 0);
  const before = made.document('markdown');
  made.store.signatures.list = () => [{} as never];
  await made.say({ doctor: 1 });
  expect(made.document('markdown')).toEqual(before);
  expect(made.document('transcript').text).toContain('Doctor: Any fever?');
  expect(lineOf(made)).toBe(FIRST_TAKEN);
});

test('what was changed while the draft is made is not lost', async () => {
  const made = await ready();
  const meanwhile = (change: () => void) =>
    made.say({ doctor: 1 }, async (visitSaid) => {
      const documents = await write()(visitSaid);
      change();
      return documents;
    });
  const stale = { code: 'busy', detail: 'stale' };
  await expect(meanwhile(() => takeBack(made, 0))).rejects.toMatchObject(stale);
  expect(lineOf(made)).toBe(FIRST_TAKEN);
  expect(made.store.visits.get(VISIT)?.details.speakers).toBeUndefined();
  expect(made.told).toEqual([]);
  // Signed meanwhile: its note stays.
  const before = made.document('markdown');
  await meanwhile(() => {
    made.store.signatures.list = () => [{} as never];
  });
  expect(made.document('markdown')).toEqual(before);
});

test('an edit of the draft as it was before is refused', async () => {
  const made = await ready();
  const { id: branch, rev, sections } = made.branch();
  await made.say({ doctor: 1 });
  const edited = sections.map((one) => ({ ...one, text: `${one.text} More.` }));
  expect(() => made.notes.edit({ id: VISIT, branch, rev, sections: edited })).toThrow(
    expect.objectContaining({ detail: 'stale' }),
  );
  const now = made.branch();
  expect(now.versions).toHaveLength(1);
  expect(now.sections[0]?.text).toContain('Doctor says');
  made.notes.edit({ id: VISIT, branch, rev: now.rev, sections: edited });
  // Beside what the doctor wrote, and both are kept.
  await made.say({ doctor: 2 });
  expect(made.branch().sections).toEqual(edited);
  expect(made.branch().arrived).toBeGreaterThan(1);
});

test('that the model failed is still said, and the draft keeps its own sections', async () => {
  const made = await ready(
    write(['Story'], () => {
      throw new Error('It is down.');
    }),
  );
  const before = made.document('markdown');
  expect(before).toMatchObject({ status: 'partial', text: expect.stringContaining('## Story') });
  await made.say({ doctor: 1 }, write(['Other']));
  expect(made.document('markdown')).toEqual({
    ...before,
    text: before.text?.replaceAll('Speaker 1', 'Doctor').replaceAll('Speaker 2', 'Patient'),
  });
});

test('the same request twice changes nothing', async () => {
  const made = await ready();
  for (const said of [{ doctor: 1 }, { turn: 5, speaker: 1 }] as const) {
    await made.say(said);
    const once = made.store.notes.get(VISIT);
    await made.say(said);
    expect(made.store.notes.get(VISIT)).toEqual(once);
  }
  expect(made.told).toHaveLength(2);
  expect(made.document('transcript').text).toContain('Doctor: Thank you.');
  await made.say({ turn: 5, speaker: 2 });
  expect(made.document('transcript').text).toContain('Patient: Thank you.');
});

test('while the note is written nobody is named', async () => {
  const made = await ready();
  made.put('processing');
  const before = made.store.notes.get(VISIT);
  await expect(made.say({ doctor: 1 })).rejects.toMatchObject({
    code: 'busy',
    detail: 'note-being-written',
  });
  expect(made.store.notes.get(VISIT)).toEqual(before);
});

test('a dictation has one speaker, whatever the voices sound like', async () => {
  const named = (mode: 'consultation' | 'dictation') =>
    turnsOf([part], details({ mode })).map(({ speaker }) => speaker);
  expect(named('dictation')).toEqual(SAID.map(() => undefined));
  expect(named('consultation')).toContain('Speaker 2');
  const texts = turnsOf([part], details({ mode: 'dictation' })).map(({ text }) => text);
  expect(texts).toEqual(SAID.map((words) => words.join(' ')));
});
