/**
 * TRUST.md and docs/promises: what was measured, from the records that the proofs and the mutants
 * left in out/trust. The table has one short row a promise; the page of a promise has all figures.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { scoresSection, survivorsPage } from './mutant-scores.mjs';
import words from './promises.json' with { type: 'json' };

/** Records of the proofs in the folder, and the outcome of each mutant. */
export function readProofs(folder) {
  const read = (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  const proofs = existsSync(folder) ? globSync('P*.json', { cwd: folder }).sort().map(read) : [];
  const mutants = existsSync(path.join(folder, 'mutants.json'))
    ? Object.values(read('mutants.json'))
    : [];
  return { proofs, mutants };
}

/** @returns each page by its path in the repository. A promise that did not run keeps its page. */
export function trustPages({ proofs, mutants, ...run }) {
  const of = (id) => ({
    proofs: proofs.filter((proof) => proof.id === id),
    mutants: mutants.filter(({ promise }) => promise === id),
  });
  const ids = byNumber(
    new Set([...proofs.map(({ id }) => id), ...mutants.map(({ promise }) => promise)]),
  ).filter((id) => !run.only || run.only.includes(id));
  const when = `at ${run.commit}, on ${run.machine}`;
  const { scores = {}, explained = {} } = run;
  return new Map([
    ['TRUST.md', tablePage(new Map(ids.map((id) => [id, row(id, of(id))])), proofs, mutants, run)],
    ...ids.map((id) => [pathOf(id), promisePage(id, of(id), when)]),
    ...(Object.keys(scores).length > 0
      ? [[pathOf('mutants'), survivorsPage(scores, explained)]]
      : []),
  ]);
}

const separated = (section) => (section === '' ? '' : `${section}\n`);
const pathOf = (id) => `docs/promises/${id}.md`;
const byNumber = (ids) => [...ids].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));

function tablePage(rows, proofs, mutants, { commit, machine, minutes, only, ...run }) {
  const { withoutBrowser = [], before = '', scores = {}, explained = {} } = run;
  for (const line of only ? before.split('\n') : []) {
    const id = /^\| \[(P\d+)\]/.exec(line)?.[1];
    if (id && !only.includes(id)) rows.set(id, line);
  }
  const skipped = proofs.flatMap(({ id, skipped: reasons }) =>
    reasons.map((reason) => `- ${id}: ${reason}`),
  );
  const survived = mutants
    .filter(({ caught, skipped: left }) => !caught && left === undefined)
    .map(({ promise, name, said }) => `- ${promise}, ${name}: ${said}`);
  return `# Trust
What Scriba promises about recordings, how each promise is proved, and how often its proof ran.
Written by \`npm run trust\`; not by hand. ${only ? `${only.join(', ')} measured again` : 'Measured'} at ${commit}, on ${machine}, ${minutes === undefined ? 'with `.ci/run`' : `in ${minutes.toFixed(1)} minutes`}.

- **Runs** and **failures** are counted by the proofs themselves: kills, faults, schedules, damaged bytes, requests.
- **Worst** is the worst that any run showed, of the figure that matters most.
- **Mutants** are variants of Scriba that are broken on purpose; each must make the proof of its promise fail.
- The number leads to all figures of the promise and to its mutants.
- \`.ci/run\` runs these sizes and one mutant of each promise, \`npm test\` at a desk a sixth of each proof and a third of those mutants; \`npm run trust -- --long\` the long sizes; \`npm run trust -- --only P5\` one promise.

| | Promise | How it is proved | Runs | Failures | Worst | Mutants caught |
|---|---|---|---:|---:|---|---:|
${byNumber(rows.keys())
  .map((id) => rows.get(id))
  .join('\n')}

${separated(scoresSection(scores, explained))}## Not proved on this computer
${[...skipped, ...withoutBrowser.map((file) => `- ${file}: no Chromium, Chrome or Edge here`)].join('\n') || 'Everything that has a proof was proved.'}

A signed package on Windows and macOS with the system's own keychain is proved as far as its settings go; the rest waits for such a computer.
${survived.length > 0 ? `\n## Mutants that were not caught\n${survived.join('\n')}\n` : ''}`;
}

function row(id, { proofs, mutants }) {
  const { promise, proof } = words[id] ?? {};
  if (promise === undefined) throw new Error(`scripts/lib/promises.json has no words for ${id}.`);
  const { runs, failures } = countsOf(proofs);
  const cells = [
    `[${id}](${pathOf(id)})`,
    promise,
    proof,
    runs,
    failures,
    worstOf(id, proofs),
    caughtOf(mutants, totalOf(proofs, 'failures')),
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** All that was measured of one promise. */
function promisePage(id, { proofs, mutants }, when) {
  const { promise, proof } = words[id];
  const { runs, failures } = countsOf(proofs);
  const claims = [...new Set(proofs.map(({ title, figure }) => `- ${title}: ${figure}`))];
  const figures = proofs.flatMap((one) => Object.entries(one.worst)).map(figureLine);
  const skipped = [...new Set(proofs.flatMap(({ skipped: reasons }) => reasons))];
  const levels = [...new Set(proofs.map(({ level }) => level))].join(', ');
  const sections = [
    ['What is claimed', claims],
    ['Worst of all runs', figures],
    ['Left out on that computer', skipped.map((reason) => `- ${reason}`)],
    ['Mutants', mutantLines(mutants)],
  ].filter(([, lines]) => lines.length > 0);
  return `# ${id}: ${promise}
Written by \`npm run trust\`; not by hand. Measured ${when}, in ${(totalOf(proofs, 'ms') / 1000).toFixed(1)} s, size ${levels || 'none'}.

Proved by: ${proof}.

Runs: ${runs}. Failures: ${failures || 'not known'}. Mutants caught: ${caughtOf(mutants, totalOf(proofs, 'failures'))}.

${sections.map(([title, lines]) => `## ${title}\n${lines.join('\n')}\n`).join('\n')}
[All promises](../../TRUST.md). [What they demand](../safekeeping.md#promises).
`;
}

const mutantLines = (mutants) =>
  [...mutants]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((mutant) => `- ${mutant.name}: ${mutant.why}${outcomeOf(mutant)}`);

const totalOf = (proofs, name) => proofs.reduce((sum, proof) => sum + proof[name], 0);

function countsOf(proofs) {
  if (proofs.length === 0 || totalOf(proofs, 'tests') === 0) return { runs: 'none', failures: '' };
  return {
    runs: totalOf(proofs, 'runs').toLocaleString('en'),
    failures: totalOf(proofs, 'failures').toLocaleString('en'),
  };
}

/** The figure that promises.json names, of all proofs of the promise. */
function worstOf(id, proofs) {
  const name = words[id].worst;
  const found = proofs.map(({ worst }) => worst[name]).filter(Boolean);
  if (found.length === 0) return '';
  const { value, unit } = found.reduce((a, b) => (b.value > a.value ? b : a));
  return `${name} ${withUnit(value, unit)}`;
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

const figureLine = ([name, { value, unit }]) => `- ${name} ${withUnit(value, unit)}`;
const withUnit = (value, unit) => `${number(value)}${unit ? ` ${unit}` : ''}`;
const number = (value) =>
  Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(3)));
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
