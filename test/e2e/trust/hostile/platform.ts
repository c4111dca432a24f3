/**
 * A platform that keeps to the contract in form, and fills every field it can with whatever it is
 * given.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PracticeAccess } from '../../../../main/infrastructure/ports.ts';

/** Outcome of one visit, in the order in which visits are begun. */
export type Outcome =
  | { readonly status: number; readonly body: unknown }
  | { readonly init: { readonly status: number; readonly body: unknown } };
export type HostilePlatform = {
  readonly access: PracticeAccess;
  readonly url: string;
  readonly begun: () => number;
  close(): void;
};

export async function startHostilePlatform({
  config,
  outcomes,
  words,
}: {
  config: unknown;
  outcomes: readonly Outcome[];
  /** For every field that is left. */
  words: string;
}): Promise<HostilePlatform> {
  const order: string[] = [];
  const outcomeOf = (txn: string): Outcome => {
    if (!order.includes(txn)) order.push(txn);
    return outcomes[order.indexOf(txn)] ?? { status: 202, body: { data: {} } };
  };
  const server = http.createServer((request, response) => {
    const answer = (status: number, body?: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'x' })
        .end(body === undefined ? '' : JSON.stringify(body));
    request.resume().on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://platform');
      const last = decodeURIComponent(pathname.split('/').at(-1) ?? '');
      if (pathname.startsWith('/connect-auth/'))
        return answer(200, {
          access_token: 'a',
          expires_in: 1800,
          refresh_token: 'r',
          refresh_expires_in: 9999,
          username: words,
          workspace_id: words,
        });
      if (pathname === '/voice/api/v2/config/') return answer(200, config);
      if (pathname === '/v1/file-upload')
        return answer(200, {
          uploadData: {
            url: `http://127.0.0.1:${port}/blob/`,
            fields: { key: words, [words]: words },
          },
          folderPath: 'f/',
          txn_id: words,
        });
      if (pathname === '/blob/') return answer(204);
      if (pathname.startsWith('/voice/api/v2/transaction/init/')) {
        const outcome = outcomeOf(last);
        return 'init' in outcome
          ? answer(outcome.init.status, outcome.init.body)
          : answer(201, { status: words, message: words, txn_id: words, b_id: words });
      }
      if (pathname.startsWith('/voice/api/v3/status/')) {
        if (!order.includes(last))
          return answer(400, { error: { code: 'transaction_not_found', msg: words } });
        const outcome = outcomeOf(last);
        return 'init' in outcome
          ? answer(400, { error: { code: 'transaction_not_found', msg: words } })
          : answer(outcome.status, outcome.body);
      }
      return answer(404, {
        error: { code: words, message: words, display_message: words },
        message: words,
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    access: { url, brand: 'practice', clientId: 'c', clientSecret: 's' },
    begun: () => order.length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
