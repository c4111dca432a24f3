/**
 * Inputs that a door once failed on, kept small in test/trust/corpus; each is run again before
 * anything new.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Case } from './door.ts';

const ROOT = path.resolve(import.meta.dirname, '../../corpus');

export type Kept = { readonly file: string; readonly case: Case };

export function keptCases(door: string): Kept[] {
  const folder = path.join(ROOT, door);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const read = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { case: Case };
      return { file: `${door}/${name}`, case: read.case };
    });
}

/** Returns the name of the file, which follows from the case. */
export function keepCase(door: string, one: Case, found: string): string {
  const folder = path.join(ROOT, door);
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(one);
  const kind = found.split(':', 1)[0] ?? 'fault';
  const file = `${kind}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`;
  writeFileSync(path.join(folder, file), `${JSON.stringify({ found, case: one }, null, 2)}\n`);
  return `${door}/${file}`;
}
