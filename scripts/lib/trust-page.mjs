/**
 * TRUST.md: what was measured, one row a promise, from the records that the proofs and the mutants
 * left in out/trust.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What lies in the folder: the records of the proofs, and what became of the mutants. */
export function readProofs(folder) {
  const read = (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  const proofs = existsSync(folder) ? globSync('P*.json', { cwd: folder }).sort().map(read) : [];
  const mutants = existsSync(path.join(folder, 'mutants.json'))
    ? Object.values(read('mutants.json'))
    : [];
  return { proofs, mutants };
}

/**
 * The whole page. `minutes`: how long the run took. `before`: the page as it stood, whose rows stay
 * where this run has none.
 */
export function trustPage({
  proofs,
  mutants,
  commit,
  machine,
  minutes,
  withoutBrowser = [],
  only,
  before = '',
}) {
  const ids = [
    ...new Set([...proofs.map(({ id }) => id), ...mutants.map(({ promise }) => promise)]),
  ].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  const rows = new Map(
    ids.map((id) => [
      id,
      row(
        id,
        proofs.filter((proof) => proof.id === id),
        mutants.filter(({ promise }) => promise === id),
      ),
    ]),
  );
  for (const line of only ? before.split('\n') : []) {
    const id = /^\| (P\d+) \|/.exec(line)?.[1];
    if (id && !only.includes(id)) rows.set(id, line);
  }
  const ordered = [...rows]
    .sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
    .map(([, line]) => line);
  const skipped = proofs.flatMap(({ id, skipped: reasons }) =>
    reasons.map((reason) => `- ${id}: ${reason}`),
  );
  const survived = mutants
    .filter(({ caught, skipped }) => !caught && skipped === undefined)
    .map(({ promise, name, said }) => `- ${promise}, ${name}: ${said}`);
  const measured = only ? `${only.join(', ')} measured again` : 'Measured';
  return `# Trust
What Scriba promises about recordings, and how often the proof of each promise was run without finding it broken.
Written by \`npm run trust\`; not by hand. ${measured} at ${commit}, on ${machine}, in ${minutes.toFixed(1)} minutes.

- **Runs** and **failures** are counted by the proofs themselves: kills, faults, schedules, damaged bytes, requests.
- **Worst** is the worst that any run showed.
- **Mutants** are deliberately broken variants of Scriba; each must make the proof of its promise fail, or the proof proves nothing.
- \`.ci/run\` runs the same proofs in these sizes, \`npm test\` at a desk a third of each; \`npm run trust -- --long\` the long ones; \`npm run trust -- --only P5\` one.

| Promise | What | Runs | Failures | Worst | Mutants caught | Time | Size |
|---|---|---:|---:|---|---:|---:|---|
${ordered.join('\n')}

## Not proved on this computer
${[...skipped, ...withoutBrowser.map((file) => `- ${file}: no Chromium, Chrome or Edge here`)].join('\n') || 'Everything that has a proof was proved.'}

What needs a built and signed Electron (its windows, fuses in the binary, the system's key chain on Windows and macOS) is proved as far as its settings go; the rest waits for such a computer.
${survived.length > 0 ? `\n## Mutants that were not caught\n${survived.join('\n')}\n` : ''}
## The mutants
${mutants
  .sort(
    (a, b) =>
      Number(a.promise.slice(1)) - Number(b.promise.slice(1)) || a.name.localeCompare(b.name),
  )
  .map((mutant) => `- ${mutant.promise}, ${mutant.name}: ${mutant.why}${outcomeOf(mutant)}`)
  .join('\n')}
`;
}

/** A proof that fails anyway catches everything: then nothing was shown. */
function caughtOf(mutants, failures) {
  if (mutants.length === 0) return 'none';
  if (failures > 0) return 'not judged';
  return `${mutants.filter(({ caught }) => caught).length} of ${mutants.length}`;
}

function outcomeOf({ caught, skipped }) {
  if (caught) return '';
  return skipped === undefined ? ' **Not caught.**' : ` (not run: ${skipped})`;
}

function row(id, proofs, mutants) {
  const total = (name) => proofs.reduce((sum, proof) => sum + proof[name], 0);
  const figure = [...new Set(proofs.map(({ title, figure }) => `${title}: ${figure}`))].join(
    '<br>',
  );
  const worst = proofs
    .flatMap((proof) => Object.entries(proof.worst))
    .map(([name, { value, unit }]) => `${name} ${number(value)}${unit ? ` ${unit}` : ''}`);
  const skipped = proofs.some((proof) => proof.skipped.length > 0);
  const notRun = proofs.length === 0 || total('tests') === 0;
  return `| ${[
    id,
    cell(figure || 'no proof ran'),
    notRun ? 'none' : total('runs').toLocaleString('en'),
    notRun ? '' : total('failures').toLocaleString('en'),
    cell(worst.join('; ')),
    caughtOf(mutants, total('failures')),
    `${(total('ms') / 1000).toFixed(1)} s`,
    `${[...new Set(proofs.map(({ level }) => level))].join(', ')}${skipped ? '; in part' : ''}`,
  ].join(' | ')} |`;
}

const number = (value) =>
  Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(3)));
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
