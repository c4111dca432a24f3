/**
 * The local linker against the numbers of its design: right at 1 and 5, what it promises, speed, size, import, determinism.
 * Needs the terminology data beside the project. Arguments: `--json`; `--growth[=rows]` adds a growth test (1,500,000 rows: minutes,
 * and memory: not while others work). The yardstick is plain BM25 of SQLite over the same terms, in the same run.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importRelease } from '../../main/terminology/import.ts';
import { createTerminology } from '../../main/terminology/terminology.ts';
import { plainBm25 } from './lib/bm25.ts';
import { grow } from './lib/growth.ts';
import { codeNames, dataThere, judge, querySets, releaseFiles, type Linked, type Verdict } from './lib/linking-sets.ts';

const json = process.argv.includes('--json');
const growth = process.argv.find((arg) => arg.startsWith('--growth'));
const megabytes = () => process.memoryUsage().rss / 2 ** 20;
const show = (line: string) => json || console.log(line);

if (!dataThere()) {
  console.log('The terminology data is not here; nothing was measured.');
  process.exit(0);
}

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-linking-'));
try {
  const found = await measure();
  if (json) console.log(JSON.stringify(found));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const importFrom = performance.now();
  const facts = await importRelease(folder, 'icd10cm', releaseFiles());
  const importSeconds = (performance.now() - importFrom) / 1000;
  const file = path.join(folder, 'icd-10-cm.sqlite');
  const bytes = statSync(file).size;

  const before = megabytes();
  const coldFrom = performance.now();
  const terminology = createTerminology({ folder });
  terminology.link('icd-10-cm', 'fever with chills');
  const cold = performance.now() - coldFrom;
  const link = (query: string): Linked[] => terminology.link('icd-10-cm', query, 5);

  const names = codeNames();
  const bm25 = plainBm25(file);
  const table: { set: string; ours: Verdict; plain: Verdict }[] = [];
  for (const [set, rows] of Object.entries(querySets())) table.push({ set, ours: judge(rows, names, link), plain: judge(rows, names, bm25.link) });
  const memory = megabytes() - before;

  show(`linking, ICD-10-CM ${facts.version}: ${facts.codes} codes, ${facts.terms} terms`);
  show('  set                        rows    right at 1 / at 5   plain BM25       linked  precise    p50 / p99 ms (plain)');
  const percent = (share: number) => (share * 100).toFixed(1).padStart(5);
  for (const { set, ours, plain } of table) {
    show(
      `  ${set.padEnd(26)} ${String(ours.rows).padStart(4)}    ${percent(ours.at1)} / ${percent(ours.at5)}      ${percent(plain.at1)} / ${percent(plain.at5)}    ${percent(ours.linked)}   ${percent(ours.precision)}` +
        `    ${ours.p50.toFixed(2)} / ${ours.p99.toFixed(2)} (${plain.p50.toFixed(2)} / ${plain.p99.toFixed(2)})`,
    );
  }
  show(`  import ${importSeconds.toFixed(1)} s; index ${(bytes / 2 ** 20).toFixed(1)} MB, ${Math.round(bytes / facts.terms)} bytes a term; opened and first answered in ${Math.round(cold)} ms; memory grew by ${Math.round(memory)} MB, the yardstick's included`);

  const fingerprint = (one: typeof terminology) => {
    const hash = createHash('sha256');
    for (const rows of Object.values(querySets())) for (const { query } of rows.filter((_, at) => at % 7 === 0)) hash.update(JSON.stringify(one.link('icd-10-cm', query, 5)));
    return hash.digest('hex').slice(0, 12);
  };
  const prints = [fingerprint(terminology), fingerprint(terminology), fingerprint(terminology)];
  terminology.close();
  await importRelease(folder, 'icd10cm', releaseFiles().reverse());
  const again = createTerminology({ folder });
  prints.push(fingerprint(again));
  again.close();
  const same = new Set(prints).size === 1;
  show(`  same answers over three runs and a second import: ${same ? 'yes' : 'NO'}`);
  if (!same) process.exitCode = 1;

  const grown = growth === undefined ? undefined : grow(folder, Number(growth.split('=')[1] ?? 1_500_000), releaseFiles());
  if (grown) {
    show(`  growth, ${grown.rows} rows: built in ${grown.seconds.toFixed(1)} s, ${Math.round(grown.bytesATerm)} bytes a term; link p50 ${grown.p50.toFixed(2)} / p99 ${grown.p99.toFixed(2)} ms; search p99 ${grown.searchP99.toFixed(2)} ms; memory ${Math.round(grown.megabytes)} MB`);
  }
  if (existsSync(file)) bm25.close();
  return { facts, importSeconds, bytes, cold, memory, table, same, grown };
}
