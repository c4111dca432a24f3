import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dataFolder } from '../../../../main/hosts/common/data-folder.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'scriba-disk-'));

test('files and folders are made for their owner alone', () => {
  nodeDisk.makeFolder(path.join(folder, 'a/b'));
  const file = nodeDisk.create(path.join(folder, 'a/b/one'));
  nodeDisk.close(file);
  expect(fs.statSync(path.join(folder, 'a/b/one')).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.join(folder, 'a/b')).mode & 0o777).toBe(0o700);
});

test('a file is never made over another', () => {
  nodeDisk.close(nodeDisk.create(path.join(folder, 'two')));
  expect(() => nodeDisk.create(path.join(folder, 'two'))).toThrow(
    expect.objectContaining({ code: 'EEXIST' }),
  );
});

test('what is written is read again, changed in place, and measured', () => {
  const place = path.join(folder, 'three');
  const file = nodeDisk.create(place);
  expect(nodeDisk.write(file, Buffer.from('hello world'), 0, 5)).toBe(5);
  expect(nodeDisk.write(file, Buffer.from('hello world'), 5, 6)).toBe(6);
  nodeDisk.datasync(file);
  nodeDisk.close(file);
  nodeDisk.syncFolder(folder);
  const again = nodeDisk.openToChange(place);
  nodeDisk.write(again, Buffer.from('J'), 0, 1, 0);
  nodeDisk.close(again);
  const into = Buffer.alloc(20);
  const reading = nodeDisk.openToRead(place);
  expect(nodeDisk.read(reading, into, 0, 20, 0)).toBe(11);
  expect(nodeDisk.read(reading, into, 0, 20, 11)).toBe(0);
  nodeDisk.close(reading);
  expect(into.toString('utf8', 0, 11)).toBe('Jello world');
  expect(nodeDisk.size(place)).toBe(11);
  expect(nodeDisk.free(folder)).toBeGreaterThan(0);
});

test('a folder that is not there has no names', () => {
  expect(nodeDisk.list(path.join(folder, 'none'))).toEqual([]);
  expect(nodeDisk.exists(path.join(folder, 'none'))).toBe(false);
});

test('a timer calls once, can be taken back, and bears a wait longer than Node can', async () => {
  let called = 0;
  nodeClock.after(5, () => (called += 1));
  nodeClock.after(5, () => (called += 10))();
  const far = nodeClock.after(40 * 24 * 3_600_000, () => (called += 100));
  await new Promise((resolve) => setTimeout(resolve, 60));
  far();
  expect(called).toBe(1);
});

test('randomness has the form that was asked for', () => {
  expect(nodeRandom.bytes(16)).toHaveLength(16);
  expect(nodeRandom.uuid()).toMatch(/^[0-9a-f-]{36}$/);
  for (let i = 0; i < 1000; i += 1)
    expect(nodeRandom.fraction()).toSatisfy((x: number) => x >= 0 && x < 1);
});

test('the data folder is the one asked for, else the usual place of the system', () => {
  const at = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
    dataFolder(undefined, { platform, env, home: '/home/d' });
  expect(
    dataFolder('/x/y', { platform: 'linux', env: { SCRIBA_DATA: '/z' }, home: '/home/d' }),
  ).toBe('/x/y');
  expect(at('linux', { SCRIBA_DATA: '/z' })).toBe('/z');
  expect(at('linux', { XDG_DATA_HOME: '/share' })).toBe('/share/scriba');
  expect(at('linux')).toBe('/home/d/.local/share/scriba');
  expect(at('darwin')).toBe('/home/d/Library/Application Support/Scriba');
  expect(at('win32', { APPDATA: '/roaming' })).toBe('/roaming/Scriba');
});
