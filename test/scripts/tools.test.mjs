/** Proves the decisions of `npm test -- PATH` and `npm run doctor`. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { chooseRunner } from '../../scripts/lib/choose-runner.mjs';
import { electronStories, sandboxBy } from '../../scripts/lib/electron-stories.mjs';
import { examinations, report } from '../../scripts/lib/examinations.mjs';
import { inPath } from '../../scripts/lib/in-path.mjs';
import { root } from '../../scripts/lib/project.mjs';
import { chooseHost } from '../../scripts/lib/stories.mjs';

test('named files go to the runner that can run them, wherever npm was called', () => {
  const exists = (file) => !file.includes('missing');
  const choose = (words, from = root) => chooseRunner(words, { root, from, exists });
  expect(choose(['test/main/a.test.ts', 'test/e2e/stories/b.spec.ts:12', 'test/e2e'])).toEqual({
    options: [],
    vitest: ['test/main/a.test.ts'],
    playwright: ['test/e2e/stories/b.spec.ts:12', 'test/e2e'],
  });
  expect(choose(['a.test.ts', '-t', 'only Linux'], path.join(root, 'test', 'main'))).toEqual({
    options: ['-t', 'only Linux'],
    vitest: ['test/main/a.test.ts'],
    playwright: [],
  });
  expect(() => choose(['test/missing.test.ts'])).toThrow(
    'There is no file or folder test/missing.test.ts.',
  );
});

test('the report says what is here, and for what is missing the consequence and the cure', () => {
  const text = report([
    { name: 'Node', found: '24.21.0', skips: 'all', get: 'x' },
    { name: 'ffmpeg', found: undefined, skips: 'decoding', get: 'install ffmpeg' },
  ]);
  expect(text).toBe(
    'Here:\n  Node  24.21.0\nMissing:\n  ffmpeg\n    without it: decoding\n    to get it:  install ffmpeg',
  );
  expect(report([{ name: 'Node', found: '24', skips: '', get: '' }])).toMatch(
    /Nothing is missing\.$/,
  );
});

test('each thing that is examined has a consequence and a cure', () => {
  for (const platform of ['linux', 'darwin', 'win32']) {
    const rows = examinations({ platform, env: {} });
    expect(rows.length).toBeGreaterThan(8);
    for (const { name, skips, get } of rows)
      expect(
        [name, skips, get].every((text) => text.length > 2),
        name,
      ).toBe(true);
  }
});

test('a program is looked for in each folder of PATH', () => {
  const env = { PATH: ['/a', '/b'].join(path.delimiter) };
  const there = path.join('/b', process.platform === 'win32' ? 'sox.exe' : 'sox');
  expect(inPath('sox', { env, exists: (file) => file === there })).toBe(there);
  expect(inPath('strace', { env, exists: (file) => file === there })).toBeUndefined();
});

test('the stories are told on the host that is named, the browser host where none is', () => {
  expect(chooseHost(['a.spec.ts', '-g', 'x'])).toEqual({
    host: 'browser',
    words: ['a.spec.ts', '-g', 'x'],
  });
  const electron = { host: 'electron', words: ['a.spec.ts'] };
  expect(chooseHost(['--host', 'electron', 'a.spec.ts'])).toEqual(electron);
  expect(chooseHost(['a.spec.ts', '--host=electron'])).toEqual(electron);
  expect(() => chooseHost(['--host', 'firefox'])).toThrow(
    'There is no host firefox: say browser or electron.',
  );
  expect(() => chooseHost(['--host'])).toThrow('There is no host without a name');
});

test('Electron is told of only with its binary, a display and a sandbox; else it is said what is missing', () => {
  const here = {
    platform: 'linux',
    env: { DISPLAY: ':0' },
    isRoot: true,
    electron: '/e/electron',
    succeeds: () => true,
  };
  expect(electronStories(here)).toEqual({
    file: '/e/electron',
    xvfb: undefined,
    prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
  });
  // Without root, no other user is needed.
  expect(electronStories({ ...here, isRoot: false })).toMatchObject({ prefix: [] });
  expect(electronStories({ ...here, electron: null })).toEqual({
    why: expect.stringMatching(/^no Electron binary/),
  });
  expect(electronStories({ ...here, env: {} })).toEqual({
    why: 'no display, and no Xvfb to make one',
  });
  expect(electronStories({ ...here, succeeds: () => false })).toEqual({
    why: 'this system allows no user namespaces, so Chromium has no sandbox',
  });
  expect(electronStories({ ...here, platform: 'darwin', env: {}, succeeds: () => false })).toEqual({
    file: '/e/electron',
    xvfb: undefined,
    prefix: [],
  });
  expect(sandboxBy({ ...here, isRoot: false })).toBe('user namespaces');
});
