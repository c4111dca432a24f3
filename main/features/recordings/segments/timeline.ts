/**
 * Plays the sound of a recording in order, from its first sample to its last, with silence where it
 * is missing, so that time stays true.
 */
import type { Disk } from '../../../infrastructure/ports.ts';
import {
  containerPath,
  readContainer,
  recordTypes,
} from '../../../infrastructure/vault/container/container.ts';
import { release } from '../../../infrastructure/vault/release-memory.ts';
import type { Piece, RecordingScan, SegmentFile } from '../recovery/scan-recording.ts';
import { decodeAudio } from './segment-content.ts';

/** Samples in one block of silence. */
const SILENCE = 16_000;

/**
 * Yields blocks of s16le without a gap between them; at most 1 MiB each, and each good until the
 * next is asked for.
 */
export function* timeline(
  disk: Disk,
  files: readonly SegmentFile[],
  scan: RecordingScan,
): Generator<Piece, void, void> {
  let at = 0;
  for (const { fileId, keys } of files) {
    if (scan.files.find((file) => file.fileId === fileId)?.failure) continue;
    for (const { type, plain } of readContainer(
      { disk, keys },
      containerPath(keys.folder, fileId, 'seg'),
    ).records()) {
      if (type !== recordTypes.audio) continue;
      const { firstSample, audio } = decodeAudio(plain);
      if (firstSample > at) {
        yield* fill(at, firstSample, scan.late);
        at = firstSample;
      }
      // Sound that was written again into a new file after a disk failure has been returned
      // already.
      const known = at - firstSample;
      if (known * 2 >= audio.length) continue;
      const end = firstSample + audio.length / 2;
      yield { firstSample: at, audio: audio.subarray(known * 2) };
      at = end;
      release(plain);
    }
  }
}

function* fill(from: number, to: number, late: readonly Piece[]): Generator<Piece, void, void> {
  for (let at = from; at < to; at += SILENCE) {
    const audio = Buffer.alloc(Math.min(SILENCE, to - at) * 2);
    for (const piece of late) {
      const shift = (piece.firstSample - at) * 2;
      const part = piece.audio.subarray(Math.max(0, -shift));
      if (shift < audio.length && part.length > 0) part.copy(audio, Math.max(0, shift));
    }
    yield { firstSample: at, audio };
  }
}
