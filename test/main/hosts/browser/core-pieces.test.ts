/** Loading the core beside a page that is being served. */
import { expect, test } from 'vitest';
import { loadInPieces } from '../../../../main/hosts/browser/core-pieces.ts';

const piecesOf = (told: string[], count: number) =>
  Array.from({ length: count }, (_, at) => async () => void told.push(`piece ${at}`));

test('after each piece the files that are asked for are sent before the next', async () => {
  const told: string[] = [];
  let left = 0;
  const pieces = piecesOf(told, 2).map((load) => () => {
    left = 3;
    return load();
  });
  await loadInPieces(pieces, () => {
    if (left > 0) told.push(`file ${left}`);
    left -= 1;
    return left >= 0;
  });
  const files = ['file 3', 'file 2', 'file 1'];
  expect(told).toEqual(['piece 0', ...files, 'piece 1', ...files]);
});

test('a page that never takes its files does not hold the core up', async () => {
  const told: string[] = [];
  await loadInPieces(piecesOf(told, 3), () => true);
  expect(told).toEqual(['piece 0', 'piece 1', 'piece 2']);
});
