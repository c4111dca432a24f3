/**
 * The sound of a session as one stream (session protocol 4, `stream`). The platform acknowledges
 * nothing and names no place to go on from: only a connection that stood from the first sample to
 * the last, and was then closed by both sides, has brought everything. Whatever else happens, the
 * session is given up and the recording goes anew in another one.
 */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { SECOND } from '../../../../shared/time.ts';
import type { OpenSoundLine, Random, SoundLine } from '../../ports.ts';
import { type Address, readGivenUrl } from '../client/address.ts';
import type { Tokens } from '../client/tokens.ts';
import { lengthCheckedStream } from './length-checked-stream.ts';
import { partNumber } from './session-audio.ts';
import type { UploadFile } from './upload.ts';

/** Of the WAV files that Scriba makes. */
const WAV_HEADER = 44;
/** A second of sound. */
const FRAME_BYTES = 32_000;
const CONNECT_WITHIN = 20 * SECOND;
const CLOSE_WITHIN = 60 * SECOND;

export type SoundStreams = {
  /** A session was created just now, and nothing was sent to it. */
  begin(sessionId: string, address: string | undefined): void;
  /** Whether nothing was lost of what was sent to this session. */
  canGoOn(sessionId: string): boolean;
  /**
   * Sends the next part. Throws `missing` / `transaction-dead` where the stream cannot go on,
   * `refused` / `upload-address-refused` or `upload-refused`, `offline`, and what the file throws.
   */
  send(sessionId: string, file: UploadFile): Promise<void>;
  /** Closes the connection; returns whether everything has arrived. */
  finish(sessionId: string): Promise<boolean>;
  forget(sessionId: string): void;
};

export type SoundStreamsDeps = {
  readonly openLine: OpenSoundLine;
  readonly tokens: Pick<Tokens, 'current'>;
  readonly address: () => Address;
  readonly random: Pick<Random, 'uuid'>;
};

/** `sent`: whole parts. */
type Stream = { readonly url: string; line?: SoundLine; sent: number; closed: boolean };

export function createSoundStreams(deps: SoundStreamsDeps): SoundStreams {
  const streams = new Map<string, Stream>();
  const forget = (sessionId: string) => {
    streams.get(sessionId)?.line?.drop();
    streams.delete(sessionId);
  };
  return {
    forget,
    begin: (sessionId, url = '') => void streams.set(sessionId, { url, sent: 0, closed: false }),
    canGoOn: (sessionId) => streams.has(sessionId),
    async send(sessionId, file) {
      const stream = streams.get(sessionId);
      if (!stream || stream.closed || stream.sent + 1 !== partNumber(file.name)) {
        forget(sessionId);
        throw streamLost();
      }
      // Nothing was sent before there is a connection: it can be tried again.
      stream.line ??= await openLine(deps, stream.url);
      try {
        await sendSound(stream.line, file);
        stream.sent += 1;
      } catch (error) {
        forget(sessionId);
        throw error;
      }
    },
    async finish(sessionId) {
      const stream = streams.get(sessionId);
      if (!stream?.line) return false;
      if (stream.closed) return true;
      try {
        await stream.line.close(CLOSE_WITHIN);
        stream.closed = true;
      } catch {
        forget(sessionId);
      }
      return stream.closed;
    },
  };
}

export const streamLost = () =>
  new Failure('missing', 'The stream to the platform broke. The recording goes anew.', {
    detail: 'transaction-dead',
  });

async function openLine(
  { openLine: open, tokens, address, random }: SoundStreamsDeps,
  given: string,
): Promise<SoundLine> {
  const { baseUrl, clientId } = address();
  const base = new URL(baseUrl);
  const url = readGivenUrl(given.replace(/^ws/, 'http'), baseUrl);
  // The token goes to the platform's own address only (P19).
  if (url.origin !== base.origin) throw failures.uploadAddressRefused();
  url.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:';
  return open({
    url,
    headers: {
      authorization: `Bearer ${await tokens.current()}`,
      'client-id': clientId,
      'x-request-id': random.uuid(),
    },
    connectWithin: CONNECT_WITHIN,
  });
}

/** Only the samples: a header in the middle of a stream would be heard as a click. */
async function sendSound(line: SoundLine, { bytes, open }: UploadFile): Promise<void> {
  let rest = Buffer.alloc(0);
  let header = WAV_HEADER;
  for await (const piece of lengthCheckedStream(open, bytes).open()) {
    const skipped = Math.min(header, piece.length);
    header -= skipped;
    rest = Buffer.concat([rest, piece.subarray(skipped)]);
    for (; rest.length >= FRAME_BYTES; rest = rest.subarray(FRAME_BYTES))
      await line.send(rest.subarray(0, FRAME_BYTES));
  }
  if (rest.length > 0) await line.send(rest);
}
