/** A small index without a thread: the same reading and writing as an import. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { detectReleaseFiles } from '../../../main/infrastructure/terminology/importers/detect-release-files.ts';
import { icd10cm } from '../../../main/infrastructure/terminology/importers/icd10cm/icd10cm.ts';
import { writeIndex } from '../../../main/infrastructure/terminology/index/build.ts';
import {
  type Index,
  openIndex,
} from '../../../main/infrastructure/terminology/index/open-index.ts';
import { createLinker, type Linker } from '../../../main/infrastructure/terminology/query/link.ts';
import { codesCsv, indexCsv, releaseFolder } from './small-release.ts';

export function buildSmallIndex(
  files: Readonly<Record<string, string>> = {
    'codes_2025.csv': codesCsv(),
    'index_2025.csv': indexCsv(),
  },
): { index: Index; linker: Linker; file: string } {
  const { paths } = releaseFolder(files);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'scriba-index-')), 'icd-10-cm.sqlite');
  const release = icd10cm.read(detectReleaseFiles(icd10cm, paths), () => {});
  const writer = writeIndex(file, {
    ontology: 'icd-10-cm',
    version: release.version,
    forms: release.forms,
  });
  for (const code of release.codes) writer.code(code);
  for (const term of release.terms) writer.term(term);
  writer.finish(() => {});
  const index = openIndex(file);
  return { index, linker: createLinker(index), file };
}
