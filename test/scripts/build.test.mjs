import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sweep } from '../../scripts/lib/build.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('pieces of an earlier bundle stay for the core that runs, and go after a while', () => {
  const since = Date.UTC(2026, 10, 18);
  for (const [name, at] of [
    ['run.js', since + 7],
    ['piece-of-yesterday.js', since],
    ['piece-of-last-month.js', since - 1],
  ]) {
    const file = path.join(folder, name);
    writeFileSync(file, '');
    utimesSync(file, at / 1000, at / 1000);
  }
  sweep(folder, since);
  expect(readdirSync(folder).toSorted()).toEqual(['piece-of-yesterday.js', 'run.js']);
});
