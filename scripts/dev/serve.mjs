/**
 * Runs the page server and the core of `npm run dev` until it is ended. Started by scripts/dev.mjs
 * with a Node that reads TypeScript.
 */
import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, playwrightBrowser } from '../../main/hosts/node/browsers.mjs';
import { startCore } from '../lib/core.mjs';
import { inProject } from '../lib/project.mjs';
import { endWithParent } from '../lib/run.mjs';
import { openWindow } from '../lib/window.mjs';
import { servePage } from './page-server.mjs';
import { createRestarter } from './restarter.mjs';

/** Folders that the core, or its practice platform, is made of. */
const coreFolders = ['main', 'sandbox', 'shared'].map((name) => inProject(name));

const { values: asked } = parseArgs({
  options: { data: { type: 'string' }, port: { type: 'string' }, open: { type: 'boolean' } },
});

const closing = [];
let ending;
function finish(code) {
  ending ??= (async () => {
    for (const close of closing.reverse()) await close().catch(() => {});
    process.exit(code);
  })();
}

async function serve() {
  endWithParent(() => finish(0));
  const corePort = await freePort();
  const core = createRestarter({
    async start() {
      const running = await startCore({
        data: asked.data,
        page: inProject('scripts', 'dev', 'page-is-elsewhere'),
        port: corePort,
        // The change that follows starts it again.
        keep: false,
      });
      await running.opened;
      return running;
    },
    started: (running, seconds) => {
      console.log(`The core runs (${seconds.toFixed(1)} s).`);
      page?.reload();
      void running.ended.then(() => {
        if (!ending && core.current() === running)
          console.error('The core ended by itself. It starts again after the next change.');
      });
    },
    failed: () => console.error('The core did not start. It starts again after the next change.'),
  });
  closing.push(core.stop);
  let page;
  page = await servePage({ port: Number(asked.port), corePort, core: core.current });
  closing.push(page.close);
  page.watch(coreFolders, (file) => {
    console.log(`Changed: ${path.relative(inProject(), file)}. The core starts again …`);
    core.restartSoon();
  });
  await core.start();
  console.log(`Scriba: ${page.origin}/   data: ${asked.data}   Ctrl+C ends it.`);
  if (asked.open) await open(page.origin);
}

async function open(origin) {
  const browser = findBrowser() ?? (await playwrightBrowser());
  if (!browser) return console.log('No Chromium, Chrome or Edge was found to open it in.');
  const folder = path.join(asked.data, 'window');
  closing.push(openWindow({ browser, address: `${origin}/`, folder }).close);
}

/** A port that is free now; the core is given the same one at each start. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

serve().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  finish(1);
});
