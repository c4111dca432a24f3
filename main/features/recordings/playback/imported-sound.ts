/**
 * Reads seconds of an imported file as sound. The sealed file is read through once for an index of
 * its places; a stretch is then opened, and decoded, from the nearest one, in memory only.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { Heard } from '../../../../shared/model/note/evidence.ts';
import {
  indexSound,
  type SoundIndex,
  soundFrom,
} from '../../../infrastructure/speech/sound/sound-index.ts';
import type { UploadPartRow } from '../../../infrastructure/store/rows.ts';
import {
  containerPath,
  type RecordPlace,
  readContainer,
  recordTypes,
} from '../../../infrastructure/vault/container/container.ts';
import { release } from '../../../infrastructure/vault/release-memory.ts';
import type { RecordingsDeps } from '../deps.ts';

export type ImportedSound = Pick<SoundIndex, 'samples' | 'power'> & {
  /**
   * `to`: not behind the end. No sound where nothing of it can be decoded. Throws Failure `broken`
   * / `sound-unreadable`, `locked`.
   */
  hear(from: number, to: number): Promise<Heard>;
};

type Deps = Pick<RecordingsDeps, 'disk' | 'vault'>;
/** A record of the sealed file. */
type Place = RecordPlace & {
  /** Of its first byte in the imported file. */
  readonly offset: number;
};

const played = ['audio/wav', 'audio/mpeg'];

/** Whether the form of this file can be played here, as far as its first bytes tell. */
export const isPlayed = ({ contentType }: Pick<UploadPartRow, 'contentType'>): boolean =>
  played.includes(contentType);

/** The file's first bytes promised more than it holds: a compressed WAV, an MP3 of no frames. */
export const isOtherForm = (error: unknown): boolean =>
  error instanceof Failure && error.detail === 'sound-form';

/**
 * Undefined where the sealed file cannot be read. Throws Failure `invalid` / `sound-form` where it
 * cannot be played, `locked`.
 */
export async function openImported(
  deps: Deps,
  part: UploadPartRow,
): Promise<ImportedSound | undefined> {
  const places: Place[] = [];
  try {
    const index = await indexSound(readThrough(deps, part, places));
    const open = (offset: number) => readFrom(deps, part, places, offset);
    return {
      samples: index.samples,
      power: index.power,
      async hear(from, to) {
        const heard = await decodeStretch(soundFrom(index, from, open), from, to);
        // Nothing is heard once the vault is locked, not even what was being read.
        deps.vault.keys(part.generation).check();
        return heard;
      },
    };
  } catch (error) {
    if (isOtherForm(error) || asFailure(error).code === 'locked') throw error;
    return undefined;
  }
}

const sealed = ({ disk, vault }: Deps, { generation, fileId }: UploadPartRow) => {
  const keys = vault.keys(generation);
  return readContainer({ disk, keys }, containerPath(keys.folder, fileId, 'up'));
};

const unreadable = () =>
  new Failure('broken', 'The imported file is damaged on disk. It is kept unchanged.', {
    detail: 'sound-unreadable',
  });

/** Yields the whole file, each piece good until the next, and notes where each of them lies. */
async function* readThrough(
  deps: Deps,
  part: UploadPartRow,
  places: Place[],
): AsyncGenerator<Uint8Array, void, void> {
  const reading = sealed(deps, part).records();
  let offset = 0;
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) {
      if (step.value.state !== 'complete') throw unreadable();
      return;
    }
    const { type, at, seq, plain, lost } = step.value;
    if (lost > 0) throw unreadable();
    if (type !== recordTypes.audio) continue;
    places.push({ at, seq, offset });
    offset += plain.length;
    try {
      yield plain;
    } finally {
      overwrite(plain);
    }
    // A recording that runs beside it is never kept waiting.
    await nextTurn();
  }
}

/** Yields the file from one byte on, each piece good until the next. */
async function* readFrom(
  deps: Deps,
  part: UploadPartRow,
  places: readonly Place[],
  offset: number,
): AsyncGenerator<Uint8Array, void, void> {
  const begins = places.findLast((place) => place.offset <= offset);
  if (!begins) return;
  let skip = offset - begins.offset;
  for (const { type, plain, lost } of sealed(deps, part).records(begins)) {
    if (lost > 0) throw unreadable();
    if (type !== recordTypes.audio) continue;
    try {
      yield plain.subarray(skip);
    } finally {
      overwrite(plain);
    }
    skip = 0;
  }
}

function overwrite(plain: Uint8Array): void {
  plain.fill(0);
  release(plain);
}

/** As signed 16 bit; silent where it ends too early, and that is told. */
async function decodeStretch(
  sound: AsyncIterable<Float32Array>,
  from: number,
  to: number,
): Promise<Heard> {
  const samples = new Int16Array(to - from);
  let count = 0;
  for await (const piece of sound) {
    for (const sample of piece.subarray(0, samples.length - count)) {
      samples[count] = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768)));
      count += 1;
    }
    piece.fill(0);
    if (count === samples.length) break;
    await nextTurn();
  }
  return {
    from,
    audio: new Uint8Array(samples.buffer, 0, count === 0 ? 0 : samples.byteLength),
    missing: count < samples.length ? [[from + count, to]] : [],
  };
}
