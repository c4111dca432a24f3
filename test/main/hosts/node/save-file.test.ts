import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { saveByAsking, saveTo } from '../../../../main/hosts/node/save-file.ts';
import { Failure } from '../../../../shared/failure.ts';
import { failure } from '../../../support/failure.ts';

const folder = () => mkdtempSync(path.join(tmpdir(), 'scriba-save-'));
async function* words() {
  yield Buffer.from('one ');
  yield Buffer.from('two');
}

test('the file lies where the person said, for them alone', async () => {
  const place = path.join(folder(), 'visit.zip');
  expect(await saveByAsking(async () => place)('visit.zip', 'application/zip', words())).toEqual({
    how: 'saved',
  });
  expect(readFileSync(place, 'utf8')).toBe('one two');
  if (process.platform !== 'win32') expect(statSync(place).mode & 0o777).toBe(0o600);
});

test('somebody who thinks better of it is not asked for a reason, and nothing is read', async () => {
  let read = 0;
  const bytes = (async function* () {
    read += 1;
    yield Buffer.alloc(1);
  })();
  expect(await saveByAsking(async () => undefined)('visit.zip', 'application/zip', bytes)).toEqual({
    how: 'cancelled',
  });
  expect(read).toBe(0);
});

test('what fails on the way leaves neither half a file nor the old one touched', async () => {
  const place = folder();
  writeFileSync(path.join(place, 'visit.zip'), 'before');
  const broken = (async function* () {
    yield Buffer.from('half');
    throw new Failure('broken', 'It did not work.', { detail: 'upload-damaged' });
  })();
  await expect(
    saveByAsking(async () => path.join(place, 'visit.zip'))('visit.zip', 'application/zip', broken),
  ).rejects.toThrow(failure('broken', 'upload-damaged'));
  expect(readdirSync(place)).toEqual(['visit.zip']);
  expect(readFileSync(path.join(place, 'visit.zip'), 'utf8')).toBe('before');
});

test('a place that cannot be written to is told by its reason', async () => {
  await expect(
    saveByAsking(async () => path.join(folder(), 'not', 'there.zip'))('a', 'b', words()),
  ).rejects.toMatchObject({
    code: 'refused',
    detail: 'save-failed',
    message: expect.stringContaining('ENOENT'),
  });
});

test('without a person to ask, a file that is there is not written over', async () => {
  const place = path.join(folder(), 'visit.zip');
  await saveTo(place)('a', 'b', words());
  await expect(saveTo(place)('a', 'b', words())).rejects.toThrow(failure('refused', 'file-exists'));
});
