/**
 * The rules of contract 7 for extras: the contract's own examples, and a second reading of the
 * rules that must always agree.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkExtras, extrasMessages } from '../../../../shared/model/note/extras.ts';

const look = (value: unknown) => extrasMessages(checkExtras(value).breaches);

test.each<[unknown, string]>([
  [
    { address: { geo: { lat: 1 } } },
    'extras.address.geo: only one object may stand inside another',
  ],
  [{ a_key_of_17_chars: 1 }, 'extras.a_key_of_17_chars: a key may have at most 16 characters'],
  [{ l: [[1]] }, 'extras.l[0]: a list may not hold another list'],
  [{ l: [{ a: 1 }] }, 'extras.l[0]: a list may not hold an object'],
  [
    { address: { lines: ['a', ['b']] } },
    'extras.address.lines[1]: a list may not hold another list',
  ],
  [{ 'two words': { '': 1 } }, 'extras["two words"][""]: a key may not be empty'],
  [
    { inner: { a_key_of_17_chars: 1 } },
    'extras.inner.a_key_of_17_chars: a key may have at most 16 characters',
  ],
  [[], 'extras: extras must be an object'],
  [null, 'extras: extras must be an object'],
  ['text', 'extras: extras must be an object'],
  [{ n: Number.NaN }, 'extras.n: only texts, numbers, true, false and nothing can be kept'],
])('%j is refused, and where', (given, message) => expect(look(given)).toEqual([message]));

test('what the contract shows as right is right, and loses its drafts', () => {
  const { extras, breaches } = checkExtras({
    city: 'Pune',
    langs: ['mr', 'hi', null, 1, true],
    address: { pin: '411001', lines: ['a', 'b'], _seen: { deep: [[{}]] } },
    nothing: null,
    _draft: [[1]],
    _a_key_far_longer_than_16: 1,
  });
  expect(breaches).toEqual([]);
  expect(extras).toEqual({
    city: 'Pune',
    langs: ['mr', 'hi', null, 1, true],
    address: { pin: '411001', lines: ['a', 'b'] },
    nothing: null,
  });
});

test('sixteen characters are counted as people count them in Hindi and in pictures', () => {
  expect(look({ ['🩺'.repeat(16)]: 1, ['न'.repeat(16)]: 1 })).toEqual([]);
  expect(look({ ['🩺'.repeat(17)]: 1 })).toHaveLength(1);
});

test('all breaches are named, in their order', () => {
  expect(
    checkExtras({ a: [[1]], b: { c: { d: 1 } }, this_key_is_too_long: [{}] }).breaches,
  ).toEqual([
    { rule: 'list-in-list', path: 'extras.a[0]' },
    { rule: 'too-deep', path: 'extras.b.c' },
    { rule: 'key-too-long', path: 'extras.this_key_is_too_long' },
    { rule: 'object-in-list', path: 'extras.this_key_is_too_long[0]' },
  ]);
});

/**
 * The rules once more, as a list of statements about paths from the root; no word of it is shared
 * with the code.
 */
function allowed(extras: Record<string, unknown>): boolean {
  const places: { steps: (string | number)[]; value: unknown }[] = [];
  const walk = (value: unknown, steps: (string | number)[]) => {
    places.push({ steps, value });
    if (Array.isArray(value))
      for (const [index, inner] of value.entries()) walk(inner, [...steps, index]);
    else if (typeof value === 'object' && value !== null)
      for (const key of Object.keys(value))
        walk((value as Record<string, unknown>)[key], [...steps, key]);
  };
  walk(extras, []);
  return places
    .filter(
      ({ steps }) => !steps.slice(0, 2).some((step) => typeof step === 'string' && step[0] === '_'),
    )
    .every(({ steps, value }) => {
      const container = typeof value === 'object' && value !== null;
      const dictionary = container && !Array.isArray(value);
      const inList = steps.some((step) => typeof step === 'number');
      if (container && inList) return false;
      if (dictionary && steps.length > 1) return false;
      const last = steps.at(-1);
      return typeof last !== 'string' || (last.length > 0 && Array.from(last).length <= 16);
    });
}

const key = fc.oneof(
  fc.constantFrom(
    'city',
    '_draft',
    '_',
    '__proto__',
    'constructor',
    'toString',
    '',
    'exactly_16_chars',
    'a_key_of_17_chars',
    '🩺'.repeat(16),
  ),
  fc.string({ maxLength: 18, unit: 'grapheme' }),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.string({ maxLength: 5 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
})).value;
// As it comes out of JSON: there `__proto__` is a member like any other.
const extras = fc
  .dictionary(key, json, { maxKeys: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);

test('for any extras the two readings agree; what is kept is right, has no draft, and is otherwise as it was given', () => {
  let right = 0;
  fc.assert(
    fc.property(extras, (given) => {
      const before = JSON.stringify(given);
      const { extras: kept, breaches } = checkExtras(given);
      expect(JSON.stringify(given)).toBe(before);
      expect(breaches.length === 0).toBe(allowed(given));
      for (const { path } of breaches) expect(path.startsWith('extras')).toBe(true);
      if (breaches.length > 0) return;
      right += 1;
      expect(checkExtras(kept)).toEqual({ extras: kept, breaches: [] });
      const wanted = Object.entries(given)
        .filter(([name]) => !name.startsWith('_'))
        .map(
          ([name, value]) =>
            [
              name,
              typeof value === 'object' && value !== null && !Array.isArray(value)
                ? Object.fromEntries(
                    Object.entries(value).filter(([inner]) => !inner.startsWith('_')),
                  )
                : value,
            ] as const,
        );
      expect(JSON.stringify(kept)).toBe(JSON.stringify(Object.fromEntries(wanted)));
    }),
    { numRuns: 3000 },
  );
  expect(right).toBeGreaterThan(300);
});
