/** Whose files lie in a folder of the vault, where the list of its keys is lost. */
import { expect, test } from 'vitest';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import {
  recordTypes,
  writeContainer,
} from '../../../../../main/infrastructure/vault/container/container.ts';
import { findGeneration } from '../../../../../main/infrastructure/vault/keys/find-generation.ts';
import { createKeys } from '../../../../../main/infrastructure/vault/keys/keys.ts';
import { type MemoryDisk, memoryDisk } from '../../../../support/ports/disk.ts';

const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(16)) as [
  string,
  string,
  string,
];
const keysOf = (byte: number, generation: string) =>
  createKeys({
    kek: Buffer.alloc(32, byte),
    generation,
    folder: `/p/vault/${generation}`,
    randomBytes: nodeRandom.bytes,
  });
const nameOf = (byte: number) => keysOf(byte, first).kekId.toString('hex');

/** Writes a file with the key of this byte into a generation's folder. */
function put(disk: MemoryDisk, byte: number, generation: string, extension: 'seg' | 'up' = 'seg') {
  const keys = keysOf(byte, generation);
  writeContainer(
    { disk, random: nodeRandom, keys },
    {
      folder: keys.folder,
      fileId: nodeRandom.bytes(16).toString('hex'),
      extension,
      first: { type: recordTypes.meta, plain: Buffer.from('{}') },
    },
  ).close();
}
const find = (disk: MemoryDisk, byte: number, listed: readonly string[] = []) =>
  findGeneration(disk, '/p', nameOf(byte), 'keychain', listed)?.generation;

test('of several folders each key finds its own, by recordings and by files for sending', () => {
  for (const extension of ['seg', 'up'] as const) {
    const disk = memoryDisk();
    put(disk, 1, first, extension);
    put(disk, 2, second, extension);
    expect([find(disk, 1), find(disk, 2), find(disk, 3)]).toEqual([first, second, undefined]);
    expect(findGeneration(disk, '/p', nameOf(2), 'passphrase', [])).toEqual({
      generation: second,
      kekId: nameOf(2),
      kind: 'passphrase',
    });
    // A folder of another key is not asked again.
    expect(find(disk, 1, [first])).toBeUndefined();
  }
});

test('a folder with a file of another key is never taken, although it is the only one', () => {
  const disk = memoryDisk();
  put(disk, 1, first);
  expect(find(disk, 2)).toBeUndefined();
  // One file of ours among others is enough.
  put(disk, 2, first);
  expect(find(disk, 2)).toBe(first);
});

test('an empty folder is taken where there is no other: files that are no containers say nothing', () => {
  const disk = memoryDisk();
  disk.put(`/p/vault/${first}/a.session`, Buffer.alloc(200, 1));
  disk.put(`/p/vault/${first}/a.seg.new`, Buffer.alloc(200, 1));
  expect(find(disk, 1)).toBe(first);
  // Names that are no generation's.
  for (const name of ['generations.json', `${second}0`, `x${second}`, 'keys'])
    disk.put(`/p/vault/${name}/b.seg`, Buffer.alloc(200));
  expect(find(disk, 1)).toBe(first);
  disk.put(`/p/vault/${third}/a.session`, Buffer.alloc(200));
  expect(find(disk, 1)).toBeUndefined();
  expect(find(disk, 1, [third])).toBe(first);
  expect(find(memoryDisk(), 1)).toBeUndefined();
});
