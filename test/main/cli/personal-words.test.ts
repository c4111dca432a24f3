/** Names and numbers of persons need not stand on the command line. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { personalWord } from '../../../main/cli/personal-words.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-personal-'));
const file = (name: string, text: string) => {
  const at = path.join(folder, name);
  writeFileSync(at, text);
  return at;
};
const word = (given: string, ...lines: string[]) =>
  personalWord(given, '--patient', { nextLine: async () => lines.shift() });

test('"-" is the next line of standard input, "@FILE" the first of a file, others themselves', async () => {
  expect(await word('-', ' Asha Rao ', 'more')).toBe('Asha Rao');
  expect(await word(`@${file('name.txt', '\ufeffAsha Rao\r\nmore\n')}`)).toBe('Asha Rao');
  expect(await word('Asha Rao')).toBe('Asha Rao');
});

test('a line or a file that is not there is wrong usage, named by its option', async () => {
  for (const [asked, sentence] of [
    [() => word('-'), '--patient is "-", but standard input has no line'],
    [() => word('-', '  '), '--patient is "-"'],
    [
      () => word(`@${path.join(folder, 'none')}`),
      'none cannot be read: there is no such file, check its name and folder.',
    ],
    [() => word(`@${folder}`), 'cannot be read: it is a folder.'],
    [() => word(`@${file('empty.txt', '\nAsha\n')}`), 'is empty'],
  ] as const)
    await expect(asked()).rejects.toMatchObject({
      detail: 'usage',
      message: expect.stringContaining(sentence) as string,
    });
});
