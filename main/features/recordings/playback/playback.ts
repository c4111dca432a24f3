/**
 * Reads some seconds of a sealed recording, or of an imported file, for a person to hear, and where
 * in it anything was said. Opened in memory only: nothing here writes.
 */

import { asFailure, Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type { Heard, SoundState } from '../../../../shared/model/note/evidence.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import { allows } from '../../../../shared/model/visit-state.ts';
import {
  containerPath,
  readContainer,
  recordTypes,
} from '../../../infrastructure/vault/container/container.ts';
import { release } from '../../../infrastructure/vault/release-memory.ts';
import { type RecordingsDeps, rowOf, segmentFiles } from '../deps.ts';
import type { Piece } from '../recovery/scan-recording.ts';
import { inSlices } from '../run-in-slices.ts';
import { decodeAudio } from '../segments/segment-content.ts';
import { type Stretch, without } from '../segments/stretches.ts';
import { type ImportedSound, isOtherForm, isPlayed, openImported } from './imported-sound.ts';

export type Listening = {
  /** Throws Failure `missing` / `consultation-gone`, `locked`. */
  state(id: string): SoundState;
  /**
   * Returns samples [from, to), silence where they cannot be read; never more than there is. Throws
   * Failure `missing` / `sound-gone`, `consultation-gone`, `refused` / `sound-imported`, `busy` /
   * `still-recording`, `recording-now`, `broken` / `sound-unreadable`, `invalid` / `after-the-end`,
   * `locked`.
   */
  hear(id: string, stretch: { readonly from: number; readonly to: number }): Promise<Heard>;
  /** Throws Failure `busy` / `recording-now` while a visit is recorded: its microphone would hear. */
  checkQuiet(): void;
  /**
   * Whether there is sound to listen to, as its bytes tell, and where in it anything was said. Reads
   * the recording through; remembers the last few. Throws Failure `missing` / `consultation-gone`,
   * `locked`.
   */
  survey(id: string): Promise<Survey>;
};

type Survey = { readonly sound: SoundState; readonly loudness?: Loudness };

/** Marks where somebody spoke: one entry for each `LOUDNESS_STEP` samples. */
type Loudness = {
  readonly samples: number;
  readonly step: number;
  /** 1 where it was loud enough for speech. */
  readonly spoken: Uint8Array;
};

export type ListeningDeps = Pick<RecordingsDeps, 'disk' | 'store' | 'vault'> & {
  /** A recording runs: its microphone would hear what is played. */
  readonly isRecording: () => boolean;
};

type Surveyed = { readonly loudness: Loudness | undefined; readonly file?: ImportedSound };

const LOUDNESS_STEP = SAMPLE_RATE / 10;
/** Every eighth sample tells as much: speech is loud for longer than that. */
const LOUDNESS_STRIDE = 8;
/** Visits that are remembered; some hundred kilobytes each, and no sound. */
const REMEMBERED = 4;

type ListeningState = {
  readonly deps: ListeningDeps;
  /** By visit, the oldest first. */
  readonly surveyed: Map<string, Promise<Surveyed>>;
};

export function createListening(deps: ListeningDeps): Listening {
  const listening: ListeningState = { deps, surveyed: new Map() };
  return {
    state: (id) => soundState(deps, id),
    checkQuiet: () => checkQuiet(deps),
    hear: (id, { from, to }) => hear(listening, id, [from, to]),
    survey: (id) => survey(listening, id),
  };
}

function soundState({ store }: ListeningDeps, id: string): SoundState {
  const row = rowOf(store, id);
  if (!allows(row.state, 'save-sound')) return 'recording';
  if (store.segments.list(id).length > 0) return 'there';
  const parts = store.uploads.list(id);
  if (parts.length === 0) return 'erased';
  if (!row.details.imported) return 'unreadable';
  return parts.length === 1 && parts.every(isPlayed) ? 'there' : 'imported';
}

/**
 * Yields every piece of sound that can be read, file after file; each is good until the next.
 * Throws `locked`.
 */
function* pieces(deps: ListeningDeps, id: string): Generator<Piece, void, void> {
  for (const { fileId, keys } of segmentFiles(deps, id)) {
    const container = { disk: deps.disk, keys };
    try {
      for (const { type, plain } of readContainer(
        container,
        containerPath(keys.folder, fileId, 'seg'),
      ).records()) {
        if (type !== recordTypes.audio) continue;
        yield decodeAudio(plain);
        plain.fill(0);
        release(plain);
      }
    } catch (error) {
      const failure = asFailure(error);
      // Unreadable sound is left out of what is heard; other files go on.
      if (failure.code === 'locked') throw failure;
    }
  }
}

function checkQuiet({ isRecording }: ListeningDeps): void {
  if (isRecording())
    throw new Failure(
      'busy',
      'A visit is being recorded: its microphone would hear this. Listen when it is finished.',
      { detail: 'recording-now' },
    );
}

async function hear(listening: ListeningState, id: string, stretch: Stretch): Promise<Heard> {
  const { deps } = listening;
  const sound = soundState(deps, id);
  if (sound !== 'there') throw refusals[sound]();
  checkQuiet(deps);
  if (deps.store.segments.list(id).length > 0) return hearRecorded(deps, id, stretch);
  const { file } = await surveyed(listening, id).catch((error) => {
    throw isOtherForm(error) ? refusals.imported() : error;
  });
  if (!file) throw refusals.unreadable();
  const [from, to] = stretch;
  if (from >= file.samples) throw afterTheEnd();
  const heard = await file.hear(from, Math.min(to, file.samples));
  if (heard.audio.length === 0) throw refusals.unreadable();
  return heard;
}

async function hearRecorded(deps: ListeningDeps, id: string, [from, to]: Stretch): Promise<Heard> {
  const audio = Buffer.alloc((to - from) * 2);
  let missing: readonly Stretch[] = [[from, to]];
  let end = rowOf(deps.store, id).details.samples;
  for await (const piece of inSlices(pieces(deps, id))) {
    const upTo = piece.firstSample + piece.audio.length / 2;
    end = Math.max(end, upTo);
    // Sound that was written again after a disk failure is here already; sound that came late fills
    // the stretches that are still missing.
    for (const [a, b] of missing) {
      const [first, last] = [Math.max(a, piece.firstSample), Math.min(b, upTo)];
      if (first >= last) continue;
      const [start, stop] = [(first - piece.firstSample) * 2, (last - piece.firstSample) * 2];
      piece.audio.copy(audio, (first - from) * 2, start, stop);
    }
    missing = without(missing, piece.firstSample, upTo);
    if (missing.length === 0) break;
  }
  if (from >= end) throw afterTheEnd();
  const last = Math.min(to, end);
  const holes = without(missing, last, Infinity);
  const [hole] = holes;
  if (hole?.[0] === from && hole[1] === last) throw refusals.unreadable();
  return {
    from,
    audio: new Uint8Array(audio.buffer, audio.byteOffset, (last - from) * 2),
    missing: holes,
  };
}

const afterTheEnd = () =>
  new Failure('invalid', 'The recording is shorter than that.', { detail: 'after-the-end' });

async function survey(listening: ListeningState, id: string): Promise<Survey> {
  const sound = soundState(listening.deps, id);
  if (sound !== 'there') return { sound };
  try {
    const { loudness } = await surveyed(listening, id);
    return loudness ? { sound, loudness } : { sound: 'unreadable' };
  } catch (error) {
    if (isOtherForm(error)) return { sound: 'imported' };
    throw error;
  }
}

function surveyed({ deps, surveyed: known }: ListeningState, id: string): Promise<Surveyed> {
  const found = known.get(id) ?? surveyAnew(deps, id);
  known.set(id, found);
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  // A failed look-up is forgotten, so that it is tried again.
  found.catch(() => known.delete(id));
  return found;
}

async function surveyAnew(deps: ListeningDeps, id: string): Promise<Surveyed> {
  if (deps.store.segments.list(id).length > 0) return { loudness: await listenThrough(deps, id) };
  const [part] = deps.store.uploads.list(id);
  const file = part && (await openImported(deps, part));
  if (!file || file.samples === 0) return { loudness: undefined };
  const { samples, power } = file;
  return { loudness: { samples, step: LOUDNESS_STEP, spoken: loudEnough(power) }, file };
}

async function listenThrough(deps: ListeningDeps, id: string): Promise<Loudness | undefined> {
  const energy: number[] = [];
  let samples = 0;
  for await (const { firstSample, audio } of inSlices(pieces(deps, id))) {
    const count = audio.length / 2;
    samples = Math.max(samples, firstSample + count);
    for (let at = 0; at < count; at += LOUDNESS_STRIDE) {
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

const refusals: Readonly<Record<Exclude<SoundState, 'there'>, () => Failure>> = {
  erased: () =>
    new Failure('missing', 'The sound of this visit was erased.', { detail: 'sound-gone' }),
  imported: () =>
    new Failure(
      'refused',
      'This recording is a file of a form that is not played here: MP3 and usual WAV files are. Save the visit to listen to it.',
      { detail: 'sound-imported' },
    ),
  recording: failures.stillRecording,
  unreadable: () =>
    new Failure('broken', 'The sound of these seconds cannot be read. It is kept unchanged.', {
      detail: 'sound-unreadable',
    }),
};

/** Between the quiet of this room and the voices in it; where there is no difference, all of it. */
function loudEnough(energy: readonly number[]): Uint8Array {
  const levels = energy.map((sum) => Math.log10(sum + 1));
  const sorted = levels.toSorted((one, other) => one - other);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const [quiet, loud] = [at(0.05), at(0.95)];
  const least = loud - quiet < 0.5 ? -1 : quiet + (loud - quiet) * 0.4;
  return Uint8Array.from(levels, (level) => (level > least ? 1 : 0));
}
