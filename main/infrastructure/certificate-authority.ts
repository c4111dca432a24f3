/**
 * A clinic's own certificate authority for one of its servers: what a file must hold before it is
 * trusted, and who it says it is (decision 0207). Trusting one more authority never switches off
 * the check of names, dates and signatures.
 */
import { X509Certificate } from 'node:crypto';
import { Failure } from '../../shared/failure.ts';
import type { CertificateAuthority } from '../../shared/model/export/exports.ts';

/** Certificates in one file: a root and those below it. */
const MOST = 10;
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g;

type CheckedAuthority = {
  /** The certificates alone, without whatever else stood in the file. */
  readonly pem: string;
  readonly authority: CertificateAuthority;
};

/**
 * Throws Failure `invalid`: `authority-invalid` (no certificate, or one that cannot be read),
 * `authority-private-key`, `authority-no-ca` (a server's own certificate), `authority-no-root`,
 * `authority-dates`.
 */
export function readAuthority(text: string, now: number): CheckedAuthority {
  const blocks = [...text.matchAll(BLOCK)].map(([, kind = '', base64 = '']) => ({ kind, base64 }));
  if (blocks.some(({ kind }) => kind.endsWith('PRIVATE KEY')))
    throw refusal(
      'authority-private-key',
      'This file holds a private key, which belongs on the server alone. Ask for the certificate of the authority.',
    );
  const certificates = blocks.filter(({ kind }) => kind === 'CERTIFICATE');
  if (certificates.length === 0 || certificates.length > MOST) throw unreadable();
  const read = certificates.map(({ base64 }) => certificateOf(base64));
  if (!read.every(({ ca }) => ca))
    throw refusal(
      'authority-no-ca',
      'A certificate in this file is not of an authority: it may be of the server itself. Ask for the certificate of the authority that signed it.',
    );
  const root = read.find((one) => one.checkIssued(one) && one.verify(one.publicKey));
  if (!root)
    throw refusal(
      'authority-no-root',
      'This file holds an authority between the root and the server, and not the root itself. Ask for the file with the root.',
    );
  for (const one of read) checkDates(one, now);
  return {
    pem: read.join(''),
    authority: described(root),
  };
}

/** The authority in a text that `readAuthority` returned; undefined for none. */
export function authorityIn(pem: string): CertificateAuthority | undefined {
  try {
    const read = [...pem.matchAll(BLOCK)].map(([, , base64 = '']) => certificateOf(base64));
    const root = read.find((one) => one.checkIssued(one));
    return root && described(root);
  } catch {
    return undefined;
  }
}

const described = (root: X509Certificate): CertificateAuthority => ({
  name: nameOf(root.subject),
  from: root.validFromDate.getTime(),
  until: root.validToDate.getTime(),
  fingerprint: root.fingerprint256,
});

/** Common name, else organisation, else the whole subject in one line. */
function nameOf(subject: string | undefined): string {
  const lines = (subject ?? '').split('\n');
  const member = (name: string) =>
    lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
  return (member('CN') ?? member('O') ?? lines.join(', '))
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function checkDates({ validFromDate, validToDate }: X509Certificate, now: number): void {
  if (now >= validFromDate.getTime() && now <= validToDate.getTime()) return;
  throw refusal(
    'authority-dates',
    'A certificate in this file is not valid on the date that this computer shows. Look at date and time of this computer, or ask for a newer file.',
  );
}

/** Out of the bytes alone: a blank line in the text would hide a certificate from OpenSSL. */
function certificateOf(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw unreadable(cause);
  }
}

const unreadable = (cause?: unknown) =>
  refusal(
    'authority-invalid',
    'This is not a file with certificates. It is a text file (PEM) in which “BEGIN CERTIFICATE” stands.',
    cause,
  );

const refusal = (detail: string, message: string, cause?: unknown) =>
  new Failure('invalid', message, { detail, cause });
