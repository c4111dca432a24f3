/**
 * The English words that come with the page are those of its first part: a word of another file is
 * not there yet when it is drawn.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { first } from '../../../renderer/locales/en/first.ts';
import { others } from '../../../renderer/locales/en/others.ts';
import { loadedWith } from '../../support/loaded-with.ts';

const keysOf = (at: object, before = ''): string[] =>
  Object.entries(at).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysOf(value as object, `${before}${key}.`),
  );
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const later = new Set(keysOf(others).map(stem));
const laterGroups = Object.keys(others);

const pageFiles = (start: string) =>
  loadedWith(start).filter((file) => /^renderer.*\.tsx?$/.test(file));

/** What a file says in words that come later: whole keys, and beginnings of keys. */
function saidLater(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  // Requests of the core have names of the same form.
  const keys = [...text.matchAll(/(?<!request\(|Input<)['`]([a-z][\w-]*(?:\.[\w-]+)+)['`]/gi)].map(
    ([, key]) => key!,
  );
  const beginnings = [...text.matchAll(/`([a-z][\w-]*)\.(?:[\w-]+\.)*\$\{/gi)].map(
    ([, group]) => group!,
  );
  return [
    ...keys.filter((key) => later.has(key)),
    ...beginnings.filter((group) => laterGroups.includes(group)),
  ].map((key) => `${key} in ${file}`);
}

test.each(['renderer/app/main.tsx', 'renderer/app/mini/main.tsx'])(
  '%s says nothing that comes later',
  (start) => {
    expect(pageFiles(start).flatMap(saidLater)).toEqual([]);
  },
);

test('a screen that is loaded on demand does say what comes later', () => {
  expect(pageFiles('renderer/features/settings/Settings.tsx').flatMap(saidLater)).not.toEqual([]);
});

test('no word stands in both', () => {
  const both = Object.keys(first).filter((group) => group in others);
  expect(both).toEqual([]);
});
