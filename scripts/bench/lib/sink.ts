/**
 * A server that takes whatever is sent and keeps nothing; prints its port. Ends when its standard
 * input does.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) =>
  request.resume().on('end', () => response.writeHead(204).end()),
);
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().on('end', () => process.exit());
