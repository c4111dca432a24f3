/** Rows of every form that they may have come back; a row that was moved does not open. */
import { statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  openJson,
  openThose,
  type Place,
  type RowCipher,
  sealJson,
} from '../../../../../main/infrastructure/store/sealed-columns.ts';
import { createStore } from '../../../../../main/infrastructure/store/store.ts';
import {
  forgottenAt,
  putForgotten,
} from '../../../../../main/infrastructure/store/tables/remembered-choices.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { exportForms, fhirFlavours } from '../../../../../shared/model/export/export.ts';
import { targetNames } from '../../../../../shared/model/export/exports.ts';
import { authors, makings, purposes } from '../../../../../shared/model/note/note-versions.ts';
import { failure } from '../../../../support/failure.ts';
import { details, temporaryFolder, testCipher, visit } from '../../../../support/rows.ts';

function rig() {
  const inner = testCipher();
  const places: Place[] = [];
  const cipher: RowCipher = {
    ...inner,
    sealRow(place, plain) {
      places.push(place);
      return inner.sealRow(place, plain);
    },
  };
  const file = path.join(temporaryFolder(), 'scriba.db');
  let locked = false;
  const seal = () => {
    if (locked) throw new Failure('locked', 'No key here.', { detail: 'vault-closed' });
    return cipher;
  };
  const store = createStore({ file, seal });
  return {
    store,
    file,
    places,
    lock: () => {
      locked = true;
    },
    change(...statements: string[]) {
      store.close();
      const db = new Database(file);
      for (const statement of statements) db.exec(statement);
      db.close();
      return createStore({ file, seal });
    },
  };
}
const damaged = failure('broken', 'row-damaged');

test('removed rows are gone from the log as well once the store is compacted', () => {
  const { store, file } = rig();
  store.visits.insert(visit('a'));
  store.visits.remove('a');
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  store.compact();
  expect(statSync(`${file}-wal`).size).toBe(0);
});

test('a signature for a visit that is not there is no signature that is replaced', () => {
  const { store } = rig();
  expect(() =>
    store.signatures.add({
      id: 's',
      visitId: 'nobody',
      branch: 'b',
      version: 1,
      at: 1,
      who: 'w',
      sha256: '',
      canonical: '',
      looked: [],
      practice: false,
    }),
  ).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' }));
});

test('an entry of the audit log is bound to its own table, column and number', () => {
  const { store, places } = rig();
  store.audit.add({ at: 1, who: 'w', what: 'vault-locked' });
  expect(places).toEqual([
    { table: 'audit', column: 'entry', row: '1' },
    { table: 'audit_ends', column: 'ends', row: '1' },
  ]);
});

test('an export to each target in each form comes back', () => {
  const { store } = rig();
  store.visits.insert(visit('a'));
  const rows = (['clipboard', 'file', ...targetNames, 'platform'] as const).flatMap((target) =>
    exportForms.map((form) => ({
      id: `${target} ${form}`,
      visitId: 'a',
      branch: 'b',
      version: 1,
      at: 1,
      who: 'doctor',
      form,
      ...(form === 'fhir' && { flavour: fhirFlavours[0] }),
      target,
      where: '',
      sha256: '',
      attempts: 0,
      state: 'done' as const,
    })),
  );
  for (const row of rows) store.exports.put(row);
  for (const row of rows) expect(store.exports.get(row.id)).toEqual(row);
});

test('a version of each kind of document, author and making comes back', () => {
  const { store } = rig();
  store.visits.insert(visit('a'));
  const { noteVersions } = store;
  const roots = (['transcript', 'markdown', 'emr', 'text'] as const).flatMap((kind) =>
    purposes.map((purpose) => ({
      branch: `${kind} ${purpose}`,
      rev: 1,
      root: { origin: 'o', purpose, templateId: 't', name: 'n', kind, language: 'hi' },
    })),
  );
  for (const root of roots) noteVersions.putBranch('a', root);
  const known = (one: { branch: string }) =>
    noteVersions.branches('a').find(({ branch }) => branch === one.branch);
  for (const root of roots) expect(known(root)).toEqual(root);
  const versions = authors.flatMap((author, from) =>
    makings.map((made, at) => ({
      number: from * 10 + at + 1,
      author,
      made,
      at: 1,
      who: 'w',
      kept: true,
      sections: [],
    })),
  );
  for (const version of versions) noteVersions.put('a', 'text note', version);
  expect(noteVersions.versions('a', 'text note')).toEqual(versions);
});

test('a sealed value that is of another form is damaged, in words', () => {
  const cipher = testCipher();
  const place = { table: 't', column: 'c', row: 'r' };
  const sealed = sealJson(cipher, place, { a: 1 });
  expect(openJson(cipher, place, sealed, z.object({ a: z.number() }))).toEqual({ a: 1 });
  expect(() => openJson(cipher, place, sealed, z.object({ a: z.string() }))).toThrow(damaged);
});

test('own choices that changed places open no more', () => {
  const { store, change } = rig();
  const choice = { code: 'x', name: 'Name', times: 1, last: 1 };
  for (const name of ['one', 'two'])
    store.rememberedChoices.put(name, { who: 'a', choices: [choice] });
  expect(store.rememberedChoices.all().size).toBe(2);
  const { rememberedChoices } = change(
    "UPDATE favourites SET favourite = (SELECT favourite FROM favourites WHERE name = 'two') WHERE name = 'one'",
  );
  expect([...rememberedChoices.all().keys()]).toEqual(['two']);
  expect(rememberedChoices.get('one')).toBeUndefined();
});

test('visits are counted by state, and those that wait say until when', () => {
  const { store } = rig();
  store.visits.insert(visit('a', { state: 'prepared', hold: 'offline', waitsUntil: 60_000 }));
  store.visits.insert(visit('b', { state: 'prepared' }));
  store.visits.insert(visit('c', { state: 'ready' }));
  expect(store.visits.counts()).toEqual({ prepared: 2, ready: 1 });
  expect(store.visits.waiting('prepared')).toEqual([
    { id: 'a', state: 'prepared', hold: 'offline', waitsUntil: 60_000 },
    { id: 'b', state: 'prepared', hold: undefined, waitsUntil: undefined },
  ]);
});

test('an event that comes late is late, whether or not it could happen; one that cannot is said to be unknown', () => {
  const { store } = rig();
  store.visits.insert(visit('a', { state: 'ready' }));
  const { rev } = store.visits.get('a')!;
  expect(() => store.visits.apply('a', rev + 1, 'all-uploaded')).toThrow(failure('busy', 'stale'));
  expect(() => store.visits.apply('a', rev, 'all-uploaded')).toThrow(
    failure('broken', 'state-change-unknown'),
  );
  expect(() => store.visits.apply('a', rev, 'all-uploaded')).toThrow(
    'ready cannot be all-uploaded',
  );
});

test('while the vault is locked no list of visits is given, not even an empty one', () => {
  const { store, lock } = rig();
  store.visits.insert(visit('a'));
  lock();
  for (const ask of [() => store.visits.at([]), () => store.visits.list()])
    expect(ask).toThrow(failure('locked', 'vault-closed'));
});

test('whatever a visit knows comes back, with additions to its note and what it is joined with', () => {
  const { store } = rig();
  const whole = details({
    startedAt: 1,
    sealedAt: 2,
    sentAt: 3,
    readyAt: 4,
    signedAt: 5,
    discardedAt: 6,
    trouble: { code: 'refused', message: 'The platform refused it.' },
    clientRef: 'ours',
    noteBranch: 'branch',
    joined: ['b', 'c'],
    additions: [
      {
        section: 'plan',
        name: 'Paracetamol',
        values: [
          { id: 'dose', label: 'Dose', text: '500 mg' },
          { id: 'days', label: 'Days', text: '3' },
        ],
      },
    ],
  });
  store.visits.insert(visit('a', { details: whole }));
  expect(store.visits.get('a')!.details).toEqual(whole);
  // Without a member it is not made up.
  store.visits.insert(visit('b'));
  expect(Object.keys(store.visits.get('b')!.details)).not.toContain('additions');
});

test('a list that one entry keeps shut says so, and passes over what is damaged or has lost its key', () => {
  const why: Record<string, Failure> = {
    damaged: new Failure('broken', 'It is damaged.', { detail: 'row-damaged' }),
    lost: new Failure('locked', 'No key here.', { detail: 'key-of-visit-missing' }),
    closing: new Failure('locked', 'It was locked meanwhile.', { detail: 'vault-closed' }),
  };
  const opened = (...rows: string[]) =>
    openThose(
      () => testCipher(),
      rows,
      (row) => {
        if (why[row]) throw why[row];
        return row;
      },
    );
  expect(opened('a', 'damaged', 'lost', 'b')).toEqual(['a', 'b']);
  expect(() => opened('a', 'closing', 'b')).toThrow(failure('locked', 'vault-closed'));
});

test('when choices were forgotten is kept by the minute, upwards: what was chosen before stays forgotten', () => {
  const { store } = rig();
  expect(forgottenAt(store.values)).toBe(0);
  putForgotten(store.values, 60_001);
  expect(forgottenAt(store.values)).toBe(120_000);
  putForgotten(store.values, 180_000);
  expect(forgottenAt(store.values)).toBe(180_000);
});

test('details of a visit come back whole, and a field of another kind is damage', () => {
  const { store, change } = rig();
  const whole = details({ patient: { name: 'Asha', recordNumber: 'R', birthDate: '1988-02-29' } });
  store.visits.insert(visit('a', { details: whole }));
  store.visits.insert(visit('b', { details: { ...whole, samples: 'many' as never } }));
  const { visits } = change();
  expect(visits.get('a')!.details).toEqual(whole);
  expect(() => visits.get('b')).toThrow(damaged);
  expect([...visits.damaged()].flat()).toEqual(['b']);
});

test('visits of years are read a few hundred at a time, each once, oldest first, and are found by the platform’s id', () => {
  const { store } = rig();
  store.transaction(() => {
    for (let at = 0; at < 600; at++) store.visits.insert(visit(`v${at}`));
  });
  const ids = (rows: Iterable<{ readonly id: string }>) => [...rows].map(({ id }) => id);
  expect(ids(store.visits.eachInStates('draft'))).toEqual(ids(store.visits.inStates('draft')));
  expect(ids(store.visits.eachInStates('draft'))).toHaveLength(600);
  expect(ids(store.visits.eachInStates('ready'))).toEqual([]);
  const { transactionId } = store.visits.get('v7')!;
  expect([store.visits.idOf(transactionId), store.visits.idOf('other')]).toEqual(['v7', undefined]);
});
