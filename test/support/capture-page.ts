/** Builds the capture page and serves it under the page's real security policy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { pageHeaders } from '../../main/hosts/common/page-policy.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/**
 * The answer's `close` also removes what was built. `headers` replaces headers of the page, for
 * what-if tests.
 */
export async function serveCapturePage(
  headers: Record<string, string> = {},
): Promise<{ origin: string; close(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-capture-page-'));
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'capture-page'),
    base: './',
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
    worker: { format: 'es' },
  });
  const server = createServer((request, response) => {
    const name =
      request.url === '/'
        ? 'index.html'
        : path.normalize(new URL(request.url ?? '/', 'http://page').pathname).slice(1);
    readFile(path.join(folder, name)).then(
      (bytes) =>
        response
          .writeHead(200, {
            ...pageHeaders("'none'"),
            ...headers,
            'content-type': types[path.extname(name)] ?? 'application/octet-stream',
          })
          .end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
