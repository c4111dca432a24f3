/** Watches a page: whatever runs, loads, leads away or opens is written down. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/** A server that must never be asked; `asked` is what it was asked all the same. */
export async function startCanary() {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => void server.close(),
  };
}

export type Watched = {
  /** Returns the events since the last call, in words. */
  happened(): Promise<string[]>;
};

/** To be called once the page stands. */
export async function watch(page: Page): Promise<Watched> {
  const seen: string[] = [];
  const { origin, pathname } = new URL(page.url());
  const title = await page.title();
  const heads = await page.evaluate(countHead);
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) || request.isNavigationRequest())
      seen.push(`asked ${request.url().slice(0, 100)}`);
  });
  page.on('framenavigated', (frame) => seen.push(`went to ${frame.url().slice(0, 100)}`));
  page.on('frameattached', () => seen.push('a frame'));
  page.on('dialog', (dialog) => {
    seen.push(`a dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', () => seen.push('a window'));
  page.on('download', () => seen.push('a download'));
  page.on('worker', () => seen.push('a worker'));
  page.on('websocket', (socket) => seen.push(`a socket to ${socket.url()}`));
  page.on('pageerror', (error) => seen.push(`an error: ${error.message.slice(0, 200)}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|Trusted/.test(message.text()))
      seen.push(`said: ${message.text().slice(0, 200)}`);
  });
  page.on('crash', () => seen.push('a crash'));
  return {
    async happened() {
      const now = await page.evaluate(look, heads);
      const changed = [
        ...(page.url() === `${origin}${pathname}` ? [] : [`address ${page.url()}`]),
        ...(now.ran ? ['a script ran'] : []),
        ...now.harm,
        ...(now.stored ? ['something was stored'] : []),
      ];
      // The app names its own screens in the title; no text of a platform may stand there.
      if (
        !/^[\w ,.'’·–—-]*Scriba$|^Scriba/.test(await page.title()) &&
        (await page.title()) !== title
      )
        changed.push(`title ${await page.title()}`);
      return [...seen.splice(0), ...changed];
    },
  };
}

/** Runs in the page. */
function countHead() {
  return (
    [...document.querySelectorAll('script, style, link, meta, base, iframe, object, embed, form')]
      .filter(({ id }) => !id.startsWith('react-aria'))
      // A form of our own goes nowhere by itself; one in a document is told above.
      .filter((element) => !element.matches('form:not([action])'))
      // A part of the page that is loaded on demand.
      .filter(
        (element) =>
          !(element instanceof HTMLLinkElement && element.rel === 'modulepreload') ||
          !element.href.startsWith(new URL('./assets/', document.baseURI).href),
      )
      .map((element) => element.outerHTML.slice(0, 60))
      .join('\n')
  );
}

/** Runs in the page: every element that has no business in a page of words, wherever it stands. */
function look(heads: string) {
  const inDocument = new Set(
    'DIV SPAN MARK P H2 H3 H4 H5 H6 UL OL LI STRONG EM DEL CODE PRE BLOCKQUOTE HR BR TABLE THEAD TBODY TR TH TD SECTION SUP'.split(
      ' ',
    ),
  );
  const harm: string[] = [];
  for (const element of document.querySelectorAll('.document-body *')) {
    // Our own button beside an item: React draws it there, no document can.
    if (element.closest('.emr .emr-way')) continue;
    if (!inDocument.has(element.tagName))
      harm.push(`<${element.tagName.toLowerCase()}> in a document`);
    for (const { name, value } of element.attributes) {
      const fine =
        ['class', 'lang', 'role', 'tabindex', 'start', 'dir'].includes(name) ||
        name.startsWith('aria-') ||
        name.startsWith('data-') ||
        (name === 'id' && value.startsWith('user-content-')) ||
        (name === 'scope' && value === 'col') ||
        (name === 'style' && /^text-align: (left|center|right);$/.test(value));
      if (!fine) harm.push(`${name}="${value.slice(0, 60)}" in a document`);
    }
  }
  for (const element of document.querySelectorAll(
    'a[href], area, iframe, frame, object, embed, applet, base, video, audio, source, math, foreignObject, marquee, portal, img',
  ))
    harm.push(`<${element.tagName.toLowerCase()}> in the page`);
  const now = [
    ...document.querySelectorAll('script, style, link, meta, base, iframe, object, embed, form'),
  ]
    .filter(({ id }) => !id.startsWith('react-aria'))
    // A form of our own goes nowhere by itself; one in a document is told above.
    .filter((element) => !element.matches('form:not([action])'))
    // A part of the page that is loaded on demand.
    .filter(
      (element) =>
        !(element instanceof HTMLLinkElement && element.rel === 'modulepreload') ||
        !element.href.startsWith(new URL('./assets/', document.baseURI).href),
    )
    .map((element) => element.outerHTML.slice(0, 60))
    .join('\n');
  if (now !== heads) {
    const before = heads.split('\n');
    const added = now.split('\n').filter((line) => !before.includes(line));
    harm.push(`the head is another: ${(added.join('\n') || now).slice(0, 300)}`);
  }
  const polluted = Object.keys(Object.prototype).length > 0 || 'polluted' in {};
  return {
    ran: '__ran' in window,
    harm: [...new Set([...harm, ...(polluted ? ['prototypes changed'] : [])])],
    stored: document.cookie !== '' || localStorage.length + sessionStorage.length > 0,
  };
}
