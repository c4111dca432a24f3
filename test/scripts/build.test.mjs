import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepAfter } from '../../scripts/lib/build.mjs';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 18);
let folder;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'scriba-build-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A bundle: its first file, written last, and one piece. */
function write(piece, at) {
  for (const [name, written] of [
    [piece, at - 2_000],
    ['run.js', at],
  ]) {
    const file = path.join(folder, name);
    writeFileSync(file, '');
    utimesSync(file, written / 1000, written / 1000);
  }
}
/** As `build` does it. */
function build(piece, at) {
  const sweep = sweepAfter(path.join(folder, 'run.js'), at);
  write(piece, at);
  sweep();
}
const left = () => readdirSync(folder).toSorted();

test('pieces of the bundles of a week stay for the cores that run, and go after a while', () => {
  write('of-last-month.js', now - 30 * DAY);
  write('of-this-week.js', now - 6 * DAY);
  write('of-yesterday.js', now - DAY);
  build('new.js', now);
  expect(left()).toEqual(['new.js', 'of-this-week.js', 'of-yesterday.js', 'run.js']);
});

test('pieces of a bundle that was written long ago stay where it was in use until this build', () => {
  write('of-last-year.js', now - 300 * DAY);
  write('of-last-month.js', now - 30 * DAY);
  build('new.js', now);
  expect(left()).toEqual(['new.js', 'of-last-month.js', 'run.js']);
  // A core that began with it may still run.
  build('newest.js', now + DAY);
  expect(left()).toEqual(['new.js', 'newest.js', 'of-last-month.js', 'run.js']);
  build('of-next-week.js', now + 9 * DAY);
  expect(left()).toEqual(['newest.js', 'of-next-week.js', 'run.js']);
});

test('a first build removes nothing that is young', () => {
  const file = path.join(folder, 'piece.js');
  writeFileSync(file, '');
  utimesSync(file, now / 1000 - 1, now / 1000 - 1);
  build('new.js', now);
  expect(left()).toEqual(['new.js', 'piece.js', 'run.js']);
});
