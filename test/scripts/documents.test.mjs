/**
 * The files, folders and commands that the documents for newcomers name are there, and the hazard
 * log cites proofs that exist.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPolicy } from '../../main/app/policy/read-policy.ts';
import { inProject } from '../../scripts/lib/project.mjs';
import { exportWords, policySections } from '../../shared/model/policy.ts';

const names = ['README.md', 'CONTRIBUTING.md', 'main/README.md'];
const read = (file) => readFileSync(inProject(file), 'utf8');

test.each(names)('each file and folder that %s names between backticks is there', (name) => {
  const places = [...read(name).matchAll(/`((?:\.\.\/)?[\w.-]+\/[\w./-]*)`/g)].map(([, at]) => at);
  // Data of development is there only once it was made; main/README.md names folders of main by
  // their last names.
  const missing = places.filter(
    (place) =>
      !place.startsWith('.scriba') &&
      !existsSync(inProject(place)) &&
      globSync(`main/**/${place.replace(/\/$/, '')}`, { cwd: inProject() }).length === 0,
  );
  expect(missing).toEqual([]);
});

test('each npm command that they name is a script of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const asked = names.flatMap((name) =>
    [...read(name).matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((script) => !(script in scripts))).toEqual([]);
});

describe('the hazard log', () => {
  const log = read('docs/safety.md');
  const rows = log
    .split('\n')
    .filter((line) => /^\| H\d/.test(line))
    .map((line) => line.split('|').slice(1, -1));
  const proved = new Set([...read('TRUST.md').matchAll(/^\| \[?(P\d+)\b/gm)].map(([, id]) => id));
  const cells = (name) => rows.map((row) => row[name] ?? '');
  const [NUMBER, PROOF] = [0, 5];

  test('has its hazards numbered from 1 without a gap, each with all that belongs to it', () => {
    expect(rows.length).toBeGreaterThanOrEqual(20);
    expect(cells(NUMBER).map((cell) => cell.trim())).toEqual(rows.map((_, at) => `H${at + 1}`));
    for (const row of rows) {
      expect(row).toHaveLength(6);
      for (const cell of row) expect(cell.trim()).not.toBe('');
    }
  });

  test('cites promises alone that TRUST.md has figures for', () => {
    const cited = [...log.matchAll(/\bP\d+\b/g)].map(([id]) => id);
    expect(new Set(cited).size).toBeGreaterThan(20);
    expect(cited.filter((id) => !proved.has(id))).toEqual([]);
  });

  test('proves each hazard by a promise or a test that is there', () => {
    for (const cell of cells(PROOF)) expect(cell).toMatch(/\bP\d+\b|`test\/[^`]+`/);
    const files = [...log.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !existsSync(inProject(file)))).toEqual([]);
  });
});

test.each(['docs/safety.md', 'docs/guide/administrators.md'])(
  'each link of %s leads to a file',
  (name) => {
    const folder = name.slice(0, name.lastIndexOf('/'));
    const targets = [...read(name).matchAll(/\]\(([^)#:]+)\)/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(1);
    expect(targets.filter((target) => !existsSync(inProject(folder, target)))).toEqual([]);
  },
);

test('the administrators’ guide has every name of a policy, and its examples are in force as they stand', () => {
  const guide = read('docs/guide/administrators.md');
  const names = Object.entries(policySections).flatMap(([section, { shape }]) =>
    Object.keys(shape).map((name) => `\`${section}.${name}\``),
  );
  expect(names.filter((name) => !guide.includes(name))).toEqual([]);
  expect(exportWords.filter((word) => !guide.includes(`\`${word}\``))).toEqual([]);
  const examples = [
    ...[...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text),
    ...[...guide.matchAll(/`(\{".*?\})`/g)].map(([, text]) => text),
  ];
  expect(examples.length).toBeGreaterThanOrEqual(3);
  for (const example of examples)
    expect(readPolicy(Buffer.from(example), 'guide').problems).toEqual([]);
});
