/**
 * Words about a person (a name, a number) that need not stand on the command line, where every user
 * of the computer can read them: `-` is the next line of standard input, `@FILE` the first line of
 * a file.
 */
import { readFile } from 'node:fs/promises';
import { usage } from './options.ts';
import { whyUnreadable } from './readable-file.ts';

type Lines = { nextLine(what?: string): Promise<string | undefined> };

/**
 * `what`: the option or argument, for messages. Throws Failure `invalid` / `usage` where there is
 * no such line or file.
 */
export async function personalWord(given: string, what: string, lines: Lines): Promise<string> {
  if (given === '-') {
    const line = (await lines.nextLine(what))?.trim();
    if (line) return line;
    throw usage(`${what} is "-", but standard input has no line for it.`);
  }
  if (!given.startsWith('@')) return given;
  const file = given.slice(1);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usage(`${what}: the file ${file} cannot be read: ${whyUnreadable(error.code)}.`);
  });
  const [first = ''] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (first.trim() === '') throw usage(`${what}: the first line of ${file} is empty.`);
  return first.trim();
}
