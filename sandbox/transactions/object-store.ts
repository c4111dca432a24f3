/**
 * Contract 3.2 and 3.3: the object store. A form upload goes to disk as it comes; the same key
 * again replaces.
 */
import { once } from 'node:events';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import type { Permit } from './policy.ts';
import { addFile, receiveFile } from './receive-upload.ts';

const refusal = (code: string, message: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply
    .code(status)
    .type('application/xml')
    .header('connection', 'close')
    .send(refusal(code, message));

export function addObjectStore(server: FastifyInstance, sandbox: Sandbox) {
  const { options } = sandbox;
  void server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: options.maxUpload, files: 1, fields: 60, parts: 61, fieldSize: 64 * 1024 },
  });
  server.post('/blob/', (request, reply) => postForm(sandbox, request, reply));
}

async function postForm(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply) {
  if (!request.isMultipart()) return refuse(reply, 400, 'MalformedPOSTRequest', 'not a form');
  const form: Record<string, string> = {};
  for await (const part of request.parts()) {
    // Fields after the file are not read, as in the store that this stands for.
    if (part.type === 'file') return postFile(sandbox, form, part, request, reply);
    form[part.fieldname] = String(part.value);
  }
  return refuse(
    reply,
    400,
    'InvalidArgument',
    'POST requires exactly one file upload per request.',
  );
}

async function postFile(
  sandbox: Sandbox,
  form: Readonly<Record<string, string>>,
  part: MultipartFile,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const isExpired = sandbox.faults.take('expired-policy') !== undefined;
  const permit = isExpired ? 'expired' : sandbox.policies.check(form);
  if (typeof permit !== 'string' && part.fieldname === 'file')
    return keepUpload(sandbox, permit, part, request, reply);
  await drain(part);
  if (permit === 'expired')
    return refuse(reply, 403, 'AccessDenied', 'Invalid according to Policy: Policy expired.');
  if (permit === 'denied')
    return refuse(reply, 403, 'AccessDenied', 'Invalid according to Policy.');
  return refuse(reply, 400, 'InvalidArgument', 'the file or its key is not as it must be');
}

async function keepUpload(
  sandbox: Sandbox,
  { txnId, folder, name }: Permit,
  part: MultipartFile,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { store } = sandbox;
  const record = store.transaction(txnId);
  if (!record) return refuse(reply, 403, 'AccessDenied', 'no such transaction');
  const received = await receiveFile(sandbox, request, txnId, name, part.file);
  if (part.file.truncated || request.raw.socket.destroyed) {
    received.discard();
    // An answer before the end of the request would be lost with the connection.
    if (!request.raw.readableEnded && !request.raw.destroyed)
      await once(request.raw.resume(), 'end').catch(() => undefined);
    return refuse(
      reply,
      400,
      'EntityTooLarge',
      'Your proposed upload exceeds the maximum allowed size',
    );
  }
  if (folder !== record.folder) {
    // A permit of an older folder: taken, and of no use.
    received.discard();
    return reply.code(204).send();
  }
  received.keep();
  addFile(record, {
    name,
    bytes: received.bytes,
    sha256: received.sha256,
    contentType: part.mimetype,
    audio: name !== `${txnId}.json`,
  });
  store.saveTransaction(record);
  return reply.code(204).send();
}

async function drain(part: MultipartFile) {
  for await (const piece of part.file) void piece;
}
