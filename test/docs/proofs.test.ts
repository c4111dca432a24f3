/** The page of proofs names places and commands: each is there, and each line has one. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/proofs.md', 'utf8');
const rows = page.match(/^\| \d+ \|.*$/gm) ?? [];

test('each place that a command of the page names is there', () => {
  const places = [...page.matchAll(/`npm test -- ([^`]+)`/g)].map(([, place]) => place ?? '');
  expect(places.length).toBeGreaterThan(15);
  expect(places.filter((place) => place !== 'PATH' && !existsSync(place))).toEqual([]);
});

test('each promise, bench and script that the page names is there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [, script = ''] of page.matchAll(/`npm run (?:-s )?([a-z]+)/g))
    expect(scripts, script).toHaveProperty(script);
  for (const [, promise] of page.matchAll(/--only (P\d+)/g))
    expect(existsSync(`docs/promises/${promise}.md`), promise).toBe(true);
  for (const [, bench] of page.matchAll(/npm run bench -- ([a-z-]+)/g))
    expect(existsSync(`scripts/bench/${bench}.ts`), bench).toBe(true);
});

test('each of the twelve lines has a command or the page that holds it', () => {
  const numbers = new Set(rows.map((row) => Number(/\d+/.exec(row)?.[0])));
  expect([...numbers].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(rows.filter((row) => !/`npm |TRUST\.md/.test(row))).toEqual([]);
});

test('the number of published answers is that of the fixtures', () => {
  const { answers } = JSON.parse(
    readFileSync('test/fixtures/platform/session-protocol.json', 'utf8'),
  );
  expect(page).toContain(`hold ${answers.length} answers`);
});
