/**
 * A platform that takes sound only as one stream: a real recording, the real outbox, a real
 * WebSocket, and the practice platform with another description of itself. Nothing of a stream is
 * acknowledged, so a note may only come of one that was whole.
 */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createOutbox } from '../../../../main/features/outbox/outbox.ts';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { nodeClock, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { nodeSoundLine } from '../../../../main/hosts/node/node-sound-line.ts';
import type { Net, OpenSoundLine, SoundLine } from '../../../../main/infrastructure/ports.ts';
import { failureWith } from '../../../support/failure.ts';
import { createRig, tone } from '../../../support/rigs/outbox-rig.ts';
import { openRecorder, visit } from '../../../support/rigs/recorder.ts';
import { type RunningSandbox, startSandbox } from '../../../support/rigs/sandbox.ts';
import { temporaryFolder } from '../../../support/rows.ts';

const SECONDS = 8;
const sound = tone(SECONDS).subarray(44);

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 50 });
});
afterAll(() => sandbox.kill());
beforeEach(async () => {
  await sandbox.clearFaults();
  await describe(['stream']);
});

const describe = (methods: string[]) =>
  sandbox.faults({
    do: 'status',
    path: '/voice/v1/.well-known/*',
    status: 200,
    count: 20,
    body: {
      protocol: 'medscribealliance',
      protocol_version: '0.1',
      capabilities: {
        audio_formats: ['audio/wav'],
        max_chunk_duration_seconds: 20,
        upload_methods: methods,
      },
    },
  });

async function openLine(request: Parameters<OpenSoundLine>[0]): Promise<SoundLine> {
  const opened = await nodeSoundLine()(request);
  if ('line' in opened) return opened.line;
  throw new Error(`refused: ${opened.answer.status}`);
}

/** A sealed recording, and outboxes that send it. */
async function recorded({
  transport = 'auto' as const,
  lines = nodeSoundLine() as OpenSoundLine | null,
  prepared = false,
} = {}) {
  const folder = temporaryFolder();
  const { recordings, store, vault, close } = await openRecorder(folder, nodeClock);
  onTestFinished(close);
  const { id } = recordings.start(visit());
  for (let at = 0; at < sound.length; at += 64_000)
    recordings.append(id, at / 2, sound.subarray(at, at + 64_000));
  recordings.finish(id, sound.length / 2);
  if (prepared) await recordings.prepare(id);
  /** As after a start of the app: nothing in memory. */
  const begin = async (soundLine: OpenSoundLine | null = lines, net: Net = undiciNet()) => {
    const rig = await createRig(sandbox, {
      transport,
      speed: 100,
      soundLine: soundLine ?? undefined,
      net,
    });
    const { transcription, soundStreams } = rig.platform;
    const outbox = createOutbox({
      clock: rig.clock,
      random: nodeRandom,
      store,
      transcription,
      profile: 'practice',
      prepare: (visitId) => recordings.prepare(visitId, transcription.partLimit()),
      openUpload: recordings.openUpload,
      reference: (parts, generation) => vault.keys(generation).reference(parts),
      changed() {},
      reachable() {},
    });
    outbox.start();
    return { ...outbox, soundStreams };
  };
  const until = async (...states: string[]) => {
    for (const end = Date.now() + 60_000; ; await new Promise((done) => setTimeout(done, 20))) {
      const row = store.visits.get(id)!;
      if (states.includes(row.state)) return row;
      if (Date.now() > end) throw new Error(`is still ${JSON.stringify(row)}`);
    }
  };
  /** All sessions of this recording that the platform has, oldest first. */
  const sessions = async () => {
    const ids = store.transactions.list(id).map(({ transactionId }) => transactionId);
    return (await Promise.all(ids.map((one) => sandbox.transaction(one)))).filter(
      (one) => one !== undefined,
    );
  };
  return { store, id, begin, until, sessions };
}
type Recorded = Awaited<ReturnType<typeof recorded>>;

async function expectOneWholeNote({ sessions }: Recorded) {
  const ended = (await sessions()).filter(({ inits }) => inits > 0);
  expect(ended).toHaveLength(1);
  expect(ended[0]!.inits).toBe(1);
  expect(ended[0]!.files).toMatchObject([{ name: '0.wav', bytes: 44 + sound.length }]);
}

test.each([
  ['before the platform is known it is made as an MP3, then anew', true],
  ['it is made once', false],
])(
  'the whole recording arrives as its samples, and the note comes: %s',
  async (_name, prepared) => {
    const made = await recorded({ prepared });
    const outbox = await made.begin();
    await made.until('ready');
    await outbox.stop();
    await expectOneWholeNote(made);
    expect(made.store.uploads.list(made.id)).toMatchObject([{ contentType: 'audio/wav' }]);
    expect(await made.sessions()).toHaveLength(1);
  },
);

test('a stream that breaks is never ended: the whole recording goes anew, in another session', async () => {
  await sandbox.faults({ do: 'cut-stream' });
  const made = await recorded();
  const outbox = await made.begin();
  await made.until('ready');
  await outbox.stop();
  await expectOneWholeNote(made);
  const [broken, whole] = await made.sessions();
  expect(broken).toMatchObject({ inits: 0, userStatus: 'cancelled' });
  expect(broken!.files[0]!.bytes).toBeLessThan(sound.length);
  expect(whole!.inits).toBe(1);
});

test('ended between the last sample and the commit, all of it goes anew: nobody can tell what arrived', async () => {
  const made = await recorded();
  const held = Promise.withResolvers<void>();
  const first = await made.begin(async (request) => ({
    line: {
      ...(await openLine(request)),
      close() {
        held.resolve();
        return new Promise(() => {});
      },
    },
  }));
  await held.promise;
  // The process is gone; this outbox would wait for ever.
  void first.stop();
  const second = await made.begin();
  await made.until('ready');
  await second.stop();
  await expectOneWholeNote(made);
  expect(await made.sessions()).toHaveLength(2);
});

test('a connection that does not come about sends nothing, and is tried again in the same session', async () => {
  const made = await recorded();
  let tries = 0;
  const outbox = await made.begin((request) =>
    ++tries < 3
      ? nodeSoundLine()({ ...request, url: new URL('ws://127.0.0.1:1/') })
      : nodeSoundLine()(request),
  );
  await made.until('ready');
  await outbox.stop();
  await expectOneWholeNote(made);
  expect(await made.sessions()).toHaveLength(1);
  expect(tries).toBe(3);
});

test('where no WebSocket can be opened, the recording goes by the other protocol', async () => {
  const made = await recorded({ lines: null });
  const outbox = await made.begin();
  const { transactionId } = await made.until('ready');
  await outbox.stop();
  expect((await sandbox.transaction(transactionId))!.files).toMatchObject([
    { name: 'audio_0001.mp3' },
  ]);
});

async function expectOneWholeRecording({ sessions, until }: Recorded) {
  const { transactionId } = await until('ready');
  const ended = (await sessions()).filter(({ inits }) => inits > 0);
  expect(ended).toMatchObject([
    {
      txnId: transactionId,
      inits: 1,
      files: [{ name: 'audio_0001.wav', bytes: 44 + sound.length }],
    },
  ]);
  const streams = (await sessions()).filter(({ txnId }) => txnId !== transactionId);
  for (const stream of streams) expect(stream).toMatchObject({ inits: 0, userStatus: 'cancelled' });
  return streams;
}

test('a platform whose door for streams is not there gets the recording as files, by the other protocol', async () => {
  await sandbox.faults({ do: 'status', path: '/voice/v1/sessions/*/audio', status: 404 });
  const made = await recorded();
  const outbox = await made.begin();
  expect(await expectOneWholeRecording(made)).toHaveLength(1);
  await outbox.stop();
});

test('after two broken streams the recording goes as files, also when Scriba was closed in between', async () => {
  await sandbox.faults({ do: 'cut-stream', count: 10 });
  const made = await recorded();
  const first = await made.begin();
  await expect
    .poll(() => made.store.transactions.list(made.id).some(({ status }) => status === 'dead'), {
      timeout: 60_000,
    })
    .toBe(true);
  await first.stop();
  const second = await made.begin();
  expect(await expectOneWholeRecording(made)).toHaveLength(2);
  await second.stop();
});

test.each([401, 429, 503])(
  'a handshake that is refused with %i goes on in the same session',
  async (status) => {
    await sandbox.faults({ do: 'status', path: '/voice/v1/sessions/*/audio', status });
    const made = await recorded();
    const outbox = await made.begin();
    await made.until('ready');
    await outbox.stop();
    await expectOneWholeNote(made);
    expect(await made.sessions()).toHaveLength(1);
  },
);

test('a session stays a stream though its answer was lost and the platform describes itself anew: no file goes to it', async () => {
  const made = await recorded();
  const real = undiciNet();
  const opened = Promise.withResolvers<void>();
  const first = await made.begin(undefined, async (request) => {
    const answer = await real(request);
    if (request.method !== 'POST' || request.url.pathname !== '/voice/v1/sessions') return answer;
    // The platform has it; the process ends before it knows.
    opened.resolve();
    return new Promise(() => {});
  });
  await opened.promise;
  void first.stop();
  await sandbox.clearFaults();
  await describe(['chunked']);
  const uploads: string[] = [];
  const second = await made.begin(undefined, async (request) => {
    if (request.url.pathname.includes('/audio')) uploads.push(request.url.pathname);
    return real(request);
  });
  await made.until('ready');
  await second.stop();
  const [stream, files] = await made.sessions();
  expect(stream).toMatchObject({ inits: 0, userStatus: 'cancelled', files: [] });
  expect(files).toMatchObject({ inits: 1 });
  expect(uploads.length).toBeGreaterThan(0);
  expect(uploads.every((path) => !path.includes(stream!.txnId))).toBe(true);
});

test('a session that is given up is cancelled before the visit goes on, however long the platform is out of reach', async () => {
  await sandbox.faults({ do: 'cut-stream' });
  // More than the client tries by itself.
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions/*',
    method: 'PATCH',
    status: 503,
    count: 12,
  });
  const made = await recorded();
  const outbox = await made.begin();
  await made.until('ready');
  await outbox.stop();
  await expectOneWholeNote(made);
  const [broken, whole] = await made.sessions();
  expect(broken).toMatchObject({ inits: 0, userStatus: 'cancelled' });
  expect(whole).toMatchObject({ inits: 1 });
});

test('a lock in the middle of a stream ends its connection; unlocked, all of it goes anew', async () => {
  const made = await recorded();
  const waiting = Promise.withResolvers<void>();
  let closed: Promise<void> | undefined;
  const first = await made.begin(async (request) => {
    const line = await openLine(request);
    return {
      line: {
        ...line,
        close(within) {
          // The platform answers no ping, as far as this line can tell.
          closed = new Promise((_done, fail) => {
            line.close(() => within(0)).catch(fail);
          });
          waiting.resolve();
          line.drop();
          return closed;
        },
      },
    };
  });
  await waiting.promise;
  first.soundStreams!.close();
  await first.stop();
  await expect(closed).rejects.toThrow(failureWith('unclear'));
  const second = await made.begin();
  await made.until('ready');
  await second.stop();
  await expectOneWholeNote(made);
});

test('the token goes to no other address, whatever the platform names', async () => {
  const asked: string[] = [];
  const { platform } = await createRig(sandbox, {
    transport: 'sessions',
    soundLine: async ({ url }) => {
      asked.push(url.href);
      throw new Error('not reached');
    },
  });
  await platform.discovery.ask();
  const id = 'txn-stream-elsewhere-1';
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions',
    status: 201,
    body: { session_id: id, upload_url: 'wss://elsewhere.example/voice' },
  });
  const form = await platform.transcription.presign(
    id,
    {
      mode: 'consultation',
      modelType: 'pro',
      templates: ['clinical_notes_template'],
      inputLanguages: ['en-IN'],
      outputLanguage: 'en-IN',
      codify: true,
    },
    { plain: true },
  );
  const bytes = tone(1);
  await expect(
    platform.transcription.uploadFile(form, {
      name: 'audio_0001.wav',
      contentType: 'audio/wav',
      bytes: bytes.length,
      async *open() {
        yield bytes;
      },
    }),
  ).rejects.toThrow(failureWith('upload-address-refused'));
  expect(asked).toEqual([]);
});
