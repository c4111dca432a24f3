/** What was said, part by part: of its own transaction and visit alone, and sealed. */
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createStore } from '../../../../../main/infrastructure/store/store.ts';
import type { SpokenPart } from '../../../../../main/infrastructure/store/tables/spoken.ts';
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
  const store = createStore({ file, seal: () => cipher });
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
  return { store, spoken: store.spoken, file };
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
