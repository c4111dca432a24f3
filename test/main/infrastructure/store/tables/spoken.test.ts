/** What was said, part by part: of its own transaction and visit alone, and sealed. */
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createStore } from '../../../../../main/infrastructure/store/store.ts';
import type { SpokenPart } from '../../../../../main/infrastructure/store/tables/spoken.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { failure } from '../../../../support/failure.ts';
import { temporaryFolder, testCipher, visit } from '../../../../support/rows.ts';

const part = (name: string, text = 'fever'): SpokenPart => ({
  name,
  seconds: 2,
  engine: 'an engine',
  stretches: [{ text, from: 0, to: 1, words: [{ text, from: 0, to: 1, confidence: 0.5 }] }],
});

function rig() {
  const file = path.join(temporaryFolder(), 'scriba.db');
  const cipher = testCipher();
  let isLocked = false;
  const seal = () => {
    if (isLocked) throw new Failure('locked', 'No key here.', { detail: 'vault-closed' });
    return cipher;
  };
  const store = createStore({ file, seal });
  const transaction = (id: string, visitId: string) =>
    store.transactions.put({
      transactionId: id,
      visitId,
      epoch: 0,
      folder: undefined,
      uploadUrl: undefined,
      commitAttempts: 0,
      committedAt: undefined,
      status: 'open',
    });
  for (const id of ['a', 'b']) store.visits.insert(visit(id, { state: 'ready' }));
  for (const [id, visitId] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
  ] as const)
    transaction(id, visitId);
  return {
    store,
    spoken: store.spoken,
    file,
    lock(now: boolean) {
      isLocked = now;
    },
    change(statement: string) {
      store.close();
      const db = new Database(file);
      db.exec(statement);
      db.close();
      return createStore({ file, seal });
    },
  };
}

test('parts and the whole of a transaction come out as they went in, and none of another', () => {
  const { spoken } = rig();
  spoken.putPart('a1', 'a', part('1.wav'));
  spoken.putPart('a1', 'a', part('1.wav', 'cough'));
  const whole = { parts: ['1.wav', '2.wav'], additional: { mode: 'dictation' } };
  spoken.putWhole('a1', 'a', whole);
  expect(spoken.part('a1', '1.wav')).toEqual(part('1.wav', 'cough'));
  expect(spoken.whole('a1')).toEqual(whole);
  expect(spoken.part('a1', '2.wav')).toBeUndefined();
  expect(spoken.part('a2', '1.wav')).toBeUndefined();
  expect(spoken.whole('a2')).toBeUndefined();
});

test('what was said under a visit’s other numbers goes, and nothing of another visit', () => {
  const { spoken } = rig();
  for (const [id, visitId] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
  ] as const)
    spoken.putPart(id, visitId, part('1.wav'));
  spoken.removeOthers('a', 'a2');
  expect(['a1', 'a2', 'b1'].map((id) => spoken.part(id, '1.wav') !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
  spoken.removeOfVisit('a');
  expect(['a2', 'b1'].map((id) => spoken.part(id, '1.wav') !== undefined)).toEqual([false, true]);
});

test('no word of it can be read in the file', () => {
  const { store, spoken, file } = rig();
  spoken.putPart('a1', 'a', part('1.wav', 'breathlessness'));
  store.close();
  const db = new Database(file, { readonly: true });
  const [row] = db.prepare('SELECT * FROM spoken').all() as { said: Uint8Array }[];
  db.close();
  expect(Buffer.from(row!.said).toString('latin1')).not.toContain('breath');
});

const stretch = (text: string, from: number) => ({ text, from, to: from + 1, words: [] });

test('what was heard while it ran comes out in the order of the sound, of its own visit, the newest alone where so many are wanted', () => {
  const { spoken } = rig();
  // More than nine: a number that is compared as text must not bring the tenth before the second.
  const all = Array.from({ length: 12 }, (_, at) => ({
    engine: 'an engine',
    stretch: stretch(`words ${at}`, at * 2),
  }));
  for (const one of all) {
    spoken.addAhead('a', one);
    spoken.addAhead('b', { ...one, engine: 'another' });
  }
  expect(spoken.ahead('a')).toEqual(all);
  expect(spoken.ahead('a', 3)).toEqual(all.slice(-3));
  expect(spoken.ahead('b').map(({ engine }) => engine)).toEqual(all.map(() => 'another'));
  expect(spoken.ahead('nobody')).toEqual([]);
});

test('from a second on nothing that was heard stays, and what ended before it does', () => {
  const from = (second: number) => {
    const { spoken } = rig();
    for (const at of [0, 2, 4]) spoken.addAhead('a', { engine: 'e', stretch: stretch('x', at) });
    spoken.addAhead('b', { engine: 'e', stretch: stretch('x', 4) });
    spoken.cutAhead('a', second);
    expect(spoken.ahead('b')).toHaveLength(1);
    // What comes next stands behind what stayed.
    spoken.addAhead('a', { engine: 'e', stretch: stretch('next', 9) });
    return spoken.ahead('a').map((one) => one.stretch.from);
  };
  expect(from(6)).toEqual([0, 2, 4, 9]);
  // One that ends at this very second is gone: its last word may reach over.
  expect(from(5)).toEqual([0, 2, 9]);
  expect(from(2.5)).toEqual([0, 9]);
  expect(from(0)).toEqual([9]);
});

test('one that does not open is forgotten with what is behind the cut; a locked vault forgets nothing', () => {
  const { spoken, lock, change } = rig();
  for (const at of [0, 2, 4]) spoken.addAhead('a', { engine: 'e', stretch: stretch('x', at) });
  const again = change(
    "UPDATE spoken SET said = x'00' WHERE transaction_id = 'ahead a' AND part = '000000002'",
  );
  lock(true);
  expect(() => again.spoken.cutAhead('a', 0)).toThrow(failure('locked'));
  lock(false);
  again.spoken.cutAhead('a', 3.5);
  expect(again.spoken.ahead('a').map((one) => one.stretch.from)).toEqual([0]);
});
