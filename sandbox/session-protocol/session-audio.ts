/**
 * The audio of a session (session protocol 4): raw bytes, kept under their number; the same number
 * again replaces.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { audioNamePattern, LARGEST_AUDIO } from '../../shared/wire/session-protocol.ts';
import type { Sandbox } from '../sandbox.ts';
import { addFile, receiveFile } from '../transactions/receive-upload.ts';
import { audioTypes } from './discovery.ts';
import {
  type ForOwner,
  forSessionCallers,
  type OwnerHandle,
  sessionError,
} from './session-owner.ts';

export function addSessionAudio(server: FastifyInstance, sandbox: Sandbox, forOwner: ForOwner) {
  void server.register(async (inner: FastifyInstance) => {
    // Here alone a body is a stream, whatever its content type.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    inner.post(
      '/voice/v1/sessions/:id/audio/:name',
      forSessionCallers(sandbox, forOwner(postAudio(sandbox))),
    );
  });
}

const OCTETS = 'application/octet-stream';
const acceptedTypes = [OCTETS, ...Object.values(audioTypes)];

/** `{n}.{ext}`; undefined for a name that is none of an audio file. */
function keptName(name: string): string | undefined {
  if (!audioNamePattern.test(name)) return undefined;
  const [, number, extension] = /_(\d+)\.(\w+)$/.exec(name) ?? [];
  return `${Number(number)}.${extension}`;
}

const postAudio =
  (sandbox: Sandbox): OwnerHandle =>
  async (record, request, reply) => {
    const { store, faults } = sandbox;
    const { name } = request.params as { name: string };
    const body = request.body as Readable | undefined;
    const refuse = (status: number, code: string, message: string) => {
      body?.resume();
      return sessionError(reply.header('connection', 'close'), status, code, message);
    };
    if (faults.take('expired-session')) {
      record.expiresAt = 0;
      store.saveTransaction(record);
      return refuse(410, 'session_expired', 'this session has expired');
    }
    if (record.documents) return refuse(400, 'session_completed', 'this session has its note');
    if (record.init || record.user_status === 'cancelled')
      return refuse(400, 'session_ended', 'this session has ended');
    const kept = keptName(name);
    const type = request.headers['content-type'];
    if (!kept || !acceptedTypes.includes(type?.replace(/\s/g, '') ?? OCTETS))
      return refuse(400, 'invalid_audio_format', 'no name or no type of an audio file');
    if (!body) return refuse(400, 'invalid_request', 'too large, or nothing');
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_AUDIO)
      return refuse(413, 'chunk_too_large', 'too large, or nothing');

    const received = await receiveFile(sandbox, request, record.txn_id, kept, body);
    if (request.raw.socket.destroyed) {
      received.discard();
      throw new Error('cut');
    }
    if (received.bytes > LARGEST_AUDIO) {
      received.discard();
      return refuse(413, 'chunk_too_large', 'more than 10 MB');
    }
    received.keep();
    addFile(record, {
      name: kept,
      bytes: received.bytes,
      sha256: received.sha256,
      contentType: type ?? OCTETS,
      audio: true,
    });
    if (record.user_status === 'init') record.user_status = 'recording_started';
    store.saveTransaction(record);
    return { session_id: record.txn_id, success: true, original_filename: name };
  };
