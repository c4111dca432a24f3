import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import {
  type ContainerRecord,
  type RecordType,
  readContainer,
  recordTypes,
  type Verdict,
  writeContainer,
} from '../../../../../main/infrastructure/vault/container/container.ts';
import {
  HEADER_BYTES,
  OVERHEAD_BYTES,
} from '../../../../../main/infrastructure/vault/container/container-format.ts';
import { createKeys } from '../../../../../main/infrastructure/vault/keys/keys.ts';
import { purgeContainer } from '../../../../../main/infrastructure/vault/purge.ts';
import { failure } from '../../../../support/failure.ts';
import { portion } from '../../../../support/portion.ts';
import { type MemoryDisk, memoryDisk, systemError } from '../../../../support/ports/disk.ts';

const folder = '/vault/g';
const keysOf = (byte: number) =>
  createKeys({
    kek: Buffer.alloc(32, byte),
    generation: 'g',
    folder,
    randomBytes: nodeRandom.bytes,
  });
const keys = keysOf(1);
const fileId = '000102030405060708090a0b0c0d0e0f';

type CenteredPage = { type: RecordType; plain: Buffer };

function write(plains: readonly CenteredPage[], disk = memoryDisk(), id = fileId) {
  const [first, ...rest] = plains;
  const file = writeContainer(
    { disk, random: nodeRandom, keys },
    { folder, fileId: id, extension: 'seg', first: first! },
  );
  for (const { type, plain } of rest) file.append(type, plain);
  file.sync();
  file.close();
  return { disk, path: file.path, bytes: disk.bytes(file.path), tag: file.tag() };
}

function read(disk: MemoryDisk, path: string): { records: ContainerRecord[]; verdict: Verdict } {
  const records: ContainerRecord[] = [];
  const reading = readContainer({ disk, keys }, path).records();
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return { records, verdict: step.value };
    records.push(step.value);
  }
}

const meta: CenteredPage = { type: recordTypes.meta, plain: Buffer.from('{"visit":1}') };
const end: CenteredPage = { type: recordTypes.end, plain: Buffer.from('{"reason":"stop"}') };
const middle = fc.array(
  fc.record({
    type: fc.constantFrom(recordTypes.audio, recordTypes.mark, recordTypes.pad),
    plain: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  }),
  { maxLength: 12 },
);
const whole = middle.map((records) => [meta, ...records, end]);

/** Every record that came out is one that went in, under its own number. */
function expectTrue(records: readonly ContainerRecord[], plains: readonly CenteredPage[]) {
  let before = -1;
  for (const { seq, type, plain, lost } of records) {
    expect(seq).toBeGreaterThan(before);
    expect(lost).toBe(seq - before - 1);
    expect(type).toBe(plains[seq]!.type);
    expect(plain.equals(plains[seq]!.plain)).toBe(true);
    before = seq;
  }
}

describe('a container', () => {
  test('gives back what went in, and knows that it is complete', () => {
    fc.assert(
      fc.property(whole, (plains) => {
        const { disk, path, tag } = write(plains);
        const { records, verdict } = read(disk, path);
        expectTrue(records, plains);
        expect(verdict).toEqual({
          state: 'complete',
          records: plains.length,
          lost: 0,
          lastTag: tag.toString('hex'),
        });
      }),
      { numRuns: portion(200) },
    );
  });

  test('lies on disk byte for byte as the design says', () => {
    const { bytes } = write([meta, end]);
    expect(bytes.toString('latin1', 0, 8)).toBe('SCRBSEG1');
    expect([...bytes.subarray(8, 12)]).toEqual([1, 1, 0, 0]);
    expect(bytes.toString('hex', 12, 28)).toBe(fileId);
    expect(bytes.subarray(28, 36).equals(keys.kekId)).toBe(true);
    const unwrap = createDecipheriv(
      'aes-256-gcm',
      keys.wrapKey(Buffer.from(fileId, 'hex')),
      bytes.subarray(36, 48),
    )
      .setAAD(bytes.subarray(0, 36))
      .setAuthTag(bytes.subarray(80, 96));
    const key = Buffer.concat([unwrap.update(bytes.subarray(48, 80)), unwrap.final()]);
    let at = HEADER_BYTES;
    let previous = createHash('sha256').update(bytes.subarray(0, 96)).digest().subarray(0, 16);
    for (const [seq, { type, plain }] of [meta, end].entries()) {
      const prefix = Buffer.alloc(13);
      prefix.writeUInt32LE(plain.length, 0);
      prefix[4] = type;
      prefix.writeUInt32LE(seq, 5);
      const cipher = createCipheriv(
        'aes-256-gcm',
        key,
        Buffer.concat([Buffer.alloc(4), prefix.subarray(5)]),
      ).setAAD(Buffer.concat([prefix, previous]));
      const expected = Buffer.concat([
        prefix,
        cipher.update(plain),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      expect(bytes.subarray(at, at + expected.length).equals(expected)).toBe(true);
      expect(expected.length).toBe(OVERHEAD_BYTES + plain.length);
      at += expected.length;
      previous = expected.subarray(-16);
    }
    expect(at).toBe(bytes.length);
  });
});

describe('a damaged container (P6)', () => {
  test('cut anywhere in its tail is a good beginning of itself', () => {
    const plains = [
      meta,
      ...Array.from({ length: 4 }, (_, i) => ({
        type: recordTypes.audio,
        plain: Buffer.alloc(40, i),
      })),
      end,
    ];
    const { disk, path, bytes } = write(plains);
    const ends = [HEADER_BYTES];
    for (const { plain } of plains) ends.push(ends.at(-1)! + OVERHEAD_BYTES + plain.length);
    for (let length = HEADER_BYTES; length < bytes.length; length++) {
      disk.put(path, bytes.subarray(0, length));
      const { records, verdict } = read(disk, path);
      expectTrue(records, plains);
      expect(records.length).toBe(ends.filter((at) => at <= length).length - 1);
      expect(verdict.state).toBe('truncated');
    }
  });

  test('with any one byte damaged is found out, loses two records at most, and says nothing wrong (P6)', () => {
    fc.assert(
      fc.property(whole, fc.nat(), fc.integer({ min: 1, max: 255 }), (plains, place, change) => {
        const { disk, path, bytes } = write(plains);
        const damaged = Buffer.from(bytes);
        // The header has a test of its own: mending it takes a tenth of a second.
        damaged[HEADER_BYTES + (place % (bytes.length - HEADER_BYTES))]! ^= change;
        disk.put(path, damaged);
        const { records, verdict } = read(disk, path);
        expectTrue(records, plains);
        expect(verdict.state).not.toBe('complete');
        expect(plains.length - records.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: portion(1500) },
    );
  });

  test('whose middle was cut out gives back what stands behind the cut, however much that was', () => {
    const plains = [
      meta,
      ...Array.from({ length: 300 }, (_, i) => ({
        type: recordTypes.mark,
        plain: Buffer.from([i % 256]),
      })),
      end,
    ];
    const { disk, path, bytes } = write(plains);
    const startOf = (seq: number) =>
      HEADER_BYTES +
      plains.slice(0, seq).reduce((sum, { plain }) => sum + OVERHEAD_BYTES + plain.length, 0);
    disk.put(path, Buffer.concat([bytes.subarray(0, startOf(2)), bytes.subarray(startOf(290))]));
    const { records, verdict } = read(disk, path);
    expectTrue(records, plains);
    // The seal of 290 hangs on the tag before it, which is gone.
    expect(records.map(({ seq }) => seq)).toEqual([
      0,
      1,
      ...Array.from({ length: 11 }, (_, i) => 291 + i),
    ]);
    expect(verdict).toMatchObject({ state: 'damaged', lost: 289 });
  });

  test('with one byte of its header damaged loses nothing, whichever field it hit', () => {
    const { disk, path, bytes } = write([meta, end]);
    for (const at of [0, 8, 9, 10, 12, 27, 28, 35, 36, 47, 48, 60, 79, 80, 95]) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 0x10;
      disk.put(path, damaged);
      const { records, verdict } = read(disk, path);
      expect([records.length, verdict.state]).toEqual([2, 'damaged']);
    }
  });
});

describe('a container that was tampered with (P6)', () => {
  test('with blocks swapped, repeated, cut out, zeroed or spliced in from another file says nothing wrong and is found out (P6)', () => {
    const block = fc.record({
      kind: fc.constantFrom('swap', 'repeat', 'cut', 'zero', 'splice'),
      one: fc.nat(),
      other: fc.nat(),
      size: fc.integer({ min: 1, max: 600 }),
    });
    fc.assert(
      fc.property(whole, block, (list, { kind, one, other, size }) => {
        const { disk, path, bytes } = write(list);
        const foreign = write(
          list.map(({ type, plain }) => ({
            type,
            plain: Buffer.from(plain.map((byte) => byte ^ 1)),
          })),
          memoryDisk(),
        ).bytes;
        const body = bytes.length - HEADER_BYTES;
        const [a, b] = [HEADER_BYTES + (one % body), HEADER_BYTES + (other % body)].sort(
          (x, y) => x - y,
        ) as [number, number];
        const piece = bytes.subarray(a, a + size);
        const harmed = {
          swap: () =>
            Buffer.concat([
              bytes.subarray(0, a),
              bytes.subarray(b, b + size),
              bytes.subarray(Math.min(b, a + size), b),
              piece,
              bytes.subarray(b + size),
            ]),
          repeat: () => Buffer.concat([bytes.subarray(0, b), piece, bytes.subarray(b)]),
          cut: () => Buffer.concat([bytes.subarray(0, a), bytes.subarray(a + size)]),
          zero: () =>
            Buffer.concat([
              bytes.subarray(0, a),
              Buffer.alloc(piece.length),
              bytes.subarray(a + size),
            ]),
          splice: () =>
            Buffer.concat([
              bytes.subarray(0, a),
              foreign.subarray(a, a + size),
              bytes.subarray(a + size),
            ]),
        }[kind]!();
        fc.pre(!harmed.equals(bytes));
        disk.put(path, harmed);
        const { records, verdict } = read(disk, path);
        expectTrue(records, list);
        expect(verdict.state).not.toBe('complete');
      }),
      { numRuns: portion(1500) },
    );
  });

  test('under another file’s name is refused', () => {
    const { disk, bytes } = write([meta, end]);
    const elsewhere = `${folder}/${'ff'.repeat(16)}.seg`;
    disk.put(elsewhere, bytes);
    expect(() => read(disk, elsewhere)).toThrow(failure('broken', 'header-damaged'));
  });

  test('made with another key says so: that is no damage', () => {
    const { disk, path } = write([meta, end]);
    expect(() => readContainer({ disk, keys: keysOf(2) }, path)).toThrow(
      failure('locked', 'key-wrong'),
    );
  });
});

describe('a container while it is written', () => {
  test('is there as a whole or not at all, wherever its making breaks off', () => {
    for (let at = 1; at < 12; at++) {
      const disk = memoryDisk();
      disk.fault = ({ count }) => {
        if (count >= at) throw systemError('EIO');
      };
      try {
        write([meta], disk);
      } catch {
        // Broken off, as asked for.
      }
      const after = disk.cut(() => 0.99);
      const there = after.names().filter((name) => name.endsWith('.seg'));
      for (const name of there) expect(read(after, name).records.length).toBeGreaterThan(0);
    }
  });

  test('has its first record on the disk before its name', () => {
    const disk = memoryDisk();
    const names: string[] = [];
    disk.fault = ({ name }) => {
      if (name === 'datasync' || name === 'rename' || name === 'syncFolder') names.push(name);
    };
    const file = writeContainer(
      { disk, random: nodeRandom, keys },
      { folder, fileId, extension: 'seg', first: meta },
    );
    expect(names).toEqual(['datasync', 'rename', 'syncFolder']);
    expect(
      read(
        disk.cut(() => 0.01),
        file.path,
      ).records,
    ).toHaveLength(1);
  });

  test('completes a record that the disk took only in part, with the same bytes', () => {
    const disk = memoryDisk();
    const file = writeContainer(
      { disk, random: nodeRandom, keys },
      { folder, fileId, extension: 'seg', first: meta },
    );
    disk.fault = ({ name }) => (name === 'write' ? 7 : undefined);
    file.append(recordTypes.audio, Buffer.alloc(100, 9));
    let left = 3;
    disk.fault = ({ name }) => {
      if (name === 'write' && left-- <= 0) throw systemError('ENOSPC');
      return 5;
    };
    expect(() => file.append(recordTypes.audio, Buffer.alloc(100, 8))).toThrow('ENOSPC');
    disk.fault = undefined;
    file.append(recordTypes.end, end.plain);
    file.sync();
    file.close();
    const { records, verdict } = read(disk, file.path);
    expect(verdict.state).toBe('complete');
    expect(records.map(({ plain }) => plain[0])).toEqual([meta.plain[0], 9, 8, end.plain[0]]);
  });

  test('that is purged leaves neither its key nor its name', () => {
    const { disk, path, bytes } = write([meta, end]);
    let zeroed: Buffer | undefined;
    disk.fault = ({ name }) => {
      if (name === 'unlink') zeroed = disk.bytes(path);
    };
    purgeContainer(disk, path);
    expect(zeroed!.subarray(36, 96).equals(Buffer.alloc(60))).toBe(true);
    expect(zeroed!.subarray(96).equals(bytes.subarray(96))).toBe(true);
    expect(disk.cut(() => 0.99).names()).toEqual([]);
    purgeContainer(disk, path);
  });
});

test('what was synced outlives a power cut; what was only handed over need not', () => {
  const disk = memoryDisk();
  const file = writeContainer(
    { disk, random: nodeRandom, keys },
    { folder, fileId, extension: 'seg', first: meta },
  );
  const audio: CenteredPage = { type: recordTypes.audio, plain: Buffer.alloc(5000, 3) };
  file.append(audio.type, audio.plain);
  file.sync();
  file.append(audio.type, audio.plain);
  // Nothing that was not synced is on it.
  const cut = disk.cut(() => 0.99);
  expect(read(cut, file.path).records).toHaveLength(2);
  expect(read(disk.left(), file.path).records).toHaveLength(3);
  file.close();
  expect(() => file.append(audio.type, audio.plain)).toThrow(failure('broken', 'file-closed'));
});
