/**
 * Serves the page of `npm run dev`: Vite with hot module replacement, and behind it the core for
 * requests and notices.
 *
 * The gate of the browser host (main/hosts/browser/gate.ts) stands before all of it, with this
 * server's own name, and the page's policy is that of production but for a nonce of this run, which
 * Vite's own script and style elements carry. A request that passed the gate reaches the core with
 * the core's name as its Host and Origin (decision 0110).
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'vite';
import { createGate } from '../../main/hosts/browser/gate.ts';
import { isOtherUser } from '../../main/hosts/browser/peer.ts';
import { pageHeaders } from '../../main/hosts/common/page-policy.ts';
import { nodeClock, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { inProject } from '../lib/project.mjs';

/** Paths that the core answers (main/hosts/browser/server.ts). */
const corePath = /^\/(session|ask|leave|reopen|notices|take\/[^/]+)$/;
const CODE_PATH = '/dev/code';
const entry = inProject('scripts', 'dev', 'entry.mjs').replaceAll('\\', '/');

/**
 * `core()` is the running core, as startCore returns it, or undefined while there is none.
 * Takes the next free port where `port` is in use. Answers `{ origin, reload(), watch(folders,
 * changed), close() }`.
 */
export async function servePage({ port, corePort, core }) {
  const nonce = randomBytes(16).toString('base64url');
  let host = '';
  const gate = createGate({ clock: nodeClock, random: nodeRandom, host: () => host });
  const target = `http://127.0.0.1:${corePort}`;

  const server = await createServer({
    configFile: inProject('renderer.vite.config.ts'),
    cacheDir: inProject('node_modules', '.scriba', 'vite'),
    // Unknown paths are not found, instead of being the page.
    appType: 'mpa',
    clearScreen: false,
    logLevel: 'warn',
    html: { cspNonce: nonce },
    server: {
      host: '127.0.0.1',
      port,
      cors: false,
      fs: {
        allow: ['renderer', 'shared', 'node_modules'].map((name) => inProject(name)).concat(entry),
      },
      proxy: {
        [corePath.source]: { target, changeOrigin: true, ws: true, headers: { origin: target } },
      },
    },
    plugins: [
      {
        name: 'scriba-dev',
        configureServer: (vite) => {
          guardUpgrades(vite.httpServer, { gate, core });
          vite.middlewares.use(createDoor({ gate, core, headers: () => devHeaders(host, nonce) }));
        },
        transformIndexHtml: {
          order: 'pre',
          handler: (html) => html.replace('./app/main.tsx', `/@fs/${entry.replace(/^\//, '')}`),
        },
      },
    ],
  });
  await server.listen();
  host = `127.0.0.1:${server.httpServer.address().port}`;

  return {
    origin: `http://${host}`,
    reload: () => server.ws.send({ type: 'full-reload' }),
    watch(folders, changed) {
      server.watcher.add(folders);
      server.watcher.on('all', (_event, file) => {
        if (folders.some((folder) => file.startsWith(folder))) changed(file);
      });
    },
    close: () => server.close(),
  };
}

/**
 * The middleware before Vite's own: refuses strangers, sets the page's headers, hands out codes.
 */
export function createDoor({ gate, core, headers }) {
  return async (request, response, next) => {
    const refuse = (status) => response.writeHead(status).end();
    for (const [name, value] of Object.entries(headers())) response.setHeader(name, value);
    if (isOtherUser(request.socket) || !gate.isForUs({ headers: request.headers, raw: request }))
      return refuse(403);
    if (request.method !== 'GET' && !gate.isFromOurPage(request)) return refuse(403);
    const { pathname } = new URL(request.url, 'http://page');
    if (pathname !== CODE_PATH) return corePath.test(pathname) && !core() ? refuse(503) : next();
    if (request.method !== 'POST') return refuse(405);
    const address = await core()
      ?.nextAddress()
      .catch(() => undefined);
    if (address === undefined) return refuse(503);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: new URL(address).hash.slice(1) }));
  };
}

/**
 * WebSockets of Vite and of the core: the same gate. Upgrades pass no middleware, so it listens
 * before both.
 */
function guardUpgrades(httpServer, { gate, core }) {
  httpServer.prependListener('upgrade', (request, socket) => {
    const isOurs =
      !isOtherUser(socket) &&
      gate.isForUs({ headers: request.headers, raw: request }) &&
      gate.isFromOurPage(request);
    if (isOurs && (core() || !corePath.test(request.url))) return;
    socket.destroy();
    // A path of nobody: the listeners after this one leave the socket alone.
    request.url = '/refused';
  });
}

/** The headers of the browser host, with the nonce in two places. */
export function devHeaders(host, nonce) {
  const { 'content-security-policy': policy, ...others } = pageHeaders(`'self' ws://${host}`);
  const widened = policy.replace(/(script-src|style-src) 'self'/g, `$& 'nonce-${nonce}'`);
  return { ...others, 'content-security-policy': widened };
}
