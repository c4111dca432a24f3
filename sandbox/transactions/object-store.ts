/** Contract 3.2 and 3.3: the object store. A form upload goes to disk as it comes; the same key again replaces. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import type { Permit } from './policy.ts';

const refusal = (code: string, message: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply
    .code(status)
    .type('application/xml')
    .header('connection', 'close')
    .send(refusal(code, message));

export function addObjectStore(server: FastifyInstance, sandbox: Sandbox) {
  const { store, faults, policies, options } = sandbox;
  void server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: options.maxUpload, files: 1, fields: 60, parts: 61, fieldSize: 64 * 1024 },
  });

  server.post('/blob/', async (request, reply) => {
    if (!request.isMultipart()) return refuse(reply, 400, 'MalformedPOSTRequest', 'not a form');
    const form: Record<string, string> = {};
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        form[part.fieldname] = String(part.value);
        continue;
      }
      // Fields after the file are not read, as in the store that this stands for.
      const expired = faults.take('expired-policy');
      const permit = expired ? 'expired' : policies.check(form);
      if (typeof permit !== 'string' && part.fieldname === 'file')
        return keepUpload(permit, part, request, reply);
      await drain(part);
      if (permit === 'expired')
        return refuse(reply, 403, 'AccessDenied', 'Invalid according to Policy: Policy expired.');
      if (permit === 'denied')
        return refuse(reply, 403, 'AccessDenied', 'Invalid according to Policy.');
      return refuse(reply, 400, 'InvalidArgument', 'the file or its key is not as it must be');
    }
    return refuse(
      reply,
      400,
      'InvalidArgument',
      'POST requires exactly one file upload per request.',
    );
  });

  async function keepUpload(
    { txnId, folder, name }: Permit,
    part: MultipartFile,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const record = store.transaction(txnId);
    if (!record) return refuse(reply, 403, 'AccessDenied', 'no such transaction');
    const path = join(store.audioFolder(txnId), name);
    const half = `${path}.${store.newId('half')}`;
    const digest = createHash('sha256');
    let bytes = 0;
    const { fault } = request;
    const cutAt = fault?.do === 'cut' && fault.when === 'middle' ? fault.bytes : Infinity;
    try {
      await pipeline(
        part.file,
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
      if (part.file.truncated || request.raw.socket.destroyed) {
        rmSync(half, { force: true });
        // An answer before the end of the question would be lost with the connection.
        if (!request.raw.readableEnded && !request.raw.destroyed)
          await once(request.raw.resume(), 'end').catch(() => undefined);
        return refuse(
          reply,
          400,
          'EntityTooLarge',
          'Your proposed upload exceeds the maximum allowed size',
        );
      }
    } catch (error) {
      rmSync(half, { force: true });
      throw error;
    }
    if (folder !== record.folder) {
      // A permit of an older folder: taken, and of no use.
      rmSync(half, { force: true });
      return reply.code(204).send();
    }
    renameSync(half, path);
    const before = record.files.find((file) => file.name === name);
    const file = {
      name,
      bytes,
      sha256: digest.digest('hex'),
      contentType: part.mimetype,
      times: (before?.times ?? 0) + 1,
      audio: name !== `${txnId}.json`,
    };
    record.files = before
      ? record.files.map((other) => (other === before ? file : other))
      : [...record.files, file];
    store.saveTransaction(record);
    return reply.code(204).send();
  }
}

async function drain(part: MultipartFile) {
  for await (const piece of part.file) void piece;
}
