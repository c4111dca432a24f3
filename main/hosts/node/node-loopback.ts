/**
 * Listens on 127.0.0.1 for the one answer that a browser of this computer brings (RFC 8252, 7.3).
 * Takes small GET requests only, and shows plain pages that load nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../../../shared/failure.ts';
import { SECOND } from '../../../shared/time.ts';
import { nodeHttp } from '../../infrastructure/node-http.ts';
import type { Loopback, LoopbackPage } from '../../infrastructure/ports.ts';

const HOST = '127.0.0.1';
const LIMITS = {
  /** Bytes of a request's head: an answer is an address and a few words. */
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5 * SECOND,
  requestTimeout: 5 * SECOND,
  connectionsCheckingInterval: SECOND,
};
const MOST_CONNECTIONS = 8;

export const nodeLoopback: Loopback = (answer) =>
  new Promise((done, fail) => {
    let origin = '';
    const server = nodeHttp().createServer(LIMITS, (request, response) =>
      send(response, pageFor(request, origin, answer)),
    );
    server.maxConnections = MOST_CONNECTIONS;
    server.once('error', (cause) =>
      fail(
        new Failure('broken', 'Scriba could not wait for the browser’s answer on this computer.', {
          detail: 'cannot-listen',
          cause,
        }),
      ),
    );
    server.listen(0, HOST, () => {
      origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
      done({
        origin,
        close() {
          server.close();
          // The page of the answer is on its way out; what still hangs after that is ended.
          setTimeout(() => server.closeAllConnections(), SECOND).unref();
        },
      });
    });
  });

/** Another name in Host means a page of the web that had this address resolved to itself. */
function pageFor(
  { method, url = '', headers }: IncomingMessage,
  origin: string,
  answer: (url: URL) => LoopbackPage,
): LoopbackPage {
  if (`http://${headers.host}` !== origin || !url.startsWith('/')) return refused;
  if (method !== 'GET') return { status: 405, text: 'Not allowed.' };
  const parsed = URL.canParse(origin + url) ? new URL(origin + url) : undefined;
  return parsed ? answer(parsed) : refused;
}
const refused: LoopbackPage = { status: 400, text: 'Not a question for Scriba.' };

function send(response: ServerResponse, { status, text }: LoopbackPage): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scriba</title><p>${escaped(text)}</p></html>`,
  );
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
