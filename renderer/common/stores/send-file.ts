/**
 * Hands a file of the doctor's over to the core piece by piece: reads a piece, and sends it again
 * where the line was lost for a moment.
 */
import { asFailure, Failure } from '../../../shared/failure.ts';

const TRIES = 4;
/** Milliseconds. */
const PAUSE = 1_000;

/**
 * `send` must be safe to repeat: the core knows a piece that it has. Throws what `send` throws,
 * after four tries where the core was out of reach.
 */
export async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (asFailure(error).detail !== 'host-lost' || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** Throws Failure `missing` / `file-changed` where the file is gone, or another by now. */
export async function readPiece(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch (cause) {
    throw new Failure('missing', 'The file cannot be read any more.', {
      detail: 'file-changed',
      cause,
    });
  }
}
