/** Promise P23 in a real Chromium: a page of another origin tries everything a page can try. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveBrowser, type BrowserHost } from '../../../main/hosts/browser.ts';
import { chromiumFlags, chromiumPath } from '../../support/chromium.ts';
import { smallHouse, smallPage } from './small-house.ts';

const house = smallHouse();
let host: BrowserHost;
let evil: http.Server;
let browser: Browser;

/** Runs in the hostile page; answers with what it got out of us. */
const attack = `async (origin) => {
  const got = [];
  const body = JSON.stringify({ name: 'app.info' });
  const tryTo = async (what, run) => { try { if (await run()) got.push(what); } catch {} };
  await tryTo('fetch page', async () => (await fetch(origin + '/')).ok);
  await tryTo('fetch ask', async () => (await fetch(origin + '/ask', { method: 'POST', body, headers: { 'content-type': 'application/json', 'x-scriba-token': 'x' } })).ok);
  await tryTo('simple ask', async () => (await fetch(origin + '/ask', { method: 'POST', body })).ok);
  await tryTo('blind ask', async () => { await fetch(origin + '/ask', { method: 'POST', mode: 'no-cors', body }); return false; });
  await tryTo('session', async () => (await fetch(origin + '/session', { method: 'POST', body: '{"code":"x"}' })).ok);
  await tryTo('socket', () => new Promise((done) => { const s = new WebSocket(origin.replace('http', 'ws') + '/notices'); s.onopen = () => done(true); s.onerror = () => done(false); }));
  await tryTo('image', () => new Promise((done) => { const i = new Image(); i.onload = () => done(true); i.onerror = () => done(false); i.src = origin + '/icon.svg'; }));
  await tryTo('script', () => new Promise((done) => { const s = document.createElement('script'); s.onload = () => done(true); s.onerror = () => done(false); s.src = origin + '/assets/index.js'; document.body.append(s); }));
  await tryTo('window', async () => { const w = window.open(origin + '/'); await new Promise((d) => setTimeout(d, 300)); try { return Boolean(w && w.document.title); } catch { return false; } });
  const form = Object.assign(document.createElement('form'), { method: 'POST', action: origin + '/reopen', target: 'frame', enctype: 'text/plain' });
  const frame = Object.assign(document.createElement('iframe'), { name: 'frame', src: origin + '/' });
  document.body.append(frame, form);
  form.submit();
  await new Promise((done) => setTimeout(done, 500));
  return got;
}`;

let reopened = 0;
beforeAll(async () => {
  if (!chromiumPath) return;
  host = await serveBrowser(house, { pageFolder: smallPage(), reopen: () => (reopened += 1) });
  evil = http.createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>evil</title><body>'));
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const rebound = `--host-resolver-rules=MAP rebound.example 127.0.0.1`;
  browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags, rebound] });
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  evil?.close();
});

test.skipIf(!chromiumPath)('a page of another origin gets nothing and changes nothing, by whatever name it calls us', async () => {
  const page = await browser.newPage();
  const { port } = new URL(host.origin);
  await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
  for (const origin of [host.origin, `http://localhost:${port}`, `http://rebound.example:${port}`]) {
    const got = await page.evaluate(`(${attack})(${JSON.stringify(origin)})`);
    expect(got, origin).toEqual([]);
  }
  expect(house.asked).toEqual([]);
  expect([reopened, house.listening()]).toEqual([0, 0]);
});

test.skipIf(!chromiumPath)('a name that was rebound to us shows no page', async () => {
  const page = await browser.newPage();
  const statuses: number[] = [];
  page.on('response', (response) => statuses.push(response.status()));
  await page.goto(`http://rebound.example:${new URL(host.origin).port}/`).catch(() => {});
  expect(statuses).toEqual([403]);
});

test.skipIf(!chromiumPath)('our own page is served, runs its script, and may start the capture worker by its one policy only', async () => {
  const page = await browser.newPage();
  await page.goto(host.address());
  await page.waitForFunction('document.title === "ours"');
  const made = await page.evaluate(() => {
    const types = (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes;
    const allowed = (name: string) => {
      try {
        return Boolean(types.createPolicy(name, { createScriptURL: (url: string) => url }));
      } catch {
        return false;
      }
    };
    return [allowed('other'), allowed('scriba-capture'), allowed('scriba-capture')];
  });
  expect(made).toEqual([false, true, false]);
});
