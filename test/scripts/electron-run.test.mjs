/**
 * `npm start` with an Electron that shows its window, with one that does not, and with one that
 * ends later; fetching it.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lockFolder } from '../../main/infrastructure/store/folder-lock.ts';
import { buildElectron } from '../../scripts/lib/build.mjs';
import { fetchElectron, findElectron, mayTry, progressLine } from '../../scripts/lib/electron.mjs';
import { explainEnd } from '../../scripts/lib/electron-end.mjs';
import { runElectron } from '../../scripts/lib/electron-run.mjs';
import { inProject, recall, remember, root } from '../../scripts/lib/project.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-electron-run-'));
const linux = process.platform === 'linux';

/** A program in Electron's place: a shell script. */
function fake(name, script) {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
const shown = `echo '{"shown":true}'`;
const isRunning = (pid) => {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return stat !== '' && stat.split(') ')[1][0] !== 'Z';
};

test.skipIf(!linux)(
  'the window is open when it says so, and a good end has no reason',
  async () => {
    const app = runElectron({ file: fake('good', `echo other; ${shown}; sleep 0.2`) });
    expect(await app.opened).toEqual({ shown: true });
    expect(await app.ended).toBeUndefined();
  },
);

test.skipIf(!linux)(
  'an end after the window was there is told, whether by a signal or by a code',
  async () => {
    for (const [name, how, told] of [
      ['signal', 'kill -SEGV $$', 'SIGSEGV'],
      ['code', 'exit 7', 'exit code 7'],
    ]) {
      const app = runElectron({ file: fake(name, `${shown}; sleep 0.1; ${how}`) });
      expect(await app.opened).toEqual({ shown: true });
      expect(await app.ended).toBe(
        `Scriba's window ended unexpectedly (${told}). What was recorded is kept; start Scriba again.`,
      );
    }
  },
);

test.skipIf(!linux)('an Electron that dies at once has a reason, in a sentence', async () => {
  for (const [name, script, told] of [
    [
      'trap',
      'kill -TRAP $$',
      /SIGTRAP.*sandbox.*AppArmor.*never runs without it|SIGTRAP.*never runs without it.*AppArmor/,
    ],
    ['133', 'exit 133', /exit code 133.*AppArmor/],
    [
      'suid',
      'echo "FATAL: The SUID sandbox helper binary was found, but is not configured correctly." >&2; kill -TRAP $$',
      /^This system does not allow Electron its sandbox.*administrator.*AppArmor.*mode 4755\.$/,
    ],
    [
      'root',
      'echo "Running as root without --no-sandbox is not supported." >&2; exit 1',
      /does not run as root/,
    ],
    [
      'library',
      'echo "electron: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2; exit 127',
      /system library libnss3\.so, which is missing/,
    ],
    [
      'other',
      'echo "something new" >&2; exit 9',
      /\(exit code 9\)\. Its last words:\n {2}something new$/,
    ],
    ['none', 'exit 9', /\(exit code 9\)\.$/],
  ]) {
    const { shown: open, why } = await runElectron({ file: fake(name, script) }).opened;
    expect([open, why], name).toEqual([false, expect.stringMatching(told)]);
    expect(why, name).not.toMatch(/--no-sandbox/);
  }
  const missing = runElectron({ file: path.join(folder, 'not-there') });
  expect(await missing.opened).toEqual({
    shown: false,
    why: 'Electron could not be started (ENOENT).',
  });
});

test.skipIf(!linux)(
  'an Electron that hands over to the Scriba that is open already is no failure',
  async () => {
    expect(await runElectron({ file: fake('second', 'exit 0') }).opened).toEqual({
      shown: false,
      why: undefined,
    });
  },
);

test.skipIf(!linux)(
  'a silent Electron is ended with all that it started, and the data folder is free',
  async () => {
    const data = path.join(folder, 'held');
    const pids = path.join(folder, 'pids');
    // Holds the folder as the app does, does not listen to a kind signal, and has a child of its
    // own.
    const holder = path.join(folder, 'holder.mjs');
    writeFileSync(
      holder,
      `import { lockFolder } from ${JSON.stringify(inProject('main/infrastructure/store/folder-lock.ts'))};
     lockFolder(${JSON.stringify(data)}); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
     console.log('locked');`,
    );
    const script = `trap "" TERM; sleep 60 & echo $! > ${pids}; exec "${process.execPath}" ${holder}`;
    const { shown: open, why } = await runElectron({ file: fake('silent', script), within: 2000 })
      .opened;
    expect([open, why]).toEqual([false, expect.stringMatching(/within 2 s, so it was ended\.$/)]);
    expect(isRunning(Number(readFileSync(pids, 'utf8')))).toBe(false);
    lockFolder(data)();
  },
  30_000,
);

test.skipIf(!linux)(
  'what a dead Electron left behind is ended before anything else opens',
  async () => {
    const pids = path.join(folder, 'left');
    const app = runElectron({ file: fake('leaves', `sleep 60 & echo $! > ${pids}; exit 1`) });
    expect((await app.opened).shown).toBe(false);
    await sleep(50);
    expect(isRunning(Number(readFileSync(pids, 'utf8')))).toBe(false);
  },
);

test('on other systems a trap says nothing about a sandbox', () => {
  const how = { shown: false, code: null, signal: 'SIGTRAP', said: '', file: '/e/electron' };
  expect(explainEnd({ ...how, platform: 'darwin' })).not.toMatch(/sandbox/);
  expect(explainEnd({ ...how, platform: 'linux' })).toMatch(/\/e\/chrome-sandbox/);
});

test('Electron is tried again the next day, and at once when its version is another', () => {
  const hour = 3_600_000;
  const before = { version: '1', triedAt: 1000 * hour };
  expect(mayTry('1', before, 1023 * hour)).toBe(false);
  expect(mayTry('1', before, 1024 * hour)).toBe(true);
  expect(mayTry('2', before, 1001 * hour)).toBe(true);
  expect(mayTry('1', {}, 0)).toBe(true);
});

test('a wait is told in one changing line on a terminal, and in lines elsewhere', () => {
  for (const isTTY of [true, false]) {
    const written = [];
    const line = progressLine((seconds) => `${seconds} s`, {
      out: { isTTY, write: (text) => written.push(text) },
      now: () => 0,
    });
    line.end();
    expect(written).toEqual(isTTY ? ['\r\u001b[2K0 s', '\r\u001b[2K'] : ['0 s\n']);
  }
});

test.skipIf(!linux)(
  'a download is ended by whoever asked for it, with all that it started',
  async () => {
    const before = recall('electron');
    try {
      const pids = path.join(folder, 'download');
      const installer = path.join(folder, 'slow-install.mjs');
      writeFileSync(
        installer,
        `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(pids)}, String(process.pid)); setInterval(() => {}, 1000);`,
      );
      const stop = new AbortController();
      const fetched = fetchElectron({
        again: true,
        installer,
        find: () => undefined,
        stop: stop.signal,
      });
      while (!existsSync(pids)) await sleep(20);
      stop.abort();
      expect(await fetched).toBe(false);
      expect(isRunning(Number(readFileSync(pids, 'utf8')))).toBe(false);
    } finally {
      remember('electron', before);
    }
  },
);

const real = findElectron(root);
const canRunReal = linux && real !== undefined && Boolean(process.env.DISPLAY);

test.skipIf(!canRunReal)(
  'the real Electron shows its window, and ends when it is told to',
  async () => {
    await buildElectron();
    // Root becomes an ordinary user in a namespace of its own: Electron keeps its sandbox.
    const file =
      process.getuid() === 0
        ? fake('real', `exec unshare --user --map-user=1000 --map-group=1000 "${real}" "$@"`)
        : real;
    const app = runElectron({ file, data: path.join(folder, 'real-data'), within: 60_000 });
    expect(await app.opened).toEqual({ shown: true });
    await app.close();
    expect(await app.ended).toBeUndefined();
  },
  120_000,
);

test.skipIf(!canRunReal || process.getuid() !== 0)(
  'the real Electron refuses root, and is explained',
  async () => {
    const app = runElectron({ file: real, data: path.join(folder, 'root-data') });
    expect(await app.opened).toEqual({
      shown: false,
      why: expect.stringMatching(/does not run as root/),
    });
  },
  60_000,
);
