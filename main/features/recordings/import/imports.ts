/** Takes in a sound file that a page hands over piece by piece, and lets it go the way of every imported file. */
import { TransformStream, type WritableStreamDefaultWriter } from 'node:stream/web';
import { Failure } from '../../../../shared/failure.ts';
import { LARGEST_SOUND_FILE } from '../../../../shared/model/sound-file.ts';
import type { VisitSetup } from '../../../../shared/model/visit.ts';
import type { Clock, Random } from '../../../infrastructure/ports.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import type { ImportFile } from './import-file.ts';

export type Imports = {
  /** `size` in bytes. Throws Failure `invalid` (`file-empty`, `file-too-large`), `busy` / `import-under-way`. */
  begin(
    setup: VisitSetup,
    file: { readonly name: string; readonly size: number },
  ): { importId: string };
  /**
   * Pieces come in order; what comes again (its answer was lost) is not taken twice. Answers how many bytes are here.
   * Throws Failure `missing` / `no-import`, `invalid` (`piece-missing`, `file-changed`), and what `importFile` throws as soon as it is known.
   */
  append(importId: string, offset: number, bytes: Uint8Array): Promise<{ received: number }>;
  /** Throws like `append`, and Failure `refused` / `pieces-missing` while the file is not whole. */
  finish(importId: string): Promise<VisitRow>;
  /** Nothing of it is kept. One that is not there is cancelled already. */
  cancel(importId: string): Promise<void>;
  /** The page is gone, or Scriba ends. */
  cancelAll(): Promise<void>;
};

type Running = {
  readonly size: number;
  readonly way: WritableStreamDefaultWriter<Uint8Array>;
  readonly done: Promise<VisitRow>;
  received: number;
  stopWaiting(): void;
};

/** At a time; each holds one piece in memory. */
const MOST = 4;
/** A page that sends nothing for so long is gone. */
const GIVEN_UP_AFTER = 5 * 60_000;

type Deps = {
  readonly random: Random;
  readonly clock: Clock;
  importFile(setup: VisitSetup, file: ImportFile): Promise<VisitRow>;
};

export function createImports({ random, clock, importFile }: Deps): Imports {
  const running = new Map<string, Running>();

  function begin(setup: VisitSetup, { name, size }: { name: string; size: number }) {
    if (size <= 0) throw new Failure('invalid', 'This file is empty.', { detail: 'file-empty' });
    if (size > LARGEST_SOUND_FILE)
      throw new Failure('invalid', 'This file is larger than 512 MiB.', {
        detail: 'file-too-large',
      });
    if (running.size >= MOST)
      throw new Failure('busy', 'Other files are being taken in. Try again when they are here.', {
        detail: 'import-under-way',
      });
    const importId = random.uuid();
    // Nothing is held in between: a piece is answered for when the one who seals it has taken it.
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
      undefined,
      { highWaterMark: 1 },
      { highWaterMark: 0 },
    );
    const done = importFile(setup, { name, size, read: () => readable });
    // Why it failed is heard where the page asks next.
    done.catch(() => {});
    const way = writable.getWriter();
    way.closed.catch(() => {});
    running.set(importId, { size, way, done, received: 0, stopWaiting: () => {} });
    waitFor(importId);
    return { importId };
  }

  function known(importId: string): Running {
    const one = running.get(importId);
    if (!one)
      throw new Failure('missing', 'This file is not being taken in any more. Choose it again.', {
        detail: 'no-import',
      });
    return one;
  }

  function waitFor(importId: string) {
    const one = known(importId);
    one.stopWaiting();
    one.stopWaiting = clock.after(GIVEN_UP_AFTER, () => void cancel(importId));
  }

  function forget(importId: string) {
    running.get(importId)?.stopWaiting();
    running.delete(importId);
  }

  /** The reason why the sealing ended, where it did, counts more than that the way to it is closed. */
  async function hear<T>(importId: string, work: Promise<T>, { done }: Running): Promise<T> {
    try {
      return await work.catch(() => done as Promise<never>);
    } catch (error) {
      forget(importId);
      throw error;
    }
  }

  async function append(importId: string, offset: number, bytes: Uint8Array) {
    const one = known(importId);
    waitFor(importId);
    if (offset > one.received)
      throw new Failure('invalid', 'A piece of the file is missing before this one.', {
        detail: 'piece-missing',
      });
    const fresh = bytes.subarray(one.received - offset);
    if (one.received + fresh.length > one.size)
      throw new Failure(
        'invalid',
        'The file is not what it was when it was chosen. Choose it again.',
        { detail: 'file-changed' },
      );
    if (fresh.length === 0) return { received: one.received };
    one.received += fresh.length;
    await hear(importId, one.way.write(Uint8Array.from(fresh)), one);
    return { received: one.received };
  }

  async function finish(importId: string) {
    const one = known(importId);
    if (one.received < one.size)
      throw new Failure('refused', 'Some of the file has not arrived yet.', {
        detail: 'pieces-missing',
      });
    one.stopWaiting();
    await hear(importId, one.way.close(), one);
    const row = await hear(importId, one.done, one);
    forget(importId);
    return row;
  }

  async function cancel(importId: string) {
    const one = running.get(importId);
    if (!one) return;
    forget(importId);
    await one.way
      .abort(
        new Failure('refused', 'Taking in this file was cancelled.', {
          detail: 'import-cancelled',
        }),
      )
      .catch(() => {});
    await one.done.catch(() => {});
  }

  return {
    begin,
    append,
    finish,
    cancel,
    async cancelAll() {
      for (const importId of [...running.keys()]) await cancel(importId);
    },
  };
}
