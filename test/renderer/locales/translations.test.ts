/** Each language beside English has the same keys, placeholders and its own plural forms. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { en } from '../../../renderer/locales/en/index.ts';
import { knownLanguages } from '../../../renderer/locales/languages.ts';

type Catalogue = ReadonlyMap<string, string>;
const plural = /_(zero|one|two|few|many|other)$/;

const flatten = (at: object, before = ''): [string, string][] =>
  Object.entries(at).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${before}${key}`, value] as [string, string]]
      : flatten(value as object, `${before}${key}.`),
  );
const english: Catalogue = new Map(flatten(en));

const read = (language: string): Catalogue =>
  new Map(
    globSync(`renderer/locales/${language}/*.json`).flatMap((file) =>
      flatten(JSON.parse(readFileSync(file, 'utf8')) as object),
    ),
  );

const placeholders = (text: string) => [...new Set(text.match(/{{\w+}}/g))].sort().join(' ');

/** Keys that a language must have: those of English, with a plural in the forms of the language. */
function keysFor(language: string): ReadonlySet<string> {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return new Set(
    [...english.keys()].flatMap((key) => {
      if (!plural.test(key) || key.endsWith('_zero')) return [key];
      return pluralCategories.map((form) => key.replace(plural, `_${form}`));
    }),
  );
}

/** English text of a key; a plural form that English lacks follows its `_other`. */
const originalOf = (key: string) =>
  english.get(key) ?? english.get(key.replace(plural, '_other')) ?? '';

/** A form for one thing may say its number in a word. */
const maySkipCount = (key: string) => key.endsWith('_one');

function faults(language: string, catalogue: Catalogue) {
  const wanted = keysFor(language);
  const differs = ([key, text]: [string, string]) => {
    const without = (one: string) => (maySkipCount(key) ? one.replaceAll('{{count}}', '') : one);
    return placeholders(without(text)) !== placeholders(without(originalOf(key)));
  };
  return {
    missing: [...wanted].filter((key) => !catalogue.has(key)),
    surplus: [...catalogue.keys()].filter((key) => !wanted.has(key)),
    placeholders: [...catalogue]
      .filter(([key]) => wanted.has(key))
      .filter(differs)
      .map(([key]) => key),
    empty: [...catalogue].filter(([, text]) => text.trim() === '').map(([key]) => key),
  };
}

const none = { missing: [], surplus: [], placeholders: [], empty: [] };
const folders = readdirSync('renderer/locales', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('each folder of words is of a language that the table has', () => {
  const known = knownLanguages.map(({ id }) => id);
  expect(folders.filter((name) => !known.includes(name))).toEqual([]);
  expect(existsSync('renderer/locales/en')).toBe(true);
});

test.each(folders)('%s lacks no key, has none too many, and keeps each placeholder', (language) => {
  expect(faults(language, read(language))).toEqual(none);
});

describe('a catalogue is judged', () => {
  const change = (how: (copy: Map<string, string>) => unknown) => {
    const copy = new Map(english);
    how(copy);
    return faults('en', copy);
  };
  test('a missing key is named', () => {
    expect(change((copy) => copy.delete('nav.queue'))).toEqual({ ...none, missing: ['nav.queue'] });
  });
  test('a surplus key is named', () => {
    expect(change((copy) => copy.set('nav.queues', 'Queues'))).toEqual({
      ...none,
      surplus: ['nav.queues'],
    });
  });
  test('a placeholder that differs is named', () => {
    const changed = change((copy) => copy.set('app.title', '{{page}} – Scriba'));
    expect(changed).toEqual({ ...none, placeholders: ['app.title'] });
  });
  test('a language with more plural forms than English needs them all', () => {
    const lacking = faults('ar', english).missing;
    expect(lacking).toContain('nav.waiting_few');
    expect(lacking).not.toContain('nav.waiting_one');
  });
});

test('each language of the table has plural rules and a name of its own', () => {
  for (const { id, own } of knownLanguages) {
    expect(Intl.PluralRules.supportedLocalesOf(id), id).toEqual([id]);
    expect(own).toBe(new Intl.DisplayNames(id, { type: 'language' }).of(id));
  }
});
