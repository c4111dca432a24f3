import { expect, test } from 'vitest';
import { type Section, sections } from '../../../../renderer/common/stores/navigation.ts';
import {
  findSections,
  wordsOfSections,
} from '../../../../renderer/features/settings/section-search.ts';
import { en } from '../../../../renderer/locales/en/index.ts';

const read = (group: string): unknown =>
  group
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], en);
const titleOf = (id: Section) => en.settings[id].title;
const words = wordsOfSections(read);
const find = (typed: string) => findSections(sections, words, titleOf, typed);

test('every section can be found by words of its own', () => {
  for (const id of sections) {
    expect(words.get(id)?.length, id).toBeGreaterThan(0);
    expect(find(titleOf(id))[0], id).toBe(id);
  }
});

test('a word that stands in a section leads to it, whatever its case; several words stand in one sentence', () => {
  expect(find('drop FOLDER')).toContain('emr');
  expect(find('letterhead')).toEqual(['emr']);
  expect(find('whisper')).toEqual(['here']);
});

test('nothing typed shows all in their order, and a word that is nowhere shows none', () => {
  expect(find('  ')).toEqual(sections);
  expect(find('zebra')).toEqual([]);
});
