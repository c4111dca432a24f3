/**
 * Imports a release: a thread builds a new file beside the old one, which is replaced whole when
 * the new one is whole.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { Failure, type FailureCode, failureCodes } from '../../../../shared/failure.ts';
import { makePrivate } from '../../private-file.ts';
import { type Facts, openIndex } from '../index/open-index.ts';
import type { FromImport, ImportStart } from './import-worker.ts';
import { importers } from './importers.ts';
import type { ImportPreferences } from './port.ts';

type Progress = {
  readonly stage: 'reading' | 'writing';
  /** 0 to 1. */
  readonly share: number;
};
export type ImportOptions = {
  readonly progress?: (progress: Progress) => void;
  readonly cancel?: AbortSignal;
  readonly preferences?: ImportPreferences;
  /** Called before the file that is in use is replaced: close it. */
  readonly replacing?: (ontology: string) => void;
};

export const indexName = (ontology: string) => `${ontology}.sqlite`;

/**
 * Megabytes for objects that live for a moment, such as the lines of a release. More of them is no
 * faster, and each takes twice its size: ICD-10-CM with its Index needed 100 MB more.
 */
const YOUNG = 8;

/** Beside this file, under the name that the bundler gave it. */
const workerFile = () =>
  new URL(
    import.meta.url.endsWith('.ts') ? './import-worker.ts' : './terminology-worker.js',
    import.meta.url,
  );

/**
 * `name`: `icd10cm` …; `files`: files or folders. Throws Failure `invalid` / `terminology-file` at
 * once where they are of another kind, `missing` / `no-file`, `busy` / `importing` while another
 * import runs, `refused` / `cancelled`. The earlier index stays in any case until the new one is
 * whole and on the disk.
 */
export async function importRelease(
  folder: string,
  name: string,
  files: readonly string[],
  { progress, cancel, preferences, replacing }: ImportOptions = {},
): Promise<Facts> {
  const importer = importers.find((one) => one.name === name);
  if (!importer)
    throw new Failure(
      'invalid',
      `There is no importer ${name}. There is ${importers.map((one) => one.name).join(', ')}.`,
      { detail: 'usage' },
    );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockImports(folder);
  const file = path.join(folder, indexName(importer.ontology));
  const fresh = `${file}.new`;
  try {
    await build({ importer: name, files: [...files], into: fresh, preferences }, progress, cancel);
    // A new file that cannot be opened must not replace one that can.
    const made = openIndex(fresh);
    const { facts } = made;
    made.close();
    if (facts.terms === 0)
      throw new Failure('invalid', 'The release is empty.', { detail: 'terminology-file' });
    flush(fresh, 'r+');
    if (cancel?.aborted) throw cancelled();
    replacing?.(importer.ontology);
    renameSync(fresh, file);
    flushFolder(folder);
    return facts;
  } catch (error) {
    if (existsSync(fresh)) truncateSync(fresh);
    throw error;
  } finally {
    unlock();
  }
}

function build(
  start: ImportStart,
  progress: ImportOptions['progress'],
  cancel: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (cancel?.aborted) return reject(cancelled());
    const worker = new Worker(workerFile(), {
      workerData: start,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    });
    const end = (settle: () => void) => {
      cancel?.removeEventListener('abort', stop);
      void worker.terminate().then(settle, settle);
    };
    const stop = () => end(() => reject(cancelled()));
    cancel?.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: FromImport) => {
      if (message.kind === 'progress') progress?.({ stage: message.stage, share: message.share });
      else if (message.kind === 'done') end(resolve);
      else end(() => reject(failureOf(message)));
    });
    worker.on('error', (cause) =>
      end(() =>
        reject(
          new Failure(
            'broken',
            'The release could not be imported. What was installed before is unchanged.',
            { detail: 'import-failed', cause },
          ),
        ),
      ),
    );
  });
}

const cancelled = () =>
  new Failure('refused', 'The import was cancelled. What was installed before is unchanged.', {
    detail: 'cancelled',
  });

function failureOf({ code, message, detail }: FromImport & { kind: 'failed' }): Failure {
  const known: FailureCode = failureCodes.find((one) => one === code) ?? 'broken';
  return new Failure(known, message, detail === undefined ? {} : { detail });
}

/**
 * One import at a time in a folder, of releases and of a clinic's own list; throws Failure `busy` /
 * `importing`. The operating system releases the lock of a process that ended.
 */
export function lockImports(folder: string): () => void {
  const file = path.join(folder, 'import.lock');
  makePrivate(file);
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    db.close();
    throw new Failure('busy', 'Another import is running. Wait until it is done.', {
      detail: 'importing',
      cause,
    });
  }
  return () => void db.close();
}

export function flushFolder(folder: string): void {
  // Windows cannot sync a folder.
  if (process.platform !== 'win32') flush(folder, 'r');
}

export function flush(name: string, flags: string): void {
  const handle = openSync(name, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
