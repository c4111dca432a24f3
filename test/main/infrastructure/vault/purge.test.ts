/** What may be erased: by name, by place, and nothing beside it. */
import { expect, test } from 'vitest';
import {
  purgeContainer,
  releaseReserve,
  removeLeftover,
  removeOldCopy,
  removePart,
  unlinkSessionMark,
  unlinkTombstone,
} from '../../../../main/infrastructure/vault/purge.ts';
import { type MemoryDisk, memoryDisk } from '../../../support/ports/disk.ts';

const withFiles = (...names: string[]) => {
  const disk = memoryDisk();
  disk.makeFolder('/f');
  for (const name of names) disk.put(`/f/${name}`, Buffer.from(name));
  return disk;
};
const left = (disk: MemoryDisk) => disk.names().map((name) => name.replace('/f/', ''));

test('a leftover goes with its log; a file with its whole name stays', () => {
  const disk = withFiles(
    'a.new',
    'a.new-wal',
    'a.new-shm',
    'a.new-journal',
    'a',
    'new.a',
    'b.new.x',
  );
  removeLeftover(disk, '/f/a.new');
  removeLeftover(disk, '/f/a.new');
  for (const name of ['a', 'new.a', 'b.new.x']) removeLeftover(disk, `/f/${name}`);
  expect(left(disk).sort()).toEqual(['a', 'b.new.x', 'new.a']);
});

test('a tombstone goes for good; nothing else goes as one', () => {
  const disk = withFiles('a.discarded', 'a.seg', 'discarded.a');
  for (const name of ['a.seg', 'discarded.a', 'none.discarded'])
    unlinkTombstone(disk, `/f/${name}`);
  expect(left(disk)).toHaveLength(3);
  unlinkTombstone(disk, '/f/a.discarded');
  expect(left(disk).sort()).toEqual(['a.seg', 'discarded.a']);
  // Its removal outlives a power cut.
  expect(left(disk.cut(() => 0)).includes('a.discarded')).toBe(false);
});

test('a session mark goes for good; nothing else goes as one', () => {
  const disk = withFiles('a.session', 'a.seg', 'session.a');
  for (const name of ['a.seg', 'session.a', 'none.session']) unlinkSessionMark(disk, `/f/${name}`);
  expect(left(disk)).toHaveLength(3);
  unlinkSessionMark(disk, '/f/a.session');
  expect(left(disk).sort()).toEqual(['a.seg', 'session.a']);
  expect(left(disk.cut(() => 0)).includes('a.session')).toBe(false);
});

test('a container’s key is gone before its file is, also where it is erased again', () => {
  const disk = withFiles();
  const bytes = Buffer.alloc(200, 7);
  disk.put('/f/a.seg', bytes);
  const seen: Buffer[] = [];
  const done: string[] = [];
  disk.fault = ({ name }) => {
    done.push(name);
    if (name === 'unlink') seen.push(Buffer.from(disk.bytes('/f/a.seg')));
    return undefined;
  };
  purgeContainer(disk, '/f/a.seg');
  purgeContainer(disk, '/f/a.seg');
  expect(seen).toHaveLength(1);
  // The zeros are on the disk before the name is gone, and that before anybody is told.
  expect(done).toEqual(['write', 'datasync', 'unlink', 'syncFolder']);
  const erased = Buffer.from(bytes);
  erased.fill(0, 36, 96);
  expect(seen[0]).toEqual(erased);
  expect(left(disk)).toEqual([]);
});

test('a container’s key is overwritten by a disk that takes few bytes at a time', () => {
  const disk = withFiles();
  disk.put('/f/a.seg', Buffer.alloc(200, 7));
  let key: Buffer | undefined;
  disk.fault = ({ name }) => {
    if (name === 'unlink') key = Buffer.from(disk.bytes('/f/a.seg').subarray(36, 96));
    return name === 'write' ? 7 : undefined;
  };
  purgeContainer(disk, '/f/a.seg');
  expect(key).toEqual(Buffer.alloc(60));
});

test('the reserve is given back, and may be gone', () => {
  const disk = withFiles('reserve', 'other');
  releaseReserve(disk, '/f/reserve');
  releaseReserve(disk, '/f/reserve');
  expect(left(disk)).toEqual(['other']);
});

test.each([
  ['20261121-1005_1a2b3c4d.json.0a1b2c3d.part', true],
  ['20261121-1005_1a2b3c4d-nrces.json.0a1b2c3d.part', true],
  ['20261121-1005_1a2b3c4d-nrces-prescription.json.0a1b2c3d.part', true],
  ['20261121-1005_1a2b3c4d-prescription.json.0a1b2c3d.part', false],
  ['20261121-1005_1a2b3c4d.hl7.0a1b2c3d.part', true],
  ['20261121-1005_1a2b3c4d.pdf.0a1b2c3d.part', true],
  ['scriba-trial.0a1b2c3d.part', true],
  ['20261121-1005_1a2b3c4d.json', false],
  ['20261121-1005_1a2b3c4d.json.part', false],
  ['20261121-1005_1a2b3c4d.txt.0a1b2c3d.part', false],
  ['my 20261121-1005_1a2b3c4d.json.0a1b2c3d.part', false],
  ['20261121-1005_1a2b3c4d.json.0a1b2c3d.part.bak', false],
  ['report.0a1b2c3d.part', false],
])('of a drop folder only parts of our own making go: %s %s', (name, goes) => {
  const disk = withFiles(name);
  removePart(disk, `/f/${name}`);
  removePart(disk, `/f/${name}`);
  expect(left(disk)).toEqual(goes ? [] : [name]);
});

test.each([
  ['scriba.db.v3', true],
  ['scriba.db.damaged-20261121', true],
  ['scriba.db.newer-20261121-2', true],
  ['scriba.db', false],
  ['scriba.db.v', false],
  ['scriba.db.v3.bak', false],
  ['scriba.db.older-1', false],
  ['notes.v3', false],
])('of databases only older copies go, with their logs: %s %s', (name, goes) => {
  const files = ['', '-wal', '-shm', '-journal'].map((end) => `${name}${end}`);
  const disk = withFiles(...files, 'other');
  removeOldCopy(disk, `/f/${name}`);
  expect(left(disk).sort()).toEqual((goes ? ['other'] : [...files, 'other']).sort());
});
