/**
 * `node scripts/icons.mjs`: draws build/icon.svg as the icons of the three systems. Their results
 * are committed; run it when the drawing changes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findBrowser } from '../main/hosts/node/browsers.mjs';
import { icnsFile, icoFile } from './lib/icon-files.mjs';
import { inProject } from './lib/project.mjs';

const linux = [16, 32, 48, 64, 128, 256, 512];
const windows = [16, 20, 24, 32, 40, 48, 64, 256];
const mac = [16, 32, 64, 128, 256, 512, 1024];
/** macOS leaves a tenth of an icon free on each side. */
const MAC_MARGIN = 0.1;

const drawing = readFileSync(inProject('build', 'icon.svg'), 'utf8');
const browser = await chromium.launch({
  executablePath: findBrowser() ?? chromium.executablePath(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage();
  const draw = async (size, margin = 0) => {
    await page.setViewportSize({ width: size, height: size });
    const edge = Math.round(size * margin);
    await page.setContent(
      `<style>body{margin:${edge}px}svg{display:block;width:${size - 2 * edge}px}</style>${drawing}`,
    );
    return page.screenshot({ omitBackground: true });
  };
  const drawAll = async (sizes, margin) => {
    const drawn = new Map();
    for (const size of sizes) drawn.set(size, await draw(size, margin));
    return drawn;
  };
  mkdirSync(inProject('build', 'icons'), { recursive: true });
  for (const [size, png] of await drawAll(linux))
    writeFileSync(inProject('build', 'icons', `${size}x${size}.png`), png);
  writeFileSync(inProject('build', 'icon.ico'), icoFile(await drawAll(windows)));
  writeFileSync(inProject('build', 'icon.icns'), icnsFile(await drawAll(mac, MAC_MARGIN)));
} finally {
  await browser.close();
}
