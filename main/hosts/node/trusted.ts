/** Certificates that a connection trusts, said aloud so that no variable can add to them (P22). */
import { rootCertificates } from 'node:tls';

/**
 * `ca`: in place of the public ones, for tests. `authority`: a clinic's own, for one server of its
 * own (decision 0207).
 */
export const trustedWith = (ca: string | undefined, authority = ''): string[] => [
  ...(ca === undefined ? rootCertificates : [ca]),
  ...(authority === '' ? [] : [authority]),
];
