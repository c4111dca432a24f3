/**
 * Contract 11: the audio of a session, as raw bytes under its name; the same name again replaces.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { audioNamePattern, LARGEST_AUDIO } from '../../shared/wire/session-protocol.ts';
import type { Sandbox } from '../sandbox.ts';
import { addFile, receiveFile } from '../transactions/receive-upload.ts';
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
    if (record.init || record.user_status === 'cancelled')
      return refuse(400, 'invalid_request', 'this session has ended');
    if (!audioNamePattern.test(name))
      return refuse(400, 'invalid_audio_format', 'no name of an audio file');
    if (!body) return refuse(400, 'invalid_request', 'too large, or nothing');
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_AUDIO)
      return refuse(413, 'chunk_too_large', 'too large, or nothing');

    const received = await receiveFile(sandbox, request, record.txn_id, name, body);
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
      name,
      bytes: received.bytes,
      sha256: received.sha256,
      contentType: request.headers['content-type'] ?? 'application/octet-stream',
      audio: true,
    });
    if (record.user_status === 'init') record.user_status = 'recording_started';
    store.saveTransaction(record);
    return { session_id: record.txn_id, success: true, original_filename: name };
  };
