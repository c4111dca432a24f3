/** The platform's own copy of a session's audio (session protocol 9), for a day after its end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DAY, SECOND } from '../../shared/time.ts';
import type { Sandbox } from '../sandbox.ts';
import { signAddress } from '../transactions/documents.ts';
import { type OwnerHandle, sessionError } from './session-owner.ts';
import { audioOf } from './session-view.ts';

const LIFE = DAY / SECOND;

/** The address that `audioCopy` hands out. */
export function addAudioCopy(server: FastifyInstance, sandbox: Sandbox) {
  server.get('/practice-audio/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const { expires = '', signature = '' } = request.query as Record<string, string>;
    const isGood = signature === signAddress(sandbox, `audio ${id}`, expires);
    if (!isGood || Number(expires) * SECOND < sandbox.now())
      return reply.code(403).send({ message: 'Forbidden' });
    const record = sandbox.store.transaction(id);
    const [name] = record ? audioOf(record) : [];
    if (!name) return reply.code(404).send({ message: 'Not Found' });
    return reply
      .type('application/octet-stream')
      .send(readFileSync(join(sandbox.store.audioFolder(id), name)));
  });
}

/** At the address to which a session in one stream sends its audio. */
export const audioCopy =
  (sandbox: Sandbox): OwnerHandle =>
  (record, _request, reply) => {
    if (sandbox.options.forgetSound)
      return sessionError(reply, 403, 'audio_not_enabled', 'no sound is kept here');
    // One file has one address; several are not joined here.
    const isThere = record.documents !== undefined && audioOf(record).length === 1;
    if (!isThere)
      return sessionError(reply, 404, 'audio_not_available', 'there is no sound as one file');
    const expires = Math.floor(sandbox.now() / SECOND) + LIFE;
    const signature = signAddress(sandbox, `audio ${record.txn_id}`, String(expires));
    const query = new URLSearchParams({ expires: String(expires), signature });
    return {
      audio_url: `${sandbox.url()}/practice-audio/${record.txn_id}?${query.toString()}`,
      expires_in: LIFE,
      expires_at: expires,
    };
  };
