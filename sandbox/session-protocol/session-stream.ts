/**
 * The audio of a session as one stream (session protocol 4): a WebSocket at the session's upload
 * address, 16-bit little-endian mono PCM at 16 kHz in binary frames, or in JSON frames `start`,
 * `media`, `stop`. Nothing is acknowledged. What a connection brought is one file of the session.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { HOUR, SECOND } from '../../shared/time.ts';
import type { Sandbox } from '../sandbox.ts';
import { addFile } from '../transactions/receive-upload.ts';
import {
  type ForOwner,
  forSessionCallers,
  type OwnerHandle,
  sessionError,
} from './session-owner.ts';
import { audioOf } from './session-view.ts';

const RATE = 16_000;
const HEADER = 44;
const LARGEST_FRAME = 1024 * 1024;
/** Four hours: as long as a session of this platform may be. */
const LARGEST = (((4 * HOUR) / SECOND) * RATE + 1) * 2;
/** Close codes of RFC 6455. */
const UNREADABLE = 1003;
const TOO_BIG = 1009;

const word = z.enum(['start', 'media', 'stop']);
/** The pages name the three words and no members; both usual spellings are read. */
const textFrame = z
  .object({
    event: word.optional(),
    type: word.optional(),
    media: z.object({ payload: z.base64() }).optional(),
    payload: z.base64().optional(),
  })
  .transform(({ event, type, media, payload }) => ({
    word: event ?? type,
    audio: Buffer.from(media?.payload ?? payload ?? '', 'base64'),
  }));

export type SessionStreams = {
  /** Closes the connection of a session, if one is open, and keeps what came. */
  end(sessionId: string): void;
};

/** `http`: what a plain request at the same address gets. */
export function addSessionStream(
  server: FastifyInstance,
  sandbox: Sandbox,
  forOwner: ForOwner,
  http: (request: FastifyRequest, reply: FastifyReply) => unknown,
): SessionStreams {
  const open = new Map<string, () => void>();
  const mayStream = forSessionCallers(sandbox, forOwner(refusalOf(open)));
  void server.register(websocket, { options: { maxPayload: LARGEST_FRAME } });
  void server.register(async (inner: FastifyInstance) => {
    inner.route({
      method: 'GET',
      url: '/voice/v1/sessions/:id/audio',
      preValidation: async (request, reply) =>
        request.headers.upgrade === undefined ? undefined : mayStream(request, reply),
      handler: http,
      wsHandler(socket, request) {
        const { id } = request.params as { id: string };
        receive(sandbox, socket, id, open);
      },
    });
  });
  return { end: (sessionId) => open.get(sessionId)?.() };
}

const refusalOf =
  (open: ReadonlyMap<string, unknown>): OwnerHandle =>
  (record, _request, reply) => {
    if (record.documents)
      return sessionError(reply, 400, 'session_completed', 'this session has its note');
    if (record.init || record.user_status === 'cancelled')
      return sessionError(reply, 400, 'session_ended', 'this session has ended');
    if (record.session?.upload_type !== 'stream')
      return sessionError(reply, 400, 'invalid_request', 'this session takes files');
    if (open.has(record.txn_id))
      return sessionError(reply, 409, 'active_session', 'this session is streaming already');
    return undefined;
  };

function receive(
  sandbox: Sandbox,
  socket: WebSocket,
  id: string,
  open: Map<string, () => void>,
): void {
  const { store, faults } = sandbox;
  const file = pcmFile(join(store.audioFolder(id), `${store.newId('stream')}.half`));
  const cut = faults.take('cut-stream');
  const finish = () => {
    if (open.get(id) !== finish) return;
    open.delete(id);
    socket.close();
    keep(sandbox, id, file);
  };
  open.set(id, finish);
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (open.get(id) !== finish) return;
    const frame = isBinary ? { word: 'media', audio: bytesOf(data) } : readText(data);
    if (!frame) return socket.close(UNREADABLE, 'start, media or stop');
    if (file.bytes() + frame.audio.length > LARGEST) return socket.close(TOO_BIG, 'too long');
    file.write(frame.audio);
    if (cut && file.bytes() > 0) return socket.terminate();
    if (frame.word === 'stop') finish();
  });
  socket.on('close', finish);
  socket.on('error', () => {});
}

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);

function readText(data: RawData) {
  try {
    return textFrame.safeParse(JSON.parse(bytesOf(data).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/** A WAV file whose header is written when its length is known. */
function pcmFile(path: string) {
  const handle = openSync(path, 'w', 0o600);
  let bytes = 0;
  return {
    bytes: () => bytes,
    write(audio: Uint8Array) {
      writeSync(handle, audio, 0, audio.length, HEADER + bytes);
      bytes += audio.length;
    },
    /** An odd byte at the end is half a sample. */
    finish(as: string) {
      writeSync(handle, wavHeader(bytes - (bytes % 2)), 0, HEADER, 0);
      fsyncSync(handle);
      closeSync(handle);
      renameSync(path, as);
    },
    discard() {
      closeSync(handle);
      rmSync(path);
    },
  };
}

function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write('RIFF', 0);
  header.writeUInt32LE(bytes + HEADER - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return header;
}

function keep({ store }: Sandbox, id: string, file: ReturnType<typeof pcmFile>): void {
  const record = store.transaction(id);
  if (!record || file.bytes() === 0) {
    file.discard();
    return;
  }
  const name = `${audioOf(record).length}.wav`;
  const path = join(store.audioFolder(id), name);
  file.finish(path);
  const content = readFileSync(path);
  addFile(record, {
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    contentType: 'audio/wav',
    audio: true,
  });
  if (record.user_status === 'init') record.user_status = 'recording_started';
  store.saveTransaction(record);
}
