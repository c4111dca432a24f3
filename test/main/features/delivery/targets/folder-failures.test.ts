/** What a drop folder's disk can answer: what becomes of the part, and what a person is told. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createDrop,
  sweepParts,
  tryFolder,
} from '../../../../../main/features/delivery/targets/drop-folder.ts';
import { nodeDisk } from '../../../../../main/hosts/node/node-ports.ts';
import type { Disk } from '../../../../../main/infrastructure/ports.ts';
import { temporaryFolder } from '../../../../support/rows.ts';

const TAG = '0a1b2c3d';
function drop(over: Partial<Disk> = {}) {
  const folder = temporaryFolder();
  const removePart = (name: string) => rmSync(name, { force: true });
  const disk = { ...nodeDisk, ...over };
  const part = path.join(folder, `note.json.${TAG}.part`);
  return {
    ...createDrop({ disk, removePart, folder, file: 'note.json', tag: TAG }),
    folder,
    part,
    given: { disk, removePart, folder, tag: TAG },
  };
}
const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};
const thrown = (run: () => void) => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('a failure of the disk', () => {
  test.each([
    ['ENOENT', 'folder-missing', /not there/],
    ['ENOTDIR', 'folder-missing', /not there/],
    ['EACCES', 'folder-read-only', /may not write/],
    ['EPERM', 'folder-read-only', /may not write/],
    ['EROFS', 'folder-read-only', /only be read/],
    ['ENOSPC', 'folder-full', /is full/],
    ['EDQUOT', 'folder-full', /no room left/],
    ['EIO', 'folder-failing', /could not be written/],
    [undefined, 'folder-failing', /could not be written/],
  ])('%s is told as %s, may be tried again, and leaves nothing', (code, detail, message) => {
    const made = drop({ write: failing(code as string) });
    expect(thrown(() => made.write(Buffer.from('{}')))).toMatchObject({
      code: 'busy',
      detail,
      message: expect.stringMatching(message),
    });
    expect(readdirSync(made.folder)).toEqual([]);
    expect(thrown(() => made.write(Buffer.from('{}')))).toMatchObject({
      message: expect.stringContaining('tried again by itself'),
    });
  });

  test('that takes nothing and reports no error is told as a full disk, and leaves nothing', () => {
    const made = drop({ write: () => 0 });
    expect(thrown(() => made.write(Buffer.from('{}')))).toMatchObject({
      code: 'busy',
      detail: 'folder-full',
    });
    expect(readdirSync(made.folder)).toEqual([]);
  });

  test.each(['write', 'place', 'withdraw'] as const)(
    'a folder that is gone is missing, whatever is asked of it: %s',
    (what) => {
      const made = drop();
      rmSync(made.folder, { recursive: true });
      const run = {
        write: () => made.write(Buffer.from('{}')),
        place: () => void made.place(() => {}),
        withdraw: () => void made.withdraw(),
      }[what];
      expect(thrown(run)).toMatchObject({
        code: 'busy',
        detail: 'folder-missing',
        message: expect.stringContaining('Connect its disk'),
      });
    },
  );
});

describe('a name that the system refuses', () => {
  test.each(['EACCES', 'EBUSY', 'EEXIST', 'EISDIR', 'ELOOP', 'ENOTEMPTY', 'EPERM', 'EROFS'])(
    'for certain (%s): the part goes, and it is said before',
    (code) => {
      const made = drop({ rename: failing(code) });
      made.write(Buffer.from('{}'));
      const told: boolean[] = [];
      expect(thrown(() => made.place(() => void told.push(existsSync(made.part))))).toMatchObject({
        code: 'busy',
      });
      expect(told).toEqual([true]);
      expect(readdirSync(made.folder)).toEqual([]);
    },
  );

  test.each(['EIO', 'ETIMEDOUT', 'ENOSPC', 'ENOENT'])(
    'of which the answer may be lost (%s): the part stays',
    (code) => {
      const made = drop({ rename: failing(code) });
      made.write(Buffer.from('{}'));
      const told: string[] = [];
      expect(thrown(() => made.place(() => void told.push('refused')))).toBeDefined();
      expect([told, existsSync(made.part)]).toEqual([[], true]);
    },
  );

  test('though it was given: the file stays, and no part is looked for', () => {
    const made = drop({
      rename: (from, to) => {
        nodeDisk.rename(from, to);
        failing('EPERM')();
      },
    });
    made.write(Buffer.from('{}'));
    const told: string[] = [];
    expect(thrown(() => made.place(() => void told.push('refused')))).toBeDefined();
    expect([told, readdirSync(made.folder)]).toEqual([[], ['note.json']]);
  });
});

test('a file is written whole where the disk takes a few bytes at a time', () => {
  const made = drop({
    write: (file, bytes, from, _length) => nodeDisk.write(file, bytes, from, 1),
  });
  made.write(Buffer.from('{"a":1}'));
  expect(made.place(() => {})).toBe(true);
  expect(readFileSync(path.join(made.folder, 'note.json'), 'utf8')).toBe('{"a":1}');
});

test('a part of before is written anew, and can be taken back until it has its name', () => {
  const made = drop();
  writeFileSync(made.part, 'half of another');
  made.write(Buffer.from('{}'));
  expect(readFileSync(made.part, 'utf8')).toBe('{}');
  expect([made.withdraw(), made.withdraw(), readdirSync(made.folder)]).toEqual([true, false, []]);
});

test('the folder is on the disk, too, before and after the name is given', () => {
  const synced: string[][] = [];
  const made = drop({ syncFolder: (folder) => void synced.push(readdirSync(folder)) });
  made.write(Buffer.from('{}'));
  made.place(() => {});
  expect(synced).toEqual([[`note.json.${TAG}.part`], ['note.json']]);
});

test('of parts, those of this computer that nothing waits for are removed', () => {
  const { folder, given } = drop();
  const names = [`a.json.${TAG}.part`, `b.json.${TAG}.part`, 'a.json.00000000.part', 'a.json'];
  for (const name of names) writeFileSync(path.join(folder, name), 'x');
  sweepParts({ ...given, keep: ['b.json'] });
  expect(readdirSync(folder).sort()).toEqual(names.slice(1).sort());
});

test('a trial leaves nothing', () => {
  const { folder, given } = drop();
  tryFolder(given);
  expect(readdirSync(folder)).toEqual([]);
});
