/**
 * Reads a recording that runs, from one place on, as far as it is on the disk without a gap. What
 * is not forced onto the disk yet may be lost with the power, and is not read.
 */
import {
  containerPath,
  readContainer,
  recordTypes,
} from '../../../infrastructure/vault/container/container.ts';
import { release } from '../../../infrastructure/vault/release-memory.ts';
import { type RecordingsDeps, segmentFiles } from '../deps.ts';
import { firstMeta } from '../recovery/recover-orphans.ts';
import type { Piece, SegmentFile } from '../recovery/scan-recording.ts';
import { inSlices } from '../run-in-slices.ts';
import { decodeAudio } from '../segments/segment-content.ts';

/** `fileId`: where it lies. What is forgotten takes its file along. */
export type PieceOfFile = Piece & { readonly fileId: string };

/**
 * Yields pieces of samples [from, to), each good until the next. A gap ends them, for its sound may
 * still come; asked again, they go on behind a gap that was filled. Throws Failure `locked`, and
 * what reading throws.
 */
export const soundSoFar = (
  deps: RecordingsDeps,
  id: string,
  stretch: { readonly from: number; readonly to: number },
): AsyncGenerator<PieceOfFile, void, void> => inSlices(piecesFrom(deps, id, stretch));

function* piecesFrom(
  deps: RecordingsDeps,
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
): Generator<PieceOfFile, void, void> {
  let at = from;
  for (const { fileId, keys } of filesFrom(deps, segmentFiles(deps, id), from)) {
    const name = containerPath(keys.folder, fileId, 'seg');
    for (const { type, plain } of readContainer({ disk: deps.disk, keys }, name).records()) {
      if (at >= to) return;
      if (type !== recordTypes.audio) continue;
      const { firstSample, audio } = decodeAudio(plain);
      const end = Math.min(to, firstSample + audio.length / 2);
      // Sound behind a gap is met again when the gap is filled.
      if (firstSample <= at && end > at) {
        const known = at - firstSample;
        yield {
          fileId,
          firstSample: at,
          audio: audio.subarray(known * 2, (end - firstSample) * 2),
        };
        at = end;
      }
      release(plain);
    }
  }
}

/** From the last file on that begins at or before this sample. */
function filesFrom(
  deps: RecordingsDeps,
  files: readonly SegmentFile[],
  from: number,
): readonly SegmentFile[] {
  for (let index = files.length - 1; index > 0; index -= 1) {
    const file = files[index] as SegmentFile;
    const meta = firstMeta(deps, file.keys, file.fileId);
    if (meta && meta.firstSample <= from) return files.slice(index);
  }
  return files;
}
