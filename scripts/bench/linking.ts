/**
 * The local linker against the numbers of its design: right at 1 and 5, what it promises, speed, search, start, memory, size, import,
 * determinism; each beside what it must be and what is aimed at, with MiniSearch and plain BM25 of SQLite over the same terms as
 * yardsticks in the same run. Needs the terminology data beside the project. Arguments: `--json`; `--growth[=rows]` adds an invented
 * release (1,500,000 rows: minutes, and memory: not while others work).
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { importRelease } from '../../main/infrastructure/terminology/importers/import.ts';
import { createTerminology } from '../../main/infrastructure/terminology/terminology.ts';
import type { Engine, Measured, Questions } from './lib/engine.ts';
import { inventRelease } from './lib/growth.ts';
import {
  type Asked,
  codeNames,
  dataThere,
  isKept,
  judge,
  largeReleaseFiles,
  querySets,
  releaseFiles,
  type Verdict,
} from './lib/linking-sets.ts';
import { type Figure, limits, show, showSets } from './lib/linking-table.ts';
import { watched } from './lib/watch.ts';

const json = process.argv.includes('--json');
const growth = process.argv.find((arg) => arg.startsWith('--growth'));
const yardsticks: Engine[] = ['minisearch', 'bm25'];

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

/** In a process of its own; undefined where the engine is not installed. */
async function ask(
  engine: Engine,
  file: string,
  questions: Questions,
): Promise<Measured | undefined> {
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=8192', path.join(import.meta.dirname, 'lib', 'engine.ts'), engine, file],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  child.stdin.end(JSON.stringify({ asked: questions.asked, typed: questions.typed }));
  const [out, trouble] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (out !== '') return JSON.parse(out) as Measured;
  console.error(
    `${engine} was not measured: ${trouble.split('\n').find((line) => /Error/.test(line)) ?? trouble}`,
  );
  return undefined;
}

async function measure() {
  const sets = querySets();
  const rows = Object.values(sets).flat();
  // MiniSearch takes a hundredfold of our time: the yardsticks are asked a fourth of each large set, evenly.
  const part = Object.fromEntries(
    Object.entries(sets).map(([set, asked]) => [
      set,
      asked.filter((_, at) => asked.length < 200 || at % 4 === 0),
    ]),
  );
  const questions = {
    asked: rows.map(({ query }) => query),
    typed: rows
      .filter((_, at) => at % 8 === 0)
      .map(({ query }, at) => query.slice(0, 2 + (at % 11))),
  };
  const install = (files: readonly string[], into: string) =>
    watched(() => importRelease(path.join(folder, into), 'icd10cm', files));
  const fileOf = (into: string) => path.join(folder, into, 'icd-10-cm.sqlite');

  const { value: facts, ...imported } = await install(releaseFiles(), 'release');
  const bytesATerm = statSync(fileOf('release')).size / facts.terms;
  const ours = (await ask('ours', fileOf('release'), questions))!;
  const others: Partial<Record<Engine, Measured>> = {};
  for (const engine of yardsticks) {
    const measured = await ask(engine, fileOf('release'), {
      asked: Object.values(part)
        .flat()
        .map(({ query }) => query),
      typed: questions.typed.slice(0, 200),
    });
    if (measured) others[engine] = measured;
  }
  const names = codeNames();
  const verdicts = (
    answers: Measured['answers'],
    which: (row: Asked) => boolean = () => true,
    of = sets,
  ): Record<string, Verdict> => {
    let from = 0;
    return Object.fromEntries(
      Object.entries(of).map(([set, asked]) => {
        const mine = answers.slice(from, (from += asked.length));
        return [
          set,
          judge(
            asked.filter(which),
            names,
            mine.filter((_, at) => which(asked[at]!)),
          ),
        ];
      }),
    );
  };
  const table = {
    ours: verdicts(ours.answers),
    kept: verdicts(ours.answers, isKept),
    ...Object.fromEntries(
      Object.entries(others).map(([engine, { answers }]) => [
        engine,
        verdicts(answers, undefined, part),
      ]),
    ),
  };
  if (!json)
    showSets(`ICD-10-CM ${facts.version}: ${facts.codes} codes, ${facts.terms} terms`, table);

  const figures: Figure[] = [];
  const tell = (figure: Figure) => (figures.push(figure), json || show(figure));
  const speeds = (
    limit: 'large' | 'grown',
    of: string,
    mine: Measured,
    theirs: Partial<Record<Engine, Measured>>,
  ) => {
    const beside = (value: (measured: Measured) => number) =>
      Object.fromEntries(
        Object.entries(theirs).map(([engine, measured]) => [engine, value(measured)]),
      );
    tell({
      what: `one link, ${of}: p50, ms`,
      ours: mine.p50,
      ...limits[limit].p50,
      others: beside(({ p50 }) => p50),
    });
    tell({
      what: `one link, ${of}: p99, ms`,
      ours: mine.p99,
      ...limits[limit].p99,
      others: beside(({ p99 }) => p99),
    });
    tell({
      what: '  in time of the processor: p50, ms',
      ours: mine.busyP50,
      ...limits[limit].p50,
      others: beside(({ busyP50 }) => busyP50),
    });
    tell({
      what: '  in time of the processor: p99, ms',
      ours: mine.busyP99,
      ...limits[limit].p99,
      others: beside(({ busyP99 }) => busyP99),
    });
    tell({
      what: `search as you type, ${of}: p99, ms`,
      ours: mine.searchP99,
      ...limits.search,
      others: beside(({ searchP99 }) => searchP99),
    });
    tell({
      what: '  in time of the processor: p99, ms',
      ours: mine.searchBusyP99,
      ...limits.search,
      others: beside(({ searchBusyP99 }) => searchBusyP99),
    });
    tell({
      what: `first answer in a new process, ${of}, ms`,
      ours: mine.firstMs,
      ...limits.first,
      others: beside(({ firstMs }) => firstMs),
    });
    tell({
      what: `memory added, ${of}, MB`,
      ours: mine.megabytes,
      ...limits.memory,
      others: beside(({ megabytes }) => megabytes),
    });
  };
  const large = await install(largeReleaseFiles(), 'large');
  speeds(
    'large',
    `${large.value.terms} terms (yardsticks ${facts.terms})`,
    (await ask('ours', fileOf('large'), questions))!,
    others,
  );
  tell({ what: `import of ${facts.terms} terms, s`, ours: imported.seconds });
  tell({ what: 'size of the index, bytes a term', ours: bytesATerm, ...limits.bytes });

  if (growth !== undefined) {
    const count = Number(growth.split('=')[1] ?? 1_500_000);
    const release = inventRelease(folder, count, releaseFiles()[0]!);
    const { value: grown, ...cost } = await install(release.files, 'grown');
    const mine = (await ask('ours', fileOf('grown'), release))!;
    const theirs: Partial<Record<Engine, Measured>> = {};
    for (const engine of yardsticks) {
      // They take their time at this size: a part of the questions is enough to see it.
      const measured = await ask(engine, fileOf('grown'), {
        asked: release.asked.slice(0, 200),
        typed: release.typed.slice(0, 100),
      });
      if (measured) theirs[engine] = measured;
    }
    speeds('grown', `${grown.terms} terms`, mine, theirs);
    tell({ what: `import of ${grown.terms} terms, s`, ours: cost.seconds, ...limits.import });
    tell({ what: '  in time of the processor, s', ours: cost.busySeconds, ...limits.import });
    tell({ what: '  meanwhile the main thread waits at most, ms', ours: cost.longestPauseMs });
    tell({ what: '  memory of the whole process at its most, MB', ours: cost.peakMegabytes });
    tell({
      what: '  size of the index, bytes a term',
      ours: statSync(fileOf('grown')).size / grown.terms,
      ...limits.bytes,
    });
  }

  const fingerprint = (into: string) => {
    const terminology = createTerminology({ folder: path.join(folder, into) });
    const hash = createHash('sha256');
    for (const { query } of rows.filter((_, at) => at % 5 === 0))
      hash.update(JSON.stringify(terminology.link('icd-10-cm', query, 5)));
    terminology.close();
    return hash.digest('hex').slice(0, 12);
  };
  const prints = ['release', 'release', 'release'].map(fingerprint);
  await install([...releaseFiles()].reverse(), 'again');
  prints.push(fingerprint('again'));
  const same = new Set(prints).size === 1;
  if (!json)
    console.log(
      `  same ids, order and scores over three runs and a second import: ${same ? 'yes' : 'NO'} (${[...new Set(prints)].join(', ')})`,
    );
  if (!same) process.exitCode = 1;
  return { facts, table, figures, prints, same };
}
