/**
 * `npm run dev` and its parts, without a browser: when the core starts again, and who passes the
 * door of the page server.
 */
import { createServer, request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { contentPolicy } from '../../main/hosts/common/page-policy.ts';
import { createDoor, devHeaders, servePage } from '../../scripts/dev/page-server.mjs';
import { createRestarter } from '../../scripts/dev/restarter.mjs';
import { root } from '../../scripts/lib/project.mjs';

const moment = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));

/** Programs that take a moment to start and to end, and tell each of it. */
function programs() {
  const told = [];
  let count = 0;
  const start = async () => {
    const name = ++count;
    told.push(`start ${name}`);
    await moment(5);
    return {
      name,
      stop: async () => {
        await moment(5);
        told.push(`stopped ${name}`);
      },
    };
  };
  return { told, start };
}

test('changes that come close together start the core once, and only after the old one has ended', async () => {
  const { told, start } = programs();
  const core = createRestarter({ start, pause: 20 });
  await core.start();
  for (let i = 0; i < 5; i++) core.restartSoon();
  await vi.waitFor(() => expect(core.current()?.name).toBe(2), { timeout: 60_000 });
  expect(told).toEqual(['start 1', 'stopped 1', 'start 2']);
  await core.stop();
  expect(told).toEqual(['start 1', 'stopped 1', 'start 2', 'stopped 2']);
});

test('a change while the core is starting waits, and none starts after the end', async () => {
  const { told, start } = programs();
  const core = createRestarter({ start, pause: 0 });
  const first = core.start();
  core.restartSoon();
  await first;
  await vi.waitFor(() => expect(core.current()?.name).toBe(2), { timeout: 60_000 });
  core.restartSoon();
  await core.stop();
  await moment(20);
  expect(told).toEqual(['start 1', 'stopped 1', 'start 2', 'stopped 2']);
});

test('a core that does not start is tried again after the next change', async () => {
  const { start } = programs();
  const failed = vi.fn();
  const started = vi.fn();
  const starts = vi.fn(start).mockRejectedValueOnce(new Error('syntax'));
  const core = createRestarter({ start: starts, started, failed, pause: 0 });
  await core.start();
  expect([core.current(), failed.mock.calls.length, started.mock.calls.length]).toEqual([
    undefined,
    1,
    0,
  ]);
  core.restartSoon();
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce(), { timeout: 60_000 });
  await core.stop();
});

/**
 * Sends one request through the door; answers its status, its body, or 'next' where it was let in.
 */
async function knock({ method = 'GET', url = '/', headers = {}, gate, core }) {
  const door = createDoor({ gate, core, headers: () => ({ 'x-page': 'yes' }) });
  let status = 200;
  let result = 'nothing';
  const seen = {};
  const response = {
    setHeader: (name, value) => (seen[name] = value),
    writeHead: (code) => {
      status = code;
      return response;
    },
    end: (text) => (result = text ?? status),
  };
  await door({ method, url, headers, socket: {} }, response, () => (result = 'next'));
  expect(seen['x-page']).toBe('yes');
  return result;
}

const open = { isForUs: () => true, isFromOurPage: () => true };
const running = () => ({ nextAddress: async () => 'http://127.0.0.1:1/#the-code' });
const none = () => undefined;

test('the page server hands a code to its own page only, and only while the core runs', async () => {
  const ask = (more) =>
    knock({ method: 'POST', url: '/dev/code', gate: open, core: running, ...more });
  expect(await ask()).toBe('{"code":"the-code"}');
  expect(await ask({ core: none })).toBe(503);
  expect(await ask({ method: 'GET' })).toBe(405);
  expect(await ask({ gate: { ...open, isFromOurPage: () => false } })).toBe(403);
  expect(await ask({ gate: { ...open, isForUs: () => false } })).toBe(403);
});

test('while there is no core its requests are refused, and the files of the page are still served', async () => {
  const ask = (url, core) => knock({ method: 'POST', url, gate: open, core });
  expect(await ask('/ask', running)).toBe('next');
  expect(await ask('/ask', none)).toBe(503);
  expect(await ask('/take/abc', none)).toBe(503);
  expect(await ask('/app/main.tsx', none)).toBe('next');
});

test("the development page lives under production's policy but for one nonce", () => {
  const { 'content-security-policy': policy, ...others } = devHeaders('127.0.0.1:5173', 'abc');
  expect(policy.replaceAll(" 'nonce-abc'", '')).toBe(contentPolicy("'self' ws://127.0.0.1:5173"));
  expect(policy.match(/'nonce-abc'/g)).toHaveLength(2);
  expect(policy).not.toMatch(/unsafe/);
  expect(others['referrer-policy']).toBe('no-referrer');
});

/**
 * One request as any program may send it; answers status, headers, body. An upgrade that is refused
 * answers 'closed'.
 */
function send(origin, { path = '/', method = 'GET', headers = {} }) {
  return new Promise((resolve) => {
    const asked = request(origin + path, { method, headers, agent: false });
    asked.on('error', () => resolve({ status: 'closed' }));
    asked.on('upgrade', (_response, socket) => resolve({ status: 101, end: socket.destroy() }));
    asked.on('response', async (response) => {
      let body = '';
      for await (const piece of response) body += piece;
      resolve({ status: response.statusCode, headers: response.headers, body });
    });
    asked.end();
  });
}

test('the page server answers its own page, gives no file but those of the page, and speaks to the core by its name', async () => {
  const heard = [];
  const core = createServer(({ method, url, headers }, response) => {
    heard.push([method, url, headers.host, headers.origin]);
    response.end('core');
  });
  await new Promise((resolve) => core.listen(0, '127.0.0.1', resolve));
  const corePort = core.address().port;
  let runs = true;
  const page = await servePage({ port: 0, corePort, core: () => (runs ? running() : undefined) });
  try {
    const { origin } = page;
    const ours = { origin, 'sec-fetch-site': 'same-origin' };
    const status = async (what) => (await send(origin, what)).status;

    const project = root.replaceAll('\\', '/');
    const { headers, body } = await send(origin, {});
    expect(body).toContain('/scripts/dev/entry.mjs');
    expect(headers['content-security-policy']).toMatch(/require-trusted-types-for 'script'/);
    expect(await status({ path: `/@fs/${project}/package.json` })).toBe(403);
    expect(await status({ path: `/@fs/${project}/main/app/app.ts` })).toBe(403);
    expect(await status({ headers: { host: 'elsewhere.example' } })).toBe(403);
    expect(await status({ headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403);

    const post = (more) => status({ path: '/ask', method: 'POST', headers: ours, ...more });
    expect(await post()).toBe(200);
    expect(await post({ headers: { origin: 'http://elsewhere.example' } })).toBe(403);
    expect(await post({ headers: {} })).toBe(403);
    const target = `127.0.0.1:${corePort}`;
    expect(heard).toEqual([['POST', '/ask', target, `http://${target}`]]);

    const upgrade = { connection: 'upgrade', upgrade: 'websocket' };
    for (const path of ['/notices', '/']) {
      const foreign = { ...upgrade, origin: 'http://elsewhere.example' };
      expect(await status({ path, headers: foreign })).toBe('closed');
    }
    expect(heard).toHaveLength(1);
    runs = false;
    expect(await post()).toBe(503);
    expect(await status({ path: '/notices', headers: { ...upgrade, ...ours } })).toBe('closed');
    expect(heard).toHaveLength(1);
  } finally {
    await page.close();
    await new Promise((resolve) => core.close(resolve));
  }
});
