/** A signature belongs to its visit, whatever somebody does to the database. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { failure } from '../../../../support/failure.ts';
import { visit } from '../../../../support/rows.ts';
import { seenIn } from '../../../../support/seen.ts';
import { OTHER, ready, VISIT } from '../support.ts';

test('a signature that a tampered database moves to another visit is refused there', () => {
  const made = ready();
  const state = made.notes.state(VISIT);
  const { id: branch, head: version } = state.branches.find(({ id }) => id === state.note)!;
  const { id } = made.notes.sign({ id: VISIT, branch, version, seen: seenIn(state), looked: [] });
  made.store.visits.insert(visit(OTHER));
  made.store.close();
  const db = new Database(made.file);
  // A database without its triggers is not opened: it is put back afterwards.
  const trigger = db
    .prepare("SELECT sql FROM sqlite_master WHERE name = 'signatures_stay'")
    .pluck()
    .get() as string;
  db.exec('DROP TRIGGER signatures_stay');
  db.prepare('UPDATE signatures SET consultation_id = ?').run(OTHER);
  db.exec(trigger);
  db.close();
  const { signatures } = made.reopen().store;
  const damaged = failure('broken', 'row-damaged');
  expect(() => signatures.list(OTHER)).toThrow(damaged);
  expect(() => signatures.get(id)).toThrow(damaged);
  expect(signatures.list(VISIT)).toEqual([]);
});
