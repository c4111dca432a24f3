/** What a file of a certificate authority must hold before it is trusted for a server. */
import { expect, test } from 'vitest';
import { authorityIn, readAuthority } from '../../../main/infrastructure/certificate-authority.ts';
import { DAY } from '../../../shared/time.ts';
import { makeCertificate } from '../../support/servers/certificate.ts';

const now = Date.now();
const root = makeCertificate({ commonName: 'Sunrise Root', authority: true });
const between = makeCertificate({ commonName: 'Sunrise Issuing', authority: true, by: root });
const detailOf = (text: string, at = now) => {
  try {
    readAuthority(text, at);
  } catch (error) {
    return (error as { detail?: string }).detail;
  }
  return 'trusted';
};

test('a root is trusted and told by its own name, its days and its fingerprint', () => {
  const { authority } = readAuthority(root.cert, now);
  expect(authority.name).toBe('Sunrise Root');
  expect(authority.from).toBeLessThan(now);
  expect(authority.until).toBeGreaterThan(now);
  expect(authority.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
});

test('a root and an authority below it may stand in one file, in any order', () => {
  const { pem, authority } = readAuthority(`${between.cert}\n${root.cert}`, now);
  expect(authority.name).toBe('Sunrise Root');
  expect(pem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
});

test('words around the certificates are not stored, and what is stored can be read again', () => {
  const { pem, authority } = readAuthority(`Ask Meera (ext. 12).\r\n${root.cert}# end`, now);
  expect(pem).not.toMatch(/Meera|# end/);
  expect(authorityIn(pem)).toEqual(authority);
  expect(readAuthority(pem, now).pem).toBe(pem);
  const spaced = root.cert.replaceAll('\n', '\r\n\r\n  ');
  expect(readAuthority(spaced, now).pem).toBe(pem);
});

test('what is no authority is refused, each for its own reason', () => {
  const server = makeCertificate({ names: ['127.0.0.1'], by: root });
  const alone = makeCertificate({ names: ['127.0.0.1'] });
  const forged = makeCertificate({
    commonName: 'Sunrise Root',
    authority: true,
    by: { name: 'Sunrise Root', key: between.key },
  });
  expect({
    empty: detailOf(''),
    words: detailOf('This is my certificate.'),
    damaged: detailOf(root.cert.replace(/^MI/m, 'QQ')),
    key: detailOf(`${root.cert}${root.pem}`),
    server: detailOf(server.cert),
    selfSigned: detailOf(alone.cert),
    rootAndServer: detailOf(`${root.cert}${server.cert}`),
    between: detailOf(between.cert),
    forged: detailOf(forged.cert),
    tooMany: detailOf(root.cert.repeat(11)),
    most: detailOf(root.cert.repeat(10)),
  }).toEqual({
    empty: 'authority-invalid',
    words: 'authority-invalid',
    damaged: 'authority-invalid',
    key: 'authority-private-key',
    server: 'authority-no-ca',
    selfSigned: 'authority-no-ca',
    rootAndServer: 'authority-no-ca',
    between: 'authority-no-root',
    forged: 'authority-no-root',
    tooMany: 'authority-invalid',
    most: 'trusted',
  });
});

test('an authority whose days are over, or have not come, is refused', () => {
  const { from, until } = readAuthority(root.cert, now).authority;
  expect(detailOf(root.cert, from - 1)).toBe('authority-dates');
  expect(detailOf(root.cert, from)).toBe('trusted');
  expect(detailOf(root.cert, until)).toBe('trusted');
  expect(detailOf(root.cert, until + 1)).toBe('authority-dates');
  expect(detailOf(root.cert, now + 400 * DAY)).toBe('authority-dates');
});

test('no text, and a damaged one, name no authority', () => {
  expect([authorityIn(''), authorityIn(root.cert.replace(/^MI/m, 'QQ'))]).toEqual([
    undefined,
    undefined,
  ]);
});
