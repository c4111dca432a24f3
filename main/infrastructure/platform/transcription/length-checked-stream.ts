/** Holds a source to the length that was told of it: the other side was told, too, and would wait for the rest. */
import { Failure } from '../../../../shared/failure.ts';

export type Exactly = {
  /** To be read once. Throws what the source throws, and Failure `broken` / `part-changed` where it is longer or shorter. */
  pieces(): AsyncGenerator<Uint8Array>;
  /** What `pieces` threw: the net only knows that sending failed, not why. */
  fault(): unknown;
};

/** `bytes`: how many were told. */
export function exactly(stream: AsyncIterable<Uint8Array>, bytes: number): Exactly {
  let fault: unknown;
  return {
    fault: () => fault,
    async *pieces() {
      let sent = 0;
      try {
        for await (const piece of stream) {
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
