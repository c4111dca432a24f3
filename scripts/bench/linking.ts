/**
 * The local linker against the numbers of its design: right at 1 and 5, what it promises, speed,
 * search, start, memory, size, import, determinism; each beside what it must be and what is aimed
 * at, with MiniSearch, FlexSearch and plain BM25 of SQLite over the same terms as yardsticks in the same
 * run.
 * Needs the terminology data beside the project. Arguments: `--json`; `--growth[=rows]` adds an
 * invented release (1,500,000 rows: minutes, and memory: not while others work); `--lines` measures
 * brands and short forms alone, without the data beside the project.
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
import { outOfTheBox, showOutOfTheBox } from './lib/linking-box.ts';
import { languageRows, showLanguages } from './lib/linking-languages.ts';
import { measureLines, showLines } from './lib/linking-lines.ts';
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
const yardsticks: Engine[] = ['minisearch', 'flexsearch', 'bm25'];

if (process.argv.includes('--lines')) {
  const lines = mkdtempSync(path.join(tmpdir(), 'scriba-linking-'));
  showLines(measureLines(lines));
  rmSync(lines, { recursive: true, force: true });
  process.exit(0);
}
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

type Answers = Measured['answers'];
type Others = Partial<Record<Engine, Measured>>;
type Sets = ReturnType<typeof querySets>;

function install(files: readonly string[], into: string) {
  return watched(() => importRelease(path.join(folder, into), 'icd10cm', files));
}
function fileOf(into: string): string {
  return path.join(folder, into, 'icd-10-cm.sqlite');
}

async function askOurs(into: string, questions: Questions): Promise<Measured> {
  const measured = await ask('ours', fileOf(into), questions);
  if (!measured) throw new Error('our own linker was not measured');
  return measured;
}

async function askYardsticks(into: string, questions: Questions): Promise<Others> {
  const others: Others = {};
  for (const engine of yardsticks) {
    const measured = await ask(engine, fileOf(into), questions);
    if (measured) others[engine] = measured;
  }
  return others;
}

async function measure() {
  const sets = querySets();
  const rows = Object.values(sets).flat();
  const questions = {
    asked: rows.map(({ query }) => query),
    typed: rows
      .filter((_, at) => at % 8 === 0)
      .map(({ query }, at) => query.slice(0, 2 + (at % 11))),
  };
  const { value: facts, ...imported } = await install(releaseFiles(), 'release');
  const ours = await askOurs('release', questions);
  const part = evenPart(sets);
  const others = await askYardsticks('release', {
    asked: Object.values(part)
      .flat()
      .map(({ query }) => query),
    typed: questions.typed.slice(0, 200),
  });
  const table = judgedSets(sets, part, ours.answers, others);
  if (!json)
    showSets(`ICD-10-CM ${facts.version}: ${facts.codes} codes, ${facts.terms} terms`, table);

  const boxed = outOfTheBox(folder);
  if (!json) showOutOfTheBox(boxed);
  const languages = languageRows(path.join(folder, 'languages'));
  if (!json) showLanguages(languages);
  const lines = measureLines(folder);
  if (!json) showLines(lines);
  const figures: Figure[] = [];
  const tell = (figure: Figure) => {
    figures.push(figure);
    if (!json) show(figure);
  };
  const large = await install(largeReleaseFiles(), 'large');
  const size = `${large.value.terms} terms (yardsticks ${facts.terms})`;
  for (const figure of speeds('large', size, await askOurs('large', questions), others))
    tell(figure);
  tell({ what: `import of ${facts.terms} terms, s`, ours: imported.seconds });
  tell({
    what: 'size of the index, bytes a term',
    ours: statSync(fileOf('release')).size / facts.terms,
    ...limits.bytes,
  });
  if (growth !== undefined) for (const figure of await grownFigures(growth)) tell(figure);
  const prints = await fingerprints(rows);
  const same = new Set(prints).size === 1;
  if (!json)
    console.log(
      `  same ids, order and scores over three runs and a second import: ${same ? 'yes' : 'NO'} (${[...new Set(prints)].join(', ')})`,
    );
  if (!same) process.exitCode = 1;
  return { facts, table, boxed, languages, lines, figures, prints, same };
}

/**
 * MiniSearch takes a hundredfold of our time: the yardsticks are asked a fourth of each large set,
 * evenly.
 */
function evenPart(sets: Sets): Sets {
  return Object.fromEntries(
    Object.entries(sets).map(([set, asked]) => [
      set,
      asked.filter((_, at) => asked.length < 200 || at % 4 === 0),
    ]),
  );
}

function judgedSets(sets: Sets, part: Sets, answers: Answers, others: Others) {
  const names = codeNames();
  const verdicts = (
    of: Sets,
    all: Answers,
    which: (row: Asked) => boolean = () => true,
  ): Record<string, Verdict> => {
    let from = 0;
    const judgedSet = (asked: readonly Asked[]) => {
      const own = all.slice(from, from + asked.length);
      from += asked.length;
      const chosen = asked.map(which);
      return judge(
        asked.filter((_, at) => chosen[at]),
        names,
        own.filter((_, at) => chosen[at]),
      );
    };
    return Object.fromEntries(Object.entries(of).map(([set, asked]) => [set, judgedSet(asked)]));
  };
  return {
    ours: verdicts(sets, answers),
    kept: verdicts(sets, answers, isKept),
    ...Object.fromEntries(
      Object.entries(others).map(([engine, measured]) => [
        engine,
        verdicts(part, measured.answers),
      ]),
    ),
  };
}

function speeds(limit: 'large' | 'grown', of: string, ours: Measured, others: Others): Figure[] {
  const { p50, p99 } = limits[limit];
  const inProcessor = '  in time of the processor';
  const figures: readonly (readonly [string, keyof Omit<Measured, 'answers'>, Partial<Figure>])[] =
    [
      [`one link, ${of}: p50, ms`, 'p50', p50],
      [`one link, ${of}: p99, ms`, 'p99', p99],
      [`${inProcessor}: p50, ms`, 'busyP50', p50],
      [`${inProcessor}: p99, ms`, 'busyP99', p99],
      [`search as you type, ${of}: p99, ms`, 'searchP99', limits.search],
      [`${inProcessor}: p99, ms`, 'searchBusyP99', limits.search],
      [`first answer in a new process, ${of}, ms`, 'firstMs', limits.first],
      [`memory added, ${of}, MB`, 'megabytes', limits.memory],
    ];
  return figures.map(([what, field, bounds]) => ({
    what,
    ours: ours[field],
    ...bounds,
    others: Object.fromEntries(
      Object.entries(others).map(([engine, measured]) => [engine, measured[field]]),
    ),
  }));
}

/** `argument`: `--growth`, or `--growth=rows`. */
async function grownFigures(argument: string): Promise<Figure[]> {
  const count = Number(argument.split('=')[1] ?? 1_500_000);
  const [codes = ''] = releaseFiles();
  const release = inventRelease(folder, count, codes);
  const { value: grown, ...cost } = await install(release.files, 'grown');
  const ours = await askOurs('grown', release);
  // The yardsticks are slow at this size: a part of the questions is enough to see it.
  const others = await askYardsticks('grown', {
    asked: release.asked.slice(0, 200),
    typed: release.typed.slice(0, 100),
  });
  return [
    ...speeds('grown', `${grown.terms} terms`, ours, others),
    { what: `import of ${grown.terms} terms, s`, ours: cost.seconds, ...limits.import },
    { what: '  in time of the processor, s', ours: cost.busySeconds, ...limits.import },
    { what: '  meanwhile the main thread waits at most, ms', ours: cost.longestPauseMs },
    { what: '  memory of the whole process at its most, MB', ours: cost.peakMegabytes },
    {
      what: '  size of the index, bytes a term',
      ours: statSync(fileOf('grown')).size / grown.terms,
      ...limits.bytes,
    },
  ];
}

/** Three runs, and a run after a second import of the files in another order. */
async function fingerprints(rows: readonly Asked[]): Promise<string[]> {
  const prints = ['release', 'release', 'release'].map((into) => fingerprint(into, rows));
  await install([...releaseFiles()].reverse(), 'again');
  return [...prints, fingerprint('again', rows)];
}

function fingerprint(into: string, rows: readonly Asked[]): string {
  const terminology = createTerminology({ folder: path.join(folder, into) });
  const hash = createHash('sha256');
  for (const { query } of rows.filter((_, at) => at % 5 === 0))
    hash.update(JSON.stringify(terminology.link('icd-10-cm', query, 5)));
  terminology.close();
  return hash.digest('hex').slice(0, 12);
}
