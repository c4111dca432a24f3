import { readdirSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { heldRecorder, vaultFiles } from '../../../../support/rigs/held-recorder.ts';
import { collect, openRecorder, visit } from '../../../../support/rigs/recorder.ts';
import { putState } from '../../../../support/rows.ts';
import { firstWrong, numberedSound } from '../../../../support/sound/sound.ts';

describe('an unfinished recording', () => {
  test('is offered when the page that fed it is gone, and goes on in a new file', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 20_000);
    core.recordings.pageLost();
    expect(core.recordings.live()).toBeUndefined();
    expect(core.recordings.unfinished()).toMatchObject([
      { id, patientName: 'Asha Practice', samples: 20_000 },
    ]);
    const { samples } = core.recordings.goOn(id);
    expect(samples).toBe(20_000);
    expect(core.recordings.unfinished()).toEqual([]);
    core.feed(id, samples, 50_000);
    core.recordings.finish(id, 50_000);
    const scan = core.scan(id);
    expect(scan.files.map(({ meta, end }) => [meta?.part, end?.reason])).toEqual([
      [1, 'rotated'],
      [2, 'stop'],
    ]);
    expect(scan.files[1]!.meta!.previous).toEqual({
      fileId: scan.files[0]!.fileId,
      lastTag: scan.files[0]!.verdict.lastTag,
      verdict: 'sealed',
    });
    expect([core.sound(id).length / 2, firstWrong(core.sound(id), 0)]).toEqual([50_000, -1]);
  });

  test('after a crash says what was found of it, in the new file too, and can be finished', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 100_000);
    const next = await core.again();
    expect(next.recordings.unfinished()).toMatchObject([{ id, samples: 100_000 }]);
    expect(next.store.segments.list(id)[0]).toMatchObject({
      status: 'recovered',
      samples: 100_000,
    });
    next.recordings.goOn(id);
    next.recordings.append(id, 100_000, numberedSound(100_000, 104_000));
    expect(next.recordings.finish(id, 104_000)).toMatchObject({
      state: 'sealed',
      details: { samples: 104_000 },
    });
    expect(next.scan(id).files[1]!.meta!.previous!.verdict).toBe('recovered');
    expect([next.sound(id).length / 2, firstWrong(next.sound(id), 0)]).toEqual([104_000, -1]);
  });

  test('is finished as it is, or discarded', async () => {
    const core = await heldRecorder();
    for (const end of ['finishUnfinished', 'discard'] as const) {
      const { id } = core.recordings.start(visit());
      core.feed(id, 0, 8000);
      core.recordings.pageLost();
      expect(core.recordings[end](id).state).toBe(end === 'discard' ? 'discarded' : 'sealed');
      expect(firstWrong(core.sound(id), 0)).toBe(-1);
    }
    expect(core.recordings.unfinished()).toEqual([]);
  });

  test('into which nothing was said is dropped', async () => {
    const core = await heldRecorder();
    core.recordings.start(visit());
    const next = await core.again();
    expect(next.store.visits.list()).toEqual([]);
    expect(vaultFiles(next, '.seg')).toEqual([]);
  });
});

describe('an unfinished recording and its files', () => {
  test('shorter than its anchor is called damaged, and kept', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 25 * 16_000);
    const file = path.join(core.vault.keys().folder, vaultFiles(core, '.seg')[0]!);
    truncateSync(file, 200_000);
    const next = await core.again();
    expect(next.store.segments.list(id)[0]!.status).toBe('damaged');
    expect(next.recordings.unfinished()[0]!.samples).toBeGreaterThan(90_000);
    expect(firstWrong(next.sound(id), 0)).toBe(-1);
  });

  test('whose file cannot be read at all is shown to a person, not dropped', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 8000);
    rmSync(path.join(core.vault.keys().folder, vaultFiles(core, '.seg')[0]!));
    const next = await core.again();
    expect(next.store.visits.get(id)).toMatchObject({
      state: 'attention',
      cameFrom: 'recording',
      details: { trouble: { code: 'recording-damaged' } },
    });
  });

  test('whose END is on the disk is sealed: only the row was not written any more', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 8000);
    core.recordings.finish(id, 8000);
    putState(core.store, id, { state: 'recording' });
    const next = await core.again();
    expect(next.store.visits.get(id)).toMatchObject({
      state: 'sealed',
      details: { samples: 8000 },
    });
  });
});

describe('a lost database (P7)', () => {
  test('is rebuilt from the vault: same visits, same transaction ids, and the platform is to be asked first', async () => {
    const core = await heldRecorder();
    const sealed = core.recordings.start(visit());
    core.feed(sealed.id, 0, 20_000);
    core.recordings.finish(sealed.id, 20_000);
    await core.recordings.prepare(sealed.id);
    const [part] = core.store.uploads.list(sealed.id);
    const imported = await core.recordings.importFile(
      visit({ patient: { name: 'Ravi Practice' } }),
      {
        name: 'x.ogg',
        size: 100,
        async *read() {
          yield Buffer.concat([Buffer.from('OggS'), Buffer.alloc(96, 5)]);
        },
      },
    );
    const cut = core.recordings.start(visit());
    core.feed(cut.id, 0, 12_000);
    core.store.close();
    for (const name of readdirSync(core.folder))
      if (name.startsWith('scriba.db')) rmSync(path.join(core.folder, name));

    const next = await openRecorder(core.folder, core.clock);
    onTestFinished(() => next.close());
    next.recordings.recover();
    expect(next.store.visits.get(sealed.id)).toMatchObject({
      state: 'prepared',
      transactionId: sealed.transactionId,
      details: { ...visit(), samples: 20_000 },
    });
    expect(next.store.visits.get(cut.id)).toMatchObject({
      state: 'recording',
      transactionId: cut.transactionId,
      details: { samples: 12_000 },
    });
    expect(next.store.visits.get(imported.id)).toMatchObject({
      state: 'prepared',
      transactionId: imported.transactionId,
      details: { patient: { name: 'Ravi Practice' }, imported: true },
    });
    expect(next.store.transactions.get(sealed.transactionId)).toMatchObject({
      status: 'open',
      commitAttempts: 1,
    });
    await next.recordings.prepare(sealed.id);
    expect(next.store.uploads.list(sealed.id)[0]).toMatchObject({
      sha256: part!.sha256,
      bytes: part!.bytes,
      name: part!.name,
    });
    expect(vaultFiles(next, '.up').length).toBe(2);
    const [other] = next.store.uploads.list(imported.id);
    expect((await collect(next.recordings.openUpload(other!))).length).toBe(100);
  });
});
