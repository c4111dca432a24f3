/** Contract 3.2: one file to the object store, as a form built by hand around a stream, so that no recording is ever whole in memory. */
import { Failure } from '../../../../shared/failure.ts';
import { fileNamePattern } from '../../../../shared/wire/common.ts';
import type { Clock, Net, NetAnswer, Random } from '../../ports.ts';
import { readGivenUrl } from '../client/address.ts';
import { failureOf, isStranger, strangerFailure } from '../client/status-failure.ts';
import { exactly } from './length-checked-stream.ts';

/** What presign handed out: good for some minutes, kept in memory only. */
export type UploadForm = {
  readonly url: string;
  readonly folder: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Milliseconds; ten minutes unless said. */
  readonly goodFor?: number;
  /** The platform has begun with this transaction already: nothing can be uploaded to it any more. */
  readonly begun?: boolean;
};

export type UploadFile = {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Exactly `bytes` bytes. What it throws comes out of `uploadFile` as it is. */
  readonly stream: AsyncIterable<Uint8Array>;
};

export type UploadDeps = {
  readonly net: Net;
  readonly clock: Clock;
  readonly random: Random;
  readonly baseUrl: () => string;
};

const TRANSFER = 30 * 60_000;

/**
 * Sends the file; the same name again overwrites. Throws `refused` / `upload-expired` (403: presign anew), `refused` / `upload-refused`
 * (too large), `broken` / `part-changed` (the stream is not as long as was said), and what `failureOf` and the net throw.
 */
export async function uploadFile(
  { net, clock, random, baseUrl }: UploadDeps,
  form: UploadForm,
  { name, contentType, bytes, stream }: UploadFile,
): Promise<void> {
  if (!fileNamePattern.test(name) || /^\.+$/.test(name))
    throw new Failure(
      'broken',
      'A file of this recording has a name that the platform does not take.',
      { detail: 'file-name' },
    );
  const boundary = `scriba-${random.bytes(18).toString('hex')}`;
  const fields = { ...form.fields, key: form.folder + name };
  const head = Buffer.from(
    Object.entries(fields)
      .map(
        ([field, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${plain(field)}"\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${plain(contentType)}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

  const source = exactly(stream, bytes);
  async function* body(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* source.pieces();
    yield tail;
  }

  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(head.length + bytes + tail.length),
  };
  let answer: NetAnswer;
  try {
    answer = await net({
      method: 'POST',
      url: readGivenUrl(form.url, baseUrl()),
      headers,
      body: body(),
      timeout: TRANSFER,
    });
  } catch (error) {
    throw source.fault() ?? error;
  }
  if (isStranger(answer)) throw strangerFailure();
  if (answer.status === 200 || answer.status === 201 || answer.status === 204) return;
  if (answer.status === 403 || answer.status === 401)
    throw new Failure(
      'refused',
      'The permission to upload has run out; Scriba asks for a new one by itself.',
      { detail: 'upload-expired' },
    );
  const failure = failureOf(answer, clock.now());
  if (failure.code === 'busy') throw failure;
  throw new Failure(
    'refused',
    `The platform did not take a part of this recording (${answer.status}). Try again; if it stays so, tell the platform.`,
    { detail: 'upload-refused' },
  );
}

/** Names come from the platform: they must not end the header that they stand in. */
const plain = (text: string) => text.replace(/["\r\n]/g, (char) => encodeURIComponent(char));
