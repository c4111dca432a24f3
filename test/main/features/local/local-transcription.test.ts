import path from 'node:path';
import { expect, test } from 'vitest';
import {
  createLocalTranscription,
  type NamedEngine,
} from '../../../../main/features/local/local-transcription.ts';
import type { SaidVisit } from '../../../../main/features/local/write-note.ts';
import type { SpokenStretch } from '../../../../main/infrastructure/speech/speech.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { VisitState } from '../../../../shared/model/visit.ts';
import { tone } from '../../../support/rigs/outbox-rig.ts';
import {
  details,
  putState,
  temporaryFolder,
  testCipher,
  uploadPart,
  visit,
} from '../../../support/rows.ts';

const stretch = (text: string, from = 0, to = 1): SpokenStretch => ({ text, from, to, words: [] });

function rig(said: (readonly SpokenStretch[])[] = [[stretch('First.')], [stretch('Second.')]]) {
  let cipher = testCipher();
  const store = createStore({
    file: path.join(temporaryFolder(), 'scriba.db'),
    seal: () => cipher,
  });
  store.visits.insert(visit('v', { details: details({ worksHere: true }) }));
  store.transactions.put({
    transactionId: 'txn-v',
    visitId: 'v',
    epoch: 1,
    commitAttempts: 0,
    status: 'open',
  });
  let closed = 0;
  let read = 0;
  const written: SaidVisit[] = [];
  const speech = async (): Promise<NamedEngine> => ({
    name: 'an engine',
    engine: {
      async *transcribe(sound) {
        for await (const piece of sound) read += piece.length;
        yield* said.shift() ?? [];
      },
      async close() {
        closed += 1;
      },
    },
  });
  const local = createLocalTranscription({
    store,
    speech,
    write: async (one) => {
      written.push(one);
      return [
        {
          templateId: 'a',
          name: 'A',
          kind: 'markdown',
          status: 'success',
          text: 't',
          errors: [],
          warnings: [],
        },
      ];
    },
  });
  const upload = async (
    name: string,
    bytes = tone(2),
    contentType = 'audio/wav',
    { transactionId = 'txn-v', between = () => {} } = {},
  ) => {
    const form = await local.presign(transactionId, details());
    await local.uploadFile(form, {
      name,
      contentType,
      bytes: bytes.length,
      async *open() {
        // In pieces that end in the middle of a sample, and of the header.
        for (let at = 0; at < bytes.length; at += 4_097) {
          yield bytes.subarray(at, at + 4_097);
          between();
        }
      },
    });
  };
  const request = (files: string[]) => ({
    visit: details(),
    uploadUrl: '',
    folder: 'here:txn-v',
    files,
    additional: { client_ref: 'r' },
  });
  /** As the outbox does where the number before came to nothing. */
  const renumber = (transactionId: string) => {
    store.transactions.put({
      transactionId,
      visitId: 'v',
      epoch: 2,
      commitAttempts: 0,
      status: 'open',
    });
    putState(store, 'v', { transactionId });
  };
  return {
    local,
    store,
    renumber,
    written,
    upload,
    init: (files: string[], transactionId = 'txn-v') => local.init(transactionId, request(files)),
    put: (state: VisitState) => putState(store, 'v', { state }),
    /** What is stored meanwhile does not open later. */
    damaging(run: () => void) {
      const right = cipher;
      cipher = testCipher();
      run();
      cipher = right;
    },
    counts: () => ({ closed, read }),
  };
}

test('parts are heard as they come, and the note is made of all of them, with the times of the recording', async () => {
  const word = { text: 'First.', from: 0, to: 1, confidence: 0.4, heard: 'thirst' };
  const first = { ...stretch('First.'), words: [word] };
  const { local, upload, init, put, written, counts } = rig([
    [first],
    [{ ...stretch('Second.'), words: [{ ...word, text: 'Second.' }] }],
  ]);
  expect(await local.status('txn-v')).toEqual({ kind: 'unknown' });
  await upload('1.wav');
  await upload('2.wav');
  expect(counts()).toEqual({ closed: 2, read: 64_000 });
  expect(await init(['1.wav', '2.wav'])).toBe('accepted');
  put('committing');
  expect(await local.status('txn-v')).toEqual({ kind: 'working', additional: { client_ref: 'r' } });
  expect(written).toEqual([]);
  put('processing');
  expect(await local.status('txn-v')).toMatchObject({
    kind: 'done',
    additional: { client_ref: 'r' },
  });
  expect(written).toEqual([
    {
      turns: [
        // How sure the engine was goes along, and what it heard where a name was put in.
        first,
        { text: 'Second.', from: 2, to: 3, words: [{ ...word, text: 'Second.', from: 2, to: 3 }] },
      ],
      engine: 'an engine',
      templates: details().templates,
      language: 'en-IN',
    },
  ]);
  expect(await init(['1.wav', '2.wav'])).toBe('already');
  expect(await local.presign('txn-v', details())).toMatchObject({ alreadyCommitted: true });
});

test('a part that comes again is heard again, in place of the first', async () => {
  const { upload, store } = rig();
  await upload('1.wav');
  await upload('1.wav');
  expect(store.spoken.part('txn-v', '1.wav')?.stretches.map(({ text }) => text)).toEqual([
    'Second.',
  ]);
});

/** Two parts of two seconds, and what was heard of them while they were recorded. */
function heardAhead(one: ReturnType<typeof rig>, engine: string, ...heard: SpokenStretch[]) {
  for (const [index, name] of ['1.wav', '2.wav'].entries())
    one.store.uploads.put(
      uploadPart('v', index + 1, { fileId: name, name, bytes: tone(2).length }),
    );
  for (const said of heard) one.store.spoken.addAhead('v', { engine, stretch: said });
  return (name: string) =>
    one.store.spoken.part('txn-v', name)?.stretches.map(({ text, from, to }) => [text, from, to]);
}

test('what was heard while it was recorded is not heard again, and the rest follows in its place', async () => {
  const one = rig([[stretch('The rest.', 0.25, 0.5)], []]);
  const said = heardAhead(
    one,
    'an engine',
    stretch('Before.', 0.5, 1),
    stretch('Over the cut.', 1.5, 2.5),
  );
  await one.upload('1.wav');
  expect(one.counts().read).toBe(0);
  expect(said('1.wav')).toEqual([
    ['Before.', 0.5, 1],
    ['Over the cut.', 1.5, 2],
    // An engine that says more than it was given is held to the end of the sound.
    ['The rest.', 2, 2],
  ]);
  await one.upload('2.wav');
  // A half of a second of the second part was heard with the first.
  expect(one.counts().read).toBe(24_000);
  expect(said('2.wav')).toEqual([]);
});

test('what was heard in the second part keeps its time in the recording', async () => {
  const one = rig([[], [stretch('The rest.', 0.25, 0.5)]]);
  const said = heardAhead(one, 'an engine', stretch('Of the second.', 2.5, 3));
  await one.upload('1.wav');
  await one.upload('2.wav');
  expect(one.counts().read).toBe(16_000);
  expect(said('2.wav')).toEqual([
    ['Of the second.', 0.5, 1],
    ['The rest.', 1.25, 1.5],
  ]);
});

test('what another engine heard, or what does not open, is heard again', async () => {
  const other = rig();
  heardAhead(other, 'another engine', stretch('Before.'));
  await other.upload('1.wav');
  expect(other.counts().read).toBe(32_000);
  const damaged = rig();
  damaged.damaging(() => heardAhead(damaged, 'an engine', stretch('Before.')));
  await damaged.upload('1.wav');
  expect(damaged.counts().read).toBe(32_000);
});

test('a part that was never heard keeps the visit from being committed', async () => {
  const { upload, init } = rig();
  await upload('1.wav');
  expect(await init(['1.wav', '2.wav'])).toBe('dead');
});

test('a recording without speech says so, and is no note', async () => {
  const { local, store, upload, init, put, written } = rig([[stretch('  ')]]);
  store.spoken.addAhead('v', { engine: 'an engine', stretch: stretch(' ') });
  await upload('1.wav');
  await init(['1.wav']);
  put('processing');
  expect(await local.status('txn-v')).toMatchObject({
    kind: 'failed',
    final: true,
    code: 'nothing-heard',
  });
  // Asked for anew, nothing is taken from before.
  expect(store.spoken.ahead('v')).toEqual([]);
  expect(written).toEqual([]);
});

test('another form of sound is refused with words, and an engine that invents is not believed', async () => {
  const { upload, store } = rig([[stretch('word '.repeat(200))], [stretch('late', 90, 91)]]);
  const refused = { code: 'refused', detail: 'sound-not-heard-here' };
  const m4a = Buffer.concat([Buffer.from('....ftypM4A '), Buffer.alloc(9_000)]);
  await expect(upload('1.m4a', m4a, 'audio/m4a')).rejects.toMatchObject(refused);
  // What a file is, its bytes say.
  await expect(upload('1.mp3', m4a, 'audio/mpeg')).rejects.toMatchObject(refused);
  await expect(upload('1.wav', Buffer.from('RIFF'))).rejects.toMatchObject(refused);
  const invented = { code: 'broken', detail: 'engine-answer' };
  await expect(upload('1.wav')).rejects.toMatchObject(invented);
  await expect(upload('1.wav')).rejects.toMatchObject(invented);
  expect(store.spoken.part('txn-v', '1.wav')).toBeUndefined();
});

test('a file of another form of WAV is heard whole, and its length is that of the sound', async () => {
  const { upload, store } = rig([[stretch('Heard.', 0, 2)]]);
  // Stereo: two samples stand for one.
  const stereo = tone(4);
  stereo.writeUInt16LE(2, 22);
  await upload('1.wav', stereo);
  expect(store.spoken.part('txn-v', '1.wav')).toMatchObject({
    seconds: 2,
    stretches: [{ text: 'Heard.', from: 0, to: 2 }],
  });
});

test('what was heard goes with the visit, and when it is taken back', async () => {
  const { local, upload, store } = rig();
  await upload('1.wav');
  await local.cancel('txn-v', undefined);
  expect(store.spoken.part('txn-v', '1.wav')).toBeUndefined();
  await upload('1.wav');
  store.visits.remove('v');
  expect(store.spoken.part('txn-v', '1.wav')).toBeUndefined();
});

test('a visit that is taken back while it is recognised is heard no further, and no word of it stays', async () => {
  const { local, upload, renumber, store, counts } = rig();
  let isBack = false;
  const between = () => {
    if (isBack) return;
    isBack = true;
    void local.cancel('txn-v', undefined);
    renumber('txn-w');
  };
  await expect(upload('1.wav', tone(2), 'audio/wav', { between })).rejects.toMatchObject({
    detail: 'cancelled',
  });
  expect(counts()).toMatchObject({ closed: 1 });
  expect(counts().read).toBeLessThan(3_000);
  // Also where all of its sound was with the engine by then.
  isBack = false;
  let pieces = 0;
  const late = () => {
    pieces += 1;
    if (pieces === 16) renumber('txn-x');
  };
  await expect(
    upload('1.wav', tone(2), 'audio/wav', { transactionId: 'txn-w', between: late }),
  ).rejects.toMatchObject({ detail: 'cancelled' });
  for (const id of ['txn-v', 'txn-w']) expect(store.spoken.part(id, '1.wav')).toBeUndefined();
});

test('words that were heard under an earlier number of the visit go when it is whole, and when it is taken back', async () => {
  const { local, upload, init, renumber, store } = rig();
  await upload('1.wav');
  renumber('txn-w');
  await upload('1.wav', tone(2), 'audio/wav', { transactionId: 'txn-w' });
  expect(store.spoken.part('txn-v', '1.wav')).toBeDefined();
  expect(await init(['1.wav'], 'txn-w')).toBe('accepted');
  expect(store.spoken.part('txn-v', '1.wav')).toBeUndefined();
  expect(store.spoken.part('txn-w', '1.wav')).toBeDefined();
  renumber('txn-x');
  await local.cancel('txn-x', undefined);
  expect(store.spoken.part('txn-w', '1.wav')).toBeUndefined();
});

test('what cannot be read any more, or is lost, is heard again under a new number', async () => {
  const { local, upload, init, put, store } = rig();
  expect(await local.status('txn-v')).toEqual({ kind: 'unknown' });
  await upload('1.wav');
  await init(['1.wav']);
  const damaged = createLocalTranscription({
    store: {
      ...store,
      spoken: {
        ...store.spoken,
        whole() {
          throw new Failure('broken', 'It is damaged.', { detail: 'row-damaged' });
        },
      },
    },
    speech: () => Promise.reject(new Error('nothing is heard')),
    write: () => Promise.reject(new Error('nothing is written')),
  });
  const dead = { detail: 'transaction-dead' };
  await expect(damaged.presign('txn-v', details())).rejects.toMatchObject(dead);
  await expect(damaged.status('txn-v', undefined)).rejects.toMatchObject(dead);
  put('processing');
  store.spoken.removeOfVisit('v');
  expect(await local.status('txn-v')).toEqual({ kind: 'dead' });
});
