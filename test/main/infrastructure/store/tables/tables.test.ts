/**
 * Each table: what goes in comes out after closing, under the place that it was sealed for, in its
 * order, of its own visit alone; and what is damaged, moved or locked is never taken for it.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../../../main/features/notes/neutral.ts';
import type { Place, RowCipher } from '../../../../../main/infrastructure/store/sealed-columns.ts';
import { createStore, type Store } from '../../../../../main/infrastructure/store/store.ts';
import type { ExportRow } from '../../../../../main/infrastructure/store/tables/exports.ts';
import type {
  BranchRow,
  VersionRow,
} from '../../../../../main/infrastructure/store/tables/note-versions.ts';
import type { SignatureRow } from '../../../../../main/infrastructure/store/tables/signatures.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { type LinkedEntity, whyKinds } from '../../../../../shared/model/coding/codification.ts';
import type { Note } from '../../../../../shared/model/note/note.ts';
import { failure } from '../../../../support/failure.ts';
import {
  decided,
  entity,
  paper,
  temporaryFolder,
  testCipher,
  visit,
} from '../../../../support/rows.ts';

function rig() {
  const inner = testCipher();
  const places: string[] = [];
  let locked = false;
  const cipher: RowCipher = {
    ...inner,
    sealRow(place: Place, plain) {
      places.push(`${place.table}.${place.column} ${place.row}`);
      return inner.sealRow(place, plain);
    },
  };
  const file = path.join(temporaryFolder(), 'scriba.db');
  const seal = () => {
    if (locked) throw new Failure('locked', 'No key here.', { detail: 'passphrase-needed' });
    return cipher;
  };
  const made = { store: createStore({ file, seal }), places };
  for (const id of ['a', 'b']) made.store.visits.insert(visit(id, { state: 'ready' }));
  places.length = 0;
  return {
    made,
    places,
    lock: () => {
      locked = true;
    },
    /** Changes the closed database, and opens it again. */
    tamper(sql: string, ...values: unknown[]): Store {
      made.store.close();
      const db = new Database(file);
      const triggers = db
        .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        .all() as { name: string; sql: string }[];
      for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
      if (sql !== '') db.prepare(sql).run(...values);
      for (const trigger of triggers) db.exec(trigger.sql);
      db.close();
      made.store = createStore({ file, seal });
      return made.store;
    },
  };
}
const damaged = failure('broken', 'row-damaged');
const locked = failure('locked');

const note = (visitId: string, text = 't'): Note => ({
  visitId,
  documents: [
    {
      templateId: 'a',
      name: 'A',
      kind: 'emr',
      status: 'partial',
      text,
      emr: { any: ['thing'] },
      errors: ['e'],
      warnings: ['w'],
      documentId: 'd',
      addedAt: 7,
      language: 'hi',
      leaflet: true,
    },
  ],
  receivedAt: 9,
  practice: true,
});
const exported = (id: string, over: Partial<ExportRow> = {}): ExportRow => ({
  id,
  visitId: 'a',
  signature: 's',
  branch: 'b',
  version: 2,
  at: 3,
  who: 'doctor',
  form: 'fhir',
  flavour: 'nrces',
  section: 'Plan',
  target: 'server',
  where: 'https://emr.example',
  file: 'f',
  sha256: 'ab',
  attempts: 4,
  waitsUntil: 5,
  doneAt: 6,
  trouble: { detail: 'd', message: 'm' },
  ground: 'g',
  placing: true,
  posted: true,
  location: 'DocumentReference/1',
  state: 'waiting',
  ...over,
});
const signature = (id: string, over: Partial<SignatureRow> = {}): SignatureRow => ({
  id,
  visitId: 'a',
  branch: 'b',
  version: 1,
  at: 2,
  who: 'doctor',
  canonical: '{}',
  sha256: sha256('{}'),
  looked: ['x'],
  practice: true,
  ...over,
});
const branch = (id: string, over: Partial<BranchRow> = {}): BranchRow => ({
  branch: id,
  rev: 1,
  root: {
    origin: 'o',
    purpose: 'note',
    templateId: 't',
    name: 'n',
    kind: 'markdown',
    language: 'en',
  },
  ...over,
});
const version = (number: number, over: Partial<VersionRow> = {}): VersionRow => ({
  number,
  author: 'doctor',
  made: 'edit',
  at: 1,
  who: 'w',
  kept: false,
  sections: [{ id: 's', title: 'T', text: `words ${number}` }],
  ...over,
});

describe('a note', () => {
  test('comes back whole, of its own visit, until it is removed', () => {
    const { made, places, tamper } = rig();
    made.store.notes.put(note('a'));
    made.store.notes.put(note('b', 'other'));
    made.store.notes.put(note('a', 'newer'));
    expect(new Set(places)).toEqual(new Set(['notes.note a', 'notes.note b']));
    const store = tamper('');
    expect([store.notes.get('a'), store.notes.get('b')]).toEqual([
      note('a', 'newer'),
      note('b', 'other'),
    ]);
    store.notes.remove('a');
    expect([store.notes.get('a'), store.notes.get('b')]).toEqual([undefined, note('b', 'other')]);
  });

  test('of another visit is refused in its place', () => {
    const { made, tamper } = rig();
    made.store.notes.put(note('a'));
    made.store.notes.put(note('b'));
    const store = tamper(
      "UPDATE notes SET note = (SELECT note FROM notes WHERE consultation_id = 'b') WHERE consultation_id = 'a'",
    );
    expect(() => store.notes.get('a')).toThrow(damaged);
    expect(store.notes.get('b')).toEqual(note('b'));
  });
});

describe('an export', () => {
  test('comes back whole; those of a visit newest first, those of a state oldest first', () => {
    const { made, places, tamper } = rig();
    for (const id of ['1', '2', '3'])
      made.store.exports.put(exported(id, { state: id === '2' ? 'done' : 'waiting' }));
    made.store.exports.put(exported('4', { visitId: 'b' }));
    expect(places).toContain('exports.export 1');
    const { exports } = tamper('');
    expect(exports.get('1')).toEqual(exported('1'));
    expect(exports.list('a').map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect(exports.inStates('waiting').map(({ id }) => id)).toEqual(['1', '3', '4']);
    expect(exports.inStates('waiting', 'done').map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(exports.inStates('failed')).toEqual([]);
    exports.put(exported('1', { state: 'done' }));
    expect(exports.list('a').map(({ id, state }) => `${id} ${state}`)).toEqual([
      '3 waiting',
      '2 done',
      '1 done',
    ]);
    exports.remove('1');
    expect([exports.has('1'), exports.has('2'), exports.get('1')]).toEqual([
      false,
      true,
      undefined,
    ]);
  });

  test('that was moved to another visit, or is damaged, is left out; a locked vault is said to be so', () => {
    const { made, tamper, lock } = rig();
    made.store.exports.put(exported('1'));
    made.store.exports.put(exported('2'));
    const { exports } = tamper("UPDATE exports SET consultation_id = 'b' WHERE id = '1'");
    expect(exports.list('b')).toEqual([]);
    expect(exports.list('a').map(({ id }) => id)).toEqual(['2']);
    expect(() => exports.get('1')).toThrow(damaged);
    lock();
    expect(() => exports.list('a')).toThrow(locked);
    expect(() => exports.inStates('failed')).toThrow(locked);
  });
});

describe('a signature', () => {
  test('comes back as it was given, newest first, and is never replaced', () => {
    const { made, places, tamper } = rig();
    made.store.signatures.add(signature('1'));
    made.store.signatures.add(signature('2', { version: 2 }));
    expect(places).toEqual(['signatures.signature 1', 'signatures.signature 2']);
    const { signatures } = tamper('');
    expect(signatures.list('a')).toEqual([signature('2', { version: 2 }), signature('1')]);
    expect([signatures.get('1'), signatures.get('9')]).toEqual([signature('1'), undefined]);
    expect([signatures.has('a'), signatures.has('b'), signatures.list('b')]).toEqual([
      true,
      false,
      [],
    ]);
    expect(() => signatures.add(signature('1', { who: 'another' }))).toThrow(
      failure('broken', 'version-kept'),
    );
    expect(signatures.get('1')).toEqual(signature('1'));
  });

  test('whose words are not those that were hashed is refused', () => {
    const { made } = rig();
    made.store.signatures.add(signature('1', { canonical: '{"a":1}' }));
    expect(() => made.store.signatures.get('1')).toThrow(damaged);
    expect(() => made.store.signatures.list('a')).toThrow(damaged);
  });
});

describe('versions of a note', () => {
  test('come back oldest first, of their branch and visit; a draft is replaced and dropped, a kept one never', () => {
    const { made, places, tamper } = rig();
    const put = made.store.noteVersions;
    put.putBranch('a', branch('x'));
    put.putBranch('a', branch('y'));
    put.putBranch('b', branch('x', { rev: 5 }));
    put.putBranch('a', branch('x', { rev: 2 }));
    for (const one of [version(1, { kept: true }), version(2), version(2, { who: 'again' })])
      put.put('a', 'x', one);
    put.put('a', 'y', version(1));
    expect(places).toEqual([
      'note_branches.root a/x',
      'note_branches.root a/y',
      'note_branches.root b/x',
      'note_branches.root a/x',
      'note_versions.version a/x/1',
      'note_versions.version a/x/2',
      'note_versions.version a/x/2',
      'note_versions.version a/y/1',
    ]);
    const { noteVersions } = tamper('');
    expect(noteVersions.branches('a')).toEqual([branch('x', { rev: 2 }), branch('y')]);
    expect(noteVersions.branches('b')).toEqual([branch('x', { rev: 5 })]);
    expect(noteVersions.versions('a', 'x')).toEqual([
      version(1, { kept: true }),
      version(2, { who: 'again' }),
    ]);
    expect(noteVersions.versions('b', 'x')).toEqual([]);
    expect(() => noteVersions.put('a', 'x', version(1))).toThrow(failure('broken', 'version-kept'));
    noteVersions.dropDraft('a', 'x', 2);
    noteVersions.dropDraft('a', 'x', 1);
    expect(noteVersions.versions('a', 'x')).toEqual([version(1, { kept: true })]);
    expect(noteVersions.versions('a', 'y')).toEqual([version(1)]);
  });
});

describe('a paper', () => {
  test('comes back whole; all newest first, those of a state oldest first', () => {
    const { made, places, tamper } = rig();
    const whole = paper('2', {
      state: 'failed',
      patientName: 'Asha',
      patientId: 'p',
      sentAt: 1,
      doneAt: 2,
      documentId: 'd',
      trouble: { code: 'c', message: 'm' },
      result: {
        tests: [{ name: 'n', value: '1', unit: 'u', range: 'r', loinc: 'l', confidence: 'c' }],
        facts: [{ name: 'n', value: 'v' }],
        fhir: true,
      },
    });
    for (const one of [paper('1'), whole, paper('3')]) made.store.documents.put(one);
    expect(places).toEqual([
      'documents.document 1',
      'documents.document 2',
      'documents.document 3',
    ]);
    const { documents } = tamper('');
    expect(documents.get('2')).toEqual(whole);
    expect(documents.list().map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect(documents.inStates('done').map(({ id }) => id)).toEqual(['1', '3']);
    expect(documents.inStates('done', 'failed').map(({ id }) => id)).toEqual(['1', '2', '3']);
    documents.put({ ...paper('1'), state: 'failed' });
    expect(documents.inStates('done').map(({ id }) => id)).toEqual(['3']);
    documents.remove('2');
    expect([documents.has('2'), documents.has('3'), documents.get('2')]).toEqual([
      false,
      true,
      undefined,
    ]);
  });

  test('that is damaged is left out of the list, and is still there', () => {
    const { made, tamper, lock } = rig();
    for (const id of ['1', '2']) made.store.documents.put(paper(id));
    const { documents } = tamper("UPDATE documents SET document = x'00' WHERE id = '1'");
    expect(documents.list().map(({ id }) => id)).toEqual(['2']);
    expect(documents.has('1')).toBe(true);
    expect(() => documents.get('1')).toThrow();
    lock();
    expect(() => documents.list()).toThrow(locked);
  });
});

test('an answer of a linker belongs to its visit and its question; where it does not open it is asked again', () => {
  const read = { corrected: { fevr: 'fever' }, expanded: {}, brand: { Dolo: 'paracetamol' } };
  const why = { term: 'Fever', ...read, own: true, aside: ['severe'], lacks: ['form_needed'] };
  const answer: LinkedEntity = {
    id: 'e',
    text: 'Fever',
    ontology: 'icd-10-cm',
    version: '1',
    linker: 'platform',
    candidates: whyKinds.map((kind) => ({
      code: 'R50.9',
      term: 'Fever',
      synonyms: [],
      score: null,
      linked: true,
      about: [],
      why: { ...why, kind },
    })),
  };
  const { made, places, tamper, lock } = rig();
  made.store.links.put('a', 'q', { ...answer, text: 'older' });
  made.store.links.put('a', 'q', answer);
  expect(places).toEqual(['links.answer a q', 'links.answer a q']);
  const { links } = tamper('');
  expect([links.get('a', 'q'), links.get('b', 'q'), links.get('a', 'r')]).toEqual([
    answer,
    undefined,
    undefined,
  ]);
  const changed = tamper("UPDATE links SET answer = x'00'").links;
  expect(changed.get('a', 'q')).toBeUndefined();
  lock();
  expect(() => changed.get('a', 'q')).toThrow(locked);
});

describe('decisions', () => {
  test('come back in their order, by batch, and are taken back as one, each of its own visit', () => {
    const { made, places, tamper } = rig();
    const first = made.store.decisions.add('a', [decided('Fever'), decided('Cough')]);
    const second = made.store.decisions.add('a', [decided('Rash')]);
    made.store.decisions.add('b', [decided('Asthma')]);
    made.store.decisions.mark('a', entity('Wheeze'));
    expect(second).toBeGreaterThan(first);
    expect(places).toEqual([
      'decisions.decision a 1 1',
      'decisions.decision a 1 2',
      'decisions.decision a 2 1',
      'decisions.decision b 1 1',
      'marks.mark a 1',
    ]);
    const { decisions } = tamper('');
    const words = (visitId: string) => decisions.list(visitId).map((one) => one.entity.text);
    expect([words('a'), words('b')]).toEqual([['Fever', 'Cough', 'Rash'], ['Asthma']]);
    expect(decisions.marks('a')).toEqual([entity('Wheeze')]);
    expect(decisions.marks('b')).toEqual([]);
    expect(decisions.takeBack('a').map((one) => one.entity.text)).toEqual(['Rash']);
    expect(decisions.takeBack('a').map((one) => one.entity.text)).toEqual(['Fever', 'Cough']);
    expect(decisions.takeBack('a')).toEqual([]);
    expect(words('b')).toEqual(['Asthma']);
  });
});
