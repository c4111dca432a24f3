/**
 * The file of a clinic's own list, in the folder of the lists. It holds no patient and is not sealed;
 * what is in it was verified when it was taken in.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { ontologies } from '../../../../shared/model/coding/codification.ts';
import { MOST_OWN_ROWS, type OwnEntry } from '../../../../shared/model/coding/own-list.ts';
import { flush, flushFolder } from '../importers/import.ts';

const words = z.string().min(1).max(400);
const content = z.strictObject({
  form: z.literal(1),
  rows: z
    .array(
      z.strictObject({
        line: z.int().min(1),
        words,
        ontology: z.enum(ontologies),
        code: words.optional(),
        ingredients: z.array(words).min(1).optional(),
        strengths: z.array(words).optional(),
      }),
    )
    .max(MOST_OWN_ROWS),
});

export const ownFile = (folder: string) => path.join(folder, 'own-list.json');

/** Changes whenever another file took its place; empty where there is none. */
export function versionOfFile(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : '';
}

/** None where there is no file. Throws Failure `broken` / `own-list-damaged`. */
export function loadOwn(file: string): readonly OwnEntry[] {
  if (!existsSync(file)) return [];
  try {
    return content.parse(JSON.parse(readFileSync(file, 'utf8'))).rows;
  } catch (cause) {
    throw new Failure(
      'broken',
      "The clinic's own list cannot be read, and is not used. Choose its file again; nothing else changes.",
      { detail: 'own-list-damaged', cause },
    );
  }
}

/**
 * The earlier list stays until the new one is whole on the disk. Throws Failure `refused` /
 * `disk-full`.
 */
export function saveOwn(file: string, rows: readonly OwnEntry[]): void {
  const folder = path.dirname(file);
  const fresh = `${file}.new`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(fresh, JSON.stringify({ form: 1, rows }), { mode: 0o600 });
    flush(fresh, 'r+');
    renameSync(fresh, file);
    flushFolder(folder);
  } catch (cause) {
    if (!['ENOSPC', 'EDQUOT'].includes(String((cause as { code?: unknown }).code))) throw cause;
    throw new Failure('refused', 'The disk is full. The earlier list is unchanged.', {
      detail: 'disk-full',
      cause,
    });
  }
}
