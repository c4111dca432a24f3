/**
 * `npm run bench`: names the benches; `npm run bench -- recording [arguments]` runs one of them,
 * `-- all` runs each. Figures are ratios to a named yardstick of the same run.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { inProject, needNode } from '../lib/project.mjs';
import { show } from '../lib/run.mjs';

const [name, ...args] = process.argv.slice(2);
const benches = globSync('*.ts', { cwd: inProject('scripts', 'bench') })
  .map((file) => path.basename(file, '.ts'))
  .sort();

if (name !== 'all' && !benches.includes(name)) {
  console.log(`npm run bench -- ${['all', ...benches].join(' | ')}`);
  process.exit(name === undefined ? 0 : 2);
}
const { command, flags } = needNode();
const codes = [];
for (const bench of name === 'all' ? benches : [name])
  codes.push(
    await show(command, [...flags, inProject('scripts', 'bench', `${bench}.ts`), ...args]),
  );
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
