/** Parts of a container: names of files, prefixes of records, and files that are not there. */
import { expect, test } from 'vitest';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import {
  fileIdPattern,
  readContainer,
  recordTypes,
  writeContainer,
} from '../../../../../main/infrastructure/vault/container/container.ts';
import {
  LARGEST_RECORD,
  readPrefix,
} from '../../../../../main/infrastructure/vault/container/container-format.ts';
import { replaceFile } from '../../../../../main/infrastructure/vault/files.ts';
import { createKeys } from '../../../../../main/infrastructure/vault/keys/keys.ts';
import { openSealed, seal } from '../../../../../main/infrastructure/vault/seal.ts';
import { failure } from '../../../../support/failure.ts';
import { type MemoryDisk, memoryDisk, systemError } from '../../../../support/ports/disk.ts';

const fileId = '000102030405060708090a0b0c0d0e0f';
const keys = createKeys({
  kek: Buffer.alloc(32, 1),
  generation: 'g',
  folder: '/g',
  randomBytes: nodeRandom.bytes,
});

test('a file’s id is 32 hex digits, and nothing before or after them', () => {
  expect(fileIdPattern.test(fileId)).toBe(true);
  for (const other of [`0${fileId}`, `${fileId}0`, `../${fileId}`, fileId.toUpperCase(), ''])
    expect(fileIdPattern.test(other)).toBe(false);
});

test.each([
  [{ length: 0, type: 0, seq: 0 }, true],
  [{ length: LARGEST_RECORD, type: 4, seq: 0xff_ff_ff_ff }, true],
  [{ length: LARGEST_RECORD + 1, type: 4, seq: 0 }, false],
  [{ length: 5, type: 5, seq: 0 }, false],
  [{ length: 5, type: 255, seq: 0 }, false],
  [{ length: 5, type: 1, seq: 2 ** 32 }, false],
  [{ length: 5, type: 1, seq: 2 ** 40 }, false],
  [{ length: 5, type: 1, seq: 2 ** 48 }, false],
])('whether %j can begin a record: %s', (wanted, can) => {
  const bytes = Buffer.alloc(20);
  bytes.writeUInt32LE(wanted.length, 3);
  bytes.writeUInt8(wanted.type, 7);
  bytes.writeBigUInt64LE(BigInt(wanted.seq), 8);
  expect(readPrefix(bytes, 3)).toEqual(can ? wanted : undefined);
});

test('a file that is not there is said to be missing', () => {
  expect(() => readContainer({ disk: memoryDisk(), keys }, `/g/${fileId}.seg`)).toThrow(
    failure('missing', 'file-missing'),
  );
});

test('a file is judged without keeping its records', () => {
  const disk = memoryDisk();
  const file = writeContainer(
    { disk, random: nodeRandom, keys },
    {
      folder: '/g',
      fileId,
      extension: 'seg',
      first: { type: recordTypes.meta, plain: Buffer.from('{}') },
    },
  );
  file.append(recordTypes.audio, Buffer.alloc(100));
  file.sync();
  file.close();
  const verdict = () => readContainer({ disk, keys }, file.path).verdict();
  expect(verdict()).toMatchObject({ state: 'truncated', records: 2, lost: 0 });
  disk.put(file.path, Buffer.concat([disk.bytes(file.path), Buffer.alloc(9)]));
  expect(verdict()).toMatchObject({ state: 'truncated', records: 2 });
});

test.each([0, LARGEST_RECORD - 1, LARGEST_RECORD])(
  'a last record of %d bytes comes back, also where nothing stands behind it',
  (length) => {
    const disk = memoryDisk();
    const file = writeContainer(
      { disk, random: nodeRandom, keys },
      {
        folder: '/g',
        fileId,
        extension: 'seg',
        first: { type: recordTypes.meta, plain: Buffer.from('{}') },
      },
    );
    const plain = Buffer.alloc(length, 7);
    file.append(recordTypes.audio, plain);
    expect(() => file.append(recordTypes.audio, Buffer.alloc(LARGEST_RECORD + 1))).toThrow(
      failure('broken', 'record-too-large'),
    );
    file.sync();
    file.close();
    const found = [...readContainer({ disk, keys }, file.path).records()];
    expect(found.map(({ seq, lost }) => [seq, lost])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(found[1]!.plain.equals(plain)).toBe(true);
  },
);

test('what a full disk did not take is handed over once there is room, without a further record', () => {
  const disk = memoryDisk();
  const file = writeContainer(
    { disk, random: nodeRandom, keys },
    {
      folder: '/g',
      fileId,
      extension: 'seg',
      first: { type: recordTypes.meta, plain: Buffer.from('{}') },
    },
  );
  disk.fault = ({ name }) => (name === 'write' ? 0 : undefined);
  expect(() => file.append(recordTypes.audio, Buffer.alloc(9))).toThrow('took no bytes');
  disk.fault = undefined;
  file.flush();
  file.close();
  expect(readContainer({ disk: disk.left(), keys }, file.path).verdict().records).toBe(2);
});

/** Counts open files, and notes file keys that were given out. */
function watched(disk: MemoryDisk) {
  const held: Buffer[] = [];
  let open = 0;
  const opening = (handle: number) => {
    open += 1;
    return handle;
  };
  return {
    held,
    open: () => open,
    deps: {
      random: nodeRandom,
      disk: {
        ...disk,
        create: (name: string) => opening(disk.create(name)),
        openToChange: (name: string) => opening(disk.openToChange(name)),
        close(file: number) {
          open -= 1;
          disk.close(file);
        },
      },
      keys: {
        ...keys,
        hold(key: Buffer) {
          held.push(key);
          return keys.hold(key);
        },
      },
    },
  };
}
const newFile = {
  folder: '/g',
  fileId,
  extension: 'seg',
  first: { type: recordTypes.meta, plain: Buffer.from('{}') },
} as const;
/** What `writeContainer` does to a disk: create, write, datasync, rename, syncFolder. */
const STEPS = 5;

test('a file whose making fails once leaves no file, no handle and no key, whatever failed', () => {
  for (let at = 1; at <= STEPS; at++) {
    const disk = memoryDisk();
    const { held, open, deps } = watched(disk);
    disk.fault = ({ count }) => {
      if (count === at) throw systemError('EIO');
    };
    expect(() => writeContainer(deps, newFile)).toThrow('EIO');
    expect([at, disk.names(), open()]).toEqual([at, [], 0]);
    expect(held).toEqual([Buffer.alloc(32)]);
  }
});

test('on a disk that fails for good the first failure is the one that is told', () => {
  for (let at = 1; at <= STEPS; at++) {
    const disk = memoryDisk();
    const { held, open, deps } = watched(disk);
    disk.fault = ({ count }) => {
      if (count >= at) throw systemError(`EIO of ${count}`);
    };
    expect(() => writeContainer(deps, newFile)).toThrow(`EIO of ${at}`);
    expect([at, open()]).toEqual([at, 0]);
    expect(held).toEqual([Buffer.alloc(32)]);
  }
  const disk = memoryDisk();
  disk.fault = () => undefined;
  writeContainer(watched(disk).deps, newFile).close();
  expect(disk.operations()).toBe(STEPS);
});

test('records of one size are sealed in one piece of memory: hours of sound leave none to collect', () => {
  const disk = memoryDisk();
  const given: ArrayBufferLike[] = [];
  const { deps } = watched(disk);
  const file = writeContainer(
    {
      ...deps,
      disk: {
        ...deps.disk,
        write(handle, bytes, ...where) {
          given.push(bytes.buffer);
          return disk.write(handle, bytes, ...where);
        },
      },
    },
    newFile,
  );
  given.length = 0;
  // Too large for the memory that Node hands out in slices.
  const sizes = [100_000, 100_000, 100_000, 100, 100_000];
  for (const [at, size] of sizes.entries()) file.append(recordTypes.audio, Buffer.alloc(size, at));
  expect([given.length, new Set(given).size]).toEqual([5, 1]);
  file.append(recordTypes.audio, Buffer.alloc(100_001, 5));
  expect(new Set(given).size).toBe(2);
  file.close();
  const read = [...readContainer({ disk, keys }, file.path).records()].slice(1);
  expect(read.map(({ plain }) => [plain.length, plain[0]])).toEqual(
    [...sizes, 100_001].map((size, at) => [size, at]),
  );
});

test('keys of a file are overwritten once it is written, read, or refused', () => {
  const given: Buffer[] = [];
  const watched = {
    ...keys,
    wrapKey(id: Buffer) {
      const key = keys.wrapKey(id);
      given.push(key);
      return key;
    },
    hold(key: Buffer) {
      given.push(key);
      return keys.hold(key);
    },
  };
  const disk = memoryDisk();
  const first = { type: recordTypes.meta, plain: Buffer.from('{}') };
  const file = writeContainer(
    { disk, random: nodeRandom, keys: watched },
    { folder: '/g', fileId, extension: 'seg', first },
  );
  file.close();
  expect(readContainer({ disk, keys: watched }, file.path).verdict().records).toBe(1);
  const other = `/g/${'ab'.repeat(16)}.seg`;
  const bytes = Buffer.from(disk.bytes(file.path));
  bytes.fill(0, 28, 36);
  disk.put(other, bytes);
  expect(() => readContainer({ disk, keys: watched }, other)).toThrow(
    failure('locked', 'key-wrong'),
  );
  // To write: two keys. To read: the wrapping key twice, and the file's own. To refuse: one.
  expect(given).toHaveLength(6);
  for (const key of given) expect(key.every((byte) => byte === 0)).toBe(true);
});

test('a file that was replaced is on the disk as a whole when that is said', () => {
  const disk = memoryDisk();
  disk.makeFolder('/f');
  disk.put('/f/a', Buffer.alloc(3000, 1));
  replaceFile(disk, '/f/a', Buffer.alloc(9000, 2));
  for (const fraction of [0, 0.5, 0.99])
    expect(disk.cut(() => fraction).bytes('/f/a')).toEqual(Buffer.alloc(9000, 2));
});

test('a disk that takes no bytes is full, and the file before stays', () => {
  const disk = memoryDisk();
  disk.makeFolder('/f');
  disk.put('/f/a', Buffer.from('before'));
  disk.fault = ({ name }) => (name === 'write' ? 0 : undefined);
  expect(() => replaceFile(disk, '/f/a', Buffer.from('after'))).toThrow(
    expect.objectContaining({ code: 'ENOSPC' }),
  );
  expect(disk.bytes('/f/a').toString()).toBe('before');
});

test('a sealed value may be empty; one of an unknown form, or another key’s, is refused', () => {
  const key = { key: Buffer.alloc(32, 1), kekId: Buffer.from('key-name') };
  const place = { table: 't', column: 'c', row: 'r' };
  const empty = seal(key, Buffer.alloc(12, 2), place, Buffer.alloc(0));
  expect(openSealed(key, place, empty)).toEqual(Buffer.alloc(0));
  const damaged = failure('broken', 'row-damaged');
  const first = Buffer.concat([Buffer.of(1), empty.subarray(9)]);
  expect(openSealed(key, place, first)).toEqual(Buffer.alloc(0));
  // Bound to all but its form: another first byte alone must not pass.
  for (const form of [0, 3, 9])
    expect(() =>
      openSealed(key, place, Buffer.concat([Buffer.of(form), first.subarray(1)])),
    ).toThrow(damaged);
  const renamed = Buffer.from(empty);
  renamed[3]! ^= 1;
  expect(() => openSealed(key, place, renamed)).toThrow(damaged);
  expect(() => openSealed(key, place, empty.subarray(0, -1))).toThrow(damaged);
});
