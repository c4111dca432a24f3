/**
 * A platform that takes sound in short pieces only: a real recording, the real outbox, and the
 * practice platform with another description of itself.
 */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createOutbox } from '../../../../main/features/outbox/outbox.ts';
import { nodeClock, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type { Transcription } from '../../../../main/infrastructure/platform/transcription/transcription.ts';
import { uploadSeconds } from '../../../../shared/model/upload-length.ts';
import { createRig, tone } from '../../../support/rigs/outbox-rig.ts';
import { collect, openRecorder, visit } from '../../../support/rigs/recorder.ts';
import { type RunningSandbox, startSandbox } from '../../../support/rigs/sandbox.ts';
import { temporaryFolder } from '../../../support/rows.ts';

const LIMIT = 3;
const SECONDS = 8;

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 50 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

const describes = (uploadMethods: readonly string[]) =>
  sandbox.faults({
    do: 'status',
    path: '/voice/v1/.well-known/*',
    status: 200,
    body: {
      protocol: 'medscribealliance',
      protocol_version: '0.1',
      capabilities: {
        audio_formats: ['audio/mp3'],
        max_chunk_duration_seconds: LIMIT,
        upload_methods: uploadMethods,
      },
    },
  });

/** A sealed recording, and an outbox that sends by sessions. */
async function recorded(over: Partial<Transcription> = {}) {
  const rig = await createRig(sandbox, { transport: 'sessions', speed: 100 });
  const folder = temporaryFolder();
  const { recordings, store, vault, close } = await openRecorder(folder, nodeClock);
  onTestFinished(close);
  const { id } = recordings.start(visit());
  const sound = tone(SECONDS).subarray(44);
  for (let at = 0; at < sound.length; at += 64_000)
    recordings.append(id, at / 2, sound.subarray(at, at + 64_000));
  recordings.finish(id, sound.length / 2);
  const { transcription } = rig.platform;
  const begin = (more: Partial<Transcription> = {}) => {
    const outbox = createOutbox({
      clock: rig.clock,
      random: nodeRandom,
      store,
      transcription: { ...transcription, ...over, ...more },
      profile: 'practice',
      prepare: (visitId) => recordings.prepare(visitId, transcription.partLimit()),
      openUpload: recordings.openUpload,
      reference: (parts, generation) => vault.keys(generation).reference(parts),
      changed() {},
      reachable() {},
    });
    outbox.start();
    return outbox;
  };
  const until = async (state: string) => {
    for (const end = Date.now() + 60_000; ; await new Promise((done) => setTimeout(done, 20))) {
      const row = store.visits.get(id)!;
      if (row.state === state) return row;
      if (Date.now() > end) throw new Error(`is still ${JSON.stringify(row)}`);
    }
  };
  const lengths = () =>
    store.uploads.list(id).map(({ contentType, bytes }) => uploadSeconds(contentType, bytes)!);
  const ups = () => readdirSync(vault.keys().folder).filter((name) => name.endsWith('.up'));
  return { rig, recordings, store, id, begin, until, lengths, ups };
}

test('what was prepared before the platform was known is cut again, and no longer piece is sent', async () => {
  await describes(['chunked']);
  const { recordings, store, id, begin, until, lengths, ups } = await recorded();
  await recordings.prepare(id);
  expect(lengths()).toHaveLength(1);
  const outbox = begin();
  const { transactionId } = await until('ready');
  await outbox.stop();
  expect(lengths().length).toBeGreaterThanOrEqual(Math.ceil(SECONDS / LIMIT));
  for (const seconds of lengths()) expect(seconds).toBeLessThanOrEqual(LIMIT);
  expect(lengths().reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(SECONDS);
  // The long file is erased: a lost list could not take it for the one that was sent.
  expect(ups()).toHaveLength(lengths().length);
  const seen = (await sandbox.transaction(transactionId))!;
  expect(seen.files.filter(({ audio }) => audio)).toHaveLength(lengths().length);
  expect(seen.inits).toBe(1);
  expect(store.visits.get(id)!.details.trouble).toBeUndefined();
});

test('where the platform cuts itself, one file is sent as it is', async () => {
  await describes(['chunked', 'single']);
  const { begin, until, lengths } = await recorded();
  const outbox = begin();
  await until('ready');
  await outbox.stop();
  expect(lengths()).toHaveLength(1);
  expect(lengths()[0]).toBeGreaterThan(LIMIT);
});

test('ended in the middle of the pieces, the rest goes in the same session, the same bytes', async () => {
  await describes(['chunked']);
  const { recordings, store, id, begin, until } = await recorded();
  const { transcription } = (await createRig(sandbox, { transport: 'sessions' })).platform;
  let sent = 0;
  const stopped = Promise.withResolvers<void>();
  const first = begin({
    async uploadFile(form, file) {
      if (sent++ === 2) {
        stopped.resolve();
        throw new Error('ended');
      }
      return transcription.uploadFile(form, file);
    },
  });
  await stopped.promise;
  await first.stop();
  const before = store.uploads.list(id);
  expect(before.filter(({ uploadedEpoch }) => uploadedEpoch !== undefined)).toHaveLength(2);
  await recordings.prepare(id, { seconds: 1, single: false });
  const second = begin();
  const { transactionId } = await until('ready');
  await second.stop();
  const digests = store.uploads.list(id).map(({ sha256 }) => sha256);
  expect(digests).toEqual(before.map(({ sha256 }) => sha256));
  const seen = (await sandbox.transaction(transactionId))!;
  expect(seen.inits).toBe(1);
  expect(seen.files.filter(({ audio }) => audio).map(({ sha256 }) => sha256)).toEqual(digests);
  for (const part of store.uploads.list(id))
    expect((await collect(recordings.openUpload(part))).length).toBe(part.bytes);
});

test('an imported file, which cannot be cut, waits for a person where it may not go whole', async () => {
  await describes(['chunked']);
  const { store, id, begin, until, recordings } = await recorded();
  await recordings.prepare(id);
  const { rev, details } = store.visits.get(id)!;
  store.visits.change(id, rev, { details: { ...details, imported: true } });
  const outbox = begin();
  expect((await until('attention')).details.trouble).toMatchObject({ code: 'import-too-long' });
  await outbox.stop();
});
