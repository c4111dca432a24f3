/**
 * Builds the code lists in the box (`main/infrastructure/terminology/tables/box`) from the official
 * files: the whole of ICD-10-CM with its Index, and the Global Patient Set of SNOMED CT. Run again
 * when the data are renewed, or when the form of an index or the normaliser changes. Argument: the
 * folder of the official lists (else `SCRIBA_TERMINOLOGY`, else beside the project).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { constants, crc32, zstdCompressSync } from 'node:zlib';
import { importRelease, indexName } from '../main/infrastructure/terminology/importers/import.ts';
import { type BoxedList, packedName } from '../main/infrastructure/terminology/index/box.ts';
import { INDEX_FORM } from '../main/infrastructure/terminology/index/index-file.ts';
import { NORMALISER } from '../main/infrastructure/terminology/text/normalise.ts';

const root = path.resolve(import.meta.dirname, '..');
const lists =
  process.argv[2] ?? process.env.SCRIBA_TERMINOLOGY ?? path.resolve(root, '../shared/terminology');
const box = path.join(root, 'main/infrastructure/terminology/tables/box');

const sources = [
  {
    ontology: 'snomed',
    importer: 'snomed',
    files: ['gps/snomed-gps-2020-09-30.tsv'],
  },
  {
    ontology: 'icd-10-cm',
    importer: 'icd10cm',
    files: ['icd10cm/ICD10CM_2025_codes.csv', 'icd10cm/ICD10CM_2025_Index.csv'],
  },
] as const;

/** The best that does not take minutes. */
const LEVEL = 19;

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-box-'));
try {
  const built: Record<string, BoxedList> = {};
  for (const { ontology, importer, files } of sources) {
    const { version, codes, terms } = await importRelease(
      folder,
      importer,
      files.map((file) => path.join(lists, file)),
    );
    const index = readFileSync(path.join(folder, indexName(ontology)));
    const packed = zstdCompressSync(index, {
      params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    });
    writeFileSync(path.join(box, packedName(ontology)), packed);
    built[ontology] = { version, codes, terms, bytes: index.length, crc32: crc32(index) };
    console.log(
      `${ontology} ${version}: ${codes} codes, ${terms} terms, ${index.length} bytes, packed ${packed.length}`,
    );
  }
  const contents = { form: INDEX_FORM, normaliser: NORMALISER, lists: built };
  writeFileSync(path.join(box, 'contents.json'), `${JSON.stringify(contents, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
