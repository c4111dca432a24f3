/**
 * Takes a picture of every screen in light and dark, to be looked at: `node test/support/look.ts
 * FOLDER [NAME...] [--light --dark --phone --narrow --zoom --hindi]`.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumFlags, chromiumPath, microphoneFlags } from './chromium.ts';
import { serveScreens } from './rigs/screens-page.ts';
import { views } from './views/index.ts';

const words = process.argv.slice(2);
const looks = ['light', 'dark', 'phone', 'narrow', 'zoom', 'hindi'] as const;
const viewports = {
  light: { width: 1180, height: 800 },
  dark: { width: 1180, height: 800 },
  phone: { width: 400, height: 800 },
  narrow: { width: 320, height: 800 },
  zoom: { width: 640, height: 400 },
  hindi: { width: 1180, height: 800 },
};
const chosen = looks.filter((look) => words.includes(`--${look}`));
const [folder = 'test-results/look', ...wanted] = words.filter((word) => !word.startsWith('--'));
mkdirSync(folder, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const served = await serveScreens();
const browser = await chromium.launch({
  ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
  args: [...chromiumFlags, ...microphoneFlags()],
});
try {
  for (const view of views.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const look of chosen.length > 0 ? chosen : looks) {
      const context = await browser.newContext({
        viewport: viewports[look],
        deviceScaleFactor: look === 'zoom' ? 2 : 1,
        colorScheme: look === 'dark' ? 'dark' : 'light',
      });
      await served.setScene(context, view.scene);
      await context.addInitScript(axe);
      const page = await context.newPage();
      page.on(
        'console',
        (message) =>
          ['error', 'warning'].includes(message.type()) &&
          console.log(view.name, look, 'console:', message.text()),
      );
      page.on('pageerror', (error) => console.log(view.name, look, 'page error:', error.message));
      await page.goto(served.origin);
      await view
        .reach(page)
        .catch((error: Error) =>
          console.log(view.name, look, 'NOT REACHED:', error.message.split('\n')[0]),
        );
      if (look === 'hindi') await speakHindi(page);
      // The page scrolls inside its window: make the window as high as what is in it.
      const height = await page.evaluate(
        () =>
          document.getElementById('page')!.firstElementChild!.scrollHeight +
          (document.querySelector('.messages')?.scrollHeight ?? 0),
      );
      const { width } = page.viewportSize()!;
      if (look !== 'zoom' && height > 800 && !words.includes('--as-is'))
        await page.setViewportSize({ width, height: Math.min(height, 4000) });
      await page.waitForTimeout(150);
      await page.screenshot({ path: path.join(folder, `${view.name}-${look}.png`) });
      const wide = await page.evaluate(() =>
        Math.max(
          ...[document.documentElement, document.getElementById('page')!.firstElementChild!].map(
            (one) => one.scrollWidth - one.clientWidth,
          ),
        ),
      );
      if (wide > 0) console.log(view.name, look, `overflows by ${wide} px`);
      if (look === 'light' || look === 'dark') {
        const { violations } = await page.evaluate(() =>
          window.axe.run({
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
            resultTypes: ['violations'],
          }),
        );
        for (const { id, nodes } of violations)
          console.log(
            view.name,
            look,
            'axe:',
            id,
            nodes
              .map(
                ({ target, failureSummary }) =>
                  `${target.join(' ')} ${failureSummary?.split('\n')[1] ?? ''}`,
              )
              .slice(0, 3),
          );
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  served.close();
}

/** As the choice in the settings does; a page that has nobody to ask stays in English. */
async function speakHindi(page: Page): Promise<void> {
  await page
    .evaluate(() =>
      (window as unknown as { scribeHost: Asks }).scribeHost.ask('settings.change', {
        uiLanguage: 'hi',
      }),
    )
    .catch(() => {});
  await page.waitForTimeout(100);
}
type Asks = { ask(name: string, input: unknown): Promise<unknown> };
