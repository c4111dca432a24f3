import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ChunkSenderEvent,
  createChunkSender,
  type Mark,
} from '../../../../renderer/capture/recorder/chunk-sender.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { Kept } from '../../../../shared/model/recording.ts';
import { createHeldClock, type HeldClock } from './held-clock.ts';

/** The sound of these tests: sample i is this. */
const sample = (i: number) => ((i * 2_654_435_761) % 65_536) - 32_768;
const sound = (from: number, count: number) =>
  Int16Array.from({ length: count }, (_, i) => sample(from + i));

type Fault = {
  readonly kind:
    | 'fine'
    | 'request-lost'
    | 'answer-lost'
    | 'refused'
    | 'done-but-refused'
    | 'late'
    | 'half'
    | 'restarted'
    | 'closed';
  readonly ms: number;
};

/** A core that keeps to the contract and meets one fault a call, until it has met them all. */
function flakyCore(clock: HeldClock, faults: readonly Fault[], from = 0) {
  const left = [...faults];
  const core = {
    written: from,
    synced: from,
    sound: [] as number[],
    marks: [] as Mark[],
    calls: 0,
    repeated: 0,
    outOfOrder: 0,
    /** Places of the marks that were set; sound past one that came before its mark is counted. */
    due: [] as number[],
    unmarked: 0,
    open: true,
  };
  const never = <T>() => new Promise<T>(() => undefined);
  const later = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  async function meet<T>(effect: (fault: Fault) => T): Promise<T> {
    core.calls++;
    const fault = left.shift() ?? { kind: 'fine', ms: 0 };
    if (fault.kind === 'request-lost') return never();
    // As when the page was taken for lost: all is kept, and the recording waits for the doctor's
    // word.
    if (fault.kind === 'closed') core.open = false;
    if (!core.open) throw new Failure('missing', 'not being recorded', { detail: 'not-recording' });
    if (fault.kind === 'refused') throw new Failure('busy', 'not now');
    if (fault.kind === 'late') await later(fault.ms);
    const answer = effect(fault);
    if (fault.kind === 'answer-lost') return never();
    if (fault.kind === 'done-but-refused')
      throw new Failure('broken', 'the answer was lost on the way');
    return answer;
  }

  return {
    core,
    append: (first: number, audio: Uint8Array): Promise<Kept> =>
      meet(({ kind }) => {
        if (kind === 'restarted') {
          // Sound that was not synced to the disk is gone.
          core.written = core.synced;
          core.sound.length = core.written - from;
        }
        const view = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
        if (first > core.written) core.outOfOrder++;
        else {
          const count = audio.byteLength / 2;
          const until = kind === 'half' ? first + Math.floor(count / 2) : first + count;
          if (first < core.written) core.repeated++;
          const passed = core.due.filter((at) => at < until).length;
          if (passed > new Set(core.marks.map(({ text }) => text)).size) core.unmarked++;
          for (let i = core.written; i < until; i++)
            core.sound.push(view.getInt16(2 * (i - first), true));
          core.written = Math.max(core.written, until);
        }
        core.synced = Math.max(core.synced, core.written - 16_000);
        return { written: core.written, synced: core.synced };
      }),
    reopen: async () => {
      core.open = true;
      core.synced = core.written;
      return core.written;
    },
    mark: (mark: Mark) =>
      meet(() => {
        expect(mark.sample).toBeLessThanOrEqual(core.written);
        core.marks.push(mark);
      }),
  };
}

const fault = fc.record({
  kind: fc.constantFrom<Fault['kind']>(
    'fine',
    'request-lost',
    'answer-lost',
    'refused',
    'done-but-refused',
    'late',
    'half',
    'restarted',
    'closed',
  ),
  ms: fc.integer({ min: 1, max: 40_000 }),
});

test('whatever the core does, every sample arrives exactly once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { maxLength: 25 }),
      fc.array(
        fc.record({
          count: fc.integer({ min: 1, max: 9_000 }),
          wait: fc.integer({ min: 0, max: 3_000 }),
          marked: fc.boolean(),
        }),
        { minLength: 1, maxLength: 15 },
      ),
      fc.constantFrom(0, 123_456),
      async (faults, steps, from) => {
        const clock = createHeldClock();
        const { core, append, mark, reopen } = flakyCore(clock, faults, from);
        const chunkSender = createChunkSender({
          clock,
          from,
          append,
          mark,
          reopen,
          notify: () => undefined,
        });
        let given = from;
        let marks = 0;
        for (const { count, wait, marked } of steps) {
          chunkSender.accept(sound(given, count));
          given += count;
          if (marked) {
            core.due.push(given);
            chunkSender.mark('silence', String(marks++));
          }
          await clock.advance(wait);
        }
        let settled = false;
        void chunkSender.settle().then(() => {
          settled = true;
        });
        await clock.advance(30 * 60_000);
        expect(settled).toBe(true);
        expect(core.written).toBe(given);
        expect(core.unmarked).toBe(0);
        expect(chunkSender.total()).toBe(given);
        expect(core.sound).toEqual([...sound(from, given - from)]);
        // Only a core that forgot what it had written can be surprised by what comes next.
        if (faults.every(({ kind }) => kind !== 'restarted')) expect(core.outOfOrder).toBe(0);
        const firsts = [...new Map(core.marks.map((each) => [each.text, each])).keys()];
        expect(firsts).toEqual(Array.from({ length: marks }, (_, i) => String(i)));
      },
    ),
    { numRuns: 150 },
  );
});

function quietChunkSender(over: {
  append: (first: number, audio: Uint8Array) => Promise<Kept>;
  from?: number;
}) {
  const clock = createHeldClock();
  const told: ChunkSenderEvent[] = [];
  const marks: Mark[] = [];
  const chunkSender = createChunkSender({
    clock,
    from: 0,
    mark: async (mark) => void marks.push(mark),
    reopen: async () => 0,
    notify: (event) => told.push(event),
    ...over,
  });
  return { clock, chunkSender, told, marks };
}

test('a core that does not answer for three seconds is told after two, and made up for in one go', async () => {
  const clock = createHeldClock();
  const sizes: number[] = [];
  const told: string[] = [];
  let stalledUntil = 0;
  let written = 0;
  const chunkSender = createChunkSender({
    clock,
    from: 0,
    mark: async () => undefined,
    reopen: async () => 0,
    notify: ({ type }) => {
      if (type !== 'kept') told.push(type);
    },
    async append(first, audio) {
      const wait = stalledUntil - clock.monotonic();
      if (wait > 0) await new Promise<void>((resolve) => void clock.after(wait, resolve));
      sizes.push(audio.length / 2);
      written = Math.max(written, first + audio.length / 2);
      return { written, synced: written };
    },
  });
  stalledUntil = clock.monotonic() + 3_000;
  for (let i = 0; i < 20; i++) {
    chunkSender.accept(sound(i * 4_000, 4_000));
    await clock.advance(250);
  }
  expect(told).toEqual(['stalled', 'flowing']);
  expect(sizes.slice(0, 3)).toEqual([4_000, 44_000, 4_000]);
  expect(written).toBe(80_000);
});

test('at most one request is under way while the core answers in time', async () => {
  let [open, most] = [0, 0];
  const { clock, chunkSender } = quietChunkSender({
    async append(first, audio) {
      most = Math.max(most, ++open);
      await new Promise<void>((resolve) => void clock.after(900, resolve));
      open--;
      return { written: first + audio.length / 2, synced: first };
    },
  });
  for (let i = 0; i < 40; i++) {
    chunkSender.accept(sound(i * 4_000, 4_000));
    await clock.advance(250);
  }
  expect(most).toBe(1);
});

test('a recording that the core does not know ends the wait with its Failure', async () => {
  const { clock, chunkSender } = quietChunkSender({
    append: async () => Promise.reject(new Failure('missing', 'there is no such recording')),
  });
  chunkSender.accept(sound(0, 100));
  const settled = chunkSender.settle().catch((error: unknown) => error);
  await clock.advance(1_000);
  expect(await settled).toMatchObject({ code: 'missing' });
});

test('a full disk is told, and ends the wait', async () => {
  const { clock, chunkSender, told } = quietChunkSender({
    append: async () =>
      Promise.reject(new Failure('refused', 'the disk is full', { detail: 'disk-full' })),
  });
  chunkSender.accept(sound(0, 8_000));
  const settled = chunkSender.settle().catch((error: unknown) => error);
  await clock.advance(1_000);
  expect(told).toContainEqual(expect.objectContaining({ type: 'failed' }));
  expect(await settled).toMatchObject({ detail: 'disk-full' });
});

test('a mark that lies ahead waits for its sound, and not longer than the recording', async () => {
  const { clock, chunkSender, marks } = quietChunkSender({
    append: async (first, audio) => ({ written: first + audio.length / 2, synced: first }),
  });
  chunkSender.accept(sound(0, 4_000));
  chunkSender.mark('gap', 'one', 80);
  await clock.advance(1_000);
  expect(marks).toEqual([]);
  chunkSender.accept(sound(4_000, 4_000));
  await clock.advance(1_000);
  expect(marks).toEqual([{ kind: 'gap', sample: 4_080, text: 'one' }]);
  chunkSender.mark('gap', 'two', 80);
  await chunkSender.settle();
  expect(marks).toHaveLength(2);
});

test('no sound goes out past a mark before the mark: a kill in between leaves no silence that is not marked', async () => {
  const log: string[] = [];
  const { clock, chunkSender, marks } = quietChunkSender({
    append: async (first, audio) => {
      const written = first + audio.length / 2;
      log.push(`${first}..${written} after ${marks.length} marks`);
      return { written, synced: first };
    },
  });
  chunkSender.accept(sound(0, 1_000));
  chunkSender.mark('gap', 'one', 80);
  chunkSender.accept(sound(1_000, 3_000));
  await clock.advance(1_000);
  expect(log).toEqual(['0..1080 after 0 marks', '1080..4000 after 1 marks']);
});

test('what the core lost although it had called it safe becomes silence and a gap mark', async () => {
  let answers = 0;
  const { clock, chunkSender, marks } = quietChunkSender({
    append: async (first, audio) =>
      ++answers === 2
        ? { written: 1_000, synced: 1_000 }
        : { written: first + audio.length / 2, synced: first + audio.length / 2 },
  });
  chunkSender.accept(sound(0, 4_000));
  await clock.advance(250);
  chunkSender.accept(sound(4_000, 4_000));
  await clock.advance(10_000);
  await chunkSender.settle();
  expect(marks).toEqual([{ kind: 'gap', sample: 1_000, text: '3000 samples' }]);
});
