/** Looks at the files that were brought: what each is, by its content, and whether they are enough. */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../shared/failure.ts';
import type { Brought, Importer, Recognised } from './importers/port.ts';

const HEAD_BYTES = 64 * 1024;

/**
 * Files, and the files in folders. What is not recognised is passed over as long as the rest is enough. Throws Failure
 * `missing` / `no-file`, `invalid` / `terminology-file` (nothing was recognised, or something is lacking; it says what was looked for).
 */
export function recognise(importer: Importer, paths: readonly string[]): Recognised[] {
  const files = paths.flatMap(filesAt);
  const recognised: Recognised[] = [];
  for (const file of files) {
    const role = importer.role(file);
    if (role !== undefined) recognised.push({ ...file, role });
    // A file that was named is meant; one that lies in a folder may be anything.
    else if (paths.includes(file.path)) throw new Failure('invalid', `${file.name} ${file.bytes === 0 ? 'is empty' : 'is not one of these'}. Looked for ${importer.looksFor}.`, { detail: 'terminology-file' });
  }
  if (recognised.length === 0) throw new Failure('invalid', `${files.length === 0 ? 'The folder is empty.' : 'None of these files can be read.'} Looked for ${importer.looksFor}.`, { detail: 'terminology-file' });
  const lacking = importer.lacks(new Set(recognised.map(({ role }) => role)));
  if (lacking !== undefined) throw new Failure('invalid', lacking, { detail: 'terminology-file' });
  // The order in which they were named changes nothing.
  return recognised.sort((a, b) => (a.role === b.role ? (a.name < b.name ? -1 : 1) : a.role < b.role ? -1 : 1));
}

function filesAt(given: string): Brought[] {
  const stat = statSync(given, { throwIfNoEntry: false });
  if (!stat) throw new Failure('missing', `There is no file or folder ${path.basename(given)}.`, { detail: 'no-file' });
  if (!stat.isDirectory()) return [look(given, stat.size)];
  return readdirSync(given, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => look(file, statSync(file).size));
}

function look(file: string, bytes: number): Brought {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(bytes, HEAD_BYTES));
    const read = readSync(handle, buffer, 0, buffer.length, 0);
    return { path: file, name: path.basename(file), bytes, head: buffer.subarray(0, read).toString('utf8').replace(/^\ufeff/, '') };
  } finally {
    closeSync(handle);
  }
}
