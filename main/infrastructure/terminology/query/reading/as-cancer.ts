/** The reading of a neoplasm as a cancer. */
import type { Index } from '../../index/open-index.ts';
import { keyOf } from '../../text/normalise.ts';
import type { Reading } from './parse-query.ts';

/** A neoplasm that is not called benign may be a cancer: to be shown, never to be promised. */
export function asCancer(index: Index, reading: Reading): Reading[] {
  const cancer = index.word('cancer');
  if (
    !cancer ||
    !reading.asked.some(({ word }) => word === 'neoplasm') ||
    reading.asked.some(({ word }) => NATURE_WORDS.has(word))
  )
    return [];
  const asked = reading.asked.map((one) =>
    one.word === 'neoplasm' ? { ...one, word: cancer.word, id: cancer.id } : one,
  );
  return [
    {
      ...reading,
      asked,
      key: keyOf(asked.map(({ word }) => word)),
      weight: reading.weight * AS_CANCER,
      ambiguous: true,
    },
  ];
}
const AS_CANCER = 0.85;
const NATURE_WORDS: ReadonlySet<string> = new Set([
  'benign',
  'cancer',
  'uncertain',
  'situ',
  'behavior',
  'secondary',
  'malignant',
]);
