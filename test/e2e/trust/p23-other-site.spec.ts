/**
 * P23 in a real Chromium: a page of another origin, by whatever name it calls us, tries everything
 * that a page can try.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { type BrowserHost, serveBrowser } from '../../../main/hosts/browser/server.ts';
import { smallPage, smallProfile } from '../../main/hosts/common/small-profile.ts';
import { chromiumFlags, chromiumPath } from '../../support/chromium.ts';
import { promise } from '../support/promise.ts';

const p23 = promise(test, import.meta.filename, {
  id: 'P23',
  title: 'The loopback host answers the page that it opened itself and nobody else',
  figure:
    'a hostile page in a real Chromium, from 4 kinds of origin (at length 5, by 5 names of this computer each) in 28 ways: 0 served',
});

const core = smallProfile();
let host: BrowserHost;
let evil: http.Server;
let browser: Browser;
let reopened = 0;
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-evil-'));

/**
 * Runs in the hostile page; answers with the ways in which it got something out of us, and how many
 * it tried.
 */
const attack = `async (origin) => {
  const got = [];
  let tried = 0;
  const body = JSON.stringify({ name: 'app.info' });
  const json = { 'content-type': 'application/json' };
  const all = [];
  const tryTo = (what, run) => { tried += 1; all.push(Promise.race([Promise.resolve().then(run).catch(() => false), new Promise((done) => setTimeout(() => done(false), 800))]).then((it) => { if (it) got.push(what); })); };
  const loads = (make) => new Promise((done) => { const it = make(); it.onload = () => done(true); it.onerror = () => done(false); document.body.append(it); });
  const tag = (name, more) => () => loads(() => Object.assign(document.createElement(name), more));
  tryTo('fetch the page', async () => (await fetch(origin + '/')).ok);
  tryTo('fetch with credentials', async () => (await fetch(origin + '/', { credentials: 'include' })).ok);
  tryTo('fetch a script', async () => (await fetch(origin + '/assets/index.js')).ok);
  tryTo('ask', async () => (await fetch(origin + '/ask', { method: 'POST', body, headers: { ...json, 'x-scriba-token': 'x' } })).ok);
  tryTo('ask simply', async () => (await fetch(origin + '/ask', { method: 'POST', body })).ok);
  tryTo('ask blindly', async () => (await fetch(origin + '/ask', { method: 'POST', mode: 'no-cors', body })).type === 'never');
  tryTo('ask blindly as JSON', async () => (await fetch(origin + '/ask', { method: 'POST', mode: 'no-cors', body: new Blob([body], { type: 'application/json' }) })).type === 'never');
  tryTo('ask and keep alive', async () => (await fetch(origin + '/ask', { method: 'POST', mode: 'no-cors', keepalive: true, body })).type === 'never');
  tryTo('put', async () => (await fetch(origin + '/ask', { method: 'PUT', body })).ok);
  tryTo('ask without a referrer', async () => (await fetch(origin + '/ask', { method: 'POST', body, referrerPolicy: 'no-referrer' })).ok);
  tryTo('a session', async () => (await fetch(origin + '/session', { method: 'POST', body: '{"code":"x"}' })).ok);
  tryTo('a new window', async () => (await fetch(origin + '/reopen', { method: 'POST', body: '{}' })).ok);
  tryTo('a beacon', () => { navigator.sendBeacon(origin + '/reopen', new Blob(['{}'], { type: 'text/plain' })); return false; });
  tryTo('old-fashioned request', () => new Promise((done) => { const x = new XMLHttpRequest(); x.open('GET', origin + '/'); x.onload = () => done(x.status === 200); x.onerror = () => done(false); x.send(); }));
  tryTo('socket', () => new Promise((done) => { const s = new WebSocket(origin.replace('http', 'ws') + '/notices'); s.onopen = () => done(true); s.onerror = () => done(false); }));
  tryTo('events', () => new Promise((done) => { const s = new EventSource(origin + '/notices'); s.onopen = () => { s.close(); done(true); }; s.onerror = () => { s.close(); done(false); }; }));
  tryTo('image', tag('img', { src: origin + '/icon.svg' }));
  tryTo('script', tag('script', { src: origin + '/assets/index.js' }));
  tryTo('module', () => import(origin + '/assets/index.js').then(() => true));
  tryTo('style', tag('link', { rel: 'stylesheet', href: origin + '/assets/index.css' }));
  tryTo('object', tag('object', { data: origin + '/', type: 'text/html' }));
  tryTo('video', () => new Promise((done) => { const v = document.createElement('video'); v.oncanplay = () => done(true); v.onerror = () => done(false); v.src = origin + '/'; }));
  tryTo('worker', () => new Promise((done) => { const w = new Worker(URL.createObjectURL(new Blob(['importScripts("' + origin + '/assets/index.js"); postMessage(1)'], { type: 'text/javascript' }))); w.onmessage = () => done(true); w.onerror = () => done(false); }));
  tryTo('frame', async () => { const f = Object.assign(document.createElement('iframe'), { src: origin + '/' }); document.body.append(f); await new Promise((d) => setTimeout(d, 400)); try { return f.contentDocument.title === 'page' || f.contentWindow.length > 0; } catch { return false; } });
  tryTo('window', async () => { const w = window.open(origin + '/'); await new Promise((d) => setTimeout(d, 400)); try { return Boolean(w && w.document.title); } catch { return false; } finally { w && w.close(); } });
  for (const [name, enctype] of [['a', 'text/plain'], ['b', 'application/x-www-form-urlencoded'], ['c', 'multipart/form-data']]) tryTo('form ' + enctype, () => {
    for (const where of ['/ask', '/reopen', '/session']) {
      const form = Object.assign(document.createElement('form'), { method: 'POST', action: origin + where, target: name + where, enctype });
      form.append(Object.assign(document.createElement('input'), { name: '{"name":"app.info","x":"', value: '"}' }));
      document.body.append(Object.assign(document.createElement('iframe'), { name: name + where }), form);
      form.submit();
    }
    return false;
  });
  await Promise.all(all);
  await new Promise((done) => setTimeout(done, 300));
  return { got, tried };
}`;

test.beforeAll(async () => {
  host = await serveBrowser(core, { pageFolder: smallPage(), reopen: () => (reopened += 1) });
  evil = http.createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>evil</title><body>'),
  );
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  writeFileSync(path.join(folder, 'evil.html'), '<!doctype html><title>evil</title><body>');
  const names = '--host-resolver-rules=MAP rebound.example 127.0.0.1, MAP a.localhost 127.0.0.1';
  browser = await chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: [...chromiumFlags, names, '--disable-popup-blocking'],
  });
});
test.afterAll(async () => {
  await browser?.close();
  await host?.close();
  evil?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Origins of the hostile page; each is another Origin. */
const stages: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  [
    'another port',
    (page) => page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`),
  ],
  [
    'another name of this computer',
    (page) => page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`),
  ],
  [
    'a name that was rebound',
    (page) => page.goto(`http://rebound.example:${(evil.address() as AddressInfo).port}/`),
  ],
  ['a file', (page) => page.goto(`file://${path.join(folder, 'evil.html')}`)],
  ['nowhere', (page) => page.goto('about:blank')],
];

for (const [name, open] of p23.level === 'long' ? stages : stages.slice(0, 4)) {
  test(`a page from ${name} gets nothing and changes nothing`, async () => {
    const context = await browser.newContext();
    const { port } = new URL(host.origin);
    const names = [
      host.origin,
      `http://localhost:${port}`,
      `http://rebound.example:${port}`,
      `http://0.0.0.0:${port}`,
      `http://a.localhost:${port}`,
    ];
    // All names from all places at length; at each commit our own name from all, the others from
    // the first.
    const atEachCommit = name === stages[0]![0] ? 3 : 1;
    const tried = p23.level === 'long' ? names : names.slice(0, atEachCommit);
    const told = await Promise.all(
      tried.map(async (origin) => {
        const page = await context.newPage();
        await open(page);
        return [
          origin,
          (await page.evaluate(`(${attack})(${JSON.stringify(origin)})`)) as {
            got: string[];
            tried: number;
          },
        ] as const;
      }),
    );
    for (const [origin, { got, tried }] of told) {
      expect(got, origin).toEqual([]);
      p23.ran(tried);
    }
    expect([core.asked, core.listening(), reopened]).toEqual([[], 0, 0]);
    await context.close();
  });
}

test('a name that was rebound to us shows no page', async () => {
  const page = await browser.newPage();
  const statuses: number[] = [];
  page.on('response', (response) => statuses.push(response.status()));
  await page.goto(`http://rebound.example:${new URL(host.origin).port}/`).catch(() => {});
  expect(statuses).toEqual([403]);
  p23.ran();
  await page.close();
});

test('our own page is served, runs its script, and may start the capture worker by its one policy only', async () => {
  const page = await browser.newPage();
  await page.goto(host.address());
  await page.waitForFunction('document.title === "ours"');
  const made = await page.evaluate(() => {
    const types = (
      globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown };
      }
    ).trustedTypes;
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
  await page.close();
});
