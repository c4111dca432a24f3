/**
 * One engine in a process of its own, so that start and memory are its own: ours, plain BM25 of
 * SQLite, MiniSearch or FlexSearch over the same terms. `node engine.ts ENGINE INDEX`; reads `{ asked, typed
 * }` from standard input, prints one line of JSON (`Measured`).
 */
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { openIndex } from '../../../main/infrastructure/terminology/index/open-index.ts';
import { createLinker } from '../../../main/infrastructure/terminology/query/link.ts';
import { search } from '../../../main/infrastructure/terminology/query/search.ts';
import { plainBm25 } from './bm25.ts';
import type { Linked } from './linking-sets.ts';

export type Engine = 'ours' | 'bm25' | 'minisearch' | 'flexsearch';
export type Questions = { readonly asked: readonly string[]; readonly typed: readonly string[] };
export type Measured = {
  /** From nothing to ready; ours: to open. */
  readonly startMs: number;
  /** From nothing to the first answer. */
  readonly firstMs: number;
  readonly p50: number;
  readonly p99: number;
  /** The same in time of the processor alone, which a busy computer lengthens less. */
  readonly busyP50: number;
  readonly busyP99: number;
  readonly searchP99: number;
  readonly searchBusyP99: number;
  /** Added by opening and by all questions. */
  readonly megabytes: number;
  /** For each question. */
  readonly answers: readonly (readonly Linked[])[];
};

type Ready = { link(query: string): Linked[]; search(typed: string): unknown };
type Row = { readonly id: number; readonly text: string; readonly code: string };

/** The terms of an index of ours, in their order. */
function eachTerm(file: string, add: (row: Row) => void): void {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare<[], Row>(
    'SELECT t.id, coalesce(t.text, c.name) AS text, c.code FROM terms t JOIN codes c ON c.id = t.code ORDER BY t.id',
  );
  for (const row of rows.iterate()) add(row);
  db.close();
}

const firstCodes = (codes: readonly string[]) =>
  [...new Set(codes.slice(0, 30))].slice(0, 5).map((code) => ({ code, isLinked: false }));

const engines: Readonly<Record<Engine, (file: string) => Ready | Promise<Ready>>> = {
  ours(file) {
    const index = openIndex(file);
    const linker = createLinker(index);
    return {
      link: (query) => linker.link(query, 5).map(({ code, isLinked }) => ({ code, isLinked })),
      search: (typed) => search(index, typed),
    };
  },
  bm25: plainBm25,
  async minisearch(file) {
    const { default: MiniSearch } = await import('minisearch');
    const index = new MiniSearch<Row>({ fields: ['text'], storeFields: ['code'] });
    eachTerm(file, (row) => index.add(row));
    const codes = (found: readonly { code: unknown }[]) =>
      firstCodes(found.map(({ code }) => String(code)));
    return {
      link: (query) => codes(index.search(query, { fuzzy: 0.2 }) as unknown as { code: unknown }[]),
      search: (typed) => index.search(typed, { prefix: true, combineWith: 'AND' }).slice(0, 20),
    };
  },
  // Beginnings of words, letters that sound alike as one, and terms that lack a word of the question.
  async flexsearch(file) {
    const { Charset, Index } = await import('flexsearch');
    const index = new Index({ tokenize: 'forward', encoder: Charset.LatinBalance });
    const codeOf = new Map<number, string>();
    eachTerm(file, ({ id, text, code }) => {
      index.add(id, text);
      codeOf.set(id, code);
    });
    const found = (words: string, suggest: boolean) =>
      (index.search(words, { limit: 30, suggest }) as number[]).map((id) => codeOf.get(id) ?? '');
    return {
      link: (query) => firstCodes(found(query, true)),
      search: (typed) => found(typed, false).slice(0, 20),
    };
  },
};

const [engine, file] = process.argv.slice(2) as [Engine, string];
const { asked, typed } = JSON.parse(await text(process.stdin)) as Questions;
const resident = () => process.memoryUsage().rss / 2 ** 20;
const before = resident();
const from = performance.now();
const ready = await engines[engine](file);
const startMs = performance.now() - from;
ready.link(asked[0] ?? '');
const firstMs = performance.now() - from;
const busy = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
function timed<T>(
  ask: (words: string) => T,
  words: readonly string[],
): { times: number[]; busyTimes: number[]; answers: T[] } {
  const times: number[] = [];
  const busyTimes: number[] = [];
  const answers = words.map((one) => {
    const busyBefore = busy();
    const began = performance.now();
    const answer = ask(one);
    times.push(performance.now() - began);
    busyTimes.push(busy() - busyBefore);
    return answer;
  });
  const sorted = (list: number[]) => list.sort((a, b) => a - b);
  return { times: sorted(times), busyTimes: sorted(busyTimes), answers };
}
const { times, busyTimes, answers } = timed(ready.link, asked);
const searched = timed(ready.search, typed);
const at = (list: readonly number[], share: number) => list[Math.floor(list.length * share)] ?? 0;
const measured: Measured = {
  startMs,
  firstMs,
  p50: at(times, 0.5),
  p99: at(times, 0.99),
  busyP50: at(busyTimes, 0.5),
  busyP99: at(busyTimes, 0.99),
  searchP99: at(searched.times, 0.99),
  searchBusyP99: at(searched.busyTimes, 0.99),
  megabytes: resident() - before,
  answers,
};
console.log(JSON.stringify(measured));
