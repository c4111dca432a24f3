/** The pages that `npm run trust` writes: a table that can be read, and all figures of a promise. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import words from '../../scripts/lib/promises.json' with { type: 'json' };
import { trustPages } from '../../scripts/lib/trust-page.mjs';

const proof = (id, more = {}) => ({
  id,
  title: 'Kill -9 while recording',
  figure: `at most 0.5 s lost; ${'and much more '.repeat(20)}`,
  level: 'commit',
  runs: 1200,
  failures: 0,
  worst: { 'calls of one recording': { value: 67, unit: '' } },
  skipped: [],
  tests: 3,
  ms: 1500,
  ...more,
});
const mutant = (name, more = {}) => ({
  promise: 'P1',
  name,
  why: 'sound is lost',
  caught: true,
  said: 'survived',
  ...more,
});
const run = { commit: 'abc1234', machine: '2 cores, linux', minutes: 9.71 };
const rowsOf = (page) => page.split('\n').filter((line) => /^\| \[P\d+\]/.test(line));

test('each promise that has a proof or a mutant has its words, and no other', () => {
  const sources = globSync('{test/trust,test/e2e/trust,test/mutants}/**/*.{ts,mjs}')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const used = new Set([...sources.matchAll(/\b(?:id|promise): '(P\d+)'/g)].map(([, id]) => id));
  expect(used.size).toBeGreaterThan(25);
  expect(Object.keys(words).sort()).toEqual([...used].sort());
});

test('a row is short whatever the proofs have to say; the page of the promise has all of it', () => {
  const worst = {
    'lost at most': { value: 0.251, unit: 's' },
    'calls of one recording': { value: 67, unit: '' },
  };
  const pages = trustPages({
    proofs: [proof('P1', { worst }), proof('P1', { title: 'Kill at each call', runs: 34 })],
    mutants: [mutant('named later'), mutant('never synced', { caught: false })],
    ...run,
  });
  const [line] = rowsOf(pages.get('TRUST.md'));
  expect(line).toContain('[P1](docs/promises/P1.md)');
  expect(line).toContain('| 1,234 | 0 | lost at most 0.251 s | 1 of 2 |');
  expect(line.length).toBeLessThan(300);
  const page = pages.get('docs/promises/P1.md');
  for (const part of [
    'at most 0.5 s lost',
    '- Kill at each call',
    '- calls of one recording 67',
    '- named later: sound is lost\n',
    '- never synced: sound is lost **Not caught.**',
    'Measured at abc1234',
  ])
    expect(page).toContain(part);
  expect(pages.get('TRUST.md')).toContain('- P1, never synced: survived');
});

test('promises that were not measured again keep their rows, and their pages are not touched', () => {
  const all = { mutants: [], ...run };
  const before = trustPages({ proofs: [proof('P1'), proof('P2'), proof('P10')], ...all });
  const table = before.get('TRUST.md');
  const again = trustPages({
    proofs: [proof('P2', { runs: 7 })],
    ...all,
    only: ['P2'],
    before: table,
  });
  expect([...again.keys()]).toEqual(['TRUST.md', 'docs/promises/P2.md']);
  const rows = rowsOf(again.get('TRUST.md'));
  expect(rows.map((line) => /P\d+/.exec(line)?.[0])).toEqual(['P1', 'P2', 'P10']);
  expect(rows[0]).toBe(rowsOf(table)[0]);
  expect(rows[1]).toContain('| 7 | 0 |');
});

test('a proof that did not run counts for nothing, and a failing one judges no mutant', () => {
  const pages = trustPages({
    proofs: [proof('P2', { tests: 0, skipped: ['no loop mounts'] }), proof('P1', { failures: 2 })],
    mutants: [mutant('named later')],
    ...run,
  });
  const [first, second] = rowsOf(pages.get('TRUST.md'));
  expect(first).toContain('| 2 |  | not judged |');
  expect(second).toContain('| none |  |');
  expect(pages.get('TRUST.md')).toContain('- P2: no loop mounts');
});

test('scores of mutants stand between the promises and what is not proved', () => {
  const figures = { killed: 9, timeout: 0, survived: 1, noCoverage: 0, mutants: 10, run: 10 };
  const scores = { 'main/a': { ...figures, date: '2026-11-22', commit: 'abc', survivors: [] } };
  const pages = trustPages({ proofs: [proof('P1')], mutants: [], scores, ...run });
  expect(pages.get('TRUST.md')).toMatch(
    /\| \[P1\][\s\S]*\n\n## Small changes[\s\S]*90\.0 %[\s\S]*\n\n## Not proved/,
  );
  expect(pages.get('docs/promises/mutants.md')).toContain('## main/a\nNone.');
  const without = trustPages({ proofs: [proof('P1')], mutants: [], ...run });
  expect([...without.keys()]).toEqual(['TRUST.md', 'docs/promises/P1.md']);
  expect(without.get('TRUST.md')).not.toContain('Small changes');
});
