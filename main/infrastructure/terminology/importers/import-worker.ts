/**
 * Builds an index file from a release, in a thread of its own; the file that is in use is not
 * touched here.
 */
import { existsSync, truncateSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { asFailure } from '../../../../shared/failure.ts';
import { type IndexWriter, writeIndex } from '../index/build.ts';
import { type MetadataRow, writeMetadata } from '../index/code-metadata.ts';
import { detectReleaseFiles } from './detect-release-files.ts';
import { importers } from './importers.ts';
import type { DetectedFile, Importer, ImportPreferences, OnBytes } from './port.ts';

export type ImportStart = {
  readonly importer: string;
  readonly files: readonly string[];
  readonly into: string;
  readonly preferences?: ImportPreferences | undefined;
};
export type FromImport =
  | {
      readonly kind: 'progress';
      readonly stage: 'reading' | 'writing';
      /** 0 to 1. */
      readonly share: number;
    }
  | {
      readonly kind: 'done';
      readonly ontology: string;
      readonly version: string;
      readonly codes: number;
      readonly terms: number;
    }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly detail?: string | undefined;
    };

const post = (message: FromImport) => parentPort?.postMessage(message);

function run({ importer: name, files, into, preferences }: ImportStart): void {
  const importer = importers.find((one) => one.name === name);
  if (!importer) throw new Error(`no importer ${name}`);
  const detected = detectReleaseFiles(importer, files);
  const progress = progressOf(detected.reduce((sum, { bytes }) => sum + bytes, 0));
  // Half a file of an import that was ended.
  if (existsSync(into)) truncateSync(into);
  const { index, metadata, version } = filled(importer, detected, into, progress.read, preferences);
  try {
    const { codes, terms } = index.finish(progress.written);
    if (metadata) writeMetadata(into, metadata);
    post({ kind: 'done', ontology: importer.ontology, version, codes, terms });
  } finally {
    index.close();
  }
}

/** What the importer held of the release is garbage when this returns, but for its metadata. */
function filled(
  importer: Importer,
  files: readonly DetectedFile[],
  into: string,
  onBytes: OnBytes,
  preferences: ImportPreferences | undefined,
): { index: IndexWriter; metadata: Iterable<MetadataRow> | undefined; version: string } {
  const release = importer.read(files, onBytes, preferences);
  const index = writeIndex(into, {
    ontology: importer.ontology,
    version: release.version,
    forms: release.forms,
  });
  try {
    for (const code of release.codes) index.code(code);
    for (const term of release.terms) index.term(term);
  } catch (error) {
    index.close();
    throw error;
  }
  return { index, metadata: release.metadata, version: release.version };
}

/**
 * Posts a message for each hundredth of the two stages, and never goes back: maps are read after
 * the words were written.
 */
function progressOf(allBytes: number) {
  let bytesRead = 0;
  let posted = 0;
  const advance = (stage: 'reading' | 'writing', share: number) => {
    const whole = (stage === 'reading' ? 0 : 1) + share;
    if (whole - posted < 0.01 && !(share >= 1 && whole > posted)) return;
    posted = whole;
    post({ kind: 'progress', stage, share: Math.min(1, share) });
  };
  return {
    read(bytes: number) {
      bytesRead += bytes;
      advance('reading', bytesRead / allBytes);
    },
    written: (share: number) => advance('writing', share),
  };
}

try {
  run(workerData as ImportStart);
} catch (error) {
  const { code, message, detail } = asFailure(error);
  post({ kind: 'failed', code, message, detail });
}
