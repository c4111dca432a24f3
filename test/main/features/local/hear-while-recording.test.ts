import { expect, onTestFinished, test } from 'vitest';
import { SPEECH_RATE, type SpeechEngine } from '../../../../main/infrastructure/speech/speech.ts';
import { hearingRig, quiet, secondsEngine, wordAt } from '../../../support/rigs/hearing-rig.ts';
import { visit } from '../../../support/rigs/recorder.ts';
import { temporaryFolder } from '../../../support/rows.ts';
import { firstWrong, numberedSound } from '../../../support/sound/sound.ts';

type Rig = Awaited<ReturnType<typeof hearingRig>>;

async function openRig(options: Parameters<typeof hearingRig>[1] = {}): Promise<Rig> {
  const rig = await hearingRig(temporaryFolder(), options);
  onTestFinished(() => rig.close());
  return rig;
}

const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => wordAt(from + index));

test('what is on the disk is heard while the recording runs, each second once, and kept as it is heard', async () => {
  const rig = await openRig();
  rig.hearing.start();
  const id = rig.start();
  rig.hearing.look();
  rig.feed(id, 0, 5);
  await rig.listen();
  expect(rig.words(id)).toEqual(words(0, 5));
  rig.feed(id, 5, 8);
  await rig.listen();
  expect(rig.words(id)).toEqual(words(0, 8));
  expect(rig.core.store.spoken.ahead(id).at(-1)).toEqual({
    engine: 'seconds',
    stretch: { text: wordAt(7), from: 7, to: 8, words: [] },
  });
  expect(rig.told).toEqual(Array(8).fill(id));
});

test('sound that is not forced onto the disk yet is not heard: a power cut could take it', async () => {
  const rig = await openRig();
  rig.hearing.start();
  const id = rig.start();
  // Seven pieces; the eighth would bring them onto the disk.
  rig.core.recordings.append(id, 0, numberedSound(0, SPEECH_RATE + 12_000));
  rig.hearing.look();
  await quiet();
  expect(rig.words(id)).toEqual([]);
  await rig.listen();
  expect(rig.words(id)).toEqual(words(0, 1));
});

test('only a visit that works here is heard, and only where there is an engine for it', async () => {
  let asked = 0;
  const rig = await openRig({
    engine: () => {
      asked += 1;
      return undefined;
    },
  });
  rig.hearing.start();
  const { id } = rig.core.recordings.start(visit());
  rig.hearing.look();
  rig.feed(id, 0, 4);
  await rig.listen();
  expect(asked).toBe(0);
  rig.core.recordings.discard(id);
  const other = rig.start();
  rig.hearing.look();
  rig.feed(other, 0, 4);
  await rig.listen();
  expect(asked).toBe(1);
  expect([...rig.words(id), ...rig.words(other)]).toEqual([]);
});

test('a lock ends it, and from the unlock on it hears what was recorded meanwhile', async () => {
  const closed: string[] = [];
  const rig = await openRig({
    engine: () => ({ name: 'seconds', engine: secondsEngine(() => closed.push('closed')) }),
  });
  rig.hearing.start();
  const id = rig.start();
  rig.hearing.look();
  rig.feed(id, 0, 3);
  await rig.listen();
  rig.hearing.stop();
  expect(closed.length).toBeGreaterThan(0);
  rig.feed(id, 3, 6);
  rig.hearing.look();
  await rig.listen();
  expect(rig.words(id)).toEqual(words(0, 3));
  rig.hearing.start();
  await rig.listen();
  expect(rig.words(id)).toEqual(words(0, 6));
});

test('the end of a recording ends it, and the last unfinished second is left', async () => {
  const rig = await openRig();
  rig.hearing.start();
  const id = rig.start();
  rig.hearing.look();
  rig.feed(id, 0, 3);
  await rig.listen();
  rig.core.recordings.append(id, 3 * SPEECH_RATE, numberedSound(3 * SPEECH_RATE, 56_000));
  rig.core.recordings.finish(id, 56_000);
  rig.hearing.look();
  await rig.listen();
  await rig.hearing.idle();
  expect(rig.words(id)).toEqual(words(0, 3));
});

test('a gap is not passed, for its sound may still come; when it has come, all is heard in order', async () => {
  const rig = await openRig();
  rig.hearing.start();
  const id = rig.start();
  rig.hearing.look();
  rig.feed(id, 0, 2);
  rig.feed(id, 3, 6);
  await rig.listen();
  expect(rig.words(id)).toEqual(words(0, 2));
  rig.feed(id, 2, 3);
  await rig.listen();
  expect(rig.words(id)).toEqual(words(0, 6));
});

test('what the recording was interrupted by is behind it: it goes on in the next file', async () => {
  const rig = await openRig();
  rig.hearing.start();
  const id = rig.start();
  rig.hearing.look();
  rig.feed(id, 0, 3);
  rig.core.recordings.pageLost();
  rig.hearing.look();
  await rig.listen();
  rig.core.recordings.goOn(id);
  rig.hearing.look();
  rig.feed(id, 3, 6);
  await rig.listen();
  expect(rig.words(id)).toEqual(words(0, 6));
});

test('what was forgotten is in no row, the words before it stay, and what comes after is heard', async () => {
  const rig = await openRig();
  rig.hearing.start();
  const id = rig.start();
  rig.hearing.look();
  rig.feed(id, 0, 6);
  await rig.listen();
  rig.core.recordings.forget(id, { from: 4 * SPEECH_RATE + 10, to: 6 * SPEECH_RATE });
  expect(rig.words(id)).toEqual(words(0, 4));
  rig.hearing.look();
  rig.feed(id, 6, 8);
  await rig.listen();
  expect(rig.words(id)).toEqual([...words(0, 5), 'w0', ...words(6, 8)]);
});

test('a stretch that is being recognised when its sound is forgotten is never kept', async () => {
  let answer = () => {};
  const slow: SpeechEngine = {
    async *transcribe(sound) {
      for await (const piece of sound) {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        yield { text: 'The forgotten secret.', from: 0, to: piece.length / SPEECH_RATE, words: [] };
      }
    },
    close: async () => {},
  };
  const rig = await openRig({ engine: () => ({ name: 'slow', engine: slow }) });
  rig.hearing.start();
  const id = rig.start();
  rig.hearing.look();
  rig.feed(id, 0, 4);
  await rig.listen();
  // Nobody told it yet that the visit has changed.
  rig.core.recordings.forget(id, { from: 0, to: 4 * SPEECH_RATE });
  answer();
  await quiet();
  expect(rig.words(id)).toEqual([]);
});

test.each([
  ['never answers', () => new Promise<void>(() => {})],
  ['fails at once', () => Promise.reject(new Error('It is broken.'))],
])('an engine that %s costs no sample of the recording', async (_name, wait) => {
  const engine: SpeechEngine = {
    async *transcribe(sound) {
      for await (const piece of sound) {
        await wait();
        yield { text: 'Heard.', from: 0, to: piece.length / SPEECH_RATE, words: [] };
      }
    },
    close: async () => {},
  };
  const rig = await openRig({ engine: () => ({ name: 'bad', engine }) });
  rig.hearing.start();
  const id = rig.start();
  rig.hearing.look();
  for (let second = 0; second < 30; second += 1) {
    rig.feed(id, second, second + 1);
    await quiet();
    rig.clock.advance(1000);
  }
  expect(rig.core.recordings.finish(id, 30 * SPEECH_RATE).details.samples).toBe(30 * SPEECH_RATE);
  expect(firstWrong(rig.core.sound(id), 0)).toBe(-1);
  expect(rig.core.scan(id).holes).toEqual([]);
  expect(rig.words(id)).toEqual([]);
});
