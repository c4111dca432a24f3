/** Reading, forcing and erasing over a disk that does it in pieces, late or not at all. */
import { expect, test } from 'vitest';
import type { Disk } from '../../../../main/infrastructure/ports.ts';
import { forceOntoDisk, readAt, replaceFile } from '../../../../main/infrastructure/vault/files.ts';
import { setAsideSecrets } from '../../../../main/infrastructure/vault/keystores/keystore-passphrase.ts';
import { purgeContainer } from '../../../../main/infrastructure/vault/purge.ts';
import { kekIdIn, openSealed, seal } from '../../../../main/infrastructure/vault/seal.ts';
import { memoryDisk } from '../../../support/ports/disk.ts';

/** Notes each call by its name, and the last part of what it names. */
function watched(over: Partial<Disk> = {}) {
  const inner = memoryDisk();
  inner.makeFolder('/f');
  const calls: string[] = [];
  const disk = new Proxy({ ...inner, ...over } as Disk, {
    get(target, name: keyof Disk) {
      const run = target[name] as (...given: unknown[]) => unknown;
      return (...given: unknown[]) => {
        calls.push(`${name} ${String(given[0]).split('/').at(-1)}`);
        return run(...given);
      };
    },
  });
  return { disk, inner, calls };
}

test('a disk that reads three bytes at a time gives them all, in their order', () => {
  const content = Buffer.from('0123456789abcdef');
  const { disk } = watched({
    read(_file, into, offset, length, position) {
      const piece = content.subarray(position, position + Math.min(3, length));
      piece.copy(into as Buffer, offset);
      return piece.length;
    },
  });
  expect(readAt(disk, 1, 0, 16).toString()).toBe('0123456789abcdef');
  expect(readAt(disk, 1, 4, 7).toString()).toBe('456789a');
  expect(readAt(disk, 1, 12, 9).toString()).toBe('cdef');
});

test('a disk that takes nothing and reports no error counts as full', () => {
  const { disk } = watched({ write: () => 0 });
  expect(() => replaceFile(disk, '/f/a', Buffer.from('abc'))).toThrow(
    expect.objectContaining({ code: 'ENOSPC', message: 'The disk took no bytes.' }),
  );
});

test('the wrapped key is overwritten and on the disk before its file goes', () => {
  const { disk, inner, calls } = watched();
  inner.put('/f/a.seg', Buffer.alloc(200, 7));
  purgeContainer(disk, '/f/a.seg');
  const order = calls.map((call) => call.split(' ')[0]);
  expect(order.indexOf('write')).toBeGreaterThan(-1);
  expect(order.indexOf('datasync')).toBeGreaterThan(order.lastIndexOf('write'));
  expect(order.indexOf('unlink')).toBeGreaterThan(order.indexOf('datasync'));
  expect(order.indexOf('syncFolder')).toBeGreaterThan(order.indexOf('unlink'));
});

test('a key whose file cannot be synced keeps its file, and the handle is closed', () => {
  const { disk, inner, calls } = watched({
    datasync() {
      throw Object.assign(new Error('the disk failed'), { code: 'EIO' });
    },
  });
  inner.put('/f/a.seg', Buffer.alloc(200, 7));
  expect(() => purgeContainer(disk, '/f/a.seg')).toThrow('the disk failed');
  expect(inner.names()).toContain('/f/a.seg');
  expect(calls.filter((call) => call.startsWith('close'))).toHaveLength(1);
});

test('a disk that takes nothing of the zeros and reports no error keeps the file, and it is told', () => {
  const { disk, inner, calls } = watched({ write: () => 0 });
  const sealed = Buffer.alloc(200, 7);
  inner.put('/f/a.seg', sealed);
  expect(() => purgeContainer(disk, '/f/a.seg')).toThrow(
    expect.objectContaining({ code: 'ENOSPC', message: 'The disk took no bytes.' }),
  );
  expect(inner.bytes('/f/a.seg')).toEqual(sealed);
  expect(calls.filter((call) => call.startsWith('close'))).toHaveLength(1);
});

test.each([
  ['EACCES', false],
  ['EPERM', false],
  ['EROFS', false],
  ['EIO', true],
  ['ENOENT', true],
])('a file that may not be changed (%s) is left as it is: throws %s', (code, throws) => {
  const { disk, calls } = watched({
    openToChange() {
      throw Object.assign(new Error(code), { code });
    },
  });
  const force = () => forceOntoDisk(disk, '/f/a');
  if (throws) expect(force).toThrow(code);
  else force();
  expect(calls.filter((call) => call.startsWith('datasync'))).toEqual([]);
});

test('secrets that are set aside are durable in both folders', () => {
  const { disk, inner, calls } = watched();
  inner.put('/f/secrets.sealed', Buffer.from('x'));
  setAsideSecrets(disk, '/f', '/f/beside');
  const synced = calls.filter((call) => call.startsWith('syncFolder'));
  expect(synced).toEqual(['syncFolder beside', 'syncFolder f']);
  expect(inner.names()).toContain('/f/beside/secrets.sealed');
});

test('a sealed value names its key; one of the first form names none', () => {
  const key = { key: Buffer.alloc(32, 1), kekId: Buffer.from('key-name') };
  const place = { table: 't', column: 'c', row: 'r' };
  const sealed = seal(key, Buffer.alloc(12, 2), place, Buffer.from('fever'));
  expect(kekIdIn(sealed)?.toString()).toBe('key-name');
  const first = Buffer.concat([Buffer.of(1), sealed.subarray(9)]);
  expect(kekIdIn(first)).toBeUndefined();
  expect(openSealed(key, place, first).toString()).toBe('fever');
});
