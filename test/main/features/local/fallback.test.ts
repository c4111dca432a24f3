import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OUT_OF_REACH_FOR } from '../../../../main/features/local/fallback.ts';
import { SPEECH_RATE, type SpeechEngine } from '../../../../main/infrastructure/speech/speech.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../shared/failure.ts';
import { failureWith } from '../../../support/failure.ts';
import { type FallbackRig, fallbackRig, saidIn } from '../../../support/rigs/fallback-rig.ts';
import { hearingRig, quiet, secondsEngine } from '../../../support/rigs/hearing-rig.ts';
import { putState, temporaryFolder, testCipher, uploadPart } from '../../../support/rows.ts';

async function done({ fallback }: FallbackRig): Promise<void> {
  await quiet();
  await fallback.idle();
  await quiet();
}

const note = (visitId: string) => ({
  visitId,
  documents: [],
  receivedAt: 1,
  practice: false,
});

test('a draft that is asked for is made of all that was said; the way to the platform stays as it is', async () => {
  const rig = fallbackRig();
  const { store } = rig;
  rig.wait('a', { waitsUntil: 1_760_000_060_000, attempts: 2 });
  store.uploads.put(uploadPart('a', 1, { uploadedEpoch: 1 }));
  store.transactions.put({
    transactionId: 'txn-a',
    visitId: 'a',
    epoch: 1,
    folder: 'f',
    commitAttempts: 1,
    status: 'open',
  });
  const way = () => ({
    row: store.visits.get('a'),
    parts: store.uploads.list('a'),
    transactions: store.transactions.list('a'),
  });
  const before = way();
  rig.fallback.start();
  rig.fallback.ask('a');
  await done(rig);
  expect(way()).toEqual(before);
  expect(rig.said('a')).toEqual(saidIn(4));
  expect(store.fallbackDrafts.get('a')?.documents.map(({ writtenHere }) => writtenHere)).toEqual([
    { speech: 'seconds' },
    { speech: 'seconds' },
  ]);
  // The words are in the draft, and nowhere else.
  expect(store.spoken.ahead('a')).toEqual([]);
  expect(rig.made).toEqual(['a']);
  rig.fallback.ask('a');
  await done(rig);
  expect(rig.begun.engines).toBe(1);
});

test('nobody asked and it is not the setting: nothing is heard, however long the platform is away', async () => {
  const rig = fallbackRig();
  rig.wait('a');
  rig.fallback.start();
  rig.fallback.look('a');
  rig.clock.advance(OUT_OF_REACH_FOR * 100);
  await done(rig);
  expect(rig.begun.engines).toBe(0);
  expect(rig.store.fallbackDrafts.stage('a')).toBeUndefined();
});

test('by the setting a draft is made after a minute out of reach, and not of a visit that got through', async () => {
  const rig = fallbackRig({ usual: true });
  rig.wait('a');
  rig.wait('b');
  rig.wait('c', { hold: 'disk' });
  rig.wait('d', {}, { worksHere: true });
  rig.fallback.start();
  rig.clock.advance(OUT_OF_REACH_FOR - 1);
  putState(rig.store, 'b', { hold: undefined });
  rig.fallback.look('b');
  await done(rig);
  expect(rig.begun.engines).toBe(0);
  rig.clock.advance(1);
  await done(rig);
  expect(['a', 'b', 'c', 'd'].map(rig.store.fallbackDrafts.stage)).toEqual([
    'made',
    undefined,
    undefined,
    undefined,
  ]);
});

test('the setting turned off takes back what it began, with the words heard so far, and nothing that a person asked for', async () => {
  const held = heldEngine();
  const rig = fallbackRig({ usual: true, speech: held.speech });
  rig.wait('a');
  rig.fallback.start();
  rig.clock.advance(OUT_OF_REACH_FOR);
  await quiet();
  held.say(2);
  await quiet();
  expect(rig.store.spoken.ahead('a')).toHaveLength(2);
  rig.wait('b');
  rig.fallback.ask('b');
  rig.setting.usual = false;
  rig.fallback.lookAtAll();
  expect(rig.store.fallbackDrafts.stage('a')).toBeUndefined();
  expect(rig.store.spoken.ahead('a')).toEqual([]);
  held.say(9);
  await done(rig);
  expect(rig.store.spoken.ahead('a')).toEqual([]);
  expect(rig.said('b')).toEqual(saidIn(4));
});

test('only a visit that waits for its platform can be asked for', () => {
  const rig = fallbackRig();
  rig.wait('here', {}, { worksHere: true });
  rig.wait('sent', { hold: undefined, state: 'processing' });
  rig.wait('ready', { hold: undefined, state: 'ready' });
  rig.wait('sealed', { state: 'sealed' });
  rig.wait(
    'damaged',
    { hold: undefined, state: 'attention' },
    {
      trouble: { code: 'recording-damaged', message: '' },
    },
  );
  for (const id of ['here', 'sent', 'ready', 'sealed', 'damaged', 'nobody'])
    expect(() => rig.fallback.ask(id)).toThrow(failureWith('not-out-of-reach'));
  rig.wait(
    'refused',
    { hold: undefined, state: 'attention' },
    {
      trouble: { code: 'request-refused', message: '' },
    },
  );
  rig.wait('failing', { hold: undefined }, { trouble: { code: 'server-failed', message: '' } });
  rig.fallback.ask('refused');
  rig.fallback.ask('failing');
});

test('the platform’s note comes first: no draft is made any more, and no word of it stays', async () => {
  const held = heldEngine();
  const rig = fallbackRig({ speech: held.speech });
  rig.wait('a');
  rig.fallback.start();
  rig.fallback.ask('a');
  await quiet();
  held.say(2);
  await quiet();
  putState(rig.store, 'a', { state: 'ready', hold: undefined });
  rig.fallback.look('a');
  held.say(9);
  await done(rig);
  expect(rig.store.fallbackDrafts.stage('a')).toBeUndefined();
  expect(rig.store.spoken.ahead('a')).toEqual([]);
});

test('a draft that was made stays when the platform’s note comes, and goes with its visit', async () => {
  const rig = fallbackRig();
  rig.wait('a');
  rig.fallback.start();
  rig.fallback.ask('a');
  await done(rig);
  putState(rig.store, 'a', { state: 'ready', hold: undefined });
  rig.store.notes.put(note('a'));
  rig.fallback.look('a');
  expect(rig.said('a')).toEqual(saidIn(4));
  rig.store.notes.remove('a');
  rig.store.visits.remove('a');
  expect(rig.store.fallbackDrafts.stage('a')).toBeUndefined();
});

test('a visit that is taken back meanwhile is heard no further', async () => {
  const held = heldEngine();
  const rig = fallbackRig({ speech: held.speech });
  rig.wait('a');
  rig.fallback.start();
  rig.fallback.ask('a');
  await quiet();
  held.say(1);
  await quiet();
  putState(rig.store, 'a', { state: 'discarded', cameFrom: 'prepared', hold: undefined });
  rig.fallback.look('a');
  held.say(9);
  await done(rig);
  expect(rig.store.fallbackDrafts.stage('a')).toBeUndefined();
  expect(rig.store.spoken.ahead('a')).toEqual([]);
});

test('what a lock ended goes on where it was: each second is heard once', async () => {
  const held = heldEngine();
  const rig = fallbackRig({ speech: held.speech });
  rig.wait('a');
  rig.fallback.start();
  rig.fallback.ask('a');
  await quiet();
  held.say(2);
  await quiet();
  rig.fallback.stop();
  held.say(9);
  await done(rig);
  expect(rig.store.fallbackDrafts.stage('a')).toBe('asked');
  rig.fallback.start();
  await done(rig);
  expect(rig.said('a')).toEqual(saidIn(4));
});

test('an engine that fails says why, and a person can ask anew', async () => {
  let fails = true;
  const rig = fallbackRig({
    speech: async () => {
      if (fails) throw new Failure('missing', 'English only.', { detail: 'engine-language' });
      return { name: 'seconds', engine: secondsEngine() };
    },
  });
  rig.wait('a');
  rig.fallback.start();
  rig.fallback.ask('a');
  await done(rig);
  expect(rig.store.fallbackDrafts.stage('a')).toBe('failed');
  expect(rig.store.fallbackDrafts.trouble('a')).toEqual({
    code: 'engine-language',
    message: 'English only.',
  });
  fails = false;
  rig.fallback.ask('a');
  await done(rig);
  expect(rig.said('a')).toEqual(saidIn(4));
});

test('a recording without speech gets no draft, and says so', async () => {
  const rig = fallbackRig({ seconds: 0.5 });
  rig.wait('a');
  rig.fallback.start();
  rig.fallback.ask('a');
  await done(rig);
  expect(rig.store.fallbackDrafts.trouble('a')?.code).toBe('nothing-heard');
});

test('sound that is exchanged while it is heard is heard anew: nothing of the old one is in the draft', async () => {
  const held = heldEngine();
  const rig = fallbackRig({ speech: held.speech });
  rig.wait('a');
  rig.store.uploads.put(uploadPart('a', 1));
  rig.fallback.start();
  rig.fallback.ask('a');
  await quiet();
  held.say(2);
  await quiet();
  rig.store.uploads.removeAll('a');
  rig.store.uploads.put(uploadPart('a', 1, { fileId: 'another' }));
  // As forgetting a stretch does, in the same step.
  rig.store.spoken.cutAhead('a', 0);
  held.say(9);
  await done(rig);
  expect(rig.said('a')).toEqual(saidIn(4));
});

/** The first engine says a second only when it is told to; the others as ever. */
function heldEngine() {
  let allowed = 0;
  let wake = () => {};
  let isFirst = true;
  const held: SpeechEngine = {
    async *transcribe(sound) {
      let said = 0;
      for await (const stretch of secondsEngine().transcribe(sound)) {
        while (said >= allowed) await new Promise<void>((resolve) => (wake = resolve));
        said += 1;
        yield stretch;
      }
    },
    close: async () => {},
  };
  return {
    speech: async () => {
      const engine = isFirst ? held : secondsEngine();
      isFirst = false;
      return { name: 'seconds', engine };
    },
    say(more: number) {
      allowed += more;
      wake();
    },
  };
}

test('a stretch that is forgotten takes the draft along, with what a doctor made of it', async () => {
  const { core, feed, start } = await hearingRig(temporaryFolder());
  onTestFinished(() => core.close());
  const { store, recordings } = core;
  const id = start();
  feed(id, 0, 4);
  recordings.finish(id, 4 * SPEECH_RATE);
  store.fallbackDrafts.make({ ...note(id), documents: [] });
  store.noteVersions.putBranch(id, {
    branch: 'b',
    rev: 1,
    root: {
      origin: '["here","t",1]',
      purpose: 'note',
      templateId: 't',
      name: '',
      kind: 'markdown',
      language: 'en',
    },
  });
  recordings.forget(id, { from: SPEECH_RATE, to: 2 * SPEECH_RATE });
  expect(store.fallbackDrafts.stage(id)).toBeUndefined();
  expect(store.noteVersions.branches(id)).toEqual([]);
});

test('nothing of a draft can be read in the database', async () => {
  const folder = temporaryFolder();
  const cipher = testCipher();
  const file = path.join(folder, 'scriba.db');
  const rig = fallbackRig({ store: createStore({ file, seal: () => cipher }) });
  rig.wait('a');
  rig.fallback.start();
  rig.fallback.ask('a');
  await done(rig);
  const [word = ''] = rig.said('a');
  expect(word).not.toBe('');
  rig.store.close();
  for (const name of readdirSync(folder))
    expect(readFileSync(path.join(folder, name)).includes(word)).toBe(false);
});
