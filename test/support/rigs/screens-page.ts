/** Builds the real page, serves it under its real security policy, and makes up a core inside it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';
import { pageHeaders } from '../../../main/hosts/common/page-policy.ts';
import type { Scene } from '../fakes/fake-bridge.ts';

const root = path.join(import.meta.dirname, '../../..');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

export type ScreensPage = {
  readonly origin: string;
  setScene(context: BrowserContext, scene: Scene): Promise<void>;
  close(): void;
};

export async function serveScreens(): Promise<ScreensPage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-screens-'));
  await build({
    configFile: path.join(root, 'renderer.vite.config.ts'),
    logLevel: 'error',
    build: { outDir: path.join(folder, 'page') },
  });
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir: path.join(folder, 'fake'),
      target: 'es2023',
      copyPublicDir: false,
      lib: {
        entry: path.join(root, 'test/support/fakes/fake-bridge.ts'),
        formats: ['iife'],
        name: 'fake',
        fileName: () => 'fake.js',
      },
    },
  });
  const fake = await readFile(path.join(folder, 'fake/fake.js'), 'utf8');
  const server = createServer((request, response) => {
    const pathname = new URL(request.url ?? '/', 'http://page').pathname;
    const name = pathname === '/' ? 'index.html' : path.normalize(pathname).slice(1);
    readFile(path.join(folder, 'page', name)).then(
      (bytes) =>
        response
          .writeHead(200, {
            ...pageHeaders("'none'"),
            'content-type': types[path.extname(name)] ?? 'application/octet-stream',
          })
          .end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // An init script comes from the driver, not from the page: its policy has no say in it.
    setScene: (context, scene) =>
      context
        .addInitScript(`window.scene = ${JSON.stringify(scene)};\n${fake}`)
        .then(() => undefined),
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
