/**
 * Certificates of every kind for TLS tests, made by hand in DER: good ones, and ones that no client
 * may accept. Needs no openssl.
 */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export type Certificate = {
  /** Common name. */
  readonly name: string;
  /** PEM. */
  readonly cert: string;
  /** PEM of the private key. */
  readonly pem: string;
  readonly key: KeyObject;
};

export type CertificateWishes = {
  /** Host names and IPv4 addresses; none at all leaves the extension out. */
  readonly names?: readonly string[];
  readonly commonName?: string;
  readonly from?: Date;
  readonly until?: Date;
  /** Signer of the certificate; itself when absent. */
  readonly by?: Pick<Certificate, 'name' | 'key'>;
  readonly authority?: boolean;
  readonly hash?: 'sha256' | 'sha1';
  /** Use that the certificate allows. */
  readonly use?: 'serverAuth' | 'clientAuth';
};

const DAY = 86_400_000;

const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body)]), body]);
};
/** DER: lengths up to 127 in one byte, longer ones after the number of their bytes. */
function lengthOf({ length }: Buffer): number[] {
  if (length < 128) return [length];
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
}
const sequence = (...parts: Uint8Array[]) => tlv(0x30, ...parts);
const integer = (bytes: Uint8Array) =>
  tlv(0x02, bytes[0]! & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes);
const truth = tlv(0x01, Buffer.from([0xff]));
const octets = (...parts: Uint8Array[]) => tlv(0x04, ...parts);
const bits = (bytes: Uint8Array) => tlv(0x03, Buffer.from([0]), bytes);

function oid(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number) as [number, number, ...number[]];
  const bytes = [first * 40 + second];
  for (const value of rest) {
    const seven = [value & 127];
    for (let left = value >> 7; left > 0; left >>= 7) seven.unshift((left & 127) | 128);
    bytes.push(...seven);
  }
  return tlv(0x06, Buffer.from(bytes));
}

const nameOf = (common: string) =>
  sequence(tlv(0x31, sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from(common)))));
const timeOf = (at: Date) =>
  tlv(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
const extension = (id: string, critical: boolean, value: Uint8Array) =>
  sequence(oid(id), ...(critical ? [truth] : []), octets(value));
const alternative = (name: string) =>
  /^\d+(\.\d+){3}$/.test(name)
    ? tlv(0x87, Buffer.from(name.split('.').map(Number)))
    : tlv(0x82, Buffer.from(name));
const uses = { serverAuth: '1.3.6.1.5.5.7.3.1', clientAuth: '1.3.6.1.5.5.7.3.2' };
const signatures = { sha256: '1.2.840.10045.4.3.2', sha1: '1.2.840.10045.4.1' };

export function makeCertificate({
  names,
  commonName = names?.[0] ?? 'test',
  from = new Date(Date.now() - DAY),
  until = new Date(Date.now() + DAY),
  by,
  authority = false,
  hash = 'sha256',
  use = 'serverAuth',
}: CertificateWishes): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(signatures[hash]));
  const extensions = [
    extension('2.5.29.19', true, sequence(...(authority ? [truth] : []))),
    ...(authority
      ? [extension('2.5.29.15', true, tlv(0x03, Buffer.from([1, 0x06])))]
      : [extension('2.5.29.37', false, sequence(oid(uses[use])))]),
    ...(names ? [extension('2.5.29.17', false, sequence(...names.map(alternative)))] : []),
  ];
  const toBeSigned = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(by?.name ?? commonName),
    sequence(timeOf(from), timeOf(until)),
    nameOf(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  );
  const der = sequence(toBeSigned, algorithm, bits(sign(hash, toBeSigned, by?.key ?? privateKey)));
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { name: commonName, cert, pem, key: privateKey };
}
