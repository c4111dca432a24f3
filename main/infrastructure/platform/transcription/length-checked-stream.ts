/**
 * Holds a source to the length that was announced for it: the receiver was told that length too,
 * and would wait for the rest.
 */
import { Failure } from '../../../../shared/failure.ts';

export type LengthCheckedStream = {
  /**
   * The bytes from the first one on, for each call anew. Throws what the source throws, and Failure
   * `broken` / `part-changed` where it is longer or shorter.
   */
  open(): AsyncGenerator<Uint8Array>;
  /** The error that the last stream threw: the net only knows that sending failed, not why. */
  fault(): unknown;
};

/** `bytes`: the announced length. */
export function lengthCheckedStream(
  source: () => AsyncIterable<Uint8Array>,
  bytes: number,
): LengthCheckedStream {
  let fault: unknown;
  return {
    fault: () => fault,
    async *open() {
      fault = undefined;
      let sent = 0;
      try {
        for await (const piece of source()) {
          sent += piece.length;
          if (sent > bytes) break;
          yield piece;
        }
        if (sent !== bytes)
          throw new Failure(
            'broken',
            'A file of this recording is not as long as it was when it was made. It is kept as it is.',
            { detail: 'part-changed' },
          );
      } catch (error) {
        fault = error;
        throw error;
      }
    },
  };
}
