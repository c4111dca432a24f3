/**
 * The live recorder alone over a disk in memory, fed in a way that a seed decides; and what a
 * vault's files say of it afterwards.
 */

import {
  decodeAudio,
  decodeMark,
  decodeMeta,
} from '../../../../main/features/recordings/segments/segment-content.ts';
import {
  createRecordingSession,
  type RecordingSession,
} from '../../../../main/features/recordings/session/recording-session.ts';
import { nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type { SegmentRow } from '../../../../main/infrastructure/store/rows.ts';
import {
  readContainer,
  recordTypes,
  type Verdict,
} from '../../../../main/infrastructure/vault/container/container.ts';
import { createKeys } from '../../../../main/infrastructure/vault/keys/keys.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import { type MemoryDisk, memoryDisk } from '../../../support/ports/disk.ts';
import { visit } from '../../../support/rigs/recorder.ts';
import { numberedSound } from '../../../support/sound/sound.ts';

export const folder = '/vault/g';
export const keys = createKeys({
  kek: Buffer.alloc(32, 1),
  generation: 'g',
  folder,
  randomBytes: nodeRandom.bytes,
});
export const visitId = '00000000-0000-4000-8000-000000000001';

const longest = 16_000 * 8;
const sound = numberedSound(0, longest);
export const soundOf = (from: number, to: number): Buffer => sound.subarray(from * 2, to * 2);

export type Span = readonly [from: number, to: number];

/** Counts that the page was told so far, and sound that it handed over. */
export type Reported = {
  begun: boolean;
  synced: number;
  written: number;
  ended: boolean;
  /** Handed over, in order of time. */
  handed: Span[];
  troubles: string[];
};

export type RandomRecording = {
  readonly disk: MemoryDisk;
  readonly reported: Reported;
  /** The rows that the store was given. */
  readonly rows: Map<string, SegmentRow>;
  run(): void;
};

/**
 * A second or two: odd pieces, now and then a skipped stretch, a pause, a second file. Each call of
 * the disk goes through `disk.fault`.
 */
export function randomRecording(fraction: () => number, disk = memoryDisk()): RandomRecording {
  const clock = heldClock();
  const reported: Reported = {
    begun: false,
    synced: 0,
    written: 0,
    ended: false,
    handed: [],
    troubles: [],
  };
  const rows = new Map<string, SegmentRow>();
  const pieces = 5 + Math.floor(fraction() * 5);
  const odd = fraction() < 0.3 ? Math.floor(fraction() * 3000) : 0;
  const largest = fraction() < 0.3 ? 30_000 : undefined;
  const skipAt = fraction() < 0.2 ? Math.floor(fraction() * pieces) : -1;
  const pauseAt = fraction() < 0.2 ? Math.floor(fraction() * pieces) : -1;
  return {
    disk,
    reported,
    rows,
    run() {
      const live: RecordingSession = createRecordingSession({
        disk,
        random: nodeRandom,
        clock,
        keys: keys.writeOnly(),
        ...(largest && { largest }),
        meta: {
          visitId,
          transactionId: 'txn-1',
          part: 1,
          setup: visit(),
          createdAt: clock.now(),
          firstSample: 0,
        },
        anchor: (row) => void rows.set(row.fileId, row),
        relieve: () => {},
        ended: () => {},
        trouble: (code) => void reported.troubles.push(code),
      });
      reported.begun = true;
      let at = 0;
      for (let piece = 0; piece < pieces; piece++) {
        if (piece === skipAt) at += 3000;
        if (piece === pauseAt) live.mark({ kind: 'pause', sample: at });
        const to = at + 4000 + odd;
        const kept = live.append(at, soundOf(at, to));
        reported.handed.push([at, to]);
        Object.assign(reported, kept);
        at = to;
        clock.advance(250 + odd / 16);
      }
      live.end('stop');
      Object.assign(reported, { synced: at, ended: true });
    },
  };
}

export type FoundSegment = {
  readonly name: string;
  readonly state: Verdict['state'] | 'unreadable' | 'without META';
  readonly spans: readonly Span[];
  readonly gaps: readonly Span[];
  /** Its sound is what was spoken there. */
  readonly trueSound: boolean;
};

/** Reads every segment file that has its name. */
export function readSegments(disk: MemoryDisk): FoundSegment[] {
  return disk
    .names()
    .filter((name) => name.endsWith('.seg'))
    .map((name) => {
      const spans: Span[] = [];
      const gaps: Span[] = [];
      let trueSound = true;
      let meta = false;
      try {
        const reading = readContainer({ disk, keys }, name).records();
        for (let step = reading.next(); ; step = reading.next()) {
          if (step.done)
            return {
              name,
              state: meta ? step.value.state : ('without META' as const),
              spans,
              gaps,
              trueSound,
            };
          const { type, plain } = step.value;
          if (type === recordTypes.meta) meta = decodeMeta(plain).visitId === visitId;
          if (type === recordTypes.mark) {
            const { kind, sample, missing } = decodeMark(plain)!;
            if (kind === 'gap') gaps.push([sample, sample + missing!]);
          }
          if (type !== recordTypes.audio) continue;
          const { firstSample, audio } = decodeAudio(plain);
          const to = firstSample + audio.length / 2;
          trueSound &&= audio.equals(soundOf(firstSample, to));
          spans.push([firstSample, to]);
        }
      } catch {
        return { name, state: 'unreadable' as const, spans, gaps, trueSound };
      }
    });
}

/** Samples of `wanted` that no span covers. */
export function uncovered(wanted: readonly Span[], spans: readonly Span[]): number {
  let missing = wanted.filter(([from, to]) => from < to);
  for (const [from, to] of spans)
    missing = missing.flatMap(([a, b]) =>
      (
        [
          [a, Math.min(b, from)],
          [Math.max(a, to), b],
        ] as const
      ).filter(([x, y]) => x < y),
    );
  return missing.reduce((sum, [from, to]) => sum + to - from, 0);
}
