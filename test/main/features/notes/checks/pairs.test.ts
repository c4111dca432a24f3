/**
 * Pairs of what was said and what a note says of it, half of them with a difference, read by the
 * checks as the app wires them.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import given from '../../../../fixtures/difference-pairs.json' with { type: 'json' };
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const pairs = z
  .array(
    z.strictObject({
      set: z.enum(['first', 'second']),
      class: z.string(),
      said: z.string(),
      note: z.string(),
      /** Kinds of differences that have to be found; none where both say the same. */
      kinds: z.array(z.string()),
      /** The platform's key of the section of the note. */
      key: z.string().optional(),
      language: z.string().optional(),
    }),
  )
  .parse(given);

const { checks } = checksRig();
const kindsOf = ({ said, note, key, language = 'en' }: (typeof pairs)[number]) =>
  checks({
    sections: [{ id: 's', title: '', text: note, ...(key !== undefined && { key }) }],
    transcript: said,
    language,
  }).map(({ kind }): string => kind);

const different = pairs.filter(({ kinds }) => kinds.length > 0);
const alike = pairs.filter(({ kinds }) => kinds.length === 0);

test('the set is large enough, and has as many of one sort as of the other', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(120);
  expect(Math.abs(different.length - alike.length)).toBeLessThan(pairs.length / 10);
});

test.each(different.map((pair) => [pair.class, pair.said, pair.note, pair] as const))(
  'a difference is told (%s): %s | %s',
  (_, __, ___, pair) => expect(kindsOf(pair)).toEqual(expect.arrayContaining(pair.kinds)),
);

test.each(alike.map((pair) => [pair.class, pair.said, pair.note, pair] as const))(
  'nothing is told (%s): %s | %s',
  (_, __, ___, pair) => expect(kindsOf(pair)).toEqual([]),
);
