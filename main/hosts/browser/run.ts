/**
 * The browser host as a process: opens the profile, serves it, and prints each address as a line of
 * JSON.
 *
 *   node main/hosts/browser/run.ts [--data FOLDER] [--page FOLDER] [--port N | --window] [--practice start|stdin|none] [--drop-folder FOLDER] [--with-parent] [--session-by-stdin] [--page-first]
 *
 * `--drop-folder`: where an EMR takes notes from (or SCRIBA_DROP_FOLDER); else a folder inside the
 * data folder, which Settings name. `--window`: the page opens in a browser of its own, whose
 * folder is DATA/window; it is emptied, and the port is that of last time. `--practice start` (the
 * default) runs the practice platform too; `stdin` reads where one answers from the first line of
 * standard input, as JSON. `--session-by-stdin`: the line before it holds the token of the pages, as
 * JSON; a parent that starts this again gives the same, and the pages stay. Later lines there:
 * `address` prints a fresh one. `--page-first`: the address is printed before the core is loaded,
 * and `{"open":true}` once it is open; requests of the page wait for it (decision 0268). It ends by
 * SIGINT or SIGTERM, and with `--with-parent` also when standard input closes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { asFailure } from '../../../shared/failure.ts';
import type { PracticeAccess } from '../../infrastructure/ports.ts';
import { lockFolder } from '../../infrastructure/store/folder-lock.ts';
import { dataFolder } from '../common/data-folder.ts';
import { dropFolder } from '../common/drop-folder.ts';
import { readPageFiles } from '../common/page-files.ts';
import type { Practice } from '../common/practice.ts';
import type { OpenProfile } from '../common/profiles.ts';
import { nodeClock, nodeRandom } from '../node/node-ports.ts';
import { printHere } from '../node/print-pdf.ts';
import { loadCore } from './core-pieces.ts';
import { type Door, openDoor } from './door.ts';
import { createDownloads, type Downloads } from './downloads.ts';
import { TOKEN_FORM } from './gate.ts';
import { serveOnKeptPort } from './remembered-port.ts';
import type { BrowserHost } from './server.ts';
import { emptyWindowFolder } from './window-folder.ts';

const projectFile = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

const { values: asked } = parseArgs({
  options: {
    data: { type: 'string' },
    page: { type: 'string', default: projectFile('out/renderer') },
    port: { type: 'string', default: '0' },
    window: { type: 'boolean', default: false },
    practice: { type: 'string', default: 'start' },
    'drop-folder': { type: 'string' },
    'with-parent': { type: 'boolean', default: false },
    'session-by-stdin': { type: 'boolean', default: false },
    'page-first': { type: 'boolean', default: false },
  },
});

const closing: (() => Promise<unknown> | unknown)[] = [];
let isEnding = false;
let closeCore = async () => {};

/** Ends everything in the opposite order of its start, once. */
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  for (const close of closing.reverse())
    await Promise.resolve()
      .then(close)
      .catch(() => {});
  process.exit(code);
}

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function run() {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  process.once('SIGINT', () => void end(0)).once('SIGTERM', () => void end(0));

  const folder = dataFolder(asked.data);
  const version = (
    JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }
  ).version;
  const token = asked['session-by-stdin'] ? readToken((await lines.next()).value) : undefined;
  closing.push(lockFolder(folder), () => closeCore());
  // No address is told of a page that is not there.
  readPageFiles(asked.page);
  const pageFirst = asked['page-first'];
  const page = Promise.withResolvers<void>();
  // Before anything else: a browser that starts takes longer than what is loaded here meanwhile.
  const early = pageFirst ? await openPort(folder, token) : undefined;
  if (early) say({ address: early.address(), data: folder });
  const practice = await practiceAccess(folder, lines, pageFirst ? page.promise : undefined);
  const downloads = createDownloads({ clock: nodeClock, random: nodeRandom });
  const mayOpen = Promise.withResolvers<void>();
  const opening = mayOpen.promise.then(() =>
    openCore({
      folder,
      version,
      practice: practice?.access,
      downloads,
      isServing: () => pageFirst && host.isServing(),
    }),
  );
  if (!pageFirst) {
    mayOpen.resolve();
    await opening;
  }
  const door = early ?? (await openPort(folder, token));
  const [{ serveBrowser }, { laterCore }] = await Promise.all([
    import('./server.ts'),
    import('./later-core.ts'),
  ]);
  const host: BrowserHost = await serveBrowser(laterCore(opening, page.resolve), {
    door,
    pageFolder: asked.page,
    downloads,
    reopen: () => say({ reopen: true, address: door.address() }),
  });
  closing.push(() => host.close());
  if (!early) say({ address: door.address(), data: folder });
  mayOpen.resolve();
  if (pageFirst) void opening.then(() => say({ open: true }), fail);

  for (;;) {
    const { done, value } = await lines.next();
    if (done) break;
    if (value === 'address') say({ address: door.address() });
  }
  if (asked['with-parent']) void end(0);
}

async function openPort(folder: string, token: string | undefined): Promise<Door> {
  const open = (port: number) => openDoor({ port, token });
  const door =
    asked.window && emptyWindowFolder(path.join(folder, 'window'))
      ? await serveOnKeptPort(folder, open)
      : await open(Number(asked.port));
  closing.push(() => door.close());
  return door;
}

/** Loads the core and opens its profile. Pages are sent away before it is closed. */
async function openCore(deps: {
  readonly folder: string;
  readonly version: string;
  readonly practice: PracticeAccess | Promise<PracticeAccess> | undefined;
  readonly downloads: Downloads;
  readonly isServing: () => boolean;
}): Promise<OpenProfile> {
  const { openNodeProfile } = await loadCore(deps.isServing);
  const core = await openNodeProfile({
    host: 'browser',
    version: deps.version,
    dataFolder: deps.folder,
    practice: deps.practice,
    save: deps.downloads.save,
    print: printHere,
    dropFolder: dropFolder(asked['drop-folder']),
  });
  closeCore = () => core.close();
  return core;
}

function readToken(line: unknown): string {
  const { token } = JSON.parse(String(line)) as { token?: unknown };
  if (typeof token !== 'string' || !TOKEN_FORM.test(token)) throw new Error('This is no token.');
  return token;
}

/**
 * `page`: the platform starts a moment after it: a processor with two cores is busy with page and
 * core until then.
 */
async function practiceAccess(
  folder: string,
  lines: AsyncIterator<string>,
  page: Promise<void> | undefined,
): Promise<{ readonly access: PracticeAccess | Promise<PracticeAccess> } | undefined> {
  if (asked.practice === 'none') return undefined;
  const { accessSchema, nodeProcess, PRACTICE_AFTER, startPractice } = await import(
    '../common/practice.ts'
  );
  if (asked.practice === 'stdin')
    return { access: accessSchema.parse(JSON.parse((await lines.next()).value as string)) };
  let practice: Practice | undefined;
  closing.push(() => practice?.stop());
  const start = () => {
    practice = startPractice({ dataFolder: folder, start: nodeProcess, clock: nodeClock });
    return practice.access;
  };
  if (!page) return { access: start() };
  const access = page.then(() => sleep(PRACTICE_AFTER)).then(start);
  // Whoever needs it hears of a failure; a clinic never asks.
  access.catch(() => {});
  return { access };
}

function fail(error: unknown): void {
  const { message, detail } = asFailure(error);
  console.error(
    detail === 'already-open'
      ? 'Another Scriba has this data folder open. Close it first, or choose another folder with --data.'
      : `Scriba could not start: ${message}`,
  );
  void end(1);
}

run().catch(fail);
