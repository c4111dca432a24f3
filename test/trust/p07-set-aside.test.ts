/** P7: what was set aside comes back: of a damaged list all that still opens. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openRecorder, type Recorder, visit } from '../support/rigs/recorder.ts';
import { decided, entity, paper } from '../support/rows.ts';
import { numberedSound } from '../support/sound/sound.ts';
import {
  codes,
  DAY,
  house,
  noteOf,
  p7,
  SAMPLES,
  spoil,
  states,
} from './support/promises/p07-set-aside.ts';

describe('of a damaged list', () => {
  test.each([
    'consultations_by_state',
    'transactions',
    'uploads',
    'sqlite_autoindex_notes_1',
    'note_versions_one_draft',
    'signatures_by_consultation',
    'exports_by_consultation',
  ])(
    '(its %s) what still opens is there again: notes whose sound is erased, and the days that were set',
    async (spoilt) => {
      const { folder, ids, start, inDatabase, asides } = await house();
      let page = 0;
      inDatabase((db) => {
        page = db
          .prepare<[string], { rootpage: number }>(
            'SELECT rootpage FROM sqlite_schema WHERE name = ?',
          )
          .get(spoilt)!.rootpage;
      });
      spoil(folder, page);
      const app = await start();
      expect(asides()).toHaveLength(1);
      expect(await codes(app)).toEqual(['database-rebuilt']);
      expect(await states(app)).toEqual({
        Zyxold: 'purged',
        Zyxlate: 'ready',
        Zyxdropped: 'ready',
      });
      for (const [name, id] of Object.entries(ids))
        expect(await noteOf(app, id)).toBe(`Zyx${name} has a fever`);
      for (const [name, id] of [
        ['Zyxold', ids.old],
        ['Zyxlate', ids.late],
      ] as const) {
        expect(
          (await app.ask('notes.versions', { id })).branches.map(
            ({ sections }) => sections[0]?.text,
          ),
        ).toContain(`${name}, in the doctor’s words`);
        expect(
          (await app.ask('notes.signed', { id })).map(({ note }) => note.patient.name),
        ).toEqual([name]);
        // An export that was under way may have arrived: it is not sent again automatically.
        expect(
          (await app.ask('exports.list', { id })).map(({ state, trouble }) => [
            state,
            trouble?.detail,
          ]),
        ).toEqual([name === 'Zyxold' ? ['done', undefined] : ['failed', 'export-interrupted']]);
      }
      expect((await app.ask('settings.get', undefined)).privacy.keepAudioDays).toBe(90);
      await app.close();
      // Told for a day, and then no more.
      const again = await start();
      expect(await codes(again)).toEqual(['database-rebuilt']);
      again.clock.advance(DAY);
      await again.close();
      const later = await start();
      expect(await codes(later)).toEqual([]);
      expect(Object.keys(await states(later))).toHaveLength(3);
      await later.close();
      p7.ran();
    },
  );
});

/** Fills the first page of a table or an index. */
function spoilTable(
  folder: string,
  inDatabase: (run: (db: Database.Database) => void) => void,
  name: string,
) {
  let page = 0;
  inDatabase((db) => {
    page = db
      .prepare<[string], { rootpage: number }>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
      .get(name)!.rootpage;
  });
  spoil(folder, page);
}

test('what was decided and marked, documents and own choices come back out of a damaged list; what was taken back, removed or forgotten does not come out of an older copy', async () => {
  const { folder, clock, keys, ids, start, inDatabase } = await house();
  const change = async (run: (core: Recorder) => void) => {
    const core = await openRecorder(folder, clock, { open: keys.open });
    run(core);
    core.close();
  };
  const choice = (last: number) => ({
    who: 'doctor',
    choices: [{ code: 'R50.9', name: 'Fever', times: 2, last }],
  });
  await change(({ store }) => {
    for (const name of ['kept', 'removed'])
      store.documents.put(
        paper(name, { name: `Zyx${name}`, state: name === 'kept' ? 'sending' : 'done' }),
      );
    store.decisions.add(ids.late, [decided('zyxfever')]);
    store.decisions.add(ids.dropped, [decided('zyxcough')]);
    store.rememberedChoices.put('old', choice(clock.now() - DAY));
  });
  inDatabase((db) => void db.prepare('VACUUM INTO ?').run(path.join(folder, 'scriba.db.v4')));
  await change(({ store }) => {
    store.decisions.takeBack(ids.dropped);
    store.decisions.mark(ids.old, entity('swelling', { source: 'person' }));
    store.decisions.add(ids.late, [decided('zyxfever', { verdict: 'rejected', codes: [] })]);
    store.documents.remove('removed');
    store.rememberedChoices.forget('doctor');
    store.rememberedChoices.put('new', choice(clock.now()));
  });
  spoilTable(folder, inDatabase, 'transactions');
  const app = await start();
  expect(await codes(app)).toEqual(['database-rebuilt']);
  expect((await app.ask('documents.list', undefined)).map(({ id, state }) => [id, state])).toEqual([
    ['kept', 'unclear'],
  ]);
  expect(await app.ask('desk.open', { id: ids.late })).toMatchObject({
    undo: 1,
    gone: [{ entity: { text: 'zyxfever' }, decision: { verdict: 'rejected' } }],
  });
  expect(await app.ask('desk.undo', { id: ids.late })).toMatchObject({
    undo: 1,
    gone: [{ decision: { verdict: 'accepted' } }],
  });
  expect((await app.ask('desk.open', { id: ids.dropped })).undo).toBeUndefined();
  await app.close();
  await change(({ store }) => {
    expect(store.decisions.marks(ids.old)).toMatchObject([{ text: 'swelling' }]);
    expect([...store.rememberedChoices.all().keys()]).toEqual(['new']);
  });
  p7.ran();
});

test('what a damaged list knows to be discarded is so, though the vault does not say it', async () => {
  const { folder, clock, keys, start, inDatabase } = await house();
  const core = await openRecorder(folder, clock, { open: keys.open });
  const { id } = core.recordings.start(visit({ patient: { name: 'Zyxaway' } }));
  core.recordings.append(id, 0, numberedSound(0, SAMPLES));
  core.recordings.discard(id);
  rmSync(path.join(core.vault.keys().folder, `${id}.discarded`));
  core.close();
  let page = 0;
  inDatabase((db) => {
    page = db
      .prepare<[], { rootpage: number }>(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'uploads'",
      )
      .get()!.rootpage;
  });
  spoil(folder, page);
  const app = await start();
  expect(await codes(app)).toEqual(['database-rebuilt']);
  expect(await states(app)).toMatchObject({ Zyxaway: 'discarded', Zyxlate: 'ready' });
  await app.close();
  p7.ran();
});
