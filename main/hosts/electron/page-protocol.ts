/**
 * Serves the built page under `app://scriba/`: names of a table, the strict headers, no path from
 * the address (checklist 7, 18).
 */
import { readFile } from 'node:fs/promises';
import type { PageFiles } from '../common/page-files.ts';
import { pageHeaders } from '../common/page-policy.ts';
import { isOurAddress } from './session.ts';

/** Under Electron the page speaks through the preload; it has no network at all. */
const headers = pageHeaders("'none'");

export const servePage =
  (files: PageFiles, read: (file: string) => Promise<Uint8Array> = readFile) =>
  async ({ url, method }: { readonly url: string; readonly method: string }): Promise<Response> => {
    const file =
      method === 'GET' && isOurAddress(url) ? files.get(new URL(url).pathname) : undefined;
    if (!file) return new Response(null, { status: 404, headers });
    return new Response((await read(file.file)) as BodyInit, {
      headers: { ...headers, 'content-type': file.type },
    });
  };
