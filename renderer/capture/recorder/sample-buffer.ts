/**
 * Keeps recorded sound until the core has it on disk: closed pieces of 250 ms, and the piece that
 * is being filled.
 */
import { PIECE_SAMPLES } from '../../../shared/model/recording.ts';

/** Positions are samples counted from the beginning of the recording. */
export type SampleBuffer = {
  /** Closed pieces without gaps; the first begins at `from`, the last ends at `closedTo`. */
  readonly pieces: Int16Array[];
  from: number;
  closedTo: number;
  open: Int16Array;
  /** Samples in the open piece. */
  filled: number;
};

export const createSampleBuffer = (from: number): SampleBuffer => ({
  pieces: [],
  from,
  closedTo: from,
  open: new Int16Array(PIECE_SAMPLES),
  filled: 0,
});

/** Position after the last sample taken in. */
export const endOf = ({ closedTo, filled }: SampleBuffer): number => closedTo + filled;

export function addSamples(buffer: SampleBuffer, samples: Int16Array): void {
  for (let done = 0; done < samples.length; ) {
    const part = samples.subarray(done, done + PIECE_SAMPLES - buffer.filled);
    buffer.open.set(part, buffer.filled);
    buffer.filled += part.length;
    done += part.length;
    if (buffer.filled === PIECE_SAMPLES) closePiece(buffer);
  }
}

/** Closes the piece that is being filled, full or not. */
export function closePiece(buffer: SampleBuffer): void {
  if (buffer.filled === 0) return;
  buffer.pieces.push(buffer.open.subarray(0, buffer.filled));
  buffer.closedTo += buffer.filled;
  buffer.open = new Int16Array(PIECE_SAMPLES);
  buffer.filled = 0;
}

/** Drops the pieces that end at or before `position`. */
export function dropPieces(buffer: SampleBuffer, position: number): void {
  for (let first = buffer.pieces[0]; first !== undefined; first = buffer.pieces[0]) {
    if (buffer.from + first.length > position) return;
    buffer.from += first.length;
    buffer.pieces.shift();
  }
}

/** Puts so many samples of silence before the first piece. */
export function prependSilence(buffer: SampleBuffer, samples: number): void {
  buffer.from -= samples;
  buffer.pieces.unshift(new Int16Array(samples));
}

/**
 * Joins the closed sound from `position` on: the rest of that piece, and whole pieces after it, up
 * to `most` samples.
 */
export function joinFrom(
  { pieces, from }: SampleBuffer,
  position: number,
  most: number,
): Uint8Array<ArrayBuffer> {
  const parts: Int16Array[] = [];
  let size = 0;
  let at = from;
  for (const piece of pieces) {
    const part = piece.subarray(Math.max(0, position - at));
    at += piece.length;
    if (part.length === 0) continue;
    if (size > 0 && size + part.length > most) break;
    parts.push(part);
    size += part.length;
  }
  const joined = new Int16Array(size);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  // Every computer that Chromium runs on stores numbers little end first, as the recording does.
  return new Uint8Array(joined.buffer);
}
