/** What `npm test -- PATH` and `npm run doctor` decide. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { chooseRunner } from '../../scripts/lib/choose-runner.mjs';
import { examinations, inPath, report } from '../../scripts/lib/examinations.mjs';
import { root } from '../../scripts/lib/project.mjs';

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
