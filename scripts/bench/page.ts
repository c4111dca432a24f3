/**
 * The page's size: what a window loads before its first screen, and each screen that is loaded on
 * demand. Compressed by gzip, as sizes of pages are told; yardstick: React alone (react-dom), built
 * into the same files. Fails where more than 200 kB come before the first screen.
 *
 *   npm run bench -- page
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildPage } from '../lib/build.mjs';
import { inProject } from '../lib/project.mjs';

/** Bytes before the first screen. */
const MOST = 200_000;

const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
const zipped = (bytes: Uint8Array | string) => gzipSync(bytes).length;

await buildPage();
const folder = inProject('out', 'renderer');
const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
const atStart = [...html.matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file as string);
const all = readdirSync(path.join(folder, 'assets'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => `assets/${name}`);
const sizes = new Map(
  all.map((file) => [file, zipped(readFileSync(path.join(folder, ...file.split('/'))))]),
);
const sum = (files: readonly string[]) =>
  files.reduce((total, file) => total + (sizes.get(file) ?? 0), 0);

const yardstick = await sizeOfReact();
const first = sum(atStart);
console.log(`yardstick, react-dom alone: ${kB(yardstick)}`);
console.log(
  `before the first screen: ${kB(first)} in ${atStart.length} files, ${(first / yardstick).toFixed(2)} times the yardstick; the largest has ${kB(Math.max(...atStart.map((file) => sizes.get(file) ?? 0)))} (aim under ${kB(MOST)})`,
);
if (first > MOST) process.exitCode = 1;
console.log(`the whole page: ${kB(sum(all))} in ${all.length} files`);
for (const file of all.filter((one) => !atStart.includes(one) && (sizes.get(one) ?? 0) > 2000))
  console.log(`  on demand: ${path.posix.basename(file)} ${kB(sizes.get(file) ?? 0)}`);

async function sizeOfReact(): Promise<number> {
  const entry = 'virtual:react';
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) =>
          id === `\0${entry}`
            ? `import * as client from ${JSON.stringify(createRequire(import.meta.url).resolve('react-dom/client'))}; console.log(client);`
            : null,
      },
    ],
    build: { write: false, target: 'es2023', rolldownOptions: { input: entry } },
  });
  const chunks = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  return chunks.reduce((total, chunk) => total + ('code' in chunk ? zipped(chunk.code) : 0), 0);
}
