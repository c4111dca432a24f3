/** Which cues of a sentence count. How long a text may take is a door of P31 (`words`). */
import { expect, test } from 'vitest';
import { cuesIn } from '../../../../../shared/model/export/acts/act-cues.ts';

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
