/** Writes what leaves Scriba as a file to the place that a person chose: whole, or not at all. */
import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../../shared/failure.ts';
import type { Save } from '../../infrastructure/ports.ts';

/** Only for the one who saves it. */
const PRIVATE_FILE = 0o600;

/**
 * Throws Failure `refused` / `save-failed` for what the disk refuses, and what reading the bytes
 * throws.
 */
export async function writeWhole(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const half = `${file}.part`;
  try {
    await pipeline(
      Readable.from(bytes, { objectMode: false }),
      createWriteStream(half, { mode: PRIVATE_FILE, flush: true }),
    );
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true }).catch(() => {});
    throw error instanceof Failure
      ? error
      : new Failure(
          'refused',
          `The file could not be written there (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
          { detail: 'save-failed', cause: error },
        );
  }
}

/** Asks where; `undefined` from `ask` means that the person thought better of it. */
export const saveByAsking =
  (ask: (name: string) => Promise<string | undefined>): Save =>
  async (name, _contentType, bytes) => {
    const file = await ask(name);
    if (file === undefined) return { how: 'cancelled' };
    await writeWhole(file, bytes);
    return { how: 'saved' };
  };

/**
 * To the place that was named beforehand; a file that is there is not written over. Throws Failure
 * `refused` / `file-exists` too.
 */
export const saveTo =
  (file: string): Save =>
  async (_name, _contentType, bytes) => {
    const there = await access(file).then(
      () => true,
      () => false,
    );
    if (there)
      throw new Failure('refused', 'There is a file of that name already.', {
        detail: 'file-exists',
      });
    await writeWhole(file, bytes);
    return { how: 'saved' };
  };
