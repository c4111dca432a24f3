/** Folders that are made, and those that the system refuses: each is told, none hangs. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../../main/infrastructure/make-folder.ts';

const root = mkdtempSync(path.join(tmpdir(), 'scriba-folders-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a folder is made with those above it, private each, and a second time nothing is done', () => {
  const folder = path.join(root, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  makeFolder(`${folder}${path.sep}`);
  expect(statSync(folder).isDirectory()).toBe(true);
  if (process.platform !== 'win32')
    for (const one of ['a', 'a/b', 'a/b/c'])
      expect(statSync(path.join(root, one)).mode & 0o777).toBe(0o700);
  makeFolder(path.parse(root).root);
});

test('a file that stands in the way is an error of the system', () => {
  const file = path.join(root, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(path.join(file, 'below'))).toThrow(/ENOTDIR|ENOENT/);
  expect(() => makeFolder(path.join(file, 'below', 'more'))).toThrow(/ENOTDIR|ENOENT/);
});

test.skipIf(!existsSync('/proc/self'))(
  'where the system makes no folder a command says so and ends',
  () => {
    // In a process of its own: what is wrong here never returns.
    const { status, stderr } = spawnSync(
      process.execPath,
      ['main/cli/scriba.ts', '--data', '/proc/scriba/below', 'status'],
      { encoding: 'utf8', timeout: 60_000, input: '' },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('The data folder /proc/scriba/below cannot be used');
  },
);
