import { expect, test } from 'vitest';
import { wordsAlike } from '../../../../../main/features/notes/checks/finding-names.ts';

const kneePain = { wording: undefined, head: ['pain'], parts: ['knee'] };

test('a pain is told with its place, near it in the same sentence, however long the text goes on', () => {
  const on =
    'and it began after a long walk in the hills with my brother and his children. '.repeat(3);
  for (const said of [`My knee has pain ${on}`, `There is pain in my knee ${on}`]) {
    const at = said.indexOf('pain');
    expect(wordsAlike(said, kneePain)).toEqual([{ start: at, end: at + 4 }]);
  }
  expect(wordsAlike(`There is pain. My knee is fine ${on}`, kneePain)).toEqual([]);
});
