/** Which addresses Scriba talks to at all (contract 0): https, and http on this very machine for practice. */
import { brandPattern } from '../../shared/wire/common.ts';
import { Failure } from '../../shared/failure.ts';

export type Address = { readonly baseUrl: string; readonly brand: string; readonly clientId: string };

/** Tidies what a person typed. Throws Failure `invalid` / `address-invalid`, `address-insecure`, `brand-invalid`. */
export function checkAddress({ baseUrl, brand, clientId }: Address): Address {
  const url = readUrl(baseUrl.trim());
  if (url.search || url.hash) throw notAnAddress();
  if (!brandPattern.test(brand)) throw new Failure('invalid', 'The brand word has 2 to 16 small letters or digits and begins with a letter. Copy it from the platform as it is.', { detail: 'brand-invalid' });
  return { baseUrl: url.href.replace(/\/+$/, ''), brand, clientId: clientId.trim() };
}

/** Reads the address of one call. Throws Failure `invalid` / `address-invalid` or `address-insecure`. */
export function readUrl(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw notAnAddress();
  }
  if (url.username || url.password) throw notAnAddress();
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return url;
  throw new Failure('invalid', 'Scriba sends recordings over https only. Ask the platform for its https address.', { detail: 'address-insecure' });
}

/**
 * Reads an address that the platform handed out for uploading. A platform on the internet may not point at
 * this machine: that would let it reach what listens here. Throws like `readUrl`.
 */
export function readGivenUrl(text: string, baseUrl: string): URL {
  const url = readUrl(text);
  if (isLoopback(url) && !isLoopback(readUrl(baseUrl))) throw new Failure('refused', 'The platform named an upload address that Scriba does not send to. Tell the platform.', { detail: 'upload-address-refused' });
  return url;
}

/** The URL parser has already turned every spelling of an IPv4 address into four numbers. */
const isLoopback = ({ hostname }: URL) => hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

const notAnAddress = () => new Failure('invalid', 'This is not an address of a platform. It looks like https://api.example.com.', { detail: 'address-invalid' });
