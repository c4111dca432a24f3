/**
 * Builds the real page, serves it under its real security policy, and makes up a core inside it.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { pageHeaders } from '../../../main/hosts/common/page-policy.ts';
import type { Scene } from '../fakes/fake-bridge.ts';
import { sharedFolder } from './screens-folder.ts';

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
  /**
   * Opens one page for many scenes: a new page would compile and lay out everything anew for each.
   * `scripts` run before the page's own.
   */
  openStage(context: BrowserContext, ...scripts: string[]): Promise<Stage>;
  close(): void;
};

export type Stage = {
  readonly page: Page;
  /** Loads the page, or another one of ours, anew in a scene; nothing is left of the one before. */
  show(scene: Scene, at?: string): Promise<void>;
};

export async function serveScreens(): Promise<ScreensPage> {
  const { folder, remove } = await buildScreens();
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
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    // An init script comes from the driver, not from the page: its policy has no say in it.
    setScene: (context, scene) =>
      context
        .addInitScript(`window.scene = ${JSON.stringify(scene)};\n${fake}`)
        .then(() => undefined),
    async openStage(context, ...scripts) {
      // The name of a window outlives its loads: the scene lies there.
      const begin = `window.scene = JSON.parse(window.name || '{}');\n${fake}`;
      for (const script of [begin, ...scripts]) await context.addInitScript(script);
      const page = await context.newPage();
      await page.goto(origin);
      return {
        page,
        async show(scene, at = '/') {
          await page.evaluate((name) => {
            window.name = name;
            localStorage.clear();
            sessionStorage.clear();
          }, JSON.stringify(scene));
          await page.goto(origin + at);
        },
      };
    },
    close() {
      server.close();
      server.closeAllConnections();
      remove();
    },
  };
}

type Built = { readonly folder: string; remove(): void };

/** Builds the page; under Playwright the first worker builds it for all others, who wait for it. */
async function buildScreens(): Promise<Built> {
  if (process.env.TEST_WORKER_INDEX === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'scriba-screens-'));
    await buildInto(folder);
    return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
  }
  const folder = sharedFolder(process.ppid);
  const outcome = path.join(folder, 'outcome');
  if (isFirst(folder)) {
    const said = await buildInto(folder).then(() => 'built', String);
    writeFileSync(`${outcome}.part`, said);
    renameSync(`${outcome}.part`, outcome);
  }
  while (!existsSync(outcome)) await setTimeout(100);
  const said = await readFile(outcome, 'utf8');
  if (said !== 'built') throw new Error(`the page could not be built: ${said}`);
  return { folder, remove: () => undefined };
}

/** Making a folder succeeds for one worker alone. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function buildInto(folder: string): Promise<void> {
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
}
