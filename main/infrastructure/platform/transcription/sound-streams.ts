/**
 * The sound of a session as one stream (session protocol 4, `stream`). The protocol acknowledges
 * nothing and names no place to go on from: only a connection that stood from the first sample to
 * the last, whose other side then answered a ping, and that was closed by both, we first, has
 * brought everything. Whatever else happens, the session is given up and the recording goes anew in
 * another one.
 */
import { asFailure, Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { HOUR, MINUTE, SECOND } from '../../../../shared/time.ts';
import type { Clock, NetAnswer, OpenSoundLine, Random, SoundLine } from '../../ports.ts';
import { type Address, readGivenUrl } from '../client/address.ts';
import { withRenewal } from '../client/renewal.ts';
import { failureOf, withMeantStatus } from '../client/status-failure.ts';
import type { Tokens } from '../client/tokens.ts';
import { lengthCheckedStream } from './length-checked-stream.ts';
import { partNumber } from './session-audio.ts';
import type { UploadFile } from './upload.ts';

/** Of the WAV files that Scriba makes. */
const WAV_HEADER = 44;
/** A second of sound. */
const FRAME_BYTES = 32_000;
const CONNECT_WITHIN = 20 * SECOND;
/** For the end of a connection on which everything has been read. */
const CLOSE_WITHIN = 30 * SECOND;
/** Bytes a millisecond of the slowest line on which a stream is worth while: 64 kbit/s. */
const SLOWEST = 8;
const LONGEST_CLOSE = 30 * MINUTE;
/** So long a platform that has no door for streams is not asked again, as with its description. */
const NO_DOOR_FOR = 3 * HOUR;

export type SoundStreams = {
  /** False once the platform in use turned out to have no such door, for three hours. */
  offered(): boolean;
  /** A session was created just now, and nothing was sent to it. */
  begin(sessionId: string, address: string | undefined): void;
  /** Whether nothing was lost of what was sent to this session. */
  canGoOn(sessionId: string): boolean;
  /**
   * Sends the next part. Where it throws and `canGoOn` is true, nothing was sent: `offline`, `busy`,
   * `signed-out`, `locked`, `refused` / `clock-wrong`. Else the session has to be given up: `missing`
   * / `transaction-dead`, `offline` / `unclear`, `refused` / `upload-address-refused`, and what the
   * file throws.
   */
  send(sessionId: string, file: UploadFile): Promise<void>;
  /** Closes the connection; returns whether everything has arrived. */
  finish(sessionId: string): Promise<boolean>;
  forget(sessionId: string): void;
  /** Ends every connection and forgets every stream: what was under way is sent anew. */
  close(): void;
};

export type SoundStreamsDeps = {
  readonly openLine: OpenSoundLine;
  readonly tokens: Pick<Tokens, 'current' | 'renew' | 'refused'>;
  readonly address: () => Address;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly random: Pick<Random, 'uuid'>;
};

/** `sent`: whole parts. */
type Stream = { readonly url: string; line?: SoundLine; sent: number; closed: boolean };
type State = {
  readonly deps: SoundStreamsDeps;
  readonly streams: Map<string, Stream>;
  /** The platform that has no door for streams, and when that was seen; monotonic. */
  noDoor: { readonly baseUrl: string; readonly at: number } | undefined;
};

export function createSoundStreams(deps: SoundStreamsDeps): SoundStreams {
  const state: State = { deps, streams: new Map(), noDoor: undefined };
  return {
    offered: () => isOffered(state),
    begin: (sessionId, url = '') =>
      void state.streams.set(sessionId, { url, sent: 0, closed: false }),
    canGoOn: (sessionId) => state.streams.has(sessionId),
    send: (sessionId, file) => send(state, sessionId, file),
    finish: (sessionId) => finish(state, sessionId),
    forget: (sessionId) => forget(state, sessionId),
    close() {
      for (const sessionId of [...state.streams.keys()]) forget(state, sessionId);
    },
  };
}

function isOffered({ deps, noDoor }: State): boolean {
  if (noDoor?.baseUrl !== deps.address().baseUrl) return true;
  return deps.clock.monotonic() - noDoor.at >= NO_DOOR_FOR;
}

function forget({ streams }: State, sessionId: string): void {
  streams.get(sessionId)?.line?.drop();
  streams.delete(sessionId);
}

async function send(state: State, sessionId: string, file: UploadFile): Promise<void> {
  const stream = state.streams.get(sessionId);
  const isNext = stream && !stream.closed && stream.sent + 1 === partNumber(file.name);
  // Anything but samples would be heard as noise.
  if (!isNext || file.contentType !== 'audio/wav') {
    forget(state, sessionId);
    throw streamLost();
  }
  stream.line ??= await connect(state, sessionId, stream);
  try {
    await sendSound(stream.line, file);
    stream.sent += 1;
  } catch (error) {
    forget(state, sessionId);
    throw error;
  }
}

async function finish(state: State, sessionId: string): Promise<boolean> {
  const stream = state.streams.get(sessionId);
  if (!stream?.line) return false;
  if (stream.closed) return true;
  try {
    await stream.line.close(closeWithin);
    stream.closed = true;
  } catch {
    forget(state, sessionId);
  }
  return stream.closed;
}

/** Milliseconds for the end, by the bytes that are still under way. */
export const closeWithin = (unread: number): number =>
  Math.min(CLOSE_WITHIN + unread / SLOWEST, LONGEST_CLOSE);

export const streamLost = (cause?: unknown) =>
  new Failure(
    'missing',
    'The connection ended while sound was being sent, so the platform may not have all of it. The recording is safe on this computer; Scriba sends all of it again by itself.',
    { detail: 'transaction-dead', ...(cause === undefined ? {} : { cause }) },
  );

async function connect(state: State, sessionId: string, stream: Stream): Promise<SoundLine> {
  const { deps, streams } = state;
  const baseUrl = deps.address().baseUrl;
  try {
    const opened = await openLine(deps, stream.url);
    if ('line' in opened) {
      if (streams.get(sessionId) === stream) return opened.line;
      // Forgotten meanwhile: Scriba was locked or closed.
      opened.line.drop();
      throw streamLost();
    }
    const { answer } = opened;
    if (hasNoDoor(answer)) state.noDoor = { baseUrl, at: deps.clock.monotonic() };
    throw refusal(answer, deps.clock.now());
  } catch (error) {
    // Nothing was sent yet: what passes by itself is tried again in the same session.
    if (!mayPass(asFailure(error))) forget(state, sessionId);
    throw error;
  }
}

const mayPass = ({ code, detail }: Failure) =>
  ['offline', 'busy', 'signed-out', 'locked'].includes(code) || detail === 'clock-wrong';

/** Of a platform that knows no WebSocket at this address, or answers it like any other request. */
const hasNoDoor = ({ status }: NetAnswer) => status < 300 || [404, 405, 426, 501].includes(status);

/** What passes by itself keeps its name; every other refusal ends this session. */
function refusal(answer: NetAnswer, now: number): Failure {
  if (hasNoDoor(answer)) return streamRefused(answer);
  const failure = failureOf(answer, now);
  return mayPass(failure) ? failure : streamRefused(answer);
}

const streamRefused = ({ status }: NetAnswer) =>
  new Failure(
    'missing',
    `The platform does not take sound as a live stream (${status}). The recording is safe on this computer; Scriba sends it again by itself, if need be as files.`,
    { detail: 'transaction-dead' },
  );

type Opened = Awaited<ReturnType<OpenSoundLine>>;

/** Throws what `withRenewal` throws, so that a 401 renews the sign-in once. */
async function openLine(
  { openLine: open, tokens, address, clock, random }: SoundStreamsDeps,
  given: string,
): Promise<Opened> {
  const { clientId } = address();
  const url = streamUrl(given, address().baseUrl);
  const { opened } = await withRenewal(
    { tokens, now: clock.now },
    await tokens.current(),
    async (token) => {
      const result = await open({
        url,
        headers: {
          authorization: `Bearer ${token}`,
          'client-id': clientId,
          'x-request-id': random.uuid(),
        },
        connectWithin: CONNECT_WITHIN,
      });
      if ('line' in result) return { answer: SWITCHED, opened: result };
      const answer = withMeantStatus(result.answer);
      return { answer, opened: { answer } };
    },
  );
  return opened;
}

const SWITCHED: NetAnswer = { status: 101, headers: {}, body: Buffer.alloc(0) };

/** The token goes to the platform's own address only (P19). */
function streamUrl(given: string, baseUrl: string): URL {
  const base = new URL(baseUrl);
  const url = readStreamUrl(given, baseUrl);
  if (url.origin !== base.origin) throw failures.uploadAddressRefused();
  url.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}

function readStreamUrl(given: string, baseUrl: string): URL {
  try {
    return readGivenUrl(given.replace(/^ws/, 'http'), baseUrl);
  } catch {
    // None at all, or one that is no address.
    throw failures.uploadAddressRefused();
  }
}

/** Only the samples: a header in the middle of a stream would be heard as a click. */
async function sendSound(line: SoundLine, { bytes, open }: UploadFile): Promise<void> {
  const frame = Buffer.alloc(FRAME_BYTES);
  let filled = 0;
  let header = WAV_HEADER;
  try {
    for await (const piece of lengthCheckedStream(open, bytes).open()) {
      const skipped = Math.min(header, piece.length);
      header -= skipped;
      for (let at = skipped; at < piece.length; ) {
        const taken = piece.subarray(at, at + FRAME_BYTES - filled);
        frame.set(taken, filled);
        filled += taken.length;
        at += taken.length;
        if (filled < FRAME_BYTES) continue;
        await line.send(frame);
        filled = 0;
      }
    }
    if (filled > 0) await line.send(frame.subarray(0, filled));
  } finally {
    // Sound of a patient: nothing of it stays in memory.
    frame.fill(0);
  }
}
