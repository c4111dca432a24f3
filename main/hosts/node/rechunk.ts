/**
 * Sends a long body through one small buffer that is filled again and again. Otherwise each piece
 * of an upload is garbage of its own, and the engine lets some eighty megabytes of it pile up
 * before it looks (promise P4).
 */
import { release } from '../../infrastructure/vault/release-memory.ts';

/**
 * More than a socket takes before it asks to wait, so that each buffer has left when the next is
 * asked for.
 */
const SIZE = 128 * 1024;

/**
 * The same bytes, in other pieces; those that come in are taken over and empty afterwards.
 * `hasLeft`: whether nothing that was yielded before is still to be read by the system; where it is
 * not so, that buffer is never touched again.
 */
export async function* throughLittleMemory(
  body: AsyncIterable<Uint8Array>,
  hasLeft: () => boolean,
): AsyncGenerator<Uint8Array, void, void> {
  let buffer = Buffer.allocUnsafeSlow(SIZE);
  let filled = 0;
  for await (const piece of body) {
    for (let at = 0; at < piece.length; ) {
      const take = Math.min(piece.length - at, SIZE - filled);
      buffer.set(piece.subarray(at, at + take), filled);
      filled += take;
      at += take;
      if (filled < SIZE) continue;
      yield buffer;
      filled = 0;
      if (!hasLeft()) buffer = Buffer.allocUnsafeSlow(SIZE);
    }
    release(piece);
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}
