/** A file that cannot be what was meant is refused before anything is begun with it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readableFile } from '../../../main/cli/readable-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-readable-'));
const empty = path.join(folder, 'empty.wav');
const full = path.join(folder, 'full.wav');
writeFileSync(empty, '');
writeFileSync(full, 'abc');

test('a folder, a missing and an empty file each have a sentence and a word of their own', async () => {
  expect(await readableFile(full)).toBe(3);
  for (const [file, detail, sentence] of [
    [folder, 'file-is-folder', 'folder'],
    [path.join(folder, 'none.wav'), 'no-file', 'no such file'],
    [path.join(full, 'none.wav'), 'no-file', 'no such file'],
    [empty, 'file-empty', 'empty'],
  ] as const)
    await expect(readableFile(file), file).rejects.toMatchObject({
      detail,
      message: expect.stringContaining(sentence) as string,
    });
});
