/** Stories on the browser host: the core as a process of its own, its page in Chromium. */
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath, microphoneFlags } from '../../../support/chromium.ts';
import { type BrowserScriba, startScriba } from '../process.ts';
import type { Host } from './host.ts';

const launch = (microphone?: string): Promise<Browser> =>
  chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: [...chromiumFlags, ...microphoneFlags(microphone)],
  });

export function browserHost(): Host<BrowserScriba> {
  /**
   * A browser that beeps into its microphone; a sound file is a flag, and so needs a launch of its
   * own.
   */
  let shared: Promise<Browser> | undefined;
  let opened: { close(): Promise<void> }[] = [];
  /** The page shows its token to the core alone; a story hears it there. */
  const tokens = new WeakMap<Page, string>();
  return {
    start: startScriba,
    async openPage(scriba, { microphone } = {}) {
      const own = microphone === undefined ? undefined : await launch(microphone);
      shared ??= own ? undefined : launch();
      const context = await (own ?? (await shared!)).newContext();
      opened.push(own ?? context);
      const page = await context.newPage();
      page.on('request', (request) => {
        const token = request.headers()['x-scriba-token'];
        if (token !== undefined) tokens.set(page, token);
      });
      await page.goto(await scriba.address());
      return page;
    },
    async reload(page) {
      let asked = 0;
      const agree = (dialog: { accept(): Promise<void> }) => {
        asked += 1;
        void dialog.accept();
      };
      page.on('dialog', agree);
      await page.reload();
      page.off('dialog', agree);
      return asked;
    },
    async saveFile(page, press, folder) {
      const [download] = await Promise.all([page.waitForEvent('download'), press()]);
      const name = download.suggestedFilename();
      const file = path.join(folder, name);
      await download.saveAs(file);
      return { file, name, says: /^Your browser is saving/ };
    },
    async readClipboard(page) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const [plain = '', rich = ''] = await page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        return Promise.all(
          ['text/plain', 'text/html'].map(async (type) => (await item!.getType(type)).text()),
        );
      });
      return { plain, rich };
    },
    ask: async (page, name, input) =>
      answerOf(name, await post(page, tokens.get(page), name, input)),
    async closePages() {
      for (const one of opened) await one.close();
      opened = [];
    },
    async end() {
      await (await shared)?.close();
    },
  };
}

type Answer = { readonly ok: boolean; readonly value?: unknown };

export function answerOf(name: string, answer: Answer): unknown {
  if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer)}`);
  return answer.value;
}

const post = (page: Page, token: string | undefined, name: string, input: unknown) =>
  page.evaluate(
    async ([key, body]) =>
      (
        await fetch('/ask', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-scriba-token': key! },
          body: body!,
        })
      ).json() as Promise<Answer>,
    [token ?? '', JSON.stringify({ name, input })] as const,
  );
