/**
 * Scriba's whole life under an Electron of the test's own making: start, crash of the page, second
 * instance, end.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { PRACTICE_AFTER } from '../../../../main/hosts/common/practice.ts';
import { runElectron } from '../../../../main/hosts/electron/app.ts';
import { Failure } from '../../../../shared/failure.ts';
import { settle, stage } from './fake-electron.ts';

const practiceIn = (log: readonly string[]) =>
  vi.waitFor(() => expect(log).toContain('practice started'), 5 * PRACTICE_AFTER);

test('it is sandboxed before it is ready, and one window shows our page', async () => {
  const { electron, core, log, folder } = stage();
  const deps: unknown[] = [];
  await runElectron({
    electron,
    folder,
    shown: () => log.push('shown'),
    async openCore(given) {
      deps.push(given);
      return core;
    },
  });
  const aside = ['menu', 'links', 'practice started'];
  expect(log.filter((word) => !aside.includes(word))).toEqual([
    'sandbox',
    'scheme',
    'ready',
    'ipc',
    'session cache false',
    'protocol',
    'window',
    'load app://scriba/',
    'show',
    'shown',
  ]);
  expect(deps).toEqual([
    {
      version: '1.0.0',
      packed: true,
      dataFolder: folder,
      practice: expect.any(Promise),
      askWhere: expect.any(Function),
      power: expect.anything(),
      lines: undefined,
      log: expect.anything(),
      clock: expect.anything(),
      fork: expect.any(Function),
      crashes: expect.anything(),
      clipboard: { write: undefined },
      print: expect.any(Function),
      chooseFolder: undefined,
      openLink: expect.any(Function),
      dropFolder: undefined,
      desktop: expect.anything(),
    },
  ]);
});

test('the packed app ends at a switch that it refuses, with a sentence and before anything opens; Windows knows it by the installer’s name', async () => {
  const args = ['--remote-debugging-port=9222'];
  const refused = stage();
  const openCore = async () => refused.core;
  await runElectron({ ...refused, args, openCore });
  expect(refused.log).toEqual([
    'error Scriba does not start with --remote-debugging-port: it could open your recordings to other programs. Nothing was opened or changed. Start Scriba without it.',
    'exit 1',
  ]);
  const sources = stage({ isPackaged: false });
  await runElectron({ ...sources, args, openCore: async () => sources.core });
  expect(sources.log).toContain('show');
  const { appId } = parse(readFileSync('electron-builder.yml', 'utf8')) as { appId: string };
  expect(sources.appId()).toBe(appId);
});

test.each([
  ['no page', undefined, 'index.html'],
  [
    'half a page',
    '<script type="module" src="./assets/index-1a.js"></script>',
    path.join('assets', 'index-1a.js'),
  ],
])(
  'with %s on the disk it says so before it is ready, where no dialog can wait for a person, and ends without a window',
  async (_what, html, missing) => {
    const made = stage();
    const renderer = path.join(made.folder, 'out', 'renderer');
    rmSync(renderer, { recursive: true });
    if (html !== undefined) {
      mkdirSync(renderer);
      writeFileSync(path.join(renderer, 'index.html'), html);
    }
    await runElectron({ ...made, openCore: async () => made.core });
    expect(made.log).toEqual([
      `error The built page of Scriba is missing or incomplete (${path.join(renderer, missing)}). Install Scriba again, or build it anew; recordings and notes are not touched.`,
      'ready',
      'exit 1',
    ]);
  },
);

test('a second instance only quits; the first one comes to the front', async () => {
  const second = stage({ lock: false });
  await runElectron({ ...second, openCore: async () => second.core });
  expect(second.log.filter((word) => word !== 'links')).toEqual(['sandbox', 'quit']);
  const first = stage();
  await runElectron({ ...first, openCore: async () => first.core });
  (first.on['second-instance'] as (event: object, argv: string[]) => void)({}, ['scriba']);
  expect(first.log.slice(-3)).toEqual(['restore', 'show', 'focus']);
});

test('a page that crashes, reloads or closes is lost to its recording, and a crashed one is loaded anew', async () => {
  const { electron, core, log, page, folder } = stage();
  await runElectron({ electron, folder, openCore: async () => core });
  page['did-navigate']!();
  expect(core.lost()).toBe(0);
  page['did-navigate']!();
  expect(core.lost()).toBe(1);
  (page['render-process-gone'] as (event: object, gone: object) => void)(
    {},
    { reason: 'crashed', exitCode: 5 },
  );
  expect([core.lost(), log.at(-1)]).toEqual([2, 'reload']);
  page.closed!();
  expect(core.lost()).toBe(3);
});

test('the core and then the practice platform are closed before the process ends, once', async () => {
  const { electron, core, log, on, folder } = stage();
  await runElectron({ electron, folder, openCore: async () => core });
  await practiceIn(log);
  let held = 0;
  const quit = () =>
    (on['before-quit'] as (event: object) => void)({ preventDefault: () => (held += 1) });
  quit();
  // A second wish to quit is not held back.
  quit();
  await settle();
  expect(log.slice(-3)).toEqual(['core closed', 'practice killed', 'exit 0']);
  expect(held).toBe(1);
});

test('the window is made before the core is open, and requests of its page wait for the core', async () => {
  const { electron, core, log, folder } = stage();
  let open: (() => void) | undefined;
  const running = runElectron({
    electron,
    folder,
    openCore: () => new Promise((resolve) => (open = () => resolve(core))),
  });
  await settle();
  expect(log).toContain('load app://scriba/');
  open!();
  await running;
});

test('while a recording runs, closing the window or quitting asks first; the recording goes on, and one question stands at a time', async () => {
  const { electron, core, log, on, page, folder, record, answer } = stage();
  await runElectron({ electron, folder, openCore: async () => core });
  record();
  let held = 0;
  const event = { preventDefault: () => (held += 1) };
  page.close!(event);
  page.close!(event);
  (on['before-quit'] as (event: object) => void)(event);
  expect(held).toBe(3);
  const questions = () => log.filter((word) => word.startsWith('asked')).length;
  expect(questions()).toBe(1);
  await answer(0);
  expect(log).not.toContain('quit');
  page.close!(event);
  await answer(1);
  expect(questions()).toBe(2);
  expect(log.at(-1)).toBe('quit');
  // The quit that follows is not asked about again.
  page.close!(event);
  expect(held).toBe(4);
});

test('while the core is away, the question says that what was said since then would be lost', async () => {
  const { electron, core, page, folder, record } = stage();
  const details: string[] = [];
  const ask = async (_window: unknown, { detail }: { detail: string }) => {
    details.push(detail);
    return 0;
  };
  await runElectron({
    electron: { ...electron, ask } as never,
    folder,
    openCore: async () => core,
  });
  record();
  page.close!({ preventDefault: () => {} } as never);
  await settle();
  core.connect({ state: 'lost' });
  page.close!({ preventDefault: () => {} } as never);
  await settle();
  expect(details).toEqual([
    expect.stringContaining('Everything recorded so far is kept'),
    expect.stringContaining('is kept in this window alone and would be lost'),
  ]);
});

test('a core that is still opening is closed too', async () => {
  const { electron, core, log, on, folder } = stage();
  let open: (() => void) | undefined;
  const running = runElectron({
    electron,
    folder,
    openCore: () => new Promise((resolve) => (open = () => resolve(core))),
  });
  await settle();
  on['before-quit']!({ preventDefault: () => {} } as never);
  await settle();
  expect(log).not.toContain('exit 0');
  open!();
  await running;
  await settle();
  expect(log.slice(-2)).toEqual(['core closed', 'exit 0']);
});

test('a page that records is reloaded only after a yes; without a recording it is reloaded at once', async () => {
  const { electron, core, log, page, folder, record, answer } = stage();
  await runElectron({ electron, folder, openCore: async () => core });
  let allowed = 0;
  const event = { preventDefault: () => (allowed += 1) };
  page['will-prevent-unload']!(event);
  expect(allowed).toBe(1);
  record();
  page['will-prevent-unload']!(event);
  expect(allowed).toBe(1);
  await answer(1);
  expect(log.at(-1)).toBe('reload');
  // The old page has its recording until the new one is there.
  expect(core.lost()).toBe(0);
  page['will-prevent-unload']!(event);
  expect(allowed).toBe(2);
  page['did-navigate']!();
  page['did-navigate']!();
  expect(core.lost()).toBe(1);
  // The yes was for one time.
  page['will-prevent-unload']!(event);
  expect(allowed).toBe(2);
});

test('the mark of an orderly end is made before an installer ends us', async () => {
  const { electron, core, on, folder, answer } = stage();
  const quit = () => on['before-quit']!({ preventDefault: () => {} } as never);
  const due: (() => void)[] = [];
  const mark = path.join(folder, 'window', 'scriba-running');
  const seen: boolean[] = [];
  await runElectron({
    electron: {
      ...electron,
      app: { ...electron.app, quit, releaseSingleInstanceLock: () => {}, relaunch: () => {} },
    } as never,
    folder,
    openCore: async () => ({ ...core, updateFeed: () => 'https://updates.example/' }),
    updates: {
      clock: {
        after(_ms, run) {
          due.push(run);
          return () => {};
        },
      },
      openUpdater: async () => ({
        check: async () => '9.9.9',
        download: async () => {},
        install: () => {
          seen.push(existsSync(mark));
          return Promise.reject(new Error('enough'));
        },
      }),
    },
  });
  expect(existsSync(mark)).toBe(true);
  await settle();
  due.shift()!();
  await settle();
  await answer(1);
  expect(seen).toEqual([false]);
});

test('a recording whose window is gone keeps nobody from quitting: there is nobody to ask', async () => {
  const { electron, core, log, on, folder, record, destroy } = stage();
  await runElectron({ electron, folder, openCore: async () => core });
  record();
  destroy();
  (on['before-quit'] as (event: object) => void)({ preventDefault: () => {} });
  await settle();
  expect(log.filter((word) => word.startsWith('asked'))).toEqual([]);
  expect(log.at(-1)).toBe('quit');
});

test('a closed window throws nothing: notices and the end of its recording find it gone', async () => {
  const { electron, core, sent, folder, destroy } = stage();
  await runElectron({ electron, folder, openCore: async () => core });
  core.notify('vault.changed', { state: 'open' });
  destroy();
  core.notify('vault.changed', { state: 'locked' });
  expect(sent).toHaveLength(1);
  expect(core.lost()).toBe(1);
});

test('shut-down and the end of the session ask nothing and are held back once', async () => {
  const { electron, core, log, page, power, folder, record } = stage();
  await runElectron({ electron, folder, openCore: async () => core });
  record();
  let held = 0;
  power.shutdown!({ preventDefault: () => (held += 1) });
  power.shutdown!({ preventDefault: () => (held += 1) });
  page['session-end']!();
  await settle();
  expect(held).toBe(1);
  expect(log.filter((word) => word.startsWith('asked'))).toEqual([]);
  expect(log.filter((word) => word === 'exit 0')).toHaveLength(1);
});

test('a signal of the system ends a recording in good order, once, and asks nothing', async () => {
  const { electron, core, log, power, folder, record } = stage();
  await runElectron({ electron, folder, openCore: async () => core });
  record();
  power.terminate!(undefined as never);
  power.terminate!(undefined as never);
  await settle();
  expect(log.filter((word) => word.startsWith('asked'))).toEqual([]);
  expect(log.filter((word) => word === 'core closed')).toHaveLength(1);
  expect(log.filter((word) => word === 'exit 0')).toHaveLength(1);
});

test('a data folder that another Scriba holds is said in words, and it quits', async () => {
  const { electron, log, folder } = stage();
  await runElectron({
    electron,
    folder,
    openCore: () =>
      Promise.reject(new Failure('busy', 'It did not work.', { detail: 'already-open' })),
  });
  expect(log.slice(-2)).toEqual(['error Another Scriba has this data folder open.', 'quit']);
});

test('the computer’s own lock, sleep and waking are told to the core', async () => {
  const { electron, core, folder } = stage();
  const listening = new Map<string, () => void>();
  const powerMonitor = {
    on: (event: string, listener: () => void) => listening.set(event, listener),
    off: (event: string) => listening.delete(event),
  };
  let power:
    | { on(event: 'lock' | 'suspend' | 'resume', listener: () => void): () => void }
    | undefined;
  await runElectron({
    electron: { ...electron, powerMonitor } as never,
    folder,
    async openCore(given) {
      power = given.power;
      return core;
    },
  });
  const heard: string[] = [];
  const offs = (['lock', 'suspend', 'resume'] as const).map((event) =>
    power!.on(event, () => void heard.push(event)),
  );
  for (const event of ['lock-screen', 'suspend', 'resume']) listening.get(event)!();
  expect(heard).toEqual(['lock', 'suspend', 'resume']);
  for (const off of offs) off();
  expect([...listening.keys()]).toEqual(['shutdown']);
});
