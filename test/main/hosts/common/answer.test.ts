import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answer } from '../../../../main/hosts/common/answer.ts';
import { type RequestName, requests } from '../../../../shared/contract/contract.ts';
import { smallProfile } from './small-profile.ts';

const id = '6e2a7c46-5a5e-4c0e-9d63-0a7a4f1f4c11';

test('a known request is answered with the value of its handler', async () => {
  const core = smallProfile();
  const audio = new Uint8Array(8000);
  expect(await answer(core.handlers, 'recordings.append', { id, firstSample: 16, audio })).toEqual({
    ok: true,
    value: { written: 4016, synced: 0 },
  });
});

test('a Failure travels as a value, with its detail and its time', async () => {
  expect(await answer(smallProfile().handlers, 'vault.state', undefined)).toEqual({
    ok: false,
    code: 'locked',
    message: 'The key is not at hand.',
    detail: 'key-missing',
    retryAfter: 5000,
  });
});

test('an unforeseen error is told by its kind and not by its words', async () => {
  const told = await answer(smallProfile().handlers, 'outbox.sendNow', undefined);
  expect(told).toMatchObject({ ok: false, code: 'broken', detail: 'unforeseen' });
  expect(JSON.stringify(told)).not.toContain('Asha');
});

test('a wrong input is refused with its place and never with its value', async () => {
  const core = smallProfile();
  const setup = {
    patient: { name: 'Asha Rao' },
    mode: 'consultation',
    modelType: 'pro',
    templates: ['a', 'PRIVATE'.repeat(40)],
    inputLanguages: ['hi'],
    outputLanguage: 'hi',
    codify: true,
  };
  const told = await answer(core.handlers, 'recordings.start', setup);
  expect(told).toMatchObject({ ok: false, code: 'invalid' });
  expect(told.ok === false && told.message).toMatch(/^input\.templates\[1\]: /);
  expect(JSON.stringify(told)).not.toMatch(/PRIVATE|Asha/);
});

test.each([
  '__proto__',
  'constructor',
  'toString',
  'app.nothing',
  '',
  7,
  null,
  undefined,
  {},
  ['app.info'],
])('the name %s is no request', async (name) => {
  expect(await answer(smallProfile().handlers, name, undefined)).toMatchObject({
    ok: false,
    code: 'invalid',
    detail: 'no-such-request',
  });
});

test('whatever a page sends to whatever request, it is answered and nothing crashes (P18)', async () => {
  const reached: string[] = [];
  const names = Object.keys(requests) as RequestName[];
  const handlers = Object.fromEntries(
    names.map((name) => [name, () => void reached.push(name)]),
  ) as never;
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const odd = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withTypedArray: true,
      withNullPrototype: true,
    }),
    fc.constantFrom<unknown>(
      cyclic,
      NaN,
      Infinity,
      JSON.parse('{"__proto__":{"polluted":1},"id":"x"}'),
      new Proxy({}, { get: () => cyclic }),
      'x'.repeat(2_000_000),
    ),
    fc.record({
      id: fc.anything(),
      samples: fc.anything(),
      firstSample: fc.double(),
      audio: fc.uint8Array(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), odd, async (name, input) => {
      const before = reached.length;
      const told = await answer(handlers, name, input);
      if (!told.ok)
        expect([told.code, reached.length]).toEqual([
          told.code === 'broken' ? 'broken' : 'invalid',
          before,
        ]);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});
