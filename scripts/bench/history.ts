/**
 * `npm run bench -- history [visits] [--short]`: the list of 100,000 visits and its search, as a page
 * asks for them, over a store on the disk with a vault's keys. The visits are made and indexed anew
 * each time, most of the bench's time; `--short` makes notes of a few words, which costs a tenth of
 * it, and leaves the number of visits that a search goes through as it is. Yardstick: the same visits
 * opened one after another and looked through, as a list without an index has to. Times on the clock,
 * and of the processor, which tells the same on a computer that does something else.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSearch, type Search } from '../../main/features/search/search.ts';
import { nodeClock } from '../../main/hosts/node/node-ports.ts';
import type { VisitDetails } from '../../main/infrastructure/store/rows.ts';
import { createStore, type Store } from '../../main/infrastructure/store/store.ts';
import { createKeys } from '../../main/infrastructure/vault/keys/keys.ts';
import { createRowCipher } from '../../main/infrastructure/vault/row-cipher.ts';
import type { VisitQuery } from '../../shared/model/visit-search.ts';
import { DAY } from '../../shared/time.ts';

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});
const COUNT = Number(positionals[0] ?? 100_000);
const NOW = Date.UTC(2026, 10, 22, 10);
/** Invented words: as many different ones as a practice's notes have, the common ones oftener. */
const WORDS = 30_000;
const WORDS_OF_A_NOTE = asked.short ? 8 : 120;
const WORDS_OF_A_TRANSCRIPT = asked.short ? 3 : 700;
const TURNS = 30;

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-bench-'));
const file = path.join(folder, 'scriba.db');
const kek = randomBytes(32);
const keys = createKeys({ kek, generation: '0'.repeat(16), folder, randomBytes });
const cipher = createRowCipher({ newest: () => keys, opened: () => [keys], known: () => [] });
const store = createStore({ file, seal: () => cipher });
const search = createSearch({
  store,
  vault: { keys: () => keys, isOpen: () => true },
  clock: nodeClock,
});

// A small generator of our own: the same visits each time.
let seed = 12345;
const next = (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return (seed >>> 8) % below;
};
const syllables = [
  'ba',
  'co',
  'di',
  'fe',
  'ga',
  'hi',
  'ka',
  'lo',
  'mi',
  'nu',
  'pa',
  'ra',
  'so',
  'ti',
];
const wordAt = (at: number) => {
  let word = '';
  for (let rest = at + 40; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length];
  return word;
};
const words = Array.from({ length: WORDS }, (_, at) => wordAt(at));
/** The nth word comes about 1/n as often as the first. */
const commonWord = () => words[Math.floor(WORDS ** (next(1_000_000) / 1_000_000)) - 1] ?? '';
const text = (count: number) => Array.from({ length: count }, commonWord).join(' ');
const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const nameAt = (at: number) =>
  `${title(words[(at * 7) % 900] ?? '')} ${title(words[900 + ((at * 13) % 4_000)] ?? '')}`;

const detailsAt = (at: number): VisitDetails => ({
  patient: { name: nameAt(at % 20_000), recordNumber: `U-${1_000 + (at % 20_000)}` },
  mode: 'consultation',
  modelType: 'pro',
  templates: ['clinical_notes_template', 'transcript_template'],
  inputLanguages: ['en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
  createdAt: NOW - (COUNT - at) * (DAY / 40),
  samples: 16_000 * 400,
  imported: false,
});

const idAt = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

function insert(at: number): void {
  const id = idAt(at);
  store.visits.insert({
    id,
    rev: 1,
    state: 'draft',
    attempts: 0,
    transactionId: `txn-${at}`,
    details: detailsAt(at),
  });
  putNote(id);
}

function putNote(visitId: string): void {
  const document = { status: 'success', errors: [], warnings: [] } as const;
  store.notes.put({
    visitId,
    receivedAt: NOW,
    practice: true,
    documents: [
      {
        ...document,
        templateId: 'clinical_notes_template',
        name: 'Note',
        kind: 'markdown',
        text: text(WORDS_OF_A_NOTE),
      },
      {
        ...document,
        templateId: 'transcript_template',
        name: 'Transcript',
        kind: 'transcript',
        text: text(WORDS_OF_A_TRANSCRIPT),
      },
    ],
  });
}

const ms = (value: number) => `${value.toFixed(1)} ms`;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const say = (what: string, value: string) => console.log(`${what.padEnd(58)} ${value}`);

async function timed(run: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const middle = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** The middle and the slowest of several turns on the clock, and the middle of the processor's. */
async function turns(run: () => Promise<unknown>, prepare = () => {}): Promise<string> {
  const all: number[] = [];
  const worked: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    prepare();
    const before = process.threadCpuUsage();
    all.push(await timed(run));
    const { user, system } = process.threadCpuUsage(before);
    worked.push((user + system) / 1000);
  }
  return `${ms(middle(all))} (slowest ${ms(Math.max(...all))}), processor ${ms(middle(worked))}`;
}

/**
 * The most processor time that one turn of the main thread took while `run` went on; the time on the
 * clock tells more of what else the computer does.
 */
async function longestTurn(run: Promise<unknown>): Promise<number> {
  let over = false;
  void run.finally(() => {
    over = true;
  });
  const spent = () => process.threadCpuUsage().user / 1000 + process.threadCpuUsage().system / 1000;
  let longest = 0;
  for (let last = spent(); !over; ) {
    await nextTurn();
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await run;
  return longest;
}

async function measureIndexing(): Promise<void> {
  const before = process.memoryUsage.rss();
  const { user, system } = process.cpuUsage();
  search.start();
  const indexing = search.idle();
  const meanwhile = listMeanwhile(indexing);
  let longest = 0;
  const took = await timed(async () => {
    longest = await longestTurn(indexing);
  });
  const worked = process.cpuUsage({ user, system });
  const { opened, atTenth } = await meanwhile;
  say('time to index, in the background', `${(took / 1000).toFixed(0)} s`);
  say('  of the processor', `${((worked.user + worked.system) / 1e6).toFixed(0)} s`);
  say('longest turn of the main thread, processor time', ms(longest));
  say(
    'list opens meanwhile',
    `${ms(middle(opened))} (slowest ${ms(Math.max(...opened))} of ${opened.length})`,
  );
  const after = process.memoryUsage.rss();
  say('memory more after indexing', mb(after - before));
  say('  of it since a tenth was indexed', mb(after - atTenth));
}

/** How long the list takes while the index is made, and the memory once a tenth of it was. */
async function listMeanwhile(indexing: Promise<void>) {
  const opened: number[] = [];
  let over = false;
  let atTenth = process.memoryUsage.rss();
  void indexing.finally(() => {
    over = true;
  });
  while (!over) {
    await pause(200);
    opened.push(await timed(() => search.page({})));
    if (store.search.pendingCount() > COUNT * 0.9) atTenth = process.memoryUsage.rss();
  }
  return { opened, atTenth };
}

/** As the erasing of old visits goes through them; tells that the memory stays flat. */
function count(rows: Iterable<unknown>): number {
  let all = 0;
  for (const _row of rows) all++;
  return all;
}

async function measureSearches(part: Search): Promise<void> {
  const page = (query: VisitQuery, before?: () => void) => turns(() => part.page(query), before);
  say('list opens (50 newest)', await page({}));
  say('first results, 2 letters of a name', await page({ words: nameAt(77).slice(0, 2) }));
  say('first results, name and first name', await page({ words: nameAt(77) }));
  say('first results, a rare word of a transcript', await page({ words: words[WORDS - 5] }));
  say(
    'first results, three words of a note',
    await page({ words: words.slice(300, 303).join(' ') }),
  );
  say('first results, nothing to be found', await page({ words: 'zzzzz qqqqq' }));
  say('first results, a year ago, one word', await page({ words: words[40], to: '2025-11-22' }));
  say('first results, days of three years', await page({ from: '2021-03-05', to: '2024-05-17' }));
  say('first results, a state', await page({ filter: 'attention' }));
  say(
    'first results, common word, rare state',
    await page({ words: words[0], filter: 'attention' }),
  );
  say(
    'first results, days of three years, rare state',
    await page({ from: '2021-03-05', to: '2024-05-17', filter: 'attention' }),
  );
  say('first results, a template', await page({ template: 'clinical_notes_template' }));
  say('first results, a code that nobody has', await page({ code: 'Z99.9' }));
  say('page in the middle of the list', await page({ before: Math.floor(COUNT / 2) }));
  say(
    'all visits opened, a few hundred at a time',
    ms(await timed(() => count(store.visits.eachInStates('draft')))),
  );
  // The index takes up what was changed before it answers. A block in the middle is full.
  let changed = Math.floor(COUNT / 2);
  say(
    'first results, a note changed a moment ago',
    await page({ words: nameAt(77) }, () => putNote(idAt(changed++))),
  );
  say('earlier patients, 3 letters', await turns(() => part.patients(nameAt(77).slice(0, 3))));
}

/** What the search was before: every visit is opened, and its patient looked at. */
async function measureYardstick(every: Store): Promise<void> {
  const wanted = nameAt(77).toLowerCase();
  const before = process.memoryUsage.rss();
  const took = await timed(() =>
    every.visits
      .list()
      .filter(({ details }) => details.patient.name.toLowerCase().includes(wanted)),
  );
  say('YARDSTICK: every visit opened, names looked through', ms(took));
  say('YARDSTICK: memory more', mb(process.memoryUsage.rss() - before));
}

try {
  for (let at = 0; at < COUNT; at += 1_000)
    store.transaction(() => {
      for (let one = at; one < Math.min(at + 1_000, COUNT); one++) insert(one);
    });
  store.compact();
  say('visits', String(COUNT));
  say('database before indexing', mb(statSync(file).size));
  await measureIndexing();
  store.compact();
  say('database after indexing', mb(statSync(file).size));
  const before = process.memoryUsage.rss();
  await measureSearches(search);
  say('memory more after all these searches', mb(process.memoryUsage.rss() - before));
  await measureYardstick(store);
} finally {
  search.stop();
  store.close();
  rmSync(folder, { recursive: true, force: true });
}
