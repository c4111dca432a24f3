/**
 * A policy file is read section by section; what is wrong is strict and named, never passed over in
 * silence.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPolicy } from '../../../../main/app/policy/read-policy.ts';
import { exportWords, type Policy } from '../../../../shared/model/policy.ts';

const FILE = '/etc/scriba/policy.json';
const read = (value: unknown): Policy =>
  readPolicy(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), FILE);

test('a whole policy is read as it is written', () => {
  expect(
    read({
      organisation: 'Sunrise Hospital',
      platform: { baseUrl: 'https://scribe.example/', brand: 'svc', clientId: 'ward-7' },
      retention: { audioDays: 3, notesDays: 90, fixed: true },
      lock: { afterMinutes: 5 },
      updates: { feed: 'https://updates.example/scriba/' },
      exports: { allowed: ['folder', 'pdf'] },
      practice: { allowed: false },
    }),
  ).toEqual({
    file: FILE,
    organisation: 'Sunrise Hospital',
    platform: { baseUrl: 'https://scribe.example', brand: 'svc', clientId: 'ward-7' },
    retention: { audioDays: 3, notesDays: 90, fixed: true },
    lock: { afterMinutes: 5 },
    updates: { feed: 'https://updates.example/scriba/' },
    exports: { allowed: ['folder', 'pdf'] },
    practice: { allowed: false },
    problems: [],
  });
});

test('an empty policy sets nothing, and the mark that editors on Windows write before it is passed over', () => {
  const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{}')]);
  expect(readPolicy(bytes, FILE)).toEqual({ file: FILE, problems: [] });
});

test('unknown names are named, in sections too, and the rest is in force', () => {
  const policy = read({ lok: { afterMinutes: 1 }, lock: { afterMinutes: 5, minutes: 2 } });
  expect(policy.lock).toEqual({ afterMinutes: 5 });
  expect(policy.problems.map(({ place, kind }) => [place, kind])).toEqual([
    ['lok', 'unknown'],
    ['lock.minutes', 'unknown'],
  ]);
  for (const { place, message } of policy.problems) expect(message).toContain(place);
});

test.each([
  [{ lock: { afterMinutes: 0 } }, 'lock', { lock: { afterMinutes: 1 } }],
  [{ lock: { afterMinutes: '5' } }, 'lock', { lock: { afterMinutes: 1 } }],
  [{ lock: 5 }, 'lock', { lock: { afterMinutes: 1 } }],
  [{ platform: { baseUrl: 'http://scribe.example' } }, 'platform', { platform: 'unclear' }],
  [{ platform: { baseUrl: 'scribe.example' } }, 'platform', { platform: 'unclear' }],
  [{ platform: { brand: 'svc' } }, 'platform', { platform: 'unclear' }],
  [
    { platform: { baseUrl: 'https://a.example', brand: 'Not a brand' } },
    'platform',
    { platform: 'unclear' },
  ],
  [{ platform: null }, 'platform', { platform: 'unclear' }],
  [{ updates: { feed: 'http://updates.example' } }, 'updates', { updates: {} }],
  [{ exports: { allowed: 'pdf' } }, 'exports', { exports: { allowed: [] } }],
  [{ practice: { allowed: 'no' } }, 'practice', { practice: { allowed: false } }],
])('%j: the strictest is in force in its place, and the place is named', (value, place, rule) => {
  const { problems, ...rest } = read(value);
  expect(rest).toEqual({ file: FILE, ...rule });
  expect(problems).toMatchObject([{ place, kind: 'wrong' }]);
  expect(problems[0]?.message).toMatch(/Until it is corrected/);
});

test('days that are wrong, or contradict one another, erase nothing by a guess, and are told', () => {
  for (const retention of [
    { audioDays: 0 },
    { notesDays: '30' },
    { audioDays: 30, notesDays: 7 },
  ]) {
    const { retention: rule, problems } = read({ retention });
    expect(rule).toBeUndefined();
    expect(problems).toMatchObject([{ place: 'retention', kind: 'wrong' }]);
  }
});

test('an export that is not known allows nothing, the others stay; a form without a way is told', () => {
  const policy = read({ exports: { allowed: ['folder', 'pdf', 'docx'] } });
  expect(policy.exports).toEqual({ allowed: ['folder', 'pdf'] });
  expect(policy.problems[0]?.message).toContain('docx');
  expect(read({ exports: { allowed: ['pdf'] } }).problems).toMatchObject([{ kind: 'wrong' }]);
  expect(read({ exports: { allowed: ['server', 'clipboard'] } }).problems).toHaveLength(1);
  expect(read({ exports: { allowed: ['clipboard', 'whole-visit'] } }).problems).toEqual([]);
});

test.each(['', '{', '[]', 'null', '{"lock":{"afterMinutes":5},}', '{"lock":1,"lock":2}'])(
  'a file with %j is as strict as a policy can be',
  (text) => {
    expect(read(text)).toMatchObject({
      platform: 'unclear',
      lock: { afterMinutes: 1 },
      updates: {},
      exports: { allowed: [] },
      practice: { allowed: false },
      problems: [{ place: '', kind: 'wrong' }],
    });
    expect(read(text).retention).toBeUndefined();
  },
);

test('whatever stands in a file, each section that is there has a rule or a problem, and no message has a line break', () => {
  const section = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        baseUrl: fc.oneof(fc.webUrl(), fc.string()),
        brand: fc.string(),
        afterMinutes: fc.oneof(fc.integer(), fc.double(), fc.string()),
        audioDays: fc.integer(),
        notesDays: fc.integer(),
        feed: fc.oneof(fc.webUrl(), fc.string()),
        allowed: fc.oneof(fc.boolean(), fc.array(fc.constantFrom(...exportWords, 'docx'))),
      },
      { requiredKeys: [] },
    ),
  );
  const names = ['platform', 'retention', 'lock', 'updates', 'exports', 'practice'] as const;
  const anyFile = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), section);
  fc.assert(
    fc.property(anyFile, (value) => {
      const policy = read(JSON.stringify(value));
      const named = policy.problems.map(({ place }) => place);
      for (const name of Object.keys(JSON.parse(JSON.stringify(value)) as object))
        expect(
          names.some((one) => one === name && policy[one] !== undefined) || named.length > 0,
        ).toBe(true);
      for (const name of names)
        if (name in value && !named.some((place) => place.startsWith(name) || place === ''))
          expect(policy[name]).toBeDefined();
      for (const { message } of policy.problems) expect(message).not.toMatch(/[\n\r]/);
    }),
    { numRuns: 200 },
  );
});
