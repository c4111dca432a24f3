/** Some seconds of a sealed recording for a person to hear, and where in it anything was said. Opened in memory only: nothing here writes. */

import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { Heard, SoundState } from '../../../../shared/model/note/evidence.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import {
  containerPath,
  readContainer,
  recordTypes,
} from '../../../infrastructure/vault/container/container.ts';
import { release } from '../../../infrastructure/vault/release-memory.ts';
import { type RecordingsDeps, rowOf, segmentFiles } from '../deps.ts';
import type { Piece } from '../recovery/scan-recording.ts';
import { unhurried } from '../run-in-slices.ts';
import { decodeAudio } from '../segments/segment-content.ts';

export type Listening = {
  /** Throws Failure `missing` / `consultation-gone`, `locked`. */
  state(id: string): SoundState;
  /**
   * Samples [from, to), silence where they cannot be read; never more than there is. Throws Failure `missing` / `sound-gone`, `consultation-gone`,
   * `refused` / `sound-imported`, `busy` / `still-recording`, `recording-now`, `broken` / `sound-unreadable`, `invalid` / `after-the-end`, `locked`.
   */
  hear(id: string, stretch: { readonly from: number; readonly to: number }): Promise<Heard>;
  /** Undefined where there is no sound to listen to. Reads the recording through; remembers the last few. Throws Failure `locked`. */
  loudness(id: string): Promise<Loudness | undefined>;
};

/** Where somebody spoke: one entry for each `LOUDNESS_STEP` samples. */
export type Loudness = {
  readonly samples: number;
  readonly step: number /** 1 where it was loud enough for speech. */;
  readonly spoken: Uint8Array;
};

export type ListeningDeps = Pick<RecordingsDeps, 'disk' | 'store' | 'vault'> & {
  /** A recording runs: its microphone would hear what is played. */ readonly isRecording: () => boolean;
};

const LOUDNESS_STEP = SAMPLE_RATE / 10;
/** Visits whose loudness is remembered; some kilobytes each, and no sound. */
const REMEMBERED = 4;

export function createListening(deps: ListeningDeps): Listening {
  const { disk, store, vault, isRecording } = deps;
  const known = new Map<string, Promise<Loudness | undefined>>();
  const filesOf = (id: string) => segmentFiles({ store, vault }, id);

  function state(id: string): SoundState {
    const row = rowOf(store, id);
    if (row.state === 'draft' || row.state === 'recording') return 'recording';
    if (store.segments.list(id).length > 0) return 'there';
    if (store.uploads.list(id).length === 0) return 'erased';
    return row.details.imported ? 'imported' : 'unreadable';
  }

  /** Every piece of sound that can be read, file after file; each is good until the next. Throws `locked`. */
  function* pieces(id: string): Generator<Piece, void, void> {
    for (const { fileId, keys } of filesOf(id)) {
      try {
        for (const { type, plain } of readContainer(
          { disk, keys },
          containerPath(keys.folder, fileId, 'seg'),
        ).records()) {
          if (type !== recordTypes.audio) continue;
          yield decodeAudio(plain);
          plain.fill(0);
          release(plain);
        }
      } catch (error) {
        const failure = asFailure(error);
        // What cannot be read is missing in what is heard; other files go on.
        if (failure.code === 'locked') throw failure;
      }
    }
  }

  async function hear(id: string, { from, to }: { from: number; to: number }): Promise<Heard> {
    const now = state(id);
    if (now !== 'there') throw refusals[now]();
    if (isRecording())
      throw new Failure(
        'busy',
        'A visit is being recorded: its microphone would hear this. Listen when it is finished.',
        { detail: 'recording-now' },
      );
    const audio = Buffer.alloc((to - from) * 2);
    let missing: (readonly [number, number])[] = [[from, to]];
    let end = rowOf(store, id).details.samples;
    for await (const piece of unhurried(pieces(id))) {
      const upTo = piece.firstSample + piece.audio.length / 2;
      end = Math.max(end, upTo);
      // What was written again after a disk failed is here already; what came late fills what is still missing.
      for (const [a, b] of missing) {
        const [first, last] = [Math.max(a, piece.firstSample), Math.min(b, upTo)];
        if (first < last)
          piece.audio.copy(
            audio,
            (first - from) * 2,
            (first - piece.firstSample) * 2,
            (last - piece.firstSample) * 2,
          );
      }
      missing = missing.flatMap(([a, b]) =>
        (
          [
            [a, Math.min(b, piece.firstSample)],
            [Math.max(a, upTo), b],
          ] as const
        ).filter(([x, y]) => x < y),
      );
      if (missing.length === 0) break;
    }
    if (from >= end)
      throw new Failure('invalid', 'The recording is shorter than that.', {
        detail: 'after-the-end',
      });
    const last = Math.min(to, end);
    const holes = missing
      .map(([a, b]) => [a, Math.min(b, last)] as const)
      .filter(([a, b]) => a < b);
    if (holes.length === 1 && holes[0]![0] === from && holes[0]![1] === last)
      throw refusals.unreadable();
    return {
      from,
      audio: new Uint8Array(audio.buffer, audio.byteOffset, (last - from) * 2),
      missing: holes,
    };
  }

  async function loudness(id: string): Promise<Loudness | undefined> {
    if (state(id) !== 'there') return undefined;
    const found = known.get(id) ?? listenThrough(id);
    known.set(id, found);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED) known.delete(oldest!);
    // What did not work is tried again.
    found.catch(() => known.delete(id));
    return found;
  }

  async function listenThrough(id: string): Promise<Loudness | undefined> {
    const energy: number[] = [];
    let samples = 0;
    for await (const { firstSample, audio } of unhurried(pieces(id))) {
      const count = audio.length / 2;
      samples = Math.max(samples, firstSample + count);
      // Every eighth sample tells as much: speech is loud for longer than that.
      for (let at = 0; at < count; at += 8) {
        const step = Math.floor((firstSample + at) / LOUDNESS_STEP);
        energy[step] = (energy[step] ?? 0) + audio.readInt16LE(at * 2) ** 2;
      }
    }
    if (samples === 0) return undefined;
    const steps = Array.from(
      { length: Math.ceil(samples / LOUDNESS_STEP) },
      (_, step) => energy[step] ?? 0,
    );
    return { samples, step: LOUDNESS_STEP, spoken: loudEnough(steps) };
  }

  return { state, hear, loudness };
}

const refusals: Readonly<Record<Exclude<SoundState, 'there'>, () => Failure>> = {
  erased: () =>
    new Failure('missing', 'The sound of this visit was erased.', { detail: 'sound-gone' }),
  imported: () =>
    new Failure(
      'refused',
      'This recording was brought along as a file. Save the visit to listen to it.',
      { detail: 'sound-imported' },
    ),
  recording: () =>
    new Failure('busy', 'This visit is not finished yet.', { detail: 'still-recording' }),
  unreadable: () =>
    new Failure('broken', 'The sound of these seconds cannot be read. It is kept as it is.', {
      detail: 'sound-unreadable',
    }),
};

/** Between the quiet of this room and the voices in it; where there is no difference, all of it. */
function loudEnough(energy: readonly number[]): Uint8Array {
  const levels = energy.map((sum) => Math.log10(sum + 1));
  const sorted = levels.toSorted((one, other) => one - other);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const [quiet, loud] = [at(0.05), at(0.95)];
  const least = loud - quiet < 0.5 ? -1 : quiet + (loud - quiet) * 0.4;
  return Uint8Array.from(levels, (level) => (level > least ? 1 : 0));
}
