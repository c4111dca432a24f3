/** The parent of the browser host: a core that is killed is back on its port, with its session. */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { buildCore } from '../../scripts/lib/build.mjs';
import { startCore } from '../../scripts/lib/core.mjs';
import { compiled, root } from '../../scripts/lib/project.mjs';

const closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

/** A real core on an empty folder; `said`: the sentences for whoever started it. */
async function open({ until = 'open', prepare = () => {}, ...options } = {}) {
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-core-'));
  prepare(data);
  closing.push(() => rmSync(data, { recursive: true, force: true }));
  const said = [];
  const core = await startCore({
    data,
    page: path.join(root, 'scripts', 'dev', 'page-is-elsewhere'),
    practice: 'none',
    say: (sentence) => said.push(sentence),
    ...options,
  });
  closing.push(core.stop);
  if (until === 'open') await core.opened;
  return { core, said, data, origin: new URL(core.address).origin };
}

const post = async (origin, name, body, headers = {}) => {
  const answer = await fetch(origin + name, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: answer.ok ? await answer.json() : undefined };
};

const infoWith = async (origin, token) => {
  const { status, body } = await post(
    origin,
    '/ask',
    { name: 'app.info' },
    { 'x-scriba-token': token },
  );
  return status === 200 && body.ok;
};

test('a core that was killed is started again on the same port, and the token of its page is still good', async () => {
  const { core, origin, said } = await open();
  const { token } = (await post(origin, '/session', { code: new URL(core.address).hash.slice(1) }))
    .body;
  expect(await infoWith(origin, token)).toBe(true);
  const first = core.pid;
  process.kill(first, 'SIGKILL');
  await expect.poll(() => core.pid, { timeout: 30_000 }).not.toBe(first);
  await expect
    .poll(() => infoWith(origin, token).catch(() => false), { timeout: 30_000 })
    .toBe(true);
  expect(said).toEqual([
    'The core of Scriba ended unexpectedly (SIGKILL) and is started again. Nothing recorded is lost.',
  ]);
  // The page asks who answers before it trusts the port with its token.
  const nonce = randomBytes(32).toString('base64url');
  const { proof } = (await post(origin, '/prove', { nonce })).body;
  expect(proof).toBe(
    createHmac('sha256', token).update(`scriba core ${nonce}`).digest('base64url'),
  );
});

test('a core that dies again and again is started three times in a minute, then only after a pause, and says so once', async () => {
  const waits = [];
  let go;
  const { core, said } = await open({
    pause: (ms) => {
      waits.push(ms);
      return new Promise((resolve) => (go = resolve));
    },
  });
  const killed = new Set();
  const killNext = async () => {
    await expect
      .poll(() => core.pid !== undefined && !killed.has(core.pid), { timeout: 30_000 })
      .toBe(true);
    killed.add(core.pid);
    process.kill(core.pid, 'SIGKILL');
  };
  for (let times = 0; times < 4; times++) await killNext();
  await expect.poll(() => waits.length, { timeout: 30_000 }).toBe(1);
  expect(waits[0]).toBeGreaterThan(0);
  expect(waits[0]).toBeLessThanOrEqual(60_000);
  expect(core.pid).toBeUndefined();
  expect(said.at(-1)).toBe(
    'The core of Scriba ended four times within a minute. It is started again in a minute; leave the window open: it keeps what was said meanwhile.',
  );
  go();
  await expect.poll(() => core.pid !== undefined, { timeout: 30_000 }).toBe(true);
  expect(killed.has(core.pid)).toBe(false);
});

test('a core that is told to stop is not started again', async () => {
  const { core } = await open();
  await core.stop();
  await core.ended;
  expect(core.pid).toBeUndefined();
});

test.skipIf(process.platform !== 'linux')(
  'a core keeps its compiled code beside the program, never in the data folder',
  async () => {
    vi.stubEnv('NODE_COMPILE_CACHE', undefined);
    const { core } = await open();
    const environment = readFileSync(`/proc/${core.pid}/environ`, 'utf8').split('\0');
    expect(environment).toContain(`NODE_COMPILE_CACHE=${compiled}`);
    expect(compiled.startsWith(path.join(root, 'node_modules'))).toBe(true);
  },
);

test('a built core is what runs, and finds its files where its sources are', async () => {
  await buildCore();
  const { core, origin } = await open({ built: true });
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${core.pid}/cmdline`, 'utf8').split('\0')).toContain(
      path.join(root, 'out', 'core', 'run.js'),
    );
  const { token } = (await post(origin, '/session', { code: new URL(core.address).hash.slice(1) }))
    .body;
  const ask = async (name, input) =>
    (await post(origin, '/ask', { name, input }, { 'x-scriba-token': token })).body;
  await ask('profile.choose', { profile: 'practice' });
  await ask('vault.create', { kind: 'practice' });
  const { value } = await ask('terminology.status');
  // Out of a file of its own.
  expect(value.installed).toContainEqual(
    expect.objectContaining({ ontology: 'icd-10-cm', boxed: true }),
  );
});

test('a request that comes before the core is open is answered once it is', async () => {
  const { core, origin } = await open({ until: 'served' });
  const { token } = (await post(origin, '/session', { code: new URL(core.address).hash.slice(1) }))
    .body;
  expect(await infoWith(origin, token)).toBe(true);
  await core.opened;
});

test('a core that cannot open its profile ends, is not started again, and its parent hears of it', async () => {
  const { core, said } = await open({
    until: 'served',
    prepare(data) {
      writeFileSync(path.join(data, 'profile.json'), JSON.stringify({ profile: 'practice' }));
      writeFileSync(path.join(data, 'practice'), 'no folder');
    },
  });
  await expect(core.opened).rejects.toThrow('Scriba did not start.');
  expect(await core.ended).toBe(1);
  expect(core.pid).toBeUndefined();
  expect(said).toEqual([]);
});
