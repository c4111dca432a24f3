/**
 * Contract 3.2: one file to the object store, as a form built by hand around a stream, so that no
 * recording is ever whole in memory.
 */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { fileNamePattern } from '../../../../shared/wire/common.ts';
import type { Clock, Net, NetAnswer, Random } from '../../ports.ts';
import { readGivenUrl } from '../client/address.ts';
import type { Content } from '../client/client.ts';
import { withRenewal } from '../client/renewal.ts';
import { captivePortalFailure, failureOf, isCaptivePortal } from '../client/status-failure.ts';
import type { Tokens } from '../client/tokens.ts';
import { lengthCheckedStream } from './length-checked-stream.ts';

/** A permission to upload, from presign: good for some minutes, kept in memory only. */
export type UploadForm = {
  readonly url: string;
  readonly folder: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Milliseconds; ten minutes unless said. */
  readonly goodFor?: number;
  /** The platform works on this transaction already: nothing can be uploaded to it any more. */
  readonly alreadyCommitted?: boolean;
  /** The platform gave it a number of its own: it cannot be found by ours. */
  readonly ownNumber?: true;
};

export type UploadFile = {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /**
   * Exactly `bytes` bytes, from the first one on, for each call anew: after a 401 they are sent
   * once more. What the stream throws comes out of `uploadFile` as it is.
   */
  open(): AsyncIterable<Uint8Array>;
};

export type UploadDeps = {
  readonly net: Net;
  readonly clock: Clock;
  readonly random: Random;
  readonly baseUrl: () => string;
  readonly tokens: Pick<Tokens, 'held' | 'renew' | 'refused'>;
};

const TRANSFER = 30 * MINUTE;

/**
 * Sends the file; the same name again overwrites. The store never sees the sign-in; its 401 renews
 * it all the same, and the same bytes go once more. Throws `refused` / `upload-expired` (403:
 * presign anew), `signed-out` (401 twice), `refused` / `upload-refused` (too large), `broken` /
 * `part-changed` (the stream is not as long as was announced), and what `failureOf` and the net
 * throw.
 */
export async function uploadFile(
  deps: UploadDeps,
  form: UploadForm,
  file: UploadFile,
): Promise<void> {
  const { clock, tokens } = deps;
  const { name } = file;
  if (!fileNamePattern.test(name) || /^\.+$/.test(name)) throw failures.fileNameRefused();
  const content = formContent(deps.random, form, file);
  // As it was when the upload began: parallel uploads that are refused share one renewal. Without
  // one, `renew` reads the one that is kept.
  const token = tokens.held() ?? '';
  const { answer } = await withRenewal({ tokens, now: clock.now }, token, () =>
    post(deps, form, content),
  );
  checkAnswer(answer, clock.now());
}

/** One attempt. Throws what the source of the file threw, or the net. */
async function post(
  { net, baseUrl }: UploadDeps,
  form: UploadForm,
  { type, bytes, open, fault }: FormContent,
): Promise<{ readonly answer: NetAnswer }> {
  const url = readGivenUrl(form.url, baseUrl());
  const headers = { 'content-type': type, 'content-length': String(bytes) };
  try {
    const answer = await net({ method: 'POST', url, headers, body: open(), timeout: TRANSFER });
    if (isCaptivePortal(answer)) throw captivePortalFailure();
    return { answer };
  } catch (error) {
    throw fault() ?? error;
  }
}

type FormContent = Content & { fault(): unknown };

/** The fields in their order, then the file. */
function formContent(
  random: Random,
  { fields, folder }: UploadForm,
  { name, contentType, bytes, open }: UploadFile,
): FormContent {
  const boundary = `scriba-${random.bytes(18).toString('hex')}`;
  const head = Buffer.from(
    Object.entries({ ...fields, key: folder + name })
      .map(
        ([field, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${escapeName(field)}"\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${escapeName(contentType)}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const file = lengthCheckedStream(open, bytes);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + bytes + tail.length,
    fault: file.fault,
    async *open() {
      // Copies: the net may take the memory of what it is given, and the form may be sent twice.
      yield Uint8Array.from(head);
      yield* file.open();
      yield Uint8Array.from(tail);
    },
  };
}

function checkAnswer(answer: NetAnswer, now: number): void {
  if (answer.status === 200 || answer.status === 201 || answer.status === 204) return;
  if (answer.status === 403)
    throw new Failure(
      'refused',
      'The permission to upload has run out; Scriba asks for a new one by itself.',
      { detail: 'upload-expired' },
    );
  const failure = failureOf(answer, now);
  if (failure.code === 'busy') throw failure;
  throw failures.uploadRefused(answer.status);
}

/** Names come from the platform: they must not end the header that they stand in. */
const escapeName = (text: string) => text.replace(/["\r\n]/g, (char) => encodeURIComponent(char));
