/** Builds an index file from a release, in a thread of its own; the file that is in use is not touched here. */
import { existsSync, truncateSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { asFailure } from '../../../../shared/failure.ts';
import { writeIndex } from '../index/build.ts';
import { writeMore } from '../index/code-metadata.ts';
import { recognise } from './detect-release-files.ts';
import { importers } from './importers.ts';
import type { Wishes } from './port.ts';

export type ImportStart = {
  readonly importer: string;
  readonly files: readonly string[];
  readonly into: string;
  readonly wishes?: Wishes | undefined;
};
export type FromImport =
  | {
      readonly kind: 'progress';
      readonly stage: 'reading' | 'writing' /** 0 to 1. */;
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

const tell = (message: FromImport) => parentPort!.postMessage(message);

function run({ importer: name, files, into, wishes }: ImportStart): void {
  const importer = importers.find((one) => one.name === name)!;
  const recognised = recognise(importer, files);
  const all = recognised.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  let told = 0;
  const progress = (stage: 'reading' | 'writing', share: number) => {
    const whole = (stage === 'reading' ? 0 : 1) + share;
    // Maps are read after the words were written: what was told stays told.
    if (whole - told < 0.01 && !(share >= 1 && whole > told)) return;
    told = whole;
    tell({ kind: 'progress', stage, share: Math.min(1, share) });
  };
  // Half a file of an import that was ended.
  if (existsSync(into)) truncateSync(into);
  const release = importer.read(
    recognised,
    (bytes) => progress('reading', (read += bytes) / all),
    wishes,
  );
  const index = writeIndex(into, {
    ontology: importer.ontology,
    version: release.version,
    forms: release.forms,
  });
  try {
    for (const code of release.codes) index.code(code);
    for (const term of release.terms) index.term(term);
    const { codes, terms } = index.finish((share) => progress('writing', share));
    if (release.more) writeMore(into, release.more);
    tell({ kind: 'done', ontology: importer.ontology, version: release.version, codes, terms });
  } finally {
    index.close();
  }
}

try {
  run(workerData as ImportStart);
} catch (error) {
  const { code, message, detail } = asFailure(error);
  tell({ kind: 'failed', code, message, detail });
}
