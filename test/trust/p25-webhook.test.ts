/**
 * P25: a delivery is judged by its signature before anything in it is looked at; here by itself,
 * and through the receiver's real socket.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Delivery,
  judge,
  LARGEST_EVENT,
  type Verdict,
  WINDOW,
} from '../../main/features/clinic/webhooks/signature.ts';
import { contractVectors } from './support/envelopes/contract-vectors.ts';
import { leastProcessorTime } from './support/processor-time.ts';
import { promise } from './support/promise.ts';

vi.mock(import('node:crypto'), async (original) => {
  const real = await original();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});
const compared = vi.mocked(timingSafeEqual);
afterEach(() => vi.restoreAllMocks());

const p25 = promise({
  id: 'P25',
  title:
    'Webhook deliveries: forged, stale, replayed and malformed ones are refused before they are read',
  figure:
    'all vectors of the contract, some 100 hostile deliveries, 10,000 forgeries at each commit: 0 accepted, each judged in at most 10 ms; over real sockets: forged, stale, replayed, oversized and never-ending ones: 0 accepted, 0 held open',
});

const signingKey = 'practice-signing-secret-1';
const body = Buffer.from(
  '{"event":"v2rx.completed","data":{"transaction_id":"txn-0001","status":"completed","session_id":"txn-0001"},"timestamp":"2026-09-21T14:13:20Z"}',
);
const now = 1_790_000_000_000;
const seconds = now / 1000;
const sign = (at: number | string, bytes: Uint8Array = body, key = signingKey) =>
  createHmac('sha256', key).update(`${at}.`).update(bytes).digest('hex');
const header = (at: number | string = seconds, bytes: Uint8Array = body, key = signingKey) =>
  `t=${at},v1=${sign(at, bytes, key)}`;
const never = () => false;
const deliver = (more: Partial<Delivery> = {}): Verdict =>
  judge({ header: header(), body, signingKey, now, seenBefore: never, ...more });
const reason = (verdict: Verdict) => (verdict.kind === 'refused' ? verdict.reason : verdict.kind);
const good = sign(seconds);
const bad = '0'.repeat(64);

test('a good delivery is accepted and its event handed on', () => {
  expect(deliver()).toEqual({ kind: 'accepted', event: JSON.parse(body.toString()) });
});

test('spaces and tabs after a comma, which some senders put there, change nothing', () => {
  for (const comma of [', ', ',  ', ',\t'])
    expect(deliver({ header: `t=${seconds}${comma}v1=${bad}${comma}v1=${good}` }).kind).toBe(
      'accepted',
    );
});

test('every vector of the contract is judged as it says', () => {
  for (const vector of contractVectors.webhook_signatures) {
    const bytes = Buffer.from(vector.body, 'utf8');
    expect(createHash('sha256').update(bytes).digest('hex'), vector.id).toBe(vector.body_sha256);
    expect(vector.tolerance_s * 1000).toBe(WINDOW);
    expect(
      reason(
        judge({
          header: vector.header,
          body: bytes,
          signingKey: vector.signing_key,
          now: vector.now * 1000,
          seenBefore: never,
        }),
      ),
      vector.id,
    ).toBe(vector.accept ? 'accepted' : vector.reason);
    p25.ran();
  }
});

const headers: readonly (readonly [string, string | undefined, string])[] = [
  ['missing', undefined, 'bad_header'],
  ['empty', '', 'bad_header'],
  ['only commas', ',,,,', 'bad_header'],
  ['only a word', 'sha256', 'bad_header'],
  ['no time', `v1=${good}`, 'bad_header'],
  ['no signature', `t=${seconds}`, 'bad_header'],
  ['time empty', `t=,v1=${good}`, 'bad_header'],
  ['signature empty', `t=${seconds},v1=`, 'bad_header'],
  ...[
    'now',
    '-1',
    '+1790000000',
    '1790000000.5',
    '1.79e9',
    '0x6AB13B80',
    ' 1790000000',
    '1790000000 ',
    '١٧٩٠٠٠٠٠٠٠',
    'NaN',
    'Infinity',
    '1790000000n',
    '9'.repeat(13),
    '9'.repeat(400),
    '1790000000\u0000',
    "1790000000' OR 1=1",
  ].map(
    (at) =>
      [`time ${JSON.stringify(at).slice(0, 40)}`, `t=${at},v1=${sign(at)}`, 'bad_header'] as const,
  ),
  ['two times, the good one first', `t=${seconds},t=${seconds + 1},v1=${good}`, 'bad_header'],
  ['two times, the good one last', `t=1,t=${seconds},v1=${good}`, 'bad_header'],
  ['the same time twice', `t=${seconds},t=${seconds},v1=${good}`, 'bad_header'],
  ['upper-case hex', `t=${seconds},v1=${good.toUpperCase()}`, 'bad_header'],
  [
    'Base64 in place of hex',
    `t=${seconds},v1=${Buffer.from(good, 'hex').toString('base64')}`,
    'bad_header',
  ],
  ['63 letters', `t=${seconds},v1=${good.slice(1)}`, 'bad_header'],
  ['65 letters', `t=${seconds},v1=${good}0`, 'bad_header'],
  ['with 0x', `t=${seconds},v1=0x${good}`, 'bad_header'],
  ['a space before it', `t=${seconds},v1= ${good}`, 'bad_header'],
  ['a space after the time', `t=${seconds} ,v1=${good}`, 'bad_header'],
  ['spaces, and another body', `t=${seconds}, v1=${bad}`, 'bad_signature'],
  ['a line break inside', `t=${seconds},v1=${good.slice(0, 32)}\n${good.slice(32)}`, 'bad_header'],
  ['semicolon for comma', `t=${seconds};v1=${good}`, 'bad_header'],
  ['names in capitals', `T=${seconds},V1=${good}`, 'bad_header'],
  ['another version only', `t=${seconds},v0=${good}`, 'bad_header'],
  ['__proto__', `t=${seconds},__proto__=${good}`, 'bad_header'],
  ['a good signature beside a malformed one', `t=${seconds},v1=${good},v1=zz`, 'bad_header'],
  [
    'nine signatures, one good',
    `t=${seconds},${Array(8).fill(`v1=${bad}`).join(',')},v1=${good}`,
    'bad_header',
  ],
  [
    'a thousand signatures',
    `t=${seconds},${Array(1000).fill(`v1=${bad}`).join(',')}`,
    'bad_header',
  ],
  ['longer than 1 KiB', `t=${seconds},v1=${good},x=${'x'.repeat(2000)}`, 'bad_header'],
  [
    'eight signatures, none good',
    `t=${seconds},${Array(8).fill(`v1=${bad}`).join(',')}`,
    'bad_signature',
  ],
  ['all zeros', `t=${seconds},v1=${bad}`, 'bad_signature'],
  ['all f', `t=${seconds},v1=${'f'.repeat(64)}`, 'bad_signature'],
  [
    'signed without the time',
    `t=${seconds},v1=${createHmac('sha256', signingKey).update(body).digest('hex')}`,
    'bad_signature',
  ],
  [
    'signed with another dot',
    `t=${seconds},v1=${createHmac('sha256', signingKey).update(`${seconds}:`).update(body).digest('hex')}`,
    'bad_signature',
  ],
  ['another key', header(seconds, body, 'practice-signing-secret-2'), 'bad_signature'],
  ['no key', header(seconds, body, ''), 'bad_signature'],
  ['the key in capitals', header(seconds, body, signingKey.toUpperCase()), 'bad_signature'],
  [
    'a hash without a key',
    `t=${seconds},v1=${createHash('sha256').update(`${seconds}.`).update(body).digest('hex')}`,
    'bad_signature',
  ],
  [
    'SHA-512, cut',
    `t=${seconds},v1=${createHmac('sha512', signingKey).update(`${seconds}.`).update(body).digest('hex').slice(0, 64)}`,
    'bad_signature',
  ],
  ['another time than was signed', `t=${seconds + 1},v1=${good}`, 'bad_signature'],
  ['the time with a zero before it', `t=0${seconds},v1=${good}`, 'bad_signature'],
  [
    'first letter changed',
    `t=${seconds},v1=${good[0] === '0' ? '1' : '0'}${good.slice(1)}`,
    'bad_signature',
  ],
  [
    'last letter changed',
    `t=${seconds},v1=${good.slice(0, -1)}${good.at(-1) === '0' ? '1' : '0'}`,
    'bad_signature',
  ],
  ...[-181, -182, -3600, 181, 182, 86_400, -seconds, 998_000_000_000].map(
    (off) => [`${off} s off, rightly signed`, header(seconds + off), 'stale'] as const,
  ),
  ['stale and forged: forged is said', `t=1,v1=${bad}`, 'bad_signature'],
];

test.each(headers)('the header "%s" is refused', async (_name, given, word) => {
  const seenBefore = vi.fn(never);
  const ms = await leastProcessorTime(
    () => expect(reason(deliver({ header: given, seenBefore }))).toBe(word),
    10,
  );
  p25.ran();
  p25.worst('refused after', Math.ceil(ms * 10) / 10, 'ms');
  // A sender without the key cannot fill the memory of seen events.
  expect(seenBefore).not.toHaveBeenCalled();
});

test.each([
  [180, 'accepted'],
  [-180, 'accepted'],
  [180.001, 'stale'],
  [-180.001, 'stale'],
  [0, 'accepted'],
])('%d s after it was signed it is %s', (after, word) => {
  expect(reason(deliver({ now: now + after * 1000 }))).toBe(word);
});

test('any of several signatures may be the good one, and unknown names beside it say nothing', () => {
  for (const given of [
    `t=${seconds},v1=${bad},v1=${good}`,
    `t=${seconds},v1=${good},v1=${bad}`,
    `v1=${good},t=${seconds}`,
    `t=${seconds},v0=x,v2=y,v1=${good},=,a=b=c`,
  ]) {
    expect(deliver({ header: given }).kind, given).toBe('accepted');
  }
});

describe('bodies', () => {
  const bodies: readonly (readonly [string, Uint8Array, string])[] = [
    ['ten megabytes', Buffer.alloc(10 * 1024 * 1024, ' '), 'too_large'],
    ['one byte too many', Buffer.alloc(LARGEST_EVENT + 1, ' '), 'too_large'],
    ['empty', Buffer.alloc(0), 'bad_json'],
    ['no JSON', Buffer.from('event'), 'bad_json'],
    ['half an object', Buffer.from('{"event":'), 'bad_json'],
    ['a list', Buffer.from('[]'), 'bad_json'],
    ['a word', Buffer.from('"x"'), 'bad_json'],
    ['null', Buffer.from('null'), 'bad_json'],
    ['a number', Buffer.from('1e999'), 'bad_json'],
    ['no UTF-8', Buffer.from('7b2261223a22ff227d', 'hex'), 'bad_json'],
    ['33 deep', Buffer.from(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`), 'bad_json'],
    ['60,000 brackets', Buffer.from('['.repeat(60_000)), 'bad_json'],
    ['a name twice', Buffer.from('{"event":"a","event":"b"}'), 'bad_json'],
    ['form data', Buffer.from('event=v2rx.completed'), 'bad_json'],
  ];
  test.each(bodies)('%s, rightly signed, is refused', async (_name, bytes, word) => {
    const signed = header(seconds, bytes);
    const ms = await leastProcessorTime(
      () => expect(reason(deliver({ body: bytes, header: signed }))).toBe(word),
      10,
    );
    p25.worst('refused after', Math.ceil(ms * 10) / 10, 'ms');
    p25.ran();
  });

  test('a body that differs in one byte, one space, its line end or its order is forged', () => {
    const text = body.toString();
    for (const other of [
      `${text} `,
      ` ${text}`,
      `${text}\n`,
      text.replace('0001', '0002'),
      JSON.stringify(JSON.parse(text), null, 1),
      `\ufeff${text}`,
      text.replace(/"/g, "'"),
    ]) {
      expect(reason(deliver({ body: Buffer.from(other) })), other).toBe('bad_signature');
      p25.ran();
    }
  });

  test('names that are prototypes change nothing and are handed on as plain members', () => {
    const bytes = Buffer.from(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"event":"x"}',
    );
    const verdict = deliver({ body: bytes, header: header(seconds, bytes) });
    expect([verdict.kind, ({} as { polluted?: number }).polluted]).toEqual(['accepted', undefined]);
    expect(Object.getPrototypeOf((verdict as { event: object }).event)).toBe(Object.prototype);
  });
});

test('the order of the contract: nothing is parsed, and nothing remembered, before the signature is good', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const seenBefore = vi.fn(never);
  deliver({ header: `t=${seconds},v1=${bad}`, seenBefore });
  deliver({ header: header(seconds - 500), seenBefore });
  deliver({ header: 'x', seenBefore });
  expect([parse.mock.calls.length, seenBefore.mock.calls.length]).toEqual([0, 0]);
  expect(
    reason(
      deliver({
        body: Buffer.from('no json'),
        header: header(seconds, Buffer.from('no json')),
        seenBefore: () => true,
      }),
    ),
  ).toBe('repeated');
  expect(parse).not.toHaveBeenCalled();
});

test('a repeated delivery is told as such, by a mark that other spellings of its header do not change', () => {
  const marks = new Set<string>();
  const seenBefore = (mark: string) => marks.has(mark) || !marks.add(mark);
  expect(deliver({ seenBefore }).kind).toBe('accepted');
  for (const given of [
    header(),
    `v1=${good},t=${seconds}`,
    `t=${seconds},v1=${bad},v1=${good}`,
    `t=${seconds},v1=${good},x=1`,
  ])
    expect(deliver({ header: given, seenBefore }).kind, given).toBe('repeated');
  expect(marks.size).toBe(1);
});

test('signatures are compared in constant time, every one of them, also after one has matched', () => {
  compared.mockClear();
  deliver({ header: `t=${seconds},v1=${good},v1=${bad},v1=${bad}` });
  expect(compared).toHaveBeenCalledTimes(3);
  compared.mockClear();
  deliver({ header: `t=${seconds},v1=${bad}` });
  expect(compared).toHaveBeenCalledTimes(1);
});

test('without a key nothing is accepted, not even what is signed with none', () => {
  expect(deliver({ signingKey: '', header: header(seconds, body, '') }).kind).toBe('refused');
});

test('whatever the header and the body, without the key nothing is accepted', () => {
  const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
  const at = fc.oneof(
    fc.integer({ min: seconds - 200, max: seconds + 200 }).map(String),
    fc.string(),
  );
  const pair = fc.oneof(
    at.map((value) => `t=${value}`),
    hex.map((value) => `v1=${value}`),
    fc.string(),
    fc.constantFrom(`t=${seconds}`, 'v1=', 't='),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pair, { maxLength: 6 }).map((list) => list.join(',')),
        fc.string(),
      ),
      fc.uint8Array({ maxLength: 200 }),
      (given, bytes) => {
        p25.ran();
        return deliver({ header: given, body: bytes }).kind === 'refused';
      },
    ),
    { numRuns: p25.size({ mutant: 200, commit: 10_000, long: 500_000 }), seed: p25.seed() },
  );
});
