/**
 * Updates with the real updater in the real Electron: what is offered, what is refused, and that an
 * AppImage is replaced and started.
 */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPackage } from '@electron/asar';
import { build } from 'vite';
import { startProgram } from './program.ts';

type Line = { name: string; outcome: string; images?: number; fetchedImage?: boolean };

const expected: Record<string, Partial<Line>> = {
  older: { outcome: 'nothing newer', fetchedImage: false },
  same: { outcome: 'nothing newer', fetchedImage: false },
  'not signed': { outcome: 'refused: FeedNotSigned', fetchedImage: false },
  'signed by another': { outcome: 'refused: FeedNotSigned', fetchedImage: false },
  'another file than promised': { outcome: 'refused: ERR_CHECKSUM_MISMATCH', images: 0 },
  'a file outside the feed': { outcome: 'refused: FeedNotSigned', fetchedImage: false },
  newer: { outcome: 'fetched 9.0.0', images: 1 },
  ids: { outcome: '0 sent' },
  'busy first': {
    outcome:
      '0 requests so far, 0 requests so far, 0 requests so far, update-ready, asked 9.0.0, update-agreed',
  },
};

/**
 * `folder`: a package for Linux; its program, fuses and feed settings are used, and its app is
 * replaced.
 */
export async function checkUpdates(
  folder: string,
  display: string,
  say: (line: string) => void,
): Promise<void> {
  const work = mkdtempSync(path.join(tmpdir(), 'scriba-updates-'));
  try {
    const staged = path.join(work, 'staged');
    cpSync(folder, staged, { recursive: true });
    await packStage(work, path.join(staged, 'resources', 'app.asar'));
    const data = path.join(work, 'data');
    const image = path.join(work, 'Scriba.AppImage');
    mkdirSync(data);
    writeFileSync(image, 'the version that is installed');
    const started = startProgram(path.join(staged, 'scriba'), [], {
      DISPLAY: display,
      SCRIBA_DATA: data,
      XDG_CACHE_HOME: path.join(work, 'cache'),
      APPIMAGE: image,
    });
    try {
      await started.says(/"name":"installed"/, 90_000);
      await Promise.race([started.ended, new Promise((resolve) => setTimeout(resolve, 10_000))]);
    } finally {
      await started.kill();
    }
    checkLines(started.said(), say);
    assert.match(readFileSync(image, 'utf8'), /new-version-ran/, 'the image was not replaced');
    const ran = path.join(data, 'new-version-ran');
    for (let tries = 0; tries < 50 && !existsSync(ran); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    assert.ok(existsSync(ran), 'the new version was not started');
    say('update: the AppImage was replaced, and the new one started');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function checkLines(said: string, say: (line: string) => void): void {
  const lines = said
    .split('\n')
    .filter((line) => line.startsWith('{"name"'))
    .map((line) => JSON.parse(line) as Line);
  for (const [name, wanted] of Object.entries(expected)) {
    const found = lines.find((line) => line.name === name);
    assert.ok(found, `${name}: nothing was said about it; all that was said:\n${said}`);
    assert.deepEqual({ ...found, ...wanted }, found, name);
    say(`update, ${name}: ${found.outcome}`);
  }
  const nobody = lines.find(({ name }) => name === 'nobody there');
  assert.match(nobody?.outcome ?? '', /^refused: /);
  say(`update, nobody there: ${nobody?.outcome}`);
}

/** Bundles the stage as the app is bundled, and packs it. */
async function packStage(work: string, asar: string): Promise<void> {
  const app = path.join(work, 'app');
  await build({
    configFile: false,
    logLevel: 'error',
    root: process.cwd(),
    build: {
      ssr: path.resolve('test/packed/update-stage.ts'),
      outDir: app,
      emptyOutDir: true,
      rolldownOptions: {
        external: ['electron'],
        output: {
          format: 'es',
          entryFileNames: 'main.js',
          banner:
            "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
        },
      },
    },
    ssr: { noExternal: true },
  });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  writeFileSync(
    path.join(app, 'package.json'),
    JSON.stringify({ name: 'scriba', version, type: 'module', main: 'main.js' }),
  );
  await createPackage(app, asar);
}
