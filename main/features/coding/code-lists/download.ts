/** Fetches a public-domain release from its publisher. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { FetchedFile } from '../../../../shared/model/coding/terminology.ts';
import type { Net } from '../../../infrastructure/ports.ts';
import { LARGEST_DOWNLOAD, type Source } from './publishers.ts';
import { diskFailure, type Taken, type Taking } from './receive-files.ts';

const MINUTE = 60_000;
const WITHIN = 20 * MINUTE;

export type FetchDeps = {
  readonly net: Net;
  readonly taking: Pick<Taking, 'place' | 'checkRoom'>;
  readonly cancel: AbortSignal;
  progress(share: number, bytes: number): void;
};

/**
 * Each file whole, with its size and SHA-256 for a person to compare. Throws Failure `offline` / `download-unreachable`,
 * `refused` (`download-moved`, `disk-full`, `cancelled`), `busy` / `download-busy`, `invalid` (`download-cut`, `release-too-large`).
 */
export async function fetchRelease(
  { folder, files }: Source,
  { net, taking, cancel, progress }: FetchDeps,
): Promise<{ taken: Taken[]; fetched: FetchedFile[] }> {
  const taken: Taken[] = [];
  const fetched: FetchedFile[] = [];
  let before = 0;
  for (const [at, name] of files.entries()) {
    const address = new URL(name, folder);
    const { status, headers, body } = await net({
      method: 'GET',
      url: address,
      timeout: WITHIN,
      maxBytes: LARGEST_DOWNLOAD,
      cancel,
      headers: { accept: 'application/zip, application/octet-stream' },
      // Nobody knows how large the files to come are.
      received: (bytes, all) =>
        progress((at + (all ? Math.min(1, bytes / all) : 0)) / files.length, before + bytes),
    }).catch((error: unknown) => {
      throw unreachable(error);
    });
    if (status >= 300 && status < 400)
      throw moved('The publisher points to another address for this file.');
    if (status === 404 || status === 410)
      throw moved('The publisher does not have this file at its address any more.');
    if (status !== 200)
      throw new Failure(
        'busy',
        `The publisher does not hand the file out now (it answered ${status}). Try again later.`,
        { detail: 'download-busy' },
      );
    const announced = headers['content-length'];
    if (announced !== undefined && Number(announced) !== body.length)
      throw new Failure('invalid', 'The file broke off on its way.', { detail: 'download-cut' });
    taking.checkRoom(body.length);
    const into = taking.place(name);
    try {
      writeFileSync(into, body, { flag: 'wx', mode: 0o600 });
    } catch (cause) {
      throw diskFailure(cause);
    }
    before += body.length;
    taken.push({ path: into, name, bytes: body.length, chosen: true });
    fetched.push({
      address: address.href,
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
    });
  }
  return { taken, fetched };
}

const moved = (what: string) =>
  new Failure('refused', `${what} Fetch the files by hand, and import them here.`, {
    detail: 'download-moved',
  });

function unreachable(error: unknown): unknown {
  const { code, detail } = asFailure(error);
  if (code === 'offline')
    return new Failure('offline', 'The publisher cannot be reached, or the line broke.', {
      detail: 'download-unreachable',
      cause: error,
    });
  if (detail === 'answer-too-large')
    return new Failure('invalid', 'The publisher answers with more than this file can be.', {
      detail: 'release-too-large',
      cause: error,
    });
  return error;
}
