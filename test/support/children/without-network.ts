/**
 * Loaded before a program (`--import`): no socket connects and no name is resolved, in all of its
 * threads; each try is written to the file that WITHOUT_NETWORK names.
 */
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const refuse = (what: string) => (): never => {
  appendFileSync(process.env.WITHOUT_NETWORK ?? '', `${what}\n`);
  throw new Error(`${what}: there is no network`);
};
net.Socket.prototype.connect = refuse('connect');
dns.lookup = Object.assign(refuse('lookup'), {
  __promisify__: refuse('lookup'),
}) as unknown as typeof dns.lookup;
syncBuiltinESMExports();
