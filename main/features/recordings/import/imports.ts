/**
 * Takes in a sound file that a page hands over piece by piece, and lets it go the way of every
 * imported file.
 */
import { TransformStream, type WritableStreamDefaultWriter } from 'node:stream/web';
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { LARGEST_SOUND_FILE } from '../../../../shared/model/sound-file.ts';
import type { VisitSetup } from '../../../../shared/model/visit.ts';
import { MINUTE } from '../../../../shared/time.ts';
import type { Clock, Random } from '../../../infrastructure/ports.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import type { ImportFile } from './import-file.ts';

export type Imports = {
  /**
   * `size` in bytes. Throws Failure `invalid` (`file-empty`, `file-too-large`), `busy` /
   * `import-under-way`.
   */
  begin(
    setup: VisitSetup,
    file: { readonly name: string; readonly size: number },
  ): { importId: string };
  /**
   * Pieces come in order; what comes again (its answer was lost) is not taken twice. Returns how
   * many bytes are here. Throws Failure `missing` / `no-import`, `invalid` (`piece-missing`,
   * `file-changed`), and what `importFile` throws as soon as it is known.
   */
  append(importId: string, offset: number, bytes: Uint8Array): Promise<{ received: number }>;
  /** Throws like `append`, and Failure `refused` / `pieces-missing` while the file is not whole. */
  finish(importId: string): Promise<VisitRow>;
  /** Keeps nothing of the import. One that is not there is cancelled already. */
  cancel(importId: string): Promise<void>;
  /** The page is gone, or Scriba ends. */
  cancelAll(): Promise<void>;
};

type RunningImport = {
  readonly size: number;
  /** Takes the pieces; whoever seals them reads the other end. */
  readonly pieces: WritableStreamDefaultWriter<Uint8Array>;
  readonly done: Promise<VisitRow>;
  received: number;
  stopWaiting(): void;
};

/** At a time; each holds one piece in memory. */
const AT_A_TIME = 4;
/** A page that sends nothing for so long is gone. */
const GIVEN_UP_AFTER = 5 * MINUTE;

type Deps = {
  readonly random: Random;
  readonly clock: Clock;
  importFile(setup: VisitSetup, file: ImportFile): Promise<VisitRow>;
};

type ImportsState = { readonly deps: Deps; readonly running: Map<string, RunningImport> };

export function createImports(deps: Deps): Imports {
  const imports: ImportsState = { deps, running: new Map() };
  return {
    begin: (setup, file) => begin(imports, setup, file),
    append: (importId, offset, bytes) => append(imports, importId, offset, bytes),
    finish: (importId) => finish(imports, importId),
    cancel: (importId) => cancel(imports, importId),
    async cancelAll() {
      for (const importId of [...imports.running.keys()]) await cancel(imports, importId);
    },
  };
}

function begin(
  imports: ImportsState,
  setup: VisitSetup,
  { name, size }: { name: string; size: number },
): { importId: string } {
  const { deps, running } = imports;
  if (size <= 0) throw failures.importEmpty();
  if (size > LARGEST_SOUND_FILE) throw failures.importTooLarge();
  if (running.size >= AT_A_TIME)
    throw new Failure('busy', 'Other files are being taken in. Try again when they are here.', {
      detail: 'import-under-way',
    });
  const importId = deps.random.uuid();
  // The stream buffers nothing: a piece is acknowledged when the code that seals it has taken it.
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    { highWaterMark: 1 },
    { highWaterMark: 0 },
  );
  const done = deps.importFile(setup, { name, size, read: () => readable });
  // The reason of a failure is thrown where the page asks next.
  done.catch(() => {});
  const pieces = writable.getWriter();
  pieces.closed.catch(() => {});
  running.set(importId, { size, pieces, done, received: 0, stopWaiting: () => {} });
  waitForPage(imports, importId);
  return { importId };
}

function runningImport({ running }: ImportsState, importId: string): RunningImport {
  const one = running.get(importId);
  if (!one)
    throw new Failure('missing', 'This file is not being taken in any more. Choose it again.', {
      detail: 'no-import',
    });
  return one;
}

function waitForPage(imports: ImportsState, importId: string): void {
  const one = runningImport(imports, importId);
  one.stopWaiting();
  one.stopWaiting = imports.deps.clock.after(GIVEN_UP_AFTER, () => void cancel(imports, importId));
}

function forget({ running }: ImportsState, importId: string): void {
  running.get(importId)?.stopWaiting();
  running.delete(importId);
}

/** Throws the reason why the sealing ended, where it did, rather than that its stream is closed. */
async function orReason<T>(
  imports: ImportsState,
  importId: string,
  work: Promise<T>,
  { done }: RunningImport,
): Promise<T> {
  try {
    return await work.catch(() => done as Promise<never>);
  } catch (error) {
    forget(imports, importId);
    throw error;
  }
}

async function append(
  imports: ImportsState,
  importId: string,
  offset: number,
  bytes: Uint8Array,
): Promise<{ received: number }> {
  const one = runningImport(imports, importId);
  waitForPage(imports, importId);
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
  await orReason(imports, importId, one.pieces.write(Uint8Array.from(fresh)), one);
  return { received: one.received };
}

async function finish(imports: ImportsState, importId: string): Promise<VisitRow> {
  const one = runningImport(imports, importId);
  if (one.received < one.size)
    throw new Failure('refused', 'Some of the file has not arrived yet.', {
      detail: 'pieces-missing',
    });
  one.stopWaiting();
  await orReason(imports, importId, one.pieces.close(), one);
  const row = await orReason(imports, importId, one.done, one);
  forget(imports, importId);
  return row;
}

async function cancel(imports: ImportsState, importId: string): Promise<void> {
  const one = imports.running.get(importId);
  if (!one) return;
  forget(imports, importId);
  const cancelled = new Failure('refused', 'Taking in this file was cancelled.', {
    detail: 'import-cancelled',
  });
  await one.pieces.abort(cancelled).catch(() => {});
  await one.done.catch(() => {});
}
