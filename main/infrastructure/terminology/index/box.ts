/**
 * Whole code lists that come with Scriba, each an index file that was built beforehand and packed
 * (`tables/box`). A list is unpacked into the data folder when it is first asked, and again where
 * the file there is missing or is not as it was built.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, zstdDecompressSync } from 'node:zlib';
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import contents from '../tables/box/contents.json' with { type: 'json' };
import { openMetadata } from './code-metadata.ts';
import { openIndex } from './open-index.ts';
import type { OpenFiles } from './starter-index.ts';

/** One list of the box: what its file must be. */
export type BoxedList = {
  readonly version: string;
  readonly codes: number;
  readonly terms: number;
  /** Of the file when it is unpacked. */
  readonly bytes: number;
  readonly crc32: number;
};
export type BoxContents = Readonly<Partial<Record<Ontology, BoxedList>>>;
export const boxContents: BoxContents = contents.lists;

export type Box = {
  has(ontology: Ontology): boolean;
  file(ontology: Ontology): string;
  /** Throws where the packed file cannot be read, which is a damaged installation. */
  open(ontology: Ontology): OpenFiles;
};

export const packedName = (ontology: Ontology) => `${ontology}.sqlite.zst`;

/** The build copies the packed files beside the program (electron.vite.config.ts). */
const packedFile = (ontology: Ontology) =>
  fileURLToPath(
    new URL(
      import.meta.url.endsWith('.ts')
        ? `../tables/box/${packedName(ontology)}`
        : `./${packedName(ontology)}`,
      import.meta.url,
    ),
  );

/** `folder`: `terminology` in the data folder. */
export function createBox(folder: string, lists: BoxContents = boxContents): Box {
  const fileOf = (ontology: Ontology) =>
    path.join(folder, `${ontology}.box-${(lists[ontology]?.crc32 ?? 0).toString(16)}.sqlite`);
  return {
    has: (ontology) => lists[ontology] !== undefined,
    file: fileOf,
    open(ontology) {
      const file = fileOf(ontology);
      const list = lists[ontology];
      if (list && !isWhole(file, list)) unpack(folder, file, ontology);
      return { index: openIndex(file), metadata: openMetadata(file) };
    },
  };
}

/**
 * Reads all of the file: some milliseconds, and then no sync is needed when it is written, for a
 * file that a power cut left half-written is noticed.
 */
function isWhole(file: string, { bytes, crc32: sum }: BoxedList): boolean {
  if (!existsSync(file)) return false;
  const there = readFileSync(file);
  return there.length === bytes && crc32(there) === sum;
}

function unpack(folder: string, file: string, ontology: Ontology): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A name of its own: two windows may unpack it at once, and either result is right.
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, zstdDecompressSync(readFileSync(packedFile(ontology))), { mode: 0o600 });
  renameSync(fresh, file);
  emptyOlder(folder, path.basename(file), ontology);
}

/** Lists of an earlier version of Scriba: nothing here unlinks files, but their space is given back. */
function emptyOlder(folder: string, kept: string, ontology: Ontology): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${ontology}.box-`) || name === kept || name.endsWith('.new')) continue;
    try {
      truncateSync(path.join(folder, name));
    } catch {
      // Windows changes no file that another window has open.
    }
  }
}
