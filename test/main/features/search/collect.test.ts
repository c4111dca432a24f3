/** Words of visits as tokens with the visits that hold them: the same as word by word, visit by visit. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBatch, rememberWords } from '../../../../main/features/search/collect.ts';
import { beginnings, tokenOf, wordsOf } from '../../../../main/features/search/tokens.ts';
import type { VisitTexts } from '../../../../main/features/search/visit-texts.ts';
import { BLOCK, placesIn } from '../../../../main/infrastructure/store/search-places.ts';

const digest = (words: string) => createHmac('sha256', 'a key').update(words).digest();
const texts = (over: Partial<VisitTexts> = {}): VisitTexts => ({
  patient: 'Asha Rao',
  texts: [],
  codes: [],
  templates: [],
  day: '2025-03-09',
  ...over,
});

function postingsOf(visits: ReadonlyMap<number, VisitTexts>, known = rememberWords(digest)) {
  const batch = createBatch(known);
  for (const [place, one] of visits) batch.add(place, one);
  const work = batch.postings();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Visit by visit, without a batch. */
function expected(visits: ReadonlyMap<number, VisitTexts>): Map<number, number[]> {
  const found = new Map<number, Set<number>>();
  for (const [place, { patient, texts: lines, codes, templates, day }] of visits) {
    const add = (field: Parameters<typeof tokenOf>[1], value: string) => {
      const token = tokenOf(digest, field, value);
      found.set(token, (found.get(token) ?? new Set()).add(place % BLOCK));
    };
    const addWords = (field: 'word' | 'patient' | 'code', text: string) => {
      for (const word of wordsOf(text)) for (const each of beginnings(word)) add(field, each);
    };
    addWords('patient', patient);
    addWords('word', [patient, ...lines, ...codes].join('\n'));
    addWords('code', codes.join('\n'));
    for (const template of templates) add('template', template);
    add('day', day);
    add('month', day.slice(0, 7));
    add('year', day.slice(0, 4));
  }
  return new Map([...found].map(([token, places]) => [token, [...places].sort((a, b) => a - b)]));
}

test('each token has the visits that hold it, and no other', () => {
  const words = fc
    .array(fc.constantFrom('fever', 'fevers', 'hypertension', 'hypertensive', 'É', 'आशा', '38.9'))
    .map((all) => all.join(' '));
  const one = fc
    .record({
      patient: words,
      lines: fc.array(words, { maxLength: 3 }),
      codes: fc.subarray(['J06.9', 'R50.9']),
      templates: fc.subarray(['a_template', 'fever']),
      day: fc.constantFrom('2025-03-09', '2025-03-10', '2024-12-31'),
    })
    .map(({ lines, ...rest }) => ({ ...rest, texts: lines }));
  const visit = fc.tuple(fc.integer({ min: BLOCK, max: 2 * BLOCK - 1 }), one);
  fc.assert(
    fc.property(fc.uniqueArray(visit, { maxLength: 8, selector: ([place]) => place }), (all) => {
      const visits = new Map(all);
      const postings = postingsOf(visits);
      const tokens = [...postings.tokens()];
      expect(tokens).toEqual([...tokens].sort((a, b) => a - b));
      expect(
        new Map(tokens.map((token) => [token, placesIn(postings.places(token) as Uint8Array)])),
      ).toEqual(new Map([...expected(visits)].sort(([a], [b]) => a - b)));
      expect(postings.places(1)).toBeUndefined();
    }),
  );
});

test('a word that came before costs no digest, also long after', () => {
  let digests = 0;
  const known = rememberWords((words) => {
    digests++;
    return digest(words);
  });
  const ask = (from: number, to: number) => {
    for (let at = from; at < to; at++) known('day', `day ${at}`);
  };
  ask(0, 20_000);
  expect(digests).toBe(20_000);
  // One more: the older half is kept until as many others were asked.
  ask(0, 20_001);
  expect(digests).toBe(20_001);
  expect(known('day', 'day 3')).toEqual([tokenOf(digest, 'day', 'day 3')]);
  // After twice as many others it is forgotten, so that the memory stays flat.
  ask(30_000, 70_000);
  const before = digests;
  known('day', 'day 3');
  expect(digests).toBe(before + 1);
});

test('a batch is full of words, not of visits', () => {
  const batch = createBatch(rememberWords(digest));
  const text = (from: number) =>
    Array.from({ length: 20_000 }, (_, at) => `w${from + at}`).join(' ');
  batch.add(1, texts({ texts: [text(0)] }));
  batch.add(2, texts({ texts: [text(0)] }));
  expect(batch.isFull()).toBe(false);
  batch.add(3, texts({ texts: [text(20_000)] }));
  expect(batch.isFull()).toBe(true);
});
