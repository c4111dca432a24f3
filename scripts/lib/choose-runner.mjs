/** Which runner gets which words of `npm test -- PATH...`. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Options of vitest and Playwright that take the next word with them. */
const takesNext = new Set(['-t', '--testNamePattern', '--project', '-g', '--grep', '--reporter']);

/**
 * Splits the words into options and paths, and the paths by runner: Playwright's are in test/e2e or
 * end with .spec.ts. A path is relative to `from`, the folder that npm was called in, or to `root`;
 * `:LINE` may follow it. Throws a sentence where a path does not exist.
 * @returns {{ options: string[], vitest: string[], playwright: string[] }} paths relative to
 *   `root`, with slashes
 */
export function chooseRunner(words, { root, from = root, exists = existsSync }) {
  const chosen = { options: [], vitest: [], playwright: [] };
  for (let i = 0; i < words.length; i++) {
    if (words[i].startsWith('-')) {
      chosen.options.push(words[i]);
      if (takesNext.has(words[i]) && i + 1 < words.length) chosen.options.push(words[++i]);
      continue;
    }
    const place = find(words[i], { root, from, exists });
    const isStory = /\.spec\.ts(:\d+)?$/.test(place) || /^test\/e2e(\/|$)/.test(place);
    chosen[isStory ? 'playwright' : 'vitest'].push(place);
  }
  return chosen;
}

function find(word, { root, from, exists }) {
  const [, name, line = ''] = /^(.*?)(:\d+)?$/.exec(word);
  const file = [path.resolve(from, name), path.resolve(root, name)].find((one) => exists(one));
  if (file === undefined) throw new Error(`There is no file or folder ${name}.`);
  return path.relative(root, file).split(path.sep).join('/') + line;
}
