/** P19: addresses from a platform or a person are https or this very machine, and nothing else. */
import net from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkAddress,
  readGivenUrl,
  readUrl,
} from '../../main/infrastructure/platform/client/address.ts';
import { Failure } from '../../shared/failure.ts';
import { goodGiven, neverAddresses, neverGiven } from './support/hostile/hostile-addresses.ts';
import { base, p19 } from './support/promises/p19.ts';

const accepted = (read: () => URL): URL | undefined => {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return undefined;
  }
};

test.each(neverAddresses)('%j is no address of a platform', (text) => {
  p19.ran();
  expect(accepted(() => readUrl(text))?.href).toBeUndefined();
  expect(accepted(() => readGivenUrl(text, base))?.href).toBeUndefined();
  expect(() =>
    checkAddress({
      baseUrl: text.trim() === text ? text : `${text}x y`,
      brand: 'svc',
      clientId: 'c',
    }),
  ).toThrow(Failure);
});

test.each(neverGiven)('a platform on the internet may not have us upload to %j', (text) => {
  p19.ran();
  expect(accepted(() => readGivenUrl(text, base))?.href).toBeUndefined();
});

test('practice, on this very machine, may name itself', () => {
  for (const text of [
    'http://127.0.0.1:8787/blob/',
    'http://localhost:8787/blob/',
    'http://[::1]:8787/blob/',
  ])
    expect(readGivenUrl(text, 'http://127.0.0.1:8787').href).toBe(text);
});

test.each(goodGiven)('%s is a good upload address', (text) => {
  expect(readGivenUrl(text, base).protocol).toBe('https:');
});

/** Works out anew the meaning of a host name: as four bytes, as sixteen, or as a name. */
function meaning(url: URL): 'here' | 'elsewhere' {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (net.isIPv4(name))
    return [0, 127].includes(Number(name.split('.')[0])) || name.startsWith('169.254.')
      ? 'here'
      : 'elsewhere';
  if (net.isIPv6(name)) {
    const groups = new URL(`http://[${name}]`).hostname
      .slice(1, -1)
      .split('::')
      .map((half) => (half === '' ? [] : half.split(':'))) as string[][];
    const [left, right = []] = groups as [string[], string[]?];
    const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right].map(
      (group) => parseInt(group, 16),
    );
    if (all.slice(0, 7).every((group) => group === 0) && all[7]! < 2) return 'here';
    if ((all[0]! & 0xffc0) === 0xfe80) return 'here';
    if (all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff)
      return [0, 127].includes(all[6]! >> 8) || all[6] === 0xa9fe ? 'here' : 'elsewhere';
    return 'elsewhere';
  }
  return name === 'localhost' || name.endsWith('.localhost') ? 'here' : 'elsewhere';
}

const piece = fc.constantFrom(
  'http',
  'https',
  'HTTPS',
  'ftp',
  'javascript',
  ':',
  '://',
  '/',
  '//',
  '\\',
  '@',
  '.',
  '..',
  '#',
  '?',
  '%',
  '%2f',
  '%00',
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[fe80::1]',
  'evil.example',
  'platform.example',
  'xn--80ak6aa92e',
  ':80',
  ':443',
  'user:pass',
  ' ',
  '\n',
  '\t',
  '\u0000',
  '\u3002',
  '\uff0e',
  'а',
);
const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV4Extended(),
  fc.ipV6().map((ip) => `[${ip}]`),
  fc.constantFrom('localhost', 'a.localhost', '127.0.0.1.nip.io', 'platform.example'),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }).map(String),
  fc.string(),
);
const address = fc.oneof(
  { weight: 3, arbitrary: fc.array(piece, { maxLength: 8 }).map((list) => list.join('')) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('http://', 'https://', 'https:/', 'https:\\\\', 'http:', '//', 'wss://'),
        fc.constantFrom('', '', '', 'u@', 'u:p@', '@'),
        host,
        fc.constantFrom('', ':80', ':0', ':65536', ':x'),
        fc.constantFrom('', '/', '/a/', '/../', '//x', '?q', '#h', '\\x'),
      )
      .map((list) => list.join('')),
  },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: fc.string() },
);

test("whatever the address: what is accepted is https, or plain http on this very machine, and nobody's password is in it", () => {
  let good = 0;
  fc.assert(
    fc.property(address, (text) => {
      p19.ran();
      const url = accepted(() => readUrl(text));
      if (url) {
        good += 1;
        expect(
          url.protocol === 'https:' ||
            (url.protocol === 'http:' &&
              /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname)),
          text,
        ).toBe(true);
        expect([url.username, url.password], text).toEqual(['', '']);
        // The address was not corrected: the host stands in the text as it is meant.
        expect(text.toLowerCase().startsWith(url.protocol), text).toBe(true);
      }
      const given = accepted(() => readGivenUrl(text, base));
      if (given)
        expect([given.protocol, meaning(given), given.hostname.includes('xn--')], text).toEqual([
          'https:',
          'elsewhere',
          false,
        ]);
    }),
    { numRuns: p19.size({ mutant: 5000, commit: 50_000, long: 1_000_000 }), seed: p19.seed() },
  );
  expect(good).toBeGreaterThan(0);
}, 600_000);
