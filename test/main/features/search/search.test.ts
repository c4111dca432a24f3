import { createHmac } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSearch, type Search } from '../../../../main/features/search/search.ts';
import { wordsOf } from '../../../../main/features/search/tokens.ts';
import { createPostings } from '../../../../main/infrastructure/store/search-places.ts';
import { createStore, type Store } from '../../../../main/infrastructure/store/store.ts';
import type { IndexedVisit } from '../../../../main/infrastructure/store/tables/search-index.ts';
import type { Vault } from '../../../../main/infrastructure/vault/vault.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { VisitQuery } from '../../../../shared/model/visit-search.ts';
import { hurryingClock } from '../../../support/ports/clocks.ts';
import {
  decided,
  details,
  putState,
  temporaryFolder,
  testCipher,
  visit,
} from '../../../support/rows.ts';

const vaultOf = (key: string, isLocked = () => false): Pick<Vault, 'keys' | 'isOpen'> => ({
  isOpen: () => !isLocked(),
  keys() {
    const wordDigest = (words: string) => {
      if (isLocked()) throw new Failure('locked', 'locked', { detail: 'vault-closed' });
      return createHmac('sha256', key).update(words).digest();
    };
    wordDigest('');
    return { kekId: Buffer.from(key.padEnd(8).slice(0, 8)), wordDigest } as unknown as ReturnType<
      Vault['keys']
    >;
  },
});

type Rig = { store: Store; search: Search; file: string; again: (key?: string) => Rig };

function open(
  file = path.join(temporaryFolder(), 'scriba.db'),
  cipher = testCipher(),
  key = 'key',
): Rig {
  const store = createStore({ file, seal: () => cipher });
  const search = createSearch({ store, vault: vaultOf(key), clock: hurryingClock(1) });
  return {
    store,
    search,
    file,
    again(other = key) {
      search.stop();
      store.close();
      return open(file, cipher, other);
    },
  };
}

const note = (visitId: string, text: string) => ({
  visitId,
  receivedAt: 1,
  practice: true,
  documents: [
    {
      templateId: 'clinical_notes_template',
      name: 'Note',
      kind: 'markdown' as const,
      status: 'success' as const,
      text,
      errors: [],
      warnings: [],
    },
  ],
});
const named = (id: string, name: string, over: Partial<ReturnType<typeof details>> = {}) =>
  visit(id, { details: details({ patient: { name }, ...over }) });
const found = async ({ search }: Pick<Rig, 'search'>, query: VisitQuery) =>
  (await search.page(query)).rows.map(({ id }) => id);

describe('a search', () => {
  test('finds names, numbers, words of the note and codes by their beginnings', async () => {
    const rig = open();
    rig.store.visits.insert(visit('a'));
    rig.store.visits.insert(named('b', 'Émile Rao'));
    rig.store.notes.put(note('b', '# Complaint\n- Fever since Monday'));
    rig.store.decisions.add('b', [decided('Fever')]);
    rig.search.start();
    await rig.search.idle();
    for (const [words, ids] of [
      ['as pra', ['a']],
      ['0001', ['a']],
      ['emile', ['b']],
      ['feve mond', ['b']],
      ['R50.9', ['b']],
      ['rao asha', []],
      ['', ['b', 'a']],
    ] as const)
      expect([words, await found(rig, { words })]).toEqual([words, ids]);
    expect(await found(rig, { code: 'r50' })).toEqual(['b']);
    expect(await found(rig, { code: 'fever' })).toEqual([]);
  });

  test('finds at once what was written a moment ago, and no word that was taken out', async () => {
    const rig = open();
    rig.search.start();
    rig.store.visits.insert(named('a', 'Ravi Das'));
    expect(await found(rig, { words: 'ravi' })).toEqual(['a']);
    rig.store.visits.change('a', 1, { details: details({ patient: { name: 'Meena Iyer' } }) });
    expect(await found(rig, { words: 'ravi' })).toEqual([]);
    expect(await found(rig, { words: 'meena' })).toEqual(['a']);
  });

  test('filters by state, day, template and code together', async () => {
    const rig = open();
    rig.search.start();
    const at = new Date(2025, 2, 9, 12).getTime();
    rig.store.visits.insert(named('a', 'Ravi Das', { createdAt: at }));
    rig.store.visits.insert(
      named('b', 'Ravi Rao', { createdAt: at, templates: ['eka_emr_template'] }),
    );
    rig.store.visits.insert(named('c', 'Ravi Sen', { createdAt: at + 86_400_000 }));
    putState(rig.store, 'c', { state: 'ready' });
    expect(await found(rig, { from: '2025-03-09', to: '2025-03-09' })).toEqual(['b', 'a']);
    expect(await found(rig, { from: '2025-03-10' })).toEqual(['c']);
    expect(await found(rig, { template: 'eka_emr_template', words: 'ravi' })).toEqual(['b']);
    expect(await found(rig, { filter: 'ready', words: 'ravi' })).toEqual(['c']);
    expect(await found(rig, { filter: 'ready' })).toEqual(['c']);
    expect(await found(rig, { filter: 'waiting', to: '2025-03-10' })).toEqual(['b', 'a']);
  });

  test('goes from page to page over more visits than a block holds, each once, newest first', async () => {
    const rig = open();
    rig.store.transaction(() => {
      for (let at = 0; at < 1_100; at++)
        rig.store.visits.insert(named(`v${at}`, at % 3 === 0 ? 'Asha Rao' : 'Ravi Das'));
    });
    rig.search.start();
    await rig.search.idle();
    const all: string[] = [];
    let before: number | undefined;
    do {
      const page = await rig.search.page({ words: 'asha', before });
      expect(page.rows.length).toBeLessThanOrEqual(50);
      all.push(...page.rows.map(({ id }) => id));
      before = page.next;
    } while (before !== undefined);
    expect(all).toEqual(
      Array.from({ length: 1_100 }, (_, at) => at)
        .filter((at) => at % 3 === 0)
        .map((at) => `v${at}`)
        .reverse(),
    );
    putState(rig.store, 'v3', { state: 'attention' });
    putState(rig.store, 'v600', { state: 'attention' });
    putState(rig.store, 'v601', { state: 'attention' });
    expect(await found(rig, { words: 'asha', filter: 'attention' })).toEqual(['v600', 'v3']);
    expect(await found(rig, { from: '2000-01-01', filter: 'attention' })).toEqual([
      'v601',
      'v600',
      'v3',
    ]);
  });

  test('lists earlier patients once each, the latest seen first', async () => {
    const rig = open();
    rig.search.start();
    const patient = (name: string, recordNumber: string, at: number) =>
      details({ patient: { name, recordNumber }, createdAt: at });
    rig.store.visits.insert(visit('a', { details: patient('Asha Rao', 'U-1', 1) }));
    rig.store.visits.insert(visit('b', { details: patient('Asha Rao', 'U-2', 2) }));
    rig.store.visits.insert(visit('c', { details: patient('Asha Rao', 'U-1', 3) }));
    rig.store.notes.put(note('b', 'Brother of Ashok'));
    expect(await rig.search.patients('ash')).toEqual([
      { patient: { name: 'Asha Rao', recordNumber: 'U-1' }, lastAt: 3, lastId: 'c' },
      { patient: { name: 'Asha Rao', recordNumber: 'U-2' }, lastAt: 2, lastId: 'b' },
    ]);
    expect(await rig.search.patients('ashok')).toEqual([]);
  });
});

describe('the index', () => {
  const postings = (file: string) => {
    const db = new Database(file, { readonly: true });
    const count = (table: string) =>
      (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
    const counts = [count('search_postings'), count('search_visits')];
    db.close();
    return counts;
  };

  test('holds nothing of a visit that was erased, from the same transaction on', async () => {
    const rig = open();
    rig.store.visits.insert(named('a', 'Ravi Das'));
    rig.store.notes.put(note('a', 'Fever'));
    rig.search.start();
    await rig.search.idle();
    rig.search.stop();
    rig.store.transaction(() => {
      rig.store.notes.remove('a');
      rig.store.visits.remove('a');
    });
    rig.store.close();
    expect(postings(rig.file)).toEqual([0, 0]);
  });

  test('is whole again where its remaking was cut short and the old words came back', async () => {
    const rig = open();
    rig.store.visits.insert(named('a', 'Ravi Das'));
    rig.store.notes.put(note('a', 'Fever'));
    rig.search.start();
    await rig.search.idle();
    rig.store.notes.put(note('a', 'Cough'));
    const [marked] = rig.store.search.pending(1);
    // The words of before are taken out; then the process ends.
    const steps = rig.store.search.write(
      [{ ...marked, digest: Buffer.from('new') } as IndexedVisit],
      createPostings(),
    );
    steps.next();
    rig.store.notes.put(note('a', 'Fever'));
    const next = rig.again();
    next.search.start();
    await next.search.idle();
    expect(await found(next, { words: 'fever' })).toEqual(['a']);
    expect(await found(next, { words: 'cough' })).toEqual([]);
  });

  test('a visit that was erased before its words are written does not come back', () => {
    const rig = open();
    rig.store.visits.insert(named('a', 'Ravi Das'));
    const [marked] = rig.store.search.pending(1);
    rig.store.visits.remove('a');
    const steps = rig.store.search.write(
      [{ ...marked, digest: Buffer.from('new') } as IndexedVisit],
      createPostings(),
    );
    for (const _step of steps) {
    }
    expect(rig.store.search.digest((marked as IndexedVisit).place)).toBeUndefined();
  });

  test('takes out and puts in many visits of a block at once, and single ones', async () => {
    const rig = open();
    const ids = Array.from({ length: 40 }, (_, at) => `v${at}`);
    for (const id of ids) {
      rig.store.visits.insert(named(id, 'Ravi Das'));
      rig.store.notes.put(note(id, 'Fever and cough'));
    }
    rig.search.start();
    await rig.search.idle();
    for (const id of ids.slice(0, 30)) rig.store.notes.put(note(id, 'Cough and rash'));
    await rig.search.idle();
    expect((await found(rig, { words: 'fever' })).length).toBe(10);
    expect((await found(rig, { words: 'cough' })).length).toBe(40);
    expect((await found(rig, { words: 'rash' })).length).toBe(30);
    rig.store.notes.put(note('v0', 'Fever'));
    expect(await found(rig, { words: 'fever' })).toContain('v0');
    expect(await found(rig, { words: 'rash' })).not.toContain('v0');
    expect((await found(rig, { words: 'rash' })).length).toBe(29);
    expect((await found(rig, { words: 'cough' })).length).toBe(39);
  });

  test('is made anew under another key of the vault', async () => {
    const rig = open();
    rig.store.visits.insert(named('a', 'Ravi Das'));
    rig.search.start();
    await rig.search.idle();
    const next = rig.again('another');
    next.search.start();
    await next.search.idle();
    expect(await found(next, { words: 'ravi' })).toEqual(['a']);
    expect((await next.search.page({})).unindexed).toBe(0);
  });

  test('says how many visits it still has to take up, and rests while the vault is locked', async () => {
    const rig = open();
    let locked = false;
    const search = createSearch({
      store: rig.store,
      vault: vaultOf('key', () => locked),
      clock: { ...hurryingClock(1), after: () => () => {} },
    });
    rig.store.transaction(() => {
      for (let at = 0; at < 20; at++) rig.store.visits.insert(named(`v${at}`, 'Ravi Das'));
    });
    search.start();
    expect((await search.page({})).unindexed).toBe(20);
    const busy = search.idle();
    search.stop();
    locked = true;
    await busy;
    locked = false;
    expect((await search.page({})).unindexed).toBe(20);
    search.start();
    await search.idle();
    expect((await search.page({ words: 'ravi' })).rows.length).toBe(20);
  });

  test('agrees with the visits after any writing, erasing, and ending in between', async () => {
    const names = ['Asha Rao', 'Ashok Das', 'Ravi Das', 'Meena Iyer'];
    const step = fc.oneof(
      fc.record({ kind: fc.constant('insert' as const), name: fc.constantFrom(...names) }),
      fc.record({
        kind: fc.constantFrom('rename' as const, 'note' as const),
        at: fc.nat(20),
        name: fc.constantFrom(...names),
      }),
      fc.record({ kind: fc.constantFrom('erase' as const), at: fc.nat(20) }),
      fc.record({ kind: fc.constantFrom('index' as const, 'die' as const, 'half' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        let rig = open();
        rig.search.start();
        const model = new Map<string, { name: string; text: string }>();
        let count = 0;
        for (const one of steps) {
          const id = 'at' in one ? [...model.keys()][one.at % Math.max(1, model.size)] : undefined;
          if (one.kind === 'insert') {
            rig.store.visits.insert(named(`v${count}`, one.name));
            model.set(`v${count++}`, { name: one.name, text: '' });
          } else if (one.kind === 'index') await rig.search.idle();
          else if (one.kind === 'half') {
            // Ends while a pass is under way: what it had in hand is lost.
            const busy = rig.search.idle();
            rig.search.stop();
            await busy;
            rig.search.start();
          } else if (one.kind === 'die') {
            rig = rig.again();
            rig.search.start();
          } else if (id !== undefined && one.kind === 'erase') {
            rig.store.notes.remove(id);
            rig.store.visits.remove(id);
            model.delete(id);
          } else if (id !== undefined && 'name' in one) {
            const known = model.get(id) ?? { name: '', text: '' };
            if (one.kind === 'note') rig.store.notes.put(note(id, one.name));
            else {
              const { rev } = rig.store.visits.get(id) ?? { rev: 0 };
              rig.store.visits.change(id, rev, {
                details: details({ patient: { name: one.name } }),
              });
            }
            model.set(
              id,
              one.kind === 'note' ? { ...known, text: one.name } : { ...known, name: one.name },
            );
          }
        }
        await rig.search.idle();
        for (const typed of ['as', 'asha', 'das', 'ravi', 'iy'])
          expect((await found(rig, { words: typed })).sort()).toEqual(
            [...model]
              .filter(([, { name, text }]) =>
                wordsOf(`${name} ${text}`).some((word) => word.startsWith(typed)),
              )
              .map(([id]) => id)
              .sort(),
          );
        rig.search.stop();
        rig.store.close();
        if (model.size === 0) expect(postings(rig.file)).toEqual([0, 0]);
      }),
      { numRuns: 40 },
    );
  });
});
