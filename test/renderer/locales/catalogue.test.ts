/**
 * The catalogue and the screens fit: nothing is said without it, and it holds nothing that nobody
 * says.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { en } from '../../../renderer/locales/en/index.ts';

const flatten = (at: object, before = ''): [string, string][] =>
  Object.entries(at).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${before}${key}`, value] as [string, string]]
      : flatten(value as object, `${before}${key}.`),
  );
const catalogue = new Map(flatten(en));
/** A plural is asked for by its stem. */
const known = new Set(
  [...catalogue.keys()].map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')),
);

const files = globSync('renderer/**/*.{ts,tsx}');
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const everything = [...sources.values()].join('\n');

test('a group of words stands in one file of the catalogue', () => {
  const groups = globSync('renderer/locales/en/*.json').flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object),
  );
  expect(groups.length).toBeGreaterThan(50);
  expect(groups).toEqual([...new Set(groups)]);
  expect(Object.keys(en).sort()).toEqual(groups.sort());
});

test('every key that is spelled out in a t() is in the catalogue', () => {
  const asked = [
    ...everything.matchAll(/\bt\((?:[^'"`()]*\? *)?'([\w.-]+)'(?: *: *'([\w.-]+)')?/g),
  ].flatMap(([, first, second]) => [first!, ...(second ? [second] : [])]);
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
});

test('every key is asked for somewhere, by its name or by the beginning of it', () => {
  const literals = new Set(
    [...everything.matchAll(/['`]([a-z][\w-]*(?:\.[\w-]+)+)['`]/gi)].map(([, key]) => key!),
  );
  const beginnings = [...everything.matchAll(/`([a-z][\w-]*\.(?:[\w-]+\.)*)\$\{[^}]*\}/gi)].map(
    ([, start]) => start!,
  );
  const titles = [...everything.matchAll(/`\$\{(?:key|words)\}\.(\w+)`/g)].map(([, end]) => end!);
  const asked = (key: string) =>
    literals.has(key) ||
    beginnings.some((start) => key.startsWith(start)) ||
    titles.some((end) => key.endsWith(`.${end}`) && key.startsWith('microphone.trouble.'));
  expect([...known].filter((key) => !asked(key))).toEqual([]);
});

test('a plural has its two forms, and nothing is empty', () => {
  for (const [key, value] of catalogue) {
    expect(value.trim(), key).not.toBe('');
    if (key.endsWith('_one')) expect(catalogue.has(key.replace(/_one$/, '_other')), key).toBe(true);
  }
});

/** Letters in these attributes reach the reader. */
const spoken = new Set([
  'aria-label',
  'aria-description',
  'title',
  'label',
  'placeholder',
  'alt',
  'hint',
  'lead',
]);
const hasWord = (text: string) => /\p{L}{2,}/u.test(text);

test.each(files.filter((file) => file.endsWith('.tsx')))(
  '%s shows no word that is not in the catalogue',
  (file) => {
    const found: string[] = [];
    const walk = (node: unknown) => {
      if (Array.isArray(node)) return node.forEach(walk);
      if (typeof node !== 'object' || node === null) return;
      const { type, value, name } = node as {
        type?: string;
        value?: unknown;
        name?: { name?: string };
      };
      if (type === 'JSXText' && typeof value === 'string' && hasWord(value))
        found.push(value.trim());
      if (type === 'JSXAttribute' && spoken.has(name?.name ?? '')) {
        const literal = value as { type?: string; value?: unknown } | null;
        if (
          literal?.type === 'Literal' &&
          typeof literal.value === 'string' &&
          hasWord(literal.value)
        )
          found.push(literal.value);
      }
      Object.values(node).forEach(walk);
    };
    const { program, errors } = parseSync(file, sources.get(file)!, { lang: 'tsx' });
    expect(errors).toEqual([]);
    walk(program);
    expect(found).toEqual([]);
  },
);
