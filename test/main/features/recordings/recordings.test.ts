import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../support/failure.ts';
import { heldRecorder, vaultFiles } from '../../../support/rigs/held-recorder.ts';
import { visit } from '../../../support/rigs/recorder.ts';
import { putState } from '../../../support/rows.ts';
import { firstWrong, numberedSound } from '../../../support/sound/sound.ts';

const PIECE = 4000;
const HOUR = 3600 * 1000;

describe('a recording', () => {
  test('has its transaction id and its file before it begins', async () => {
    const core = await heldRecorder();
    const row = core.recordings.start(visit());
    expect(row).toMatchObject({
      state: 'recording',
      details: { patient: { name: 'Asha Practice' }, samples: 0, imported: false },
    });
    expect(row.transactionId).toMatch(/^txn-[0-9A-HJKMNP-TV-Z]{26}$/);
    const [segment] = core.store.segments.list(row.id);
    expect(vaultFiles(core, '.seg')).toEqual([`${segment!.fileId}.seg`]);
    expect(
      statSync(path.join(core.vault.keys().folder, `${segment!.fileId}.seg`)).mode & 0o777,
    ).toBe(0o600);
    const { meta } = core.scan(row.id).files[0]!;
    expect(meta).toMatchObject({
      visitId: row.id,
      transactionId: row.transactionId,
      part: 1,
      codec: 's16le',
      rate: 16000,
      setup: visit(),
    });
    expect(core.recordings.live()).toEqual({ id: row.id, samples: 0 });
    expect(
      readFileSync(path.join(core.vault.keys().folder, vaultFiles(core, '.seg')[0]!)).includes(
        'Asha',
      ),
    ).toBe(false);
  });

  test('keeps every sample that it was handed, and says what is on the disk', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    expect(core.recordings.append(id, 0, numberedSound(0, PIECE))).toEqual({
      written: PIECE,
      synced: 0,
    });
    core.clock.advance(1000);
    expect(core.recordings.append(id, PIECE, numberedSound(PIECE, 2 * PIECE))).toEqual({
      written: 2 * PIECE,
      synced: PIECE,
    });
    core.feed(id, 2 * PIECE, 30 * 16_000 + 123);
    const row = core.recordings.finish(id, 30 * 16_000 + 123);
    expect(row).toMatchObject({
      state: 'sealed',
      details: { samples: 30 * 16_000 + 123, sealedAt: core.clock.now() },
    });
    expect(core.recordings.live()).toBeUndefined();
    const sound = core.sound(id);
    expect([sound.length / 2, firstWrong(sound, 0)]).toEqual([30 * 16_000 + 123, -1]);
    const [segment] = core.store.segments.list(id);
    const scan = core.scan(id);
    expect(scan.files[0]!.verdict).toEqual({
      state: 'complete',
      records: segment!.records,
      lost: 0,
      lastTag: segment!.lastTag,
    });
    expect(segment).toMatchObject({ status: 'sealed', samples: row.details.samples });
    expect(scan.marks.filter(({ kind }) => kind === 'clock').length).toBe(3);
    expect(core.changes).toEqual(['recording', 'sealed']);
  });
});

describe('a recording that is fed', () => {
  test('takes pieces that come again, overlap or are larger only once', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 40_000);
    core.recordings.append(id, 0, numberedSound(0, 4000));
    core.recordings.append(id, 38_000, numberedSound(38_000, 45_000));
    core.recordings.append(id, 44_000, numberedSound(44_000, 44_500));
    core.recordings.append(id, 45_000, numberedSound(45_000, 300_000));
    core.recordings.finish(id, 300_000);
    const sound = core.sound(id);
    expect([sound.length / 2, firstWrong(sound, 0)]).toEqual([300_000, -1]);
    expect(core.scan(id).holes).toEqual([]);
  });

  test('says where pieces are missing, keeps time true with silence', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 8000);
    core.recordings.append(id, 20_000, numberedSound(20_000, 24_000));
    core.recordings.append(id, 30_000, numberedSound(30_000, 34_000));
    const row = core.recordings.finish(id, 34_000);
    expect(row.details.samples).toBe(34_000);
    const scan = core.scan(id);
    expect(scan.holes).toEqual([
      [8000, 20_000],
      [24_000, 30_000],
    ]);
    expect(scan.marks).toContainEqual({ kind: 'gap', sample: 8000, missing: 12_000 });
    const sound = core.sound(id);
    expect(sound.length / 2).toBe(34_000);
    expect(firstWrong(sound.subarray(0, 16_000), 0)).toBe(-1);
    expect(sound.subarray(16_000, 40_000).every((byte) => byte === 0)).toBe(true);
    expect(firstWrong(sound.subarray(40_000, 48_000), 20_000)).toBe(-1);
    expect(firstWrong(sound.subarray(60_000), 30_000)).toBe(-1);
  });

  test('takes what was skipped when it comes late, and puts it in its place', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 8000);
    core.feed(id, 20_000, 40_000);
    core.recordings.append(id, 12_000, numberedSound(12_000, 14_000));
    core.recordings.append(id, 6000, numberedSound(6000, 22_000));
    core.recordings.append(id, 6000, numberedSound(6000, 22_000));
    core.recordings.finish(id, 40_000);
    expect(core.scan(id).holes).toEqual([]);
    expect(core.store.segments.list(id)[0]!.samples).toBe(40_000);
    expect([core.sound(id).length / 2, firstWrong(core.sound(id), 0)]).toEqual([40_000, -1]);
  });

  test('refuses a piece that is hours ahead of it', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    expect(() => core.recordings.append(id, 2 ** 40, numberedSound(0, 10))).toThrow(
      failure('invalid', 'gap-too-long'),
    );
  });

  test('is one at a time', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    expect(() => core.recordings.start(visit())).toThrow(failure('busy', 'already-recording'));
    expect(core.store.visits.list().length).toBe(1);
    core.recordings.finish(id, 0);
    core.recordings.start(visit());
  });
});

describe('a recording that ends', () => {
  test('is not finished while pieces are on their way, and finishing it again answers the same', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 8000);
    expect(() => core.recordings.finish(id, 8001)).toThrow(failure('refused', 'pieces-missing'));
    const row = core.recordings.finish(id, 8000);
    expect(core.recordings.finish(id, 8000)).toEqual(row);
    expect(() => core.recordings.append(id, 8000, numberedSound(8000, 9000))).toThrow(
      failure('missing', 'not-recording'),
    );
    expect(() => core.recordings.finish('00000000-0000-4000-8000-000000000000', 1)).toThrow(
      failure('missing', 'consultation-gone'),
    );
  });

  test('is forced onto the disk by itself when the page sends nothing more', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.recordings.append(id, 0, numberedSound(0, 100));
    core.clock.advance(1100);
    expect(core.recordings.append(id, 0, numberedSound(0, 100))).toEqual({
      written: 100,
      synced: 100,
    });
  });

  test('leaves an anchor in the store every ten seconds', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 25 * 16_000);
    const [segment] = core.store.segments.list(id);
    expect(segment!.status).toBe('open');
    expect(segment!.samples).toBeGreaterThan(19 * 16_000);
  });

  test('that is discarded can be had back for a day, and goes for good afterwards', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.feed(id, 0, 8000);
    expect(core.recordings.discard(id)).toMatchObject({ state: 'discarded', cameFrom: 'sealed' });
    expect(core.changes).toEqual(['recording', 'discarded']);
    expect(core.recordings.live()).toBeUndefined();
    core.clock.advance(23 * HOUR);
    expect(core.recordings.undoDiscard(id)).toMatchObject({ state: 'sealed', cameFrom: undefined });
    expect(firstWrong(core.sound(id), 0)).toBe(-1);
    core.recordings.discard(id);
    const kept = core.recordings.start(visit());
    core.feed(kept.id, 0, 8000);
    core.recordings.finish(kept.id, 8000);
    core.clock.advance(25 * HOUR);
    expect(() => core.recordings.undoDiscard(id)).toThrow(failure('refused', 'discard-final'));
    const next = await core.again();
    next.recordings.expire({ now: core.clock.now(), keepAudioDays: 7, keepNotesDays: 0 });
    expect(next.store.visits.list().map((row) => row.id)).toEqual([kept.id]);
    expect(vaultFiles(next, '.seg').length).toBe(1);
    expect(firstWrong(next.sound(kept.id), 0)).toBe(-1);
  });

  test('that is on its way to the platform is not discarded', async () => {
    const core = await heldRecorder();
    const { id } = core.recordings.start(visit());
    core.recordings.finish(id, 0);
    putState(core.store, id, { state: 'uploading' });
    expect(() => core.recordings.discard(id)).toThrow(failure('refused', 'too-late'));
  });
});
