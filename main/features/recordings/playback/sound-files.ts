/**
 * The sound of a visit as files that any player opens: a recording as one WAV, an imported file as
 * it came.
 */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import { allows } from '../../../../shared/model/visit-state.ts';
import { type RecordingsDeps, rowOf, segmentFiles } from '../deps.ts';
import { readUpload } from '../prepare/upload-file.ts';
import { type RecordingScan, type SegmentFile, scanSteps } from '../recovery/scan-recording.ts';
import { inSlices, runInSlices } from '../run-in-slices.ts';
import { timeline } from '../segments/timeline.ts';
import { LARGEST_WAV, wavHeader } from './wav.ts';

type SoundFile = {
  /** e.g. `recording.wav`. */
  readonly name: string;
  /** Absent for an imported file. */
  readonly seconds?: number | undefined;
  /** Stretches that could not be read and are silent in the file; from and to in seconds. */
  readonly missing: readonly (readonly [from: number, to: number])[];
  /** From the beginning, each time. The pieces are the caller's to keep. */
  read(): AsyncIterable<Uint8Array>;
};
export type VisitSound = {
  readonly files: readonly SoundFile[];
  /** Some files of this recording cannot be read. */
  readonly damaged: boolean;
};

/**
 * Returns none where the sound was erased after its time. Reads a recording through once.
 * Throws Failure `busy` / `still-recording`, `locked` when a key is not at hand, `refused` / `too-long-to-save` from 37 hours
 * on.
 */
export async function soundToSave(deps: RecordingsDeps, id: string): Promise<VisitSound> {
  const { disk, store, vault } = deps;
  if (!allows(rowOf(store, id).state, 'save-sound')) throw failures.stillRecording();
  const files = segmentFiles(deps, id);
  if (files.length > 0) {
    const scan = await runInSlices(scanSteps(disk, files));
    const closed = scan.files.find(({ failure }) => failure?.code === 'locked')?.failure;
    if (closed) throw closed;
    const damaged = scan.files.some(
      ({ verdict, failure }) => failure !== undefined || verdict.state === 'damaged',
    );
    if (scan.samples > 0) return { files: [recorded(deps, files, scan)], damaged };
    if (store.uploads.list(id).length === 0) return { files: [], damaged };
  }
  return {
    damaged: false,
    files: store.uploads.list(id).map(({ name, generation, fileId, sha256 }) => ({
      name,
      missing: [],
      read: () => inSlices(readUpload(disk, vault.keys(generation), fileId, sha256)),
    })),
  };
}

function recorded(
  { disk }: RecordingsDeps,
  files: readonly SegmentFile[],
  scan: RecordingScan,
): SoundFile {
  const bytes = scan.samples * 2;
  if (bytes > LARGEST_WAV)
    throw new Failure('refused', 'This recording is longer than a WAV file can be.', {
      detail: 'too-long-to-save',
    });
  return {
    name: 'recording.wav',
    seconds: scan.samples / SAMPLE_RATE,
    missing: scan.holes.map(([from, to]) => [from / SAMPLE_RATE, to / SAMPLE_RATE]),
    async *read() {
      yield wavHeader(bytes);
      // A copy: the timeline takes each piece back when it is asked for the next.
      for await (const { audio } of inSlices(timeline(disk, files, scan)))
        yield Uint8Array.from(audio);
    },
  };
}
