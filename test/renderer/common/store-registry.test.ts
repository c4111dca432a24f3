/** Holds that every store of the page is registered, so that a lock cannot forget one (P12). */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registeredStores } from '../../../renderer/common/store-registry.ts';

const registry = 'renderer/common/store-registry.ts';
const sources = globSync('renderer/**/*.{ts,tsx}', { exclude: ['**/*.d.ts'] })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file !== registry)
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Names of the stores that a source makes. */
const namesIn = (text: string) =>
  [...text.matchAll(/\bcreateStore(?:<[^(]*>)?\(\s*'([^']+)'/gu)].map(([, name]) => name);

test('only the registry makes stores with zustand', () => {
  const others = sources.filter(({ text }) => /from 'zustand(\/[^']*)?'/u.test(text));
  expect(others.map(({ file }) => file)).toEqual([]);
  expect(readFileSync(registry, 'utf8')).toContain("from 'zustand'");
});

test('each store in the sources is registered under a name of its own', async () => {
  const made = sources.flatMap(({ file, text }) => namesIn(text).map((name) => ({ file, name })));
  const calls = sources.flatMap(({ text }) => text.match(/\bcreateStore\b(?=[<(])/gu) ?? []);
  expect(made.length).toBe(calls.length);
  expect(made.length).toBeGreaterThan(20);
  for (const { file } of made) await import(path.resolve(file));
  expect(
    registeredStores()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(made.map(({ name }) => name).sort());
});
