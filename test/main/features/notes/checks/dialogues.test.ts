/**
 * Short dialogues, each with a note of it in the abbreviations of India, the United States or the
 * United Kingdom: correct ones, and ones with a difference that may harm.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import given from '../../../../fixtures/dialogues.json' with { type: 'json' };
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const pairs = z
  .array(
    z.strictObject({
      said: z.string(),
      note: z.string(),
      /** Kinds of differences that have to be found; none where the note is correct. */
      kinds: z.array(z.string()),
    }),
  )
  .parse(given);

const { checks } = checksRig();
const kindsOf = ({ said, note }: (typeof pairs)[number]) =>
  checks({
    sections: [{ id: 'one', title: 'Plan', text: note }],
    transcript: said,
    language: 'en',
  }).map(({ kind }): string => kind);

test('there are many of both sorts', () => {
  expect(pairs.filter(({ kinds }) => kinds.length === 0).length).toBeGreaterThanOrEqual(55);
  expect(pairs.filter(({ kinds }) => kinds.length > 0).length).toBeGreaterThanOrEqual(30);
});

test.each(pairs.filter(({ kinds }) => kinds.length === 0))(
  'a correct note has no alarm: $note',
  (pair) => expect(kindsOf(pair)).toEqual([]),
);

test.each(pairs.filter(({ kinds }) => kinds.length > 0))('a difference is told: $note', (pair) =>
  expect(kindsOf(pair)).toEqual(expect.arrayContaining(pair.kinds)),
);
