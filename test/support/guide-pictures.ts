/**
 * Takes the pictures of the guide anew, from the views that the screen tests walk: `npm run
 * pictures [NAME...]`. A picture has the name of its view.
 */
import { globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath, microphoneFlags } from './chromium.ts';
import { linkedPictures, PICTURES } from './guide-links.ts';
import { serveScreens } from './rigs/screens-page.ts';
import { views } from './views/index.ts';

const wanted = process.argv.slice(2);
const linked = new Set(
  globSync('docs/guide/*.md')
    .flatMap((file) => linkedPictures(readFileSync(file, 'utf8')))
    .map(({ name }) => name),
);
for (const file of globSync(`${PICTURES}/*.png`))
  if (!linked.has(path.basename(file, '.png'))) rmSync(file);

const served = await serveScreens();
const browser = await chromium.launch({
  ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
  args: [...chromiumFlags, ...microphoneFlags()],
});
try {
  for (const name of wanted.length > 0 ? wanted : linked) {
    const view = views.find((one) => one.name === name);
    if (!view) throw new Error(`There is no view “${name}”: see test/support/views.`);
    const context = await browser.newContext({ viewport: { width: 1180, height: 760 } });
    await served.setScene(context, view.scene);
    const page = await context.newPage();
    await page.goto(served.origin);
    await view.reach(page);
    // A level that moves and a cursor that blinks are not in the picture.
    await page.waitForTimeout(300);
    const file = path.join(PICTURES, `${name}.png`);
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
    console.log(file);
    await context.close();
  }
} finally {
  await browser.close();
  served.close();
}
