/**
 * Envelopes that a hostile or broken platform could answer with, and the one word each is to be
 * refused with.
 */
import { createHmac } from 'node:crypto';
import type { EnvelopeWord } from '../../../../main/infrastructure/platform/envelope/envelope.ts';
import { b64, doubled, HEADER, otherEnvelope, otherSeal } from '../envelopes/other-envelope.ts';

export type Hostile = readonly [name: string, envelope: unknown, word: EnvelopeWord];

const MEBIBYTE = 1024 * 1024;
const text = 'Kq7mZ2xV9tB4nW6c';
const kid = 'client-key-1';
export const hostileKey = { kid, text };

const good = otherEnvelope(text, '{"ok":true}', { kid });
const json = (value: object | string) =>
  b64(typeof value === 'string' ? value : JSON.stringify(value));
/** Sealed rightly under that header: only the header's words stand against it. */
const under = (header: object | string) =>
  otherEnvelope(text, '{"ok":true}', { header: json(header), kid });
const inside = (plain: string | Uint8Array) => otherEnvelope(text, plain, { kid });
const allowed = { alg: 'dir', enc: 'A128CBC-HS256' };
const without = (name: string) =>
  Object.fromEntries(Object.entries(good).filter(([one]) => one !== name));
const flip = (member: string, at: number) => {
  const bytes = Buffer.from(good[member]!, 'base64url');
  bytes[at < 0 ? bytes.length + at : at]! ^= 1;
  return { ...good, [member]: b64(bytes) };
};
const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

/**
 * A right tag over a ciphertext whose padding is wrong: must be told with the same word as a wrong
 * tag.
 */
function wrongPadding() {
  const { iv, ciphertext } = otherSeal(
    doubled(text),
    Buffer.alloc(16, 7),
    Buffer.from(HEADER),
    Buffer.from('{"ok":true}'),
  );
  ciphertext[ciphertext.length - 1]! ^= 1;
  const bits = Buffer.alloc(8);
  bits.writeBigUInt64BE(BigInt(HEADER.length * 8));
  const tag = createHmac('sha256', text)
    .update(HEADER)
    .update(iv)
    .update(ciphertext)
    .update(bits)
    .digest()
    .subarray(0, 16);
  return { protected: HEADER, iv: b64(iv), ciphertext: b64(ciphertext), tag: b64(tag), kid };
}

const otherAlgs = [
  'none',
  'RSA1_5',
  'RSA-OAEP',
  'RSA-OAEP-256',
  'A128KW',
  'A256KW',
  'A128GCMKW',
  'ECDH-ES',
  'ECDH-ES+A128KW',
  'PBES2-HS256+A128KW',
  'PBES2-HS512+A256KW',
  'HS256',
  'DIR',
  'dir ',
  '',
  ' dir',
];
const otherEncs = [
  'A128GCM',
  'A256GCM',
  'A192CBC-HS384',
  'A256CBC-HS512',
  'none',
  'a128cbc-hs256',
  'A128CBC-HS256 ',
  'A128CBC',
  '',
];

export const hostileEnvelopes: readonly Hostile[] = [
  ...otherAlgs.map(
    (alg): Hostile => [`alg ${JSON.stringify(alg)}`, under({ ...allowed, alg }), 'header'],
  ),
  ...otherEncs.map(
    (enc): Hostile => [`enc ${JSON.stringify(enc)}`, under({ ...allowed, enc }), 'header'],
  ),
  [
    'PBES2 that asks for two thousand million rounds',
    under({ alg: 'PBES2-HS256+A128KW', enc: 'A128CBC-HS256', p2c: 2_000_000_000, p2s: 'AAAA' }),
    'header',
  ],
  ['alg and enc as lists', under({ alg: ['dir'], enc: ['A128CBC-HS256'] }), 'header'],
  ['alg missing', under({ enc: 'A128CBC-HS256' }), 'header'],
  ['enc missing', under({ alg: 'dir' }), 'header'],
  ['alg only in __proto__', under('{"__proto__":{"alg":"dir","enc":"A128CBC-HS256"}}'), 'header'],
  ['crit', under({ ...allowed, crit: ['exp'], exp: 1 }), 'header'],
  ['crit that names nothing', under({ ...allowed, crit: [] }), 'header'],
  ['b64 made critical', under({ ...allowed, b64: false, crit: ['b64'] }), 'header'],
  ['zip', under({ ...allowed, zip: 'DEF' }), 'header'],
  ['zip of no kind', under({ ...allowed, zip: 'none' }), 'header'],
  [
    'alg twice, the good one last',
    under('{"alg":"none","alg":"dir","enc":"A128CBC-HS256"}'),
    'header',
  ],
  [
    'alg twice, once spelled with an escape',
    under('{"alg":"dir","\\u0061lg":"dir","enc":"A128CBC-HS256"}'),
    'header',
  ],
  ['header that is a list', under('["dir","A128CBC-HS256"]'), 'header'],
  ['header that is a word', under('"dir"'), 'header'],
  ['header that is null', under('null'), 'header'],
  ['header that is no JSON', under('{alg:dir}'), 'header'],
  ['header with a second value after it', under('{"alg":"dir","enc":"A128CBC-HS256"}{}'), 'header'],
  ['header with a byte order mark', under('\ufeff{"alg":"dir","enc":"A128CBC-HS256"}'), 'header'],
  [
    'header of bytes that are no UTF-8',
    otherEnvelope(text, '{}', {
      header: b64(
        Buffer.from(
          '7b22616c67223a22646972222c22656e63223a22413132384342432d4853323536222c2278223a22ff227d',
          'hex',
        ),
      ),
      kid,
    }),
    'header',
  ],
  [
    'header nested five hundred deep',
    under(`{"alg":"dir","enc":"A128CBC-HS256","x":${'['.repeat(300)}${']'.repeat(300)}}`),
    'header',
  ],
  ['header of a hundred kilobytes', under({ ...allowed, x: 'x'.repeat(100_000) }), 'header'],
  ['header of thirty megabytes', { ...good, protected: 'A'.repeat(30 * MEBIBYTE) }, 'header'],
  ['protected not Base64URL', { ...good, protected: `${HEADER}=` }, 'malformed'],
  ['protected empty', { ...good, protected: '' }, 'malformed'],
  ['protected null', { ...good, protected: null }, 'malformed'],
  ['protected an object', { ...good, protected: allowed }, 'malformed'],
  ...['iv', 'ciphertext', 'tag'].flatMap((name): Hostile[] => [
    [`${name} missing`, without(name), 'malformed'],
    [`${name} empty`, { ...good, [name]: '' }, 'malformed'],
    [`${name} null`, { ...good, [name]: null }, 'malformed'],
    [`${name} a number`, { ...good, [name]: 7 }, 'malformed'],
    [`${name} a list`, { ...good, [name]: [good[name]] }, 'malformed'],
    [`${name} padded`, { ...good, [name]: `${good[name]}==` }, 'malformed'],
    [
      `${name} with a line break`,
      { ...good, [name]: `${good[name]!.slice(0, 4)}\n${good[name]!.slice(4)}` },
      'malformed',
    ],
    [
      `${name} in the other alphabet`,
      { ...good, [name]: `+/${good[name]!.slice(2)}` },
      'malformed',
    ],
    [`${name} in a second spelling`, { ...good, [name]: secondSpelling(good[name]!) }, 'malformed'],
    [`${name} one bit flipped`, flip(name, 0), 'failed'],
  ]),
  [
    'iv of 12 bytes, as one published sample has',
    { ...good, iv: b64(Buffer.alloc(12)) },
    'malformed',
  ],
  ['iv of 17 bytes', { ...good, iv: b64(Buffer.alloc(17)) }, 'malformed'],
  [
    'tag of 32 bytes, as one published sample has',
    { ...good, tag: b64(Buffer.alloc(32)) },
    'malformed',
  ],
  ['tag of 15 bytes', { ...good, tag: b64(Buffer.alloc(15)) }, 'malformed'],
  ['tag of one byte', { ...good, tag: b64(Buffer.alloc(1)) }, 'malformed'],
  ['tag, last bit flipped', flip('tag', -1), 'failed'],
  ['ciphertext, last bit flipped', flip('ciphertext', -1), 'failed'],
  ['ciphertext a block short', { ...good, ciphertext: b64(Buffer.alloc(16)) }, 'failed'],
  ['ciphertext of fifteen bytes', { ...good, ciphertext: b64(Buffer.alloc(15)) }, 'failed'],
  ['padding wrong, tag right', wrongPadding(), 'failed'],
  ['sealed with another key', otherEnvelope('0123456789abcdef', '{"ok":true}', { kid }), 'failed'],
  [
    'three members, sealed under a header of its own',
    otherEnvelope(text, '{}', { header: null, aad: json({ ...allowed, x: 1 }) }),
    'failed',
  ],
  ...Object.entries({
    encrypted_key: 'AAAA',
    aad: 'AAAA',
    unprotected: { alg: 'dir' },
    header: { alg: 'dir' },
    recipients: [{}],
  }).map(
    ([name, value]): Hostile => [
      `with ${name}`,
      {
        ...good,
        [name]: value,
      },
      'malformed',
    ],
  ),
  ['kid of another key', { ...good, kid: 'client-key-2' }, 'kid'],
  ['kid empty', { ...good, kid: '' }, 'kid'],
  ['kid a path', { ...good, kid: '../../etc/passwd' }, 'kid'],
  ['kid a number', { ...good, kid: 1 }, 'malformed'],
  ['kid an object', { ...good, kid: { toString: 'x' } }, 'malformed'],
  ...([null, undefined, 'eyJ', 7, true, [], [good]] as unknown[]).map(
    (value): Hostile => [
      `in place of an envelope: ${JSON.stringify(value)?.slice(0, 20)}`,
      value,
      'malformed',
    ],
  ),
  ['members only in __proto__', JSON.parse(`{"__proto__":${JSON.stringify(good)}}`), 'malformed'],
  ['compact form', Object.values(good).join('.'), 'malformed'],
  ['larger than 32 MiB', { ...good, ciphertext: 'A'.repeat(32 * MEBIBYTE + 4) }, 'too-large'],
  ['inside: bytes that are no UTF-8', inside(Buffer.from('7b2261223a22ff227d', 'hex')), 'payload'],
  [
    'inside: half a surrogate in UTF-8',
    inside(Buffer.from('7b2261223a22eda080227d', 'hex')),
    'payload',
  ],
  ['inside: no JSON', inside('ok'), 'payload'],
  ['inside: nothing', inside(''), 'payload'],
  ['inside: a list', inside('[1]'), 'payload'],
  ['inside: a word', inside('"ok"'), 'payload'],
  ['inside: null', inside('null'), 'payload'],
  ['inside: a name twice', inside('{"a":1,"a":2}'), 'payload'],
  ['inside: a name twice, deep down', inside('{"a":[{"b":{"c":1,"d":2,"c":3}}]}'), 'payload'],
  ['inside: a name twice, once escaped', inside('{"\\u0061":1,"a":2}'), 'payload'],
  ['inside: __proto__ twice', inside('{"__proto__":1,"__proto__":2}'), 'payload'],
  ['inside: 33 deep', inside(nested(32)), 'payload'],
  ['inside: a hundred thousand deep', inside(nested(100_000)), 'payload'],
  [
    'inside: a hundred thousand deep and never closed',
    inside(`{"a":${'['.repeat(100_000)}`),
    'payload',
  ],
  ['inside: a string that never ends', inside('{"a":"'), 'payload'],
  ['inside: two values', inside('{}{}'), 'payload'],
];

/**
 * The same bytes with other idle bits in the last letter. Texts whose length leaves none get one
 * letter too many instead.
 */
function secondSpelling(value: string): string {
  const idle = value.length % 4;
  if (idle === 0) return `${value}A`;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return value.slice(0, -1) + alphabet[alphabet.indexOf(value.at(-1)!) ^ 1];
}
