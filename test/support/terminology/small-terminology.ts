/** Small releases built without a thread, by the same reading and writing as an import. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { detectReleaseFiles } from '../../../main/infrastructure/terminology/importers/detect-release-files.ts';
import { indexName } from '../../../main/infrastructure/terminology/importers/import.ts';
import { importers } from '../../../main/infrastructure/terminology/importers/importers.ts';
import type { ImportPreferences } from '../../../main/infrastructure/terminology/importers/port.ts';
import { writeIndex } from '../../../main/infrastructure/terminology/index/build.ts';
import { writeMetadata } from '../../../main/infrastructure/terminology/index/code-metadata.ts';
import {
  createTerminology,
  type Terminology,
} from '../../../main/infrastructure/terminology/terminology.ts';

export const fixture = (name: string) =>
  path.resolve(import.meta.dirname, '../../fixtures/terminologies', name);
export const aFolder = () => mkdtempSync(path.join(tmpdir(), 'scriba-terminology-'));

/** Throws what an import would. Answers the file. */
export function build(
  folder: string,
  name: string,
  paths: readonly string[],
  preferences?: ImportPreferences,
): string {
  const importer = importers.find((one) => one.name === name)!;
  const release = importer.read(detectReleaseFiles(importer, paths), () => {}, preferences);
  const file = path.join(folder, indexName(importer.ontology));
  const writer = writeIndex(file, {
    ontology: importer.ontology,
    version: release.version,
    forms: release.forms,
  });
  try {
    for (const code of release.codes) writer.code(code);
    for (const term of release.terms) writer.term(term);
    writer.finish(() => {});
  } finally {
    writer.close();
  }
  if (release.metadata) writeMetadata(file, release.metadata);
  return file;
}

export function smallTerminology(
  name: string,
  paths: readonly string[] = [fixture(name)],
  preferences?: ImportPreferences,
): Terminology {
  const folder = aFolder();
  build(folder, name, paths, preferences);
  return createTerminology({ folder, starter: [] });
}
