import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linkedPictures, PICTURES } from '../support/guide-links.ts';
import { views } from '../support/views/index.ts';

/** Bytes: eight of them are no burden for a clone. */
const LARGEST = 300_000;
const pages = globSync('docs/guide/*.md').map((file) => readFileSync(file, 'utf8'));
const linked = pages.flatMap(linkedPictures);
const files = globSync(`${PICTURES}/*.png`);

test('each picture of the guide is there, says in words what it shows, and is of a view that the suite walks', () => {
  expect(linked.length).toBeGreaterThan(5);
  const known = new Set(views.map(({ name }) => name));
  const there = new Set(files.map((file) => path.basename(file, '.png')));
  expect(linked.filter(({ name }) => !known.has(name) || !there.has(name))).toEqual([]);
  expect(linked.filter(({ alt }) => alt.trim().length < 20)).toEqual([]);
});

test('every image of the guide is one of these pictures, and none lies there unused', () => {
  const images = pages.flatMap((page) => page.match(/!\[/g) ?? []);
  expect(images).toHaveLength(linked.length);
  const used = new Set(linked.map(({ name }) => name));
  expect(files.filter((file) => !used.has(path.basename(file, '.png')))).toEqual([]);
});

test('a picture is small', () => {
  expect(files.filter((file) => statSync(file).size > LARGEST)).toEqual([]);
});
