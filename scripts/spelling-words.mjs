/**
 * Makes main/features/spelling/english/words.json from two Hunspell dictionaries, given as folders:
 *
 *     node scripts/spelling-words.mjs AMERICAN BRITISH
 *
 * Each folder holds `index.dic`, as the npm packages dictionary-en and dictionary-en-gb do. Run by
 * hand, when there is a newer edition; docs/dependencies.md names the present one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './lib/project.mjs';

/** A line of the file stays below 100 columns. */
const LONGEST_LINE = 92;

const [american, british] = process.argv.slice(2).map(entriesOf);
if (!american || !british) throw new Error('Name the folders: AMERICAN BRITISH');

const file = inProject('main', 'features', 'spelling', 'english', 'words.json');
const parts = {
  common: [...american].filter((entry) => british.has(entry)),
  american: [...american].filter((entry) => !british.has(entry)),
  british: [...british].filter((entry) => !american.has(entry)),
};
writeFileSync(
  file,
  `${JSON.stringify(Object.fromEntries(Object.entries(parts).map(([name, all]) => [name, linesOf(all)])), null, 2)}\n`,
);
process.stdout.write(
  `${Object.entries(parts)
    .map(([name, all]) => `${name} ${all.length}`)
    .join(', ')}\n`,
);

/**
 * `word` or `word/FLAGS`. Left out: numbers, what the dictionary never suggests (`!`), and the
 * possessive (`M` or written out), which every word may have.
 */
function entriesOf(folder) {
  const [, ...lines] = readFileSync(path.join(folder, 'index.dic'), 'utf8').trim().split(/\r?\n/);
  const entries = lines.flatMap((line) => {
    const [word, flags = ''] = line.trim().split('/');
    if (/[^\p{L}'.-]|'s$/u.test(word) || flags.includes('!')) return [];
    const kept = flags.replaceAll('M', '');
    return [kept === '' ? word : `${word}/${kept}`];
  });
  return new Set(entries.sort());
}

/** As many entries in a line as fit. */
function linesOf(entries) {
  const lines = [];
  let line = '';
  for (const entry of entries) {
    if (line !== '' && line.length + 1 + entry.length > LONGEST_LINE) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? entry : `${line} ${entry}`;
  }
  return line === '' ? lines : [...lines, line];
}
