/**
 * How an import of SNOMED CT grows: invented RF2 files, time, peak memory and size. Argument:
 * `--descriptions=300000`. The yardstick is reading the same files line by line and doing nothing
 * with them, in the same run.
 */
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linesOf } from '../../main/infrastructure/terminology/importers/files/lines.ts';
import { importRelease } from '../../main/infrastructure/terminology/importers/import.ts';
import { createTerminology } from '../../main/infrastructure/terminology/terminology.ts';
import { inventRf2 } from './lib/invented-rf2.ts';

const descriptions = Number(
  process.argv.find((arg) => arg.startsWith('--descriptions='))?.split('=')[1] ?? 300_000,
);
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-releases-'));
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
try {
  const release = path.join(folder, 'release');
  inventRf2(release, descriptions);
  const files = globSync(path.join(release, '*.txt'));
  let from = performance.now();
  let lines = 0;
  for (const file of files) for (const _ of linesOf(file)) lines += 1;
  const yardstick = performance.now() - from;
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  let reading = 0;
  from = performance.now();
  const facts = await importRelease(folder, 'snomed', [release], {
    progress: ({ stage }) => {
      if (stage === 'reading') reading = performance.now() - from;
    },
  });
  const took = performance.now() - from;
  clearInterval(watch);
  const index = statSync(path.join(folder, 'snomed.sqlite')).size;
  console.log(
    `${lines} lines, ${megabytes(files.reduce((sum, file) => sum + statSync(file).size, 0))} MB; read alone ${(yardstick / 1000).toFixed(1)} s`,
  );
  console.log(
    `import ${(took / 1000).toFixed(1)} s (${(took / yardstick).toFixed(0)} times as long; reading ${(reading / 1000).toFixed(1)} s): ${facts.codes} concepts, ${facts.terms} terms`,
  );
  console.log(
    `memory: ${megabytes(before)} MB before, ${megabytes(peak)} MB at most; index ${megabytes(index)} MB, ${Math.round(index / facts.terms)} bytes a term`,
  );
  const terminology = createTerminology({ folder });
  from = performance.now();
  terminology.link('snomed', 'babaco dife');
  const first = performance.now() - from;
  from = performance.now();
  for (let at = 0; at < 500; at++)
    terminology.link(
      'snomed',
      `${['gaco', 'loba', 'temi'][at % 3]} nura ${['bavi', 'sodi'][at % 2]}`,
    );
  console.log(
    `first link ${first.toFixed(0)} ms, then ${((performance.now() - from) / 500).toFixed(2)} ms each`,
  );
  terminology.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
