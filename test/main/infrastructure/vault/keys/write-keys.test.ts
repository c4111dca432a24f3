/** Keys of a recording, and the list of a vault's keys. */
import { expect, test } from 'vitest';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import {
  readGenerations,
  setAsideList,
  writeGenerations,
} from '../../../../../main/infrastructure/vault/keys/generations.ts';
import { createKeys } from '../../../../../main/infrastructure/vault/keys/keys.ts';
import { failure } from '../../../../support/failure.ts';
import { memoryDisk } from '../../../../support/ports/disk.ts';

const keys = () =>
  createKeys({
    kek: Buffer.alloc(32, 7),
    generation: '0011223344556677',
    folder: '/nowhere',
    randomBytes: nodeRandom.bytes,
  });

test('the key of a recording is overwritten when its file is closed', () => {
  const fileKey = Buffer.alloc(32, 9);
  const close = keys().writeOnly().hold(fileKey);
  expect(fileKey).toEqual(Buffer.alloc(32, 9));
  close();
  expect(fileKey).toEqual(Buffer.alloc(32));
});

test('a recording that runs while the vault is locked begins each further file with a key of its own', () => {
  const all = keys();
  const write = all.writeOnly();
  const open = Buffer.alloc(16, 3);
  const before = all.wrapKey(open);
  expect(write.wrapKey(open)).toEqual(before);
  all.forget();
  expect(() => write.wrapKey(open)).toThrow(failure('locked', 'vault-closed'));
  const ids = Array.from({ length: 32 }, () => {
    const id = write.nextFileId();
    const key = write.wrapKey(Buffer.from(id, 'hex'));
    // The key that the open vault would have given: the file opens with it later.
    expect(key).toEqual(keys().wrapKey(Buffer.from(id, 'hex')));
    return id;
  });
  expect(new Set(ids).size).toBe(32);
  expect(() => write.nextFileId()).toThrow(failure('locked', 'vault-closed'));
});

test('a recording that has ended begins no file more with what it kept for the lock', () => {
  const all = keys();
  const write = all.writeOnly();
  write.forget();
  all.forget();
  expect(() => write.nextFileId()).toThrow(failure('locked', 'vault-closed'));
});

test('at the lock the key of every file that is open is overwritten, and of none that was let go', () => {
  const all = keys();
  const [open, closed] = [Buffer.alloc(32, 9), Buffer.alloc(32, 8)];
  all.hold(open);
  all.hold(closed)();
  expect(closed).toEqual(Buffer.alloc(32));
  // Its memory may hold something else by now.
  closed.fill(5);
  all.forget();
  expect([open, closed]).toEqual([Buffer.alloc(32), Buffer.alloc(32, 5)]);
  expect(() => all.hold(open)).toThrow(failure('locked', 'vault-closed'));
});

test('a list that is set aside is kept under the next free name, durably', () => {
  const disk = memoryDisk();
  disk.makeFolder('/v/vault');
  setAsideList(disk, '/v');
  expect(disk.names()).toEqual([]);
  for (const content of ['one', 'two', 'three']) {
    disk.put('/v/vault/generations.json', Buffer.from(content));
    setAsideList(disk, '/v');
  }
  const kept = (number: number) => `/v/vault/generations.json.kept-${number}`;
  expect(disk.names().sort()).toEqual([kept(1), kept(2), kept(3)]);
  expect([1, 2, 3].map((number) => disk.bytes(kept(number)).toString())).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect(
    disk
      .cut(() => 0)
      .names()
      .sort(),
  ).toEqual([kept(1), kept(2), kept(3)]);
});

test('a list is read as it was written; a name that leads elsewhere is not', () => {
  const disk = memoryDisk();
  const one = { generation: '0'.repeat(16), kekId: 'a'.repeat(16), kind: 'keychain' as const };
  writeGenerations(disk, '/v', [one]);
  expect(readGenerations(disk, '/v')).toEqual([one]);
  for (const generation of ['../0000000000000', `${one.generation}0`, ` ${one.generation}`]) {
    disk.put('/v/vault/generations.json', Buffer.from(JSON.stringify([{ ...one, generation }])));
    expect(() => readGenerations(disk, '/v')).toThrow(failure('locked', 'generations-damaged'));
  }
});
