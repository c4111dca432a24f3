/** Fetches a public-domain release from its publisher. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { FetchedFile } from '../../../../shared/model/coding/terminology.ts';
import { MINUTE } from '../../../../shared/time.ts';
import type { Net } from '../../../infrastructure/ports.ts';
import { LARGEST_DOWNLOAD, type Source } from './publishers.ts';
import { diskFailure, type FileReception, type Taken } from './receive-files.ts';

const WITHIN = 20 * MINUTE;

export type FetchDeps = {
  readonly net: Net;
  readonly reception: Pick<FileReception, 'newPath' | 'checkRoom'>;
  readonly cancel: AbortSignal;
  progress(share: number, bytes: number): void;
};

/**
 * Fetches each file whole; returns its size and SHA-256 for a person to compare. Throws Failure
 * `offline` / `download-unreachable`, `refused` (`download-moved`, `disk-full`, `cancelled`),
 * `busy` / `download-busy`, `invalid` (`download-cut`, `release-too-large`).
 */
export async function fetchRelease(
  { folder, files }: Source,
  deps: FetchDeps,
): Promise<{ taken: Taken[]; fetched: FetchedFile[] }> {
  const taken: Taken[] = [];
  const fetched: FetchedFile[] = [];
  let before = 0;
  for (const [at, name] of files.entries()) {
    const address = new URL(name, folder);
    const body = await download(deps, address, (bytes, all) => {
      // The sizes of the next files are not known: each file counts the same share.
      const share = all ? Math.min(1, bytes / all) : 0;
      deps.progress((at + share) / files.length, before + bytes);
    });
    before += body.length;
    taken.push({ path: store(deps, name, body), name, bytes: body.length, chosen: true });
    fetched.push({
      address: address.href,
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
    });
  }
  return { taken, fetched };
}

async function download(
  { net, cancel }: FetchDeps,
  address: URL,
  received: (bytes: number, all: number | undefined) => void,
): Promise<Uint8Array> {
  const { status, headers, body } = await net({
    method: 'GET',
    url: address,
    timeout: WITHIN,
    maxBytes: LARGEST_DOWNLOAD,
    cancel,
    headers: { accept: 'application/zip, application/octet-stream' },
    received,
  }).catch((error: unknown) => {
    throw unreachable(error);
  });
  checkStatus(status);
  const announced = headers['content-length'];
  if (announced !== undefined && Number(announced) !== body.length)
    throw new Failure('invalid', 'The file broke off on its way.', { detail: 'download-cut' });
  return body;
}

function checkStatus(status: number): void {
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
}

/** Returns the path. */
function store({ reception }: FetchDeps, name: string, body: Uint8Array): string {
  reception.checkRoom(body.length);
  const into = reception.newPath(name);
  try {
    writeFileSync(into, body, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    throw diskFailure(cause);
  }
  return into;
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
