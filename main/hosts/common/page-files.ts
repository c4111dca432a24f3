/**
 * The built page as a table of names: a host serves what stands in it, and never joins a path from
 * an address.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../../shared/failure.ts';

type PageFile = { readonly file: string; readonly type: string };
/** From the path of an address (`/`, `/assets/index-1a2b.js`) to the file and its media type. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
};

/** Files that a page of ours names in its head. */
const named = /(?:src|href)="\.(\/[^"]+)"/g;

/**
 * Lists the folder once; a file whose kind is not known is left out. Throws Failure `broken` /
 * `page-incomplete` where there is no `index.html`, or a page names a file that is not there.
 */
export function readPageFiles(folder: string): PageFiles {
  const files = new Map<string, PageFile>();
  const walk = (inner: string, name: string) => {
    for (const entry of readdirSync(inner, { withFileTypes: true })) {
      const file = path.join(inner, entry.name);
      const type = types[path.extname(entry.name)];
      if (entry.isDirectory()) walk(file, `${name}${entry.name}/`);
      else if (entry.isFile() && type) files.set(`${name}${entry.name}`, { file, type });
    }
  };
  if (existsSync(folder)) walk(folder, '/');
  const start = files.get('/index.html');
  if (!start) throw incomplete(path.join(folder, 'index.html'));
  for (const [name, { file }] of files)
    if (/^\/[^/]+\.html$/.test(name))
      for (const [, wanted = ''] of readFileSync(file, 'utf8').matchAll(named))
        if (!files.has(wanted)) throw incomplete(path.join(folder, wanted));
  files.set('/', start);
  return files;
}

const incomplete = (file: string) =>
  new Failure(
    'broken',
    `The built page of Scriba is missing or incomplete (${file}). Install Scriba again, or build it anew; recordings and notes are not touched.`,
    { detail: 'page-incomplete' },
  );
