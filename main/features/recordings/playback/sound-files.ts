/** The sound of a visit as files that any player opens: what was recorded as one WAV, what was brought along as it came. */
import { Failure } from '../../../../shared/failure.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import { type RecordingsDeps, segmentFiles } from '../deps.ts';
import { readUpload } from '../prepare/upload-file.ts';
import { type SegmentFile, type Survey, surveySteps } from '../recovery/scan-recording.ts';
import { runUnhurried, unhurried } from '../run-in-slices.ts';
import { timeline } from '../segments/timeline.ts';
import { LARGEST_WAV, wavHeader } from './wav.ts';

export type SoundFile = {
  /** e.g. `recording.wav`. */
  readonly name: string;
  /** Absent for a file that was brought along. */
  readonly seconds?: number | undefined;
  /** Stretches that could not be read and are silent in the file; from and to in seconds. */
  readonly missing: readonly (readonly [from: number, to: number])[];
  /** From the beginning, each time. The pieces are the caller's to keep. */
  read(): AsyncIterable<Uint8Array>;
};
export type VisitSound = {
  readonly files: readonly SoundFile[];
  /** There are files of this recording that nothing can be read of. */
  readonly damaged: boolean;
};

/**
 * None where the sound was erased after its time. Reads a recording through once before it answers.
 * Throws Failure `locked` when a key is not at hand, `refused` / `too-long-to-save` from 37 hours on.
 */
export async function soundOf(deps: RecordingsDeps, { id }: VisitRow): Promise<VisitSound> {
  const { disk, store, vault } = deps;
  const files = segmentFiles(deps, id);
  if (files.length > 0) {
    const survey = await runUnhurried(surveySteps(disk, files));
    const closed = survey.files.find(({ failure }) => failure?.code === 'locked')?.failure;
    if (closed) throw closed;
    const damaged = survey.files.some(
      ({ verdict, failure }) => failure !== undefined || verdict.state === 'damaged',
    );
    if (survey.samples > 0) return { files: [recorded(deps, files, survey)], damaged };
    if (store.uploads.list(id).length === 0) return { files: [], damaged };
  }
  return {
    damaged: false,
    files: store.uploads.list(id).map(({ name, generation, fileId, sha256 }) => ({
      name,
      missing: [],
      read: () => unhurried(readUpload(disk, vault.keys(generation), fileId, sha256)),
    })),
  };
}

function recorded(
  { disk }: RecordingsDeps,
  files: readonly SegmentFile[],
  survey: Survey,
): SoundFile {
  const bytes = survey.samples * 2;
  if (bytes > LARGEST_WAV)
    throw new Failure('refused', 'This recording is longer than a WAV file can be.', {
      detail: 'too-long-to-save',
    });
  return {
    name: 'recording.wav',
    seconds: survey.samples / SAMPLE_RATE,
    missing: survey.holes.map(([from, to]) => [from / SAMPLE_RATE, to / SAMPLE_RATE]),
    async *read() {
      yield wavHeader(bytes);
      // A copy: the timeline takes each piece back when it is asked for the next.
      for await (const { audio } of unhurried(timeline(disk, files, survey)))
        yield Uint8Array.from(audio);
    },
  };
}
