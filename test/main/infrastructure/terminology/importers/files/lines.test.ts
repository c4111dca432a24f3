import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  linesOf,
  rowsOf,
  textOf,
} from '../../../../../../main/infrastructure/terminology/importers/files/lines.ts';
import { failure } from '../../../../../support/failure.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-lines-'));
let files = 0;
const put = (bytes: string | Buffer) => {
  const file = path.join(folder, String(files++));
  writeFileSync(file, bytes);
  return file;
};
const refused = failure('invalid', 'terminology-file');

test('a file without an end of line is refused long before it fills the memory', () => {
  const file = put(Buffer.alloc(20_000_000, 'a'));
  let read = 0;
  expect(() => [...linesOf(file, (bytes) => (read += bytes))]).toThrow(refused);
  expect(read).toBeLessThan(4_000_000);
});

test('a quote that is never closed is refused before the row fills the memory', () => {
  const file = put(`a,b\n"open,${'\nx'.repeat(3_000_000)}`);
  let rows = 0;
  expect(() => {
    for (const _ of rowsOf(file)) rows += 1;
  }).toThrow(refused);
  expect(rows).toBe(1);
});

test('a row over several lines, and a quote doubled across them, is one row', () => {
  expect([...rowsOf(put('a,"one\ntwo ""three""\nfour",b\nc\n'))]).toEqual([
    ['a', 'one\ntwo "three"\nfour', 'b'],
    ['c'],
  ]);
});

test('a text that is to be read whole may have 64 MiB', () => {
  expect(() => textOf({ path: put(Buffer.alloc(65 * 2 ** 20, 'a')) })).toThrow(refused);
  expect(textOf({ path: put('whole') })).toBe('whole');
});
