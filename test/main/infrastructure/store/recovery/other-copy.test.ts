/** Databases beside the one in use: what is read of them, and what is removed. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations } from '../../../../../main/infrastructure/store/migrations/migrations.ts';
import {
  readOther,
  trimOther,
} from '../../../../../main/infrastructure/store/recovery/other-copy.ts';
import type { RowCipher } from '../../../../../main/infrastructure/store/sealed-columns.ts';
import { createStore } from '../../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { failure } from '../../../../support/failure.ts';
import { paper, temporaryFolder, testCipher, visit } from '../../../../support/rows.ts';

function rig() {
  const folder = temporaryFolder();
  const inner = testCipher();
  /** Rows (`table row`) whose key is not at hand. */
  const lost = new Set<string>();
  let locked = false;
  const cipher: RowCipher = {
    ...inner,
    openRow(place, sealed) {
      if (lost.has(`${place.table} ${place.row}`))
        throw new Failure('locked', 'No key here.', { detail: 'key-of-visit-missing' });
      return inner.openRow(place, sealed);
    },
  };
  const seal = () => {
    if (locked) throw new Failure('locked', 'The vault is locked.', { detail: 'vault-closed' });
    return cipher;
  };
  const file = path.join(folder, 'scriba.db');
  const other = `${file}.v1`;
  const note = (visitId: string) => ({
    visitId,
    receivedAt: 1,
    practice: false,
    documents: [],
  });
  return {
    file,
    other,
    lost,
    lock: () => {
      locked = true;
    },
    note,
    seal,
    /** A database with what `fill` puts into it, copied beside its own place. */
    made(fill: (store: ReturnType<typeof createStore>) => void) {
      const store = createStore({ file, seal });
      fill(store);
      store.close();
      copyFileSync(file, other);
    },
    read: () => readOther(other, `${other}.new`, { seal }),
    trim: (over: Partial<Parameters<typeof trimOther>[1]>) =>
      trimOther(
        other,
        { visit: () => false, document: () => false, forgotten: 0, ...over },
        { seal },
      ),
    sql<T>(query: string): T[] {
      const db = new Database(other);
      try {
        return db.prepare(query).all() as T[];
      } finally {
        db.close();
      }
    },
    change(...statements: string[]) {
      const db = new Database(other);
      for (const statement of statements) db.exec(statement);
      db.close();
    },
  };
}

const nothing = {
  newer: false,
  visits: [],
  discarded: [],
  documents: [],
  documentsWhole: false,
  rememberedChoices: new Map(),
  settings: undefined,
  locked: false,
};

test('what is no database has nothing, and its list of documents is not whole', () => {
  const { other, read } = rig();
  writeFileSync(other, 'no database'.repeat(500));
  expect(read()).toEqual(nothing);
});

test('one of a newer Scriba is not read', () => {
  const { made, change, read } = rig();
  made((store) => store.visits.insert(visit('a', { state: 'ready' })));
  change(`PRAGMA user_version = ${migrations.length + 1}`);
  expect(read()).toEqual({ ...nothing, newer: true });
});

test('visits with notes, documents and settings come back; the copy itself is not touched', () => {
  const { made, other, note, read } = rig();
  made((store) => {
    for (const id of ['a', 'b']) store.visits.insert(visit(id, { state: 'ready' }));
    store.visits.insert(visit('c', { state: 'discarded' }));
    store.notes.put(note('a'));
    store.documents.put(paper('p1'));
    store.settings.change({ askConsent: false });
  });
  const before = readFileSync(other);
  const found = read();
  expect(found.visits.map(({ row, note: of }) => [row.id, of.visitId])).toEqual([['a', 'a']]);
  expect(found.documents.map(({ id }) => id)).toEqual(['p1']);
  expect([found.documentsWhole, found.locked, found.newer]).toEqual([true, false, false]);
  expect(JSON.parse(found.settings!)).toMatchObject({ askConsent: false });
  expect(readFileSync(other).equals(before)).toBe(true);
});

test.each(['consultations', 'notes'])('a key of %s that is not at hand is told', (table) => {
  const { made, note, lost, read } = rig();
  made((store) => {
    store.visits.insert(visit('a', { state: 'ready' }));
    store.notes.put(note('a'));
  });
  lost.add(`${table} a`);
  expect(read()).toMatchObject({ visits: [], locked: true });
});

test.each(['consultations', 'notes'])(
  'a damaged row of %s hides its own visit alone, and is no lost key',
  (table) => {
    const { made, note, change, read } = rig();
    made((store) => {
      for (const id of ['a', 'b']) {
        store.visits.insert(visit(id, { state: 'ready' }));
        store.notes.put(note(id));
      }
    });
    const [column, by] =
      table === 'notes' ? ['note', 'consultation_id'] : (['details', 'id'] as const);
    change(`UPDATE ${table} SET ${column} = x'00' WHERE ${by} = 'a'`);
    const { visits, locked } = read();
    expect([visits.map(({ row }) => row.id), locked]).toEqual([['b'], false]);
  },
);

test('a version whose key is lost leaves its branch, and the visit, where they are', () => {
  const { made, note, lost, read } = rig();
  const row = {
    branch: 'b',
    rev: 1,
    root: {
      origin: 'o',
      purpose: 'note',
      templateId: 't',
      name: 'n',
      kind: 'text',
      language: 'en',
    },
  } as const;
  made((store) => {
    store.visits.insert(visit('a', { state: 'ready' }));
    store.notes.put(note('a'));
    store.noteVersions.putBranch('a', row);
    store.noteVersions.put('a', 'b', {
      number: 1,
      author: 'doctor',
      made: 'edit',
      at: 1,
      who: 'w',
      kept: true,
      sections: [],
    });
  });
  lost.add('note_versions a/b/1');
  expect(read().visits.map(({ branches }) => branches)).toEqual([[{ row, versions: [] }]]);
});

test('while the vault is locked nothing is said to be there or not', () => {
  const { made, note, lock, read } = rig();
  made((store) => {
    store.visits.insert(visit('a', { state: 'ready' }));
    store.notes.put(note('a'));
  });
  lock();
  expect(read).toThrow(failure('locked', 'vault-closed'));
});

test('a database without a list of documents has no whole one', () => {
  const { made, change, read } = rig();
  made((store) => store.visits.insert(visit('a')));
  change('DROP TABLE documents');
  expect(read()).toMatchObject({ documents: [], documentsWhole: false });
});

test('where nothing is over, not a byte is written', () => {
  const { made, other, trim } = rig();
  made((store) => {
    store.visits.insert(visit('a', { state: 'ready' }));
    store.documents.put(paper('p1'));
  });
  const before = readFileSync(other);
  trim({});
  expect(readFileSync(other).equals(before)).toBe(true);
});

test('what is over goes, with the words that it was found by; the rest stays', () => {
  const { made, note, trim, sql, change } = rig();
  made((store) => {
    for (const id of ['a', 'b']) {
      store.visits.insert(visit(id, { state: 'ready' }));
      store.notes.put(note(id));
    }
    for (const id of ['p1', 'p2']) store.documents.put(paper(id));
  });
  change("INSERT INTO search_postings (block, token, places) VALUES (0, 1, x'00')");
  trim({ visit: (id) => id === 'a', document: (id) => id === 'p2' });
  const ids = (table: string, column = 'id') =>
    sql<{ id: string }>(`SELECT ${column} AS id FROM ${table} ORDER BY 1`).map(({ id }) => id);
  expect([ids('consultations'), ids('notes', 'consultation_id'), ids('documents')]).toEqual([
    ['b'],
    ['b'],
    ['p1'],
  ]);
  for (const table of ['search_postings', 'search_visits', 'search_pending'])
    expect(sql(`SELECT 1 FROM ${table}`)).toEqual([]);
});

test('own choices go when they were forgotten later than they were used; newer ones stay', () => {
  const { made, trim, sql, change } = rig();
  const choice = (last: number) => ({
    who: 'clinic-17',
    choices: [{ code: 'x', name: 'Name', times: 1, last }],
  });
  made((store) => {
    for (const [name, last] of [
      ['old', 100],
      ['new', 300],
    ] as const)
      store.rememberedChoices.put(name, choice(last));
  });
  const names = () => sql<{ name: string }>('SELECT name FROM favourites').map(({ name }) => name);
  trim({});
  expect(names().sort()).toEqual(['new', 'old']);
  trim({ forgotten: 200 });
  expect(names()).toEqual(['new']);
  // A copy of a time before there were any.
  change('DROP TABLE favourites');
  expect(() => trim({ forgotten: 200 })).not.toThrow();
});

test('a copy from before the search is trimmed like any other; what is no list of visits is refused', () => {
  const { made, trim, sql, change } = rig();
  made((store) => store.visits.insert(visit('a', { state: 'ready' })));
  change('DROP TABLE search_postings', 'DROP TABLE search_visits', 'DROP TABLE search_pending');
  trim({ visit: () => true });
  expect(sql('SELECT id FROM consultations')).toEqual([]);
  change('DROP TABLE documents');
  expect(() => trim({ visit: () => true, document: () => true })).not.toThrow();
  const bare = rig();
  const db = new Database(bare.other);
  db.exec('CREATE TABLE other (x TEXT)');
  db.close();
  expect(() => bare.trim({})).toThrow(failure('broken', 'database-damaged'));
});
