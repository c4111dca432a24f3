/** Contract 11: the audio of a session, as raw bytes under its name; the same name again replaces. */
import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { audioNamePattern, LARGEST_AUDIO } from '../../shared/wire/session-protocol.ts';
import type { Sandbox } from '../sandbox.ts';
import { type ForOwner, forSessionCallers, sessionError } from './session-owner.ts';

export function addSessionAudio(server: FastifyInstance, sandbox: Sandbox, forOwner: ForOwner) {
  const { store, faults } = sandbox;

  void server.register(async (inner: FastifyInstance) => {
    // Here alone a body is a stream, whatever it is said to be.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    inner.post(
      '/voice/v1/sessions/:id/audio/:name',
      forSessionCallers(
        sandbox,
        forOwner(async (record, request, reply) => {
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
          if (!body || Number(request.headers['content-length'] ?? 0) > LARGEST_AUDIO)
            return refuse(
              body ? 413 : 400,
              body ? 'chunk_too_large' : 'invalid_request',
              'too large, or nothing',
            );

          const path = join(store.audioFolder(record.txn_id), name);
          const half = `${path}.${store.newId('half')}`;
          const digest = createHash('sha256');
          let bytes = 0;
          const { fault } = request;
          const cutAt = fault?.do === 'cut' && fault.when === 'middle' ? fault.bytes : Infinity;
          try {
            await pipeline(
              body,
              async function* (pieces: AsyncIterable<Buffer>) {
                for await (const piece of pieces) {
                  bytes += piece.length;
                  if (bytes > cutAt) request.raw.socket.destroy();
                  digest.update(piece);
                  yield piece;
                }
              },
              createWriteStream(half, { mode: 0o600, flush: true }),
            );
            if (request.raw.socket.destroyed) throw new Error('cut');
          } catch (error) {
            rmSync(half, { force: true });
            throw error;
          }
          if (bytes > LARGEST_AUDIO) {
            rmSync(half, { force: true });
            return refuse(413, 'chunk_too_large', 'more than 10 MB');
          }
          renameSync(half, path);
          const before = record.files.find((file) => file.name === name);
          const file = {
            name,
            bytes,
            sha256: digest.digest('hex'),
            contentType: request.headers['content-type'] ?? 'application/octet-stream',
            times: (before?.times ?? 0) + 1,
            audio: true,
          };
          record.files = before
            ? record.files.map((other) => (other === before ? file : other))
            : [...record.files, file];
          if (record.user_status === 'init') record.user_status = 'recording_started';
          store.saveTransaction(record);
          return { session_id: record.txn_id, success: true, original_filename: name };
        }),
      ),
    );
  });
}
