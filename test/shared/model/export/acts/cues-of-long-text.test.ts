/** Cues of a long text take no more than their share of time. */
import { expect, test } from 'vitest';
import { cuesIn } from '../../../../../shared/model/export/acts/act-cues.ts';

test.each(['given ', 'kar li ', 'nebulised with ', 'counselling given ', 'diya gaya '])(
  '40,000 letters of “%s” are read within half a second',
  (words) => {
    const began = performance.now();
    cuesIn(words.repeat(40_000 / words.length));
    expect(performance.now() - began).toBeLessThan(500);
  },
);

test('a cue within a longer one does not count, and each cue that stands alone does', () => {
  const said = (sentence: string) =>
    cuesIn(sentence).map(({ cue, start, end }) => `${cue}: ${sentence.slice(start, end)}`);
  expect(said('Aspirin was given by the ambulance')).toEqual([
    'completed: was given by the ambulance',
  ]);
  expect(said('Stop aspirin and continue clopidogrel')).toEqual([
    'stopped: Stop',
    'ordered: continue',
  ]);
});
