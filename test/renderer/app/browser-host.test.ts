import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { serveBrowser } from '../../../main/hosts/browser/server.ts';
import { openBrowserHost } from '../../../renderer/app/browser-host.ts';
import type { Connection } from '../../../renderer/common/bridge.ts';
import { openBridge } from '../../../renderer/common/bridge.ts';
import type { Handlers, Listen } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The real host, with a few handlers of our own behind it. */
async function open({ token, port }: { token?: string; port?: number } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-page-'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  const heard: Uint8Array[] = [];
  let lost = 0;
  const listeners = new Set<Parameters<Listen>[0]>();
  const handlers = {
    'recordings.append': ({ audio }: { audio: Uint8Array }) => {
      heard.push(audio);
      return { written: audio.length / 2, synced: 0 };
    },
    'recordings.start': () => {
      throw new Failure('refused', 'The disk is full.', { detail: 'disk-full', retryAfter: 5 });
    },
    'disk.room': () => ({ seconds: 60 }),
  } as unknown as Handlers;
  const onNotice: Listen = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const host = await serveBrowser(
    {
      handlers,
      onNotice,
      pageLost() {
        lost += 1;
      },
    },
    { pageFolder: folder, token, ...(port !== undefined && { port }) },
  );
  closing.push(() => host.close());
  return {
    host,
    heard,
    lost: () => lost,
    notify(name: string, payload: unknown) {
      for (const listener of listeners) listener(name as never, payload);
    },
  };
}

/** A page of that host, as a browser would be: its own Origin on everything. */
function pageAt(address: string, left?: string, later?: (run: () => void) => void) {
  const { origin, hash } = new URL(address);
  const page = {
    forgotten: false,
    sockets: [] as WebSocket[],
    left: undefined as string | undefined,
    go: () => {},
    /** Paths of the requests that carried the token. */
    shown: [] as string[],
  };
  const host = openBrowserHost({
    origin,
    fragment: hash,
    reloaded: left !== undefined,
    takeLeft: () => left,
    leave: (code) => (page.left = code),
    newCode: () => randomBytes(32).toString('base64url'),
    sign: async (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
    onGoing: (run) => (page.go = run),
    forgetFragment: () => (page.forgotten = true),
    fetch(url, init) {
      const headers = init.headers as Record<string, string>;
      page.shown.push(...(headers['x-scriba-token'] ? [url.slice(origin.length)] : []));
      return fetch(url, { ...init, headers: { ...headers, origin } });
    },
    socket(url) {
      const socket = new WebSocket(url, { headers: { origin } } as never);
      page.sockets.push(socket);
      return socket;
    },
    after: later ? (_ms, run) => later(run) : (ms, run) => void setTimeout(run, Math.min(ms, 50)),
  });
  const states: Connection[] = [];
  host.connection((state) => states.push(state));
  return { page, host, states, bridge: openBridge(host) };
}

test('a page with a fresh code speaks to the core: bytes, answers, Failures and notices', async () => {
  const { host, heard, notify } = await open();
  const { page, bridge, states } = pageAt(host.address());
  expect(page.forgotten).toBe(true);
  const audio = Uint8Array.from([0, 1, 254, 255]);
  expect(
    await bridge.request('recordings.append', { id: crypto.randomUUID(), firstSample: 0, audio }),
  ).toEqual({ written: 2, synced: 0 });
  expect(heard).toEqual([audio]);
  await expect(
    bridge.request('recordings.start', {
      patient: { name: 'A' },
      mode: 'dictation',
      modelType: 'pro',
      templates: ['t'],
      inputLanguages: ['hi'],
      outputLanguage: 'hi',
      codify: false,
    }),
  ).rejects.toMatchObject({ code: 'refused', detail: 'disk-full', retryAfter: 5 });

  await expect.poll(() => states).toEqual(['connected']);
  const told: unknown[] = [];
  bridge.on('platform.reachable', (payload) => told.push(payload));
  // The token travels after the socket opened; the core listens once it has it.
  await expect
    .poll(() => {
      notify('platform.reachable', { reachable: true, since: 1 });
      return told.length;
    })
    .toBeGreaterThan(0);
});

test('without a code, or with one that was used, the page is told that it has no session', async () => {
  const { host } = await open();
  const address = host.address();
  expect(await pageAt(address).bridge.request('disk.room')).toEqual({ seconds: 60 });
  for (const stale of [address, host.origin]) {
    const { bridge, states } = pageAt(stale);
    await expect(bridge.request('disk.room')).rejects.toMatchObject({
      code: 'refused',
      detail: 'session-lost',
    });
    expect(states).toEqual(['closed']);
  }
  expect(await pageAt(host.origin).host.reopen()).toBe('opened');
  expect(await pageAt(host.origin).host.reopen()).toBe('soon');
  await host.close();
  expect(await pageAt(host.origin).host.reopen()).toBe('gone');
});

test('a page that is reloaded goes on by itself, and what it was recording is called lost at once', async () => {
  const { host, lost } = await open();
  const first = pageAt(host.address());
  expect(await first.bridge.request('disk.room')).toEqual({ seconds: 60 });
  first.host.recording(() => true);
  first.page.go();
  const second = pageAt(host.origin, first.page.left);
  expect(await second.bridge.request('disk.room')).toEqual({ seconds: 60 });
  expect(lost()).toBe(1);
  // Once: whoever finds it later finds nothing.
  const third = pageAt(host.origin, first.page.left);
  await expect(third.bridge.request('disk.room')).rejects.toMatchObject({ detail: 'session-lost' });
});

test('what cut a page off is told: it was reloaded, its address was used up', async () => {
  const { host } = await open();
  const why: unknown[] = [];
  for (const left of [undefined, 'x'.repeat(43)]) {
    const { host: one, bridge } = pageAt(host.origin, left);
    one.connection((_state, closed) => why.push(closed));
    await bridge.request('disk.room').catch(() => undefined);
  }
  expect(why).toEqual(['used', 'reloaded']);
});

test('a core that is gone is told as lost, and asking it answers that it is offline', async () => {
  const { host } = await open();
  const { bridge, states } = pageAt(host.address());
  await expect.poll(() => states).toEqual(['connected']);
  await host.close();
  await expect.poll(() => states).toEqual(['connected', 'lost']);
  await expect(bridge.request('disk.room')).rejects.toMatchObject({
    code: 'offline',
    detail: 'host-lost',
  });
});

test('a cut line is joined again', async () => {
  const { host } = await open();
  const { page, states } = pageAt(host.address());
  await expect.poll(() => states).toEqual(['connected']);
  page.sockets[0]!.close();
  await expect.poll(() => states).toEqual(['connected', 'lost', 'connected']);
});

test('a core that is started again on its port with its token goes on with the page, which is told', async () => {
  const token = randomBytes(32).toString('base64url');
  const { host } = await open({ token });
  const { host: pageHost, bridge } = pageAt(host.address());
  const told: unknown[] = [];
  pageHost.connection((state, why) => told.push([state, why]));
  await expect.poll(() => told).toEqual([['connected', undefined]]);
  await host.close();
  await expect.poll(() => told.length).toBe(2);
  await open({ token, port: Number(new URL(host.origin).port) });
  await expect
    .poll(() => told.slice(1))
    .toEqual([
      ['lost', undefined],
      ['connected', 'restarted'],
    ]);
  expect(await bridge.request('disk.room')).toEqual({ seconds: 60 });
});

test('a program that takes the port of a core that died is never shown the token', async () => {
  const { host } = await open();
  const { page, bridge, states } = pageAt(host.address());
  await expect.poll(() => states).toEqual(['connected']);
  const { port } = new URL(host.origin);
  await host.close();
  await expect.poll(() => states).toEqual(['connected', 'lost']);
  page.shown.length = 0;
  const heard: string[] = [];
  const thief = createServer((request, response) => {
    heard.push(JSON.stringify(request.headers) + request.url);
    response.end('{"proof":"AAAA","instance":"x"}');
  });
  await new Promise<void>((resolve) => thief.listen(Number(port), '127.0.0.1', resolve));
  closing.push(() => thief.close());
  for (let times = 0; times < 3; times++) await bridge.request('disk.room').catch(() => {});
  await expect.poll(() => heard.some((line) => line.endsWith('/prove'))).toBe(true);
  await expect.poll(() => states.at(-1)).toBe('closed');
  expect(page.shown).toEqual([]);
  expect(heard.filter((line) => line.includes('x-scriba-token'))).toEqual([]);
});

test('a person who does not want to wait is connected at once', async () => {
  const token = randomBytes(32).toString('base64url');
  const { host } = await open({ token });
  const waits: (() => void)[] = [];
  const { host: pageHost, states } = pageAt(host.address(), undefined, (run) => waits.push(run));
  await expect.poll(() => states).toEqual(['connected']);
  await host.close();
  await expect.poll(() => states).toEqual(['connected', 'lost']);
  await open({ token, port: Number(new URL(host.origin).port) });
  pageHost.reconnect();
  await expect.poll(() => states).toEqual(['connected', 'lost', 'connected']);
});
