/**
 * The English words that come with the page are those of its first part: a word of another file is
 * not there yet when it is drawn.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { first } from '../../../renderer/locales/en/first.ts';
import { others } from '../../../renderer/locales/en/others.ts';

const keysOf = (at: object, before = ''): string[] =>
  Object.entries(at).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysOf(value as object, `${before}${key}.`),
  );
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const later = new Set(keysOf(others).map(stem));
const laterGroups = Object.keys(others);

/** Files that are loaded with the one that is given: those it needs before it can run. */
function loadedWith(start: string): readonly string[] {
  const seen = new Set([start]);
  for (const file of seen) {
    const { staticImports, staticExports } = parseSync(file, readFileSync(file, 'utf8')).module;
    const wanted = [
      ...staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
        .map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports
        .flatMap(({ entries }) => entries)
        .flatMap(({ moduleRequest, isType }) =>
          moduleRequest && !isType ? [moduleRequest.value] : [],
        ),
    ];
    for (const target of wanted)
      if (/^\..*\.tsx?$/.test(target)) seen.add(path.join(path.dirname(file), target));
  }
  return [...seen].filter((file) => file.startsWith('renderer'));
}

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
    expect(loadedWith(start).flatMap(saidLater)).toEqual([]);
  },
);

test('a screen that is loaded on demand does say what comes later', () => {
  expect(loadedWith('renderer/features/settings/Settings.tsx').flatMap(saidLater)).not.toEqual([]);
});

test('no word stands in both', () => {
  const both = Object.keys(first).filter((group) => group in others);
  expect(both).toEqual([]);
});
