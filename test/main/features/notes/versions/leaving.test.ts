/** What the doctor says of an order, before signing, is what is signed and leaves. */
import { expect, test } from 'vitest';
import { neutralEntities } from '../../../../../main/features/coding/decisions/neutral-codes.ts';
import { presentSigned } from '../../../../../main/infrastructure/store/tables/signatures.ts';
import type { Decision } from '../../../../../shared/model/coding/desk.ts';
import type { NoteEntity } from '../../../../../shared/model/coding/entities.ts';
import type { Leaving, SaidLeaving } from '../../../../../shared/model/export/leaving.ts';
import { sectionsOf } from '../../../../../shared/model/note/note-sections.ts';
import { failure } from '../../../../support/failure.ts';
import { seenIn } from '../../../../support/seen.ts';
import { document, type Rig, ready, VISIT } from '../support.ts';

const PLAN = [
  'Given samples of Glycomet',
  'Tab Paracetamol 500 mg TDS x 3 days',
  'CBC',
  'Already takes amlodipine 5 mg',
];
const documents = [document({ text: `## Plan\n${PLAN.join('\n')}` })];
const [section] = sectionsOf(documents[0]!);
const words = (text: string, kind: NoteEntity['kind']): NoteEntity => {
  const start = section!.text.indexOf(text);
  return {
    id: text,
    text,
    kind,
    status: 'present',
    document: 0,
    section: section!.id,
    span: { start, end: start + text.length },
    source: 'text',
    given: [],
  };
};
const found = [
  words('Glycomet', 'medication'),
  words('Paracetamol', 'medication'),
  words('CBC', 'order'),
  words('amlodipine', 'medication'),
];

/** A note with a plan whose medicines and test are accepted. */
function planned(): Rig & { said: Map<string, SaidLeaving> } {
  const said = new Map<string, SaidLeaving>();
  const saidOf = new Map<string, Leaving | undefined>();
  const decision = (entityId: string): Decision => ({
    entityId,
    verdict: 'accepted',
    codes: [{ ontology: 'snomed', code: '387517004', name: entityId }],
    at: 0,
    who: '',
    seen: [],
    leaves: said.get(entityId),
    leavesRead: saidOf.get(entityId),
  });
  const made = ready({
    decisions: () =>
      neutralEntities(
        found.map((entity) => ({ entity, decision: decision(entity.id) })),
        { brand: 'svc', tagOf: () => '', documents },
      ),
    leaveAs(_id, entities, as, read) {
      for (const one of entities) {
        as ? said.set(one, as) : said.delete(one);
        saidOf.set(one, read);
      }
    },
  });
  made.receive(documents);
  return Object.assign(made, { said });
}

const rows = ({ notes }: Rig) => notes.state(VISIT).leaving ?? [];
const say = (made: Rig, text: string, as: SaidLeaving | null) => {
  const { leaving = [], facts } = made.notes.state(VISIT);
  const { entities } = leaving.find((row) => row.text === text)!;
  return made.notes.leaveAs({ id: VISIT, entities, as, codes: facts.codes });
};
const sign = ({ notes }: Rig) => {
  const state = notes.state(VISIT);
  const { id: branch, head: version } = state.branches.find(({ id }) => id === state.note)!;
  return notes.sign({ id: VISIT, branch, version, seen: seenIn(state), looked: [] });
};
const type = ({ notes }: Rig, text: string) => {
  const state = notes.state(VISIT);
  const { id: branch, rev, sections } = state.branches.find(({ id }) => id === state.note)!;
  notes.edit({ id: VISIT, branch, rev, sections: sections.map((one) => ({ ...one, text })) });
};
const kinds = (made: Rig) =>
  sign(made).note.entities.map(({ text, kind, taking, decision }) => [
    text,
    decision === 'pending' ? 'words' : kind,
    ...(taking && decision !== 'pending' ? [taking] : []),
  ]);

test('each medicine, test and procedure is told with how it leaves and its line, the orders first', () => {
  const made = planned();
  const told = rows(made).map(({ text, of, as, lines }) => [text, of, as, lines]);
  expect(told.filter(([text]) => text !== 'Glycomet')).toEqual([
    ['Paracetamol', 'medicine', 'ordered', ['Tab Paracetamol 500 mg TDS x 3 days']],
    ['CBC', 'test', 'ordered', ['CBC']],
    ['amlodipine', 'medicine', 'taken', ['Already takes amlodipine 5 mg']],
  ]);
});

test('what the doctor says is signed, whatever the words are read as; the row stays in its place', () => {
  const made = planned();
  const before = rows(made).map(({ text }) => text);
  say(made, 'Paracetamol', 'taken');
  say(made, 'CBC', 'words');
  const { leaving } = say(made, 'amlodipine', 'ordered');
  say(made, 'Glycomet', 'past');
  expect(rows(made).map(({ text }) => text)).toEqual(before);
  expect(leaving!.find(({ text }) => text === 'amlodipine')).toMatchObject({
    read: 'taken',
    as: 'ordered',
  });
  expect(kinds(made)).toEqual([
    ['Glycomet', 'medication', 'completed'],
    ['Paracetamol', 'medication', 'active'],
    ['CBC', 'words'],
    ['amlodipine', 'prescription'],
  ]);
});

test('a later word of the doctor’s is a change to be signed again; null reads the words again', () => {
  const made = planned();
  sign(made);
  say(made, 'Paracetamol', 'stopped');
  expect(made.notes.state(VISIT).signed!.changedSince).toBe(true);
  say(made, 'Paracetamol', null);
  expect(made.notes.state(VISIT).signed!.changedSince).toBe(false);
});

test('what was said holds when other words change; it is gone with its own words', () => {
  const made = planned();
  say(made, 'Paracetamol', 'taken');
  type(made, `${PLAN.join('\n')}\nRest`);
  expect(kinds(made)[1]).toEqual(['Paracetamol', 'medication', 'active']);
  type(made, PLAN.filter((line) => !line.includes('Paracetamol')).join('\n'));
  expect(made.notes.state(VISIT).uncoded).toEqual(['Paracetamol']);
  expect(rows(made).map(({ text }) => text)).not.toContain('Paracetamol');
  expect(kinds(made)[1]).toEqual(['Paracetamol', 'words']);
});

test('what was said of an order is not said of the stop that the line was changed to', () => {
  const made = planned();
  say(made, 'Paracetamol', 'taken');
  say(made, 'amlodipine', 'ordered');
  type(
    made,
    PLAN.join('\n')
      .replace('Tab Paracetamol 500 mg TDS x 3 days', 'Stop Paracetamol')
      .replace('Already takes', 'Stop'),
  );
  expect(kinds(made)).toContainEqual(['Paracetamol', 'medication', 'stopped']);
  expect(kinds(made)).toContainEqual(['amlodipine', 'medication', 'stopped']);
  // The doctor may say so again, of these words.
  say(made, 'amlodipine', 'ordered');
  expect(kinds(made)).toContainEqual(['amlodipine', 'prescription']);
});

test('operations of one finding are one row, for what is said of it is said of all of them', () => {
  const history = [document({ text: '## Past surgical history\nCABG 2012, TKR 2015' })];
  const { id: title, text } = sectionsOf(history[0]!)[0]!;
  const entity: NoteEntity = {
    ...words('CBC', 'order'),
    id: 'surgery',
    text,
    kind: 'history',
    status: 'historical',
    section: title,
    span: { start: 0, end: text.length },
  };
  const decision = { entityId: 'surgery', codes: [], at: 0, who: '', seen: [] };
  const made = ready({
    decisions: () =>
      neutralEntities([{ entity, decision: { ...decision, verdict: 'accepted' } }], {
        brand: 'svc',
        tagOf: () => '',
        documents: history,
      }),
  });
  made.receive(history);
  expect(rows(made).map((row) => [row.text, row.as, row.entities])).toEqual([
    ['CABG, TKR', 'done', ['surgery']],
  ]);
});

test('what leaves as words alone is not ordered by an edit of its line', () => {
  const made = planned();
  say(made, 'Glycomet', 'words');
  type(made, PLAN.join('\n').replace('Given samples of Glycomet', 'Start Glycomet 500 mg OD'));
  expect(kinds(made)[0]).toEqual(['Glycomet', 'words']);
});

test('a dosage that the doctor changed in the line does not leave with what was said', () => {
  const made = planned();
  say(made, 'amlodipine', 'ordered');
  say(made, 'Paracetamol', 'ordered');
  const dosage = () => sign(made).note.entities[1]!.dosage;
  expect(dosage()).toMatch(/TDS/);
  type(made, PLAN.join('\n').replace('TDS', 'BD'));
  expect(dosage()).toBeUndefined();
});

test('nothing is said about codes that changed since they were in view', () => {
  const made = planned();
  const { facts } = made.notes.state(VISIT);
  say(made, 'CBC', 'words');
  expect(() =>
    made.notes.leaveAs({ id: VISIT, entities: ['CBC'], as: 'ordered', codes: facts.codes }),
  ).toThrow(failure('busy', 'changed-since-seen'));
  expect(made.said.get('CBC')).toBe('words');
});

test('the signed text holds nothing of where a word came from', () => {
  const made = planned();
  say(made, 'CBC', 'words');
  sign(made);
  const [row] = made.store.signatures.list(VISIT);
  expect(row!.canonical).not.toContain('origin');
  expect(presentSigned(row!).note.kinds).toBe(2);
});
