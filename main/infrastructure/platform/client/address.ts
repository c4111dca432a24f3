/**
 * Which addresses Scriba talks to at all (contract 0): https, and http on this very machine for
 * practice.
 */
import { BlockList, isIPv6 } from 'node:net';
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { brandPattern } from '../../../../shared/wire/common.ts';

export type Address = {
  readonly baseUrl: string;
  readonly brand: string;
  readonly clientId: string;
};

/**
 * Tidies what a person typed. Throws Failure `invalid` / `address-invalid`, `address-insecure`,
 * `brand-invalid`, `client-id-invalid`.
 */
export function checkAddress({ baseUrl, brand, clientId }: Address): Address {
  const url = readUrl(baseUrl.trim());
  if (url.search || url.hash) throw notAnAddress();
  // It is sent as a header, so it may hold what a header may hold.
  if (!/^[\x21-\x7e]+$/.test(clientId.trim()))
    throw new Failure(
      'invalid',
      'The client id has letters, digits and signs only. Copy it from the platform as it is.',
      { detail: 'client-id-invalid' },
    );
  if (!brandPattern.test(brand))
    throw new Failure(
      'invalid',
      'The platform code has 2 to 16 small letters or digits and begins with a letter. Copy it from the platform as it is.',
      { detail: 'brand-invalid' },
    );
  return { baseUrl: url.href.replace(/\/+$/, ''), brand, clientId: clientId.trim() };
}

/**
 * Reads an address, and only one that is written as it is meant. Throws Failure `invalid` /
 * `address-invalid` or `address-insecure`.
 */
export function readUrl(text: string): URL {
  // The parser would mend these in silence: `https:/evil`, backslashes, a line break in the middle
  // of a word, an empty user.
  if (
    !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) ||
    /[\s\\\p{Cc}]/u.test(text) ||
    /^[^/]*\/\/[^/?#]*@/.test(text)
  )
    throw notAnAddress();
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw notAnAddress();
  }
  if (url.username || url.password) throw notAnAddress();
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return url;
  throw new Failure(
    'invalid',
    'Scriba sends recordings over https only. Ask the platform for its https address.',
    { detail: 'address-insecure' },
  );
}

/**
 * Reads an address that the platform handed out for uploading. A platform on the internet may not
 * point at this machine: that would let it reach what listens here. Throws like `readUrl`.
 */
export function readGivenUrl(text: string, baseUrl: string): URL {
  const url = readUrl(text);
  const base = readUrl(baseUrl);
  const looksAlike = url.hostname.includes('xn--') && url.hostname !== base.hostname;
  if (looksAlike || (isHere(url) && !isHere(base))) throw failures.uploadAddressRefused();
  return url;
}

/**
 * One step of a path: whatever stands in the id, it stays one step. Throws Failure `broken` /
 * `path`.
 */
export function segment(id: string): string {
  // Dots are steps to the parser, whatever we mean by them; half a character cannot be encoded at
  // all.
  if (id === '' || id === '.' || id === '..' || Buffer.from(id).toString() !== id)
    throw new Failure('broken', 'An id of this visit cannot stand in an address.', {
      detail: 'path',
    });
  return encodeURIComponent(id);
}

/** The URL parser has already turned every spelling of an IPv4 address into four numbers. */
const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * What reaches this computer by another name or spelling, and what every cable has of its own
 * (169.254.169.254 among it).
 */
function isHere({ hostname }: URL): boolean {
  const name = hostname.replace(/^\[|\]$|\.$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIPv6(name) ? here.check(name, 'ipv6') : /^[\d.]+$/.test(name) && here.check(name);
}
const here = new BlockList();
for (const [net, length] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  here.addSubnet(net, length);
for (const [net, length] of [
  ['::', 127],
  ['fe80::', 10],
] as const)
  here.addSubnet(net, length, 'ipv6');

const notAnAddress = () =>
  new Failure(
    'invalid',
    'This is not an address of a platform. It looks like https://api.example.com.',
    { detail: 'address-invalid' },
  );
