import { expect, test } from 'vitest';
import { createPhrases } from '../../../../../main/infrastructure/terminology/query/phrases.ts';
import { readAbbreviations } from '../../../../../main/infrastructure/terminology/text/abbreviations.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const { index, linker } = buildSmallIndex();
const phrases = createPhrases(index, readAbbreviations(), (words) =>
  linker.link(words, 1).some(({ isLinked }) => isLinked),
);
const found = (text: string) =>
  phrases(text).map(({ start, end, codes }) => [text.slice(start, end), codes[0]]);

test('terms are found in any order of their words, in British spelling, and not over a comma or a stop', () => {
  expect(found('knee pain')).toContainEqual(['knee pain', 'M25.56']);
  expect(found('pain in the left knee')).toContainEqual(['pain in the left knee', 'M25.562']);
  expect(found('diarrhoea')).toEqual([['diarrhoea', 'R19.7']]);
  for (const apart of ['chest, pain', 'chest. Pain', 'chest (pain'])
    expect(
      found(apart).map(([words]) => words),
      apart,
    ).not.toContain(apart);
});

test('short forms stand for their words; those with several senses are found without a code', () => {
  expect(found('DM2, RA')).toEqual(
    expect.arrayContaining([
      ['DM2', 'E11'],
      ['RA', undefined],
    ]),
  );
  expect(phrases('rt knee pain')).toContainEqual({
    start: 0,
    end: 12,
    words: 3,
    codes: ['M25.561'],
    readAs: 'right knee pain',
  });
  expect(found('rt')).toEqual([]);
});

test('what is asked before changes nothing', () => {
  const text = 'Type 2 diabetes with fever';
  const once = phrases(text);
  for (let times = 0; times < 3; times++) phrases(`asthma ${times} mumps fever`);
  expect(phrases(text)).toEqual(once);
});
