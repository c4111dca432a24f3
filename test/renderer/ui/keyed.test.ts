/** Keys of list items that have no id of their own. */
import { expect, test } from 'vitest';
import { keyed } from '../../../renderer/ui/keyed.ts';

const keysOf = (...texts: string[]) => keyed(texts, (text) => text).map(({ key }) => key);

test('each item has a key of its own, also where several have the same text', () => {
  expect(new Set(keysOf('a', 'b', 'a', 'a', 'a 2', '2 a')).size).toBe(6);
});

test('an item keeps its key when another one comes before it', () => {
  expect(keysOf('new', 'a', 'b')).toEqual(expect.arrayContaining(keysOf('a', 'b')));
});
