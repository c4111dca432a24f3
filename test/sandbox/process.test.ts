/**
 * The practice platform as a process: its one line, its door, and what it still knows after a
 * restart.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callPractice } from '../support/rigs/practice-caller.ts';
import { startSandbox } from '../support/rigs/sandbox.ts';
import { buzz, wav } from '../support/sound/sound.ts';

const folder = mkdtempSync(join(tmpdir(), 'scriba-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));
const sound = { 'audio_0001.wav': wav(buzz(1)) };
const RUN = join(import.meta.dirname, '../../sandbox/run.ts');

test('everything is there after a kill: client, tokens, audio, results, and what was being written is finished', async () => {
  const first = await startSandbox({ data: folder, delay: 60 });
  const caller = await callPractice(first);
  await caller.send('txn-done', sound);
  const done = await caller.result('txn-done');
  await caller.presign('txn-waiting');
  await first.faults({ do: 'slow', ms: 1200 });
  await caller.send('txn-working', sound);
  await first.kill();

  const second = await startSandbox({ data: folder, delay: 60 });
  try {
    expect(second).toMatchObject({ clientId: first.clientId, clientSecret: first.clientSecret });
    const again = await callPractice(second);
    again.setToken(caller.token());
    expect((await again.status('txn-done')).body).toEqual(done.body);
    expect((await second.audioOf('txn-done'))[0]?.equals(sound['audio_0001.wav'])).toBe(true);
    expect((await again.result('txn-working')).status).toBe(200);
    expect((await again.init('txn-working', {})).status).toBe(409);
    const refreshed = await again.call('POST', '/connect-auth/v1/account/refresh', {
      body: { refresh_token: caller.login.body.refresh_token },
    });
    expect(refreshed.status).toBe(200);
  } finally {
    await second.stop();
  }
  if (process.platform !== 'win32')
    expect(statSync(join(folder, 'account.json')).mode & 0o077).toBe(0);
});

test('beside the app it keeps no sound longer than it takes to write the note', async () => {
  const data = join(folder, 'forgetful');
  const kept = () =>
    readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.wav'),
    );
  const one = await startSandbox({ data, delay: 20, forgetSound: true });
  const caller = await callPractice(one);
  await caller.send('txn-done', sound);
  expect((await caller.result('txn-done')).status).toBe(200);
  expect(kept()).toEqual([]);
  await one.stop();
  // Sound kept by an earlier process is removed at the next start.
  const usual = await startSandbox({ data, delay: 20 });
  const again = await callPractice(usual);
  await again.send('txn-more', sound);
  await again.result('txn-more');
  expect(kept().length).toBe(1);
  await usual.stop();
  await (await startSandbox({ data, forgetSound: true })).stop();
  expect(kept()).toEqual([]);
});

test('a given client is used, and stays when it is not given again', async () => {
  const data = join(folder, 'given');
  const first = await startSandbox({
    data,
    clientId: 'practice-mine',
    clientSecret: 'practice-word',
    brand: 'acme',
  });
  expect(first).toMatchObject({
    clientId: 'practice-mine',
    clientSecret: 'practice-word',
    brand: 'acme',
  });
  const caller = await callPractice(first);
  expect(
    (
      await caller.mine(
        'POST',
        '/v1/file-upload?txn_id=t1&action=acmescribe-v2',
        {},
        { unchecked: true },
      )
    ).status,
  ).toBe(200);
  expect(
    (
      await caller.mine(
        'POST',
        '/v1/file-upload?txn_id=t1&action=svcscribe-v2',
        {},
        { unchecked: true },
      )
    ).status,
  ).toBe(400);
  await first.stop();
  const second = await startSandbox({ data });
  expect(second.clientId).toBe('practice-mine');
  await second.stop();
});

test('without a folder it leaves nothing behind', async () => {
  const place = mkdtempSync(join(folder, 'temporary-'));
  const child = spawn(process.execPath, [RUN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: place, TEMP: place },
  });
  await once(child.stdout, 'data');
  expect(readdirSync(place)).toHaveLength(1);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(readdirSync(place)).toEqual([]);
});

test('it listens on this machine only, and refuses other names and pages of other sites', async () => {
  const sandbox = await startSandbox();
  try {
    const { port } = new URL(sandbox.url);
    const outward = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4');
    if (outward)
      await expect(fetch(`http://${outward.address}:${port}/__sandbox/state`)).rejects.toThrow();
    const ask = (headers: Record<string, string>) =>
      new Promise<number | undefined>((done) => {
        request({ host: '127.0.0.1', port, path: '/__sandbox/state', headers }, (response) =>
          done(response.resume().statusCode),
        ).end();
      });
    expect(await ask({})).toBe(200);
    expect(await ask({ host: `evil.example:${port}` })).toBe(403);
    expect(await ask({ origin: 'https://evil.example' })).toBe(403);
  } finally {
    await sandbox.stop();
  }
});

async function run(...args: string[]) {
  const child = spawn(process.execPath, [RUN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', words: '' };
  child.stdout.on('data', (bytes: Buffer) => {
    said.out += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    said.words += bytes.toString();
  });
  const [code] = await once(child, 'close');
  return { code: code as number, ...said };
}

test('a wrong argument is one sentence on the error channel, and it ends with 2', async () => {
  for (const [args, word] of [
    [['--brand', 'NOT A WORD'], '--brand is a word'],
    [['--port', 'x'], '--port is a whole number from 0 to 65535.'],
    [['--port', '70000'], '--port'],
    [['--prot', '1'], '--prot'],
    [['more'], 'more'],
  ] as const) {
    const { code, out, words } = await run(...args);
    expect([code, out], args.join(' ')).toEqual([2, '']);
    expect(words).toContain(word);
    expect(words).not.toMatch(/at .*\.ts|Error:/);
    expect(words.trim().split('\n').length).toBeLessThanOrEqual(3);
  }
});

test('a port that is taken is named, and it ends with 1', async () => {
  const first = await startSandbox();
  try {
    const { port } = new URL(first.url);
    const { code, words } = await run('--port', port);
    expect(code).toBe(1);
    expect(words).toContain(`port ${port} is taken`);
  } finally {
    await first.stop();
  }
});

test('--help tells every option and the addresses that only a practice platform has', async () => {
  const { code, out, words } = await run('--help');
  expect([code, words]).toEqual([0, '']);
  const source = readFileSync(join(RUN, '../arguments.ts'), 'utf8');
  const options = [...source.matchAll(/^ {6}'?([a-z-]+)'?: \{ type:/gm)].map(([, name]) => name);
  expect(options.length).toBeGreaterThan(12);
  for (const name of options) expect(out).toContain(`--${name}`);
  for (const place of ['state', 'faults', 'clock', 'webhooks', 'keys', 'audio'])
    expect(out).toContain(`/__sandbox/${place}`);
});

test('with --with-parent it ends when its parent is gone', async () => {
  const child = spawn(process.execPath, [RUN, '--with-parent'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
