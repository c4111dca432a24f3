/** How the text of a mutant is found in a source that a formatter may have laid out anew. */
import { expect, test } from 'vitest';
import { placesOf } from '../support/mutate.mjs';
import { enclosingName } from './enclosing-name.ts';

test('the text is found whatever its line breaks, indentation and last commas', () => {
  const source = 'export function put(file) {\n  disk.rename(\n    fresh,\n    name,\n  );\n}\n';
  expect(placesOf('disk.rename(fresh, name);', source)).toHaveLength(1);
});

test('two words never match one', () =>
  expect(placesOf('return value', 'returnvalue')).toEqual([]));

test('an operator is not taken for a pattern', () => {
  expect(placesOf('a.b * (c + d)', 'a.b*(c+d)')).toHaveLength(1);
  expect(placesOf('a.b', 'aXb')).toEqual([]);
});

test('a text that stands twice is told as two places', () =>
  expect(placesOf('close();', 'close(); close();')).toHaveLength(2));

test.each([
  ['function outer() { const inner = () => sync(); inner(); }', 'inner'],
  ['function outer() { return { close() { sync(); } }; }', 'close'],
  ['function outer() { return rows.map((row) => sync(row)); }', 'outer'],
  ["const settings = [['sync', 1]];", 'settings'],
  ['sync();', 'module'],
])('%s: the name around it', (source, name) => {
  const start = source.indexOf('sync');
  expect(enclosingName('file.ts', source, start, start + 4)).toBe(name);
});
