/** Detects the files of a release: what each is, by its content, and whether they are enough. */
import { readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import { piecesOf, type Source } from './files/lines.ts';
import { filesIn, isZip } from './files/zip.ts';
import type { DetectedFile, Importer, ReleaseFile } from './port.ts';

const HEAD_LETTERS = 64 * 1024;

/**
 * `paths`: files, folders and zips. Unknown files are passed over as long as the rest is enough.
 * Throws Failure `missing` / `no-file`, `invalid` / `terminology-file` (no file is known, or one is
 * missing; the message says what was looked for).
 */
export function detectReleaseFiles(importer: Importer, paths: readonly string[]): DetectedFile[] {
  const files = paths.flatMap(filesAt);
  const detected: DetectedFile[] = [];
  for (const file of files) {
    const role = importer.role(file);
    if (role !== undefined) detected.push({ ...file, role });
    // A file that was named is meant; one that lies in a folder may be anything.
    else if (paths.includes(file.path) && !file.zipped)
      throw new Failure(
        'invalid',
        `${file.name} ${file.bytes === 0 ? 'is empty' : 'is not one of these'}. Looked for ${importer.looksFor}.`,
        { detail: 'terminology-file' },
      );
  }
  if (detected.length === 0)
    throw new Failure(
      'invalid',
      `${files.length === 0 ? 'The folder is empty.' : 'None of these files can be read.'} Looked for ${importer.looksFor}.`,
      { detail: 'terminology-file' },
    );
  const chosen = importer.selectFiles?.(detected) ?? detected;
  const missing = importer.missingFiles(new Set(chosen.map(({ role }) => role)));
  if (missing !== undefined) throw new Failure('invalid', missing, { detail: 'terminology-file' });
  // The order in which they were named changes nothing.
  return [...chosen].sort(
    (a, b) => compare(a.role, b.role) || compare(a.name, b.name) || (a.path < b.path ? -1 : 1),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function filesAt(given: string): ReleaseFile[] {
  const stat = statOf(given);
  if (stat.isFile()) return look(given, stat.size);
  // A pipe that nobody writes into is waited for without an end, and a device may have none.
  if (!stat.isDirectory())
    throw new Failure(
      'invalid',
      `${path.basename(given)} is no ordinary file. Name a file on a disk, or a folder.`,
      { detail: 'terminology-file' },
    );
  return filesBelow(given)
    .sort()
    .flatMap((file) => look(file, statSync(file).size));
}

function statOf(given: string): Stats {
  try {
    return statSync(given);
  } catch (cause) {
    // ENOENT, a link that leads nowhere or to itself, a folder that this login may not enter.
    throw new Failure('missing', `There is no file or folder ${path.basename(given)}.`, {
      detail: 'no-file',
      cause,
    });
  }
}

/**
 * Ordinary files alone. Links are not followed, as a recursive list of Node does: one that leads
 * upwards would lead through the whole disk.
 */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(inside);
    return entry.isFile() ? [inside] : [];
  });

function look(file: string, bytes: number): ReleaseFile[] {
  if (!isZip(file))
    return [{ path: file, name: path.basename(file), bytes, head: headOf({ path: file }) }];
  // A zip within a zip is passed over as anything else that is not known.
  return filesIn(file).map((zipped) => ({
    path: file,
    zipped,
    name: path.basename(zipped.name),
    bytes: zipped.bytes,
    head: headOf({ path: file, zipped }),
  }));
}

function headOf(source: Source): string {
  let head = '';
  for (const piece of piecesOf(source)) {
    head += piece;
    if (head.length >= HEAD_LETTERS) break;
  }
  return head.slice(0, HEAD_LETTERS);
}
