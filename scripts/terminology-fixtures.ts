/**
 * Cuts test/fixtures/terminologies/official out of the official lists of codes, which are not part
 * of the repository:
 *
 *   node scripts/terminology-fixtures.ts [FOLDER]   (else SCRIBA_TERMINOLOGY, else ../shared/terminology)
 *
 * Run by a person when a table of the project gets a code, or when the lists are of a new year. The
 * same lists give the same files. `npm run terminology:check` compares both.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { excerpt, excerptFolder, hasWholeLists, listsFolder } from './lib/official-excerpt.ts';

const folder = listsFolder(process.argv[2]);
if (!hasWholeLists(folder)) {
  console.error(`The official lists are not in ${folder}. Name their folder.`);
  process.exit(2);
}
for (const [name, text] of excerpt(folder)) {
  const file = path.join(excerptFolder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${String(Buffer.byteLength(text)).padStart(8)} bytes  ${name}`);
}
