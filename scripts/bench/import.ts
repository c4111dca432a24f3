/**
 * Imports of code lists: terms a second, time of the processor beside wall time, and memory, each
 * import in a process of its own. The yardstick, in the same process and on the same files, is
 * reading the lines and putting each into a plain table of SQLite with its full-text index and
 * nothing else. Arguments: `--rows=1500000` for the invented lists; `--json`.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { inventRelease } from './lib/growth.ts';
import type { Imported } from './lib/import-once.ts';
import { inventRf2 } from './lib/invented-rf2.ts';
import { dataThere, largeReleaseFiles, releaseFiles } from './lib/linking-sets.ts';

const rows = Number(
  process.argv.find((arg) => arg.startsWith('--rows='))?.split('=')[1] ?? 1_500_000,
);
const json = process.argv.includes('--json');
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-import-'));

type List = { readonly what: string; readonly name: string; readonly files: readonly string[] };

function* lists(): Generator<List> {
  if (dataThere())
    yield { what: 'ICD-10-CM and its Index', name: 'icd10cm', files: largeReleaseFiles() };
  const rf2 = path.join(folder, 'rf2');
  inventRf2(rf2, rows);
  yield {
    what: 'invented SNOMED CT in RF2',
    name: 'snomed',
    files: globSync(path.join(rf2, '*.txt')),
  };
  if (!dataThere()) return;
  const [codes = ''] = releaseFiles();
  const { files } = inventRelease(folder, rows, codes);
  yield { what: 'invented list of the words of ICD-10-CM', name: 'icd10cm', files };
}

async function once({ name, files }: List): Promise<Imported> {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'lib', 'import-once.ts'), name, ...files],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return JSON.parse(await text(child.stdout)) as Imported;
}

try {
  for (const list of lists()) {
    const found = await once(list);
    const megabytes = list.files.reduce((sum, file) => sum + statSync(file).size, 0) / 2 ** 20;
    if (json) console.log(JSON.stringify({ what: list.what, megabytes, ...found }));
    else show(list.what, megabytes, found);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function show(what: string, megabytes: number, found: Imported): void {
  const { codes, terms, seconds, busySeconds, addedMegabytes, wholeMegabytes, plain } = found;
  console.log(
    `${what}: ${codes} codes, ${terms} terms, ${megabytes.toFixed(0)} MB of files, index ${(found.bytes / terms).toFixed(0)} bytes a term`,
  );
  console.log(
    `  processor ${busySeconds.toFixed(1)} s (${Math.round(terms / busySeconds)} terms a second), wall ${seconds.toFixed(1)} s, memory added ${addedMegabytes.toFixed(0)} MB, whole process ${wholeMegabytes.toFixed(0)} MB`,
  );
  console.log(
    `  yardstick, ${plain.lines} lines into plain SQLite: processor ${plain.busySeconds.toFixed(1)} s, wall ${plain.seconds.toFixed(1)} s: ours takes ${(busySeconds / plain.busySeconds).toFixed(2)} times as long`,
  );
}
