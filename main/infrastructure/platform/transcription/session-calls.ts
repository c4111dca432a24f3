/** Calls about one session, by its number at the platform (session protocol 3 to 8). */
import { z } from 'zod';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import { SECOND } from '../../../../shared/time.ts';
import {
  additionalAnswer,
  isWorkingDocument,
  pollAnswer,
} from '../../../../shared/wire/session-protocol.ts';
import { segment } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { decodeSession } from './session-result.ts';
import type { RequestedDocument } from './transaction-status.ts';

/** For one look at a session. */
const POLL = 20 * SECOND;

export const sessionPath = (sessionId: string, rest = '') =>
  `/voice/v1/sessions/${segment(sessionId)}${rest}`;

export const poll = (client: Client, sessionId: string, query: Record<string, string> = {}) =>
  client.send({ method: 'GET', path: sessionPath(sessionId), query, timeout: POLL });

/** Cancels it at the platform. Throws what the client throws. */
export async function cancelSession(client: Client, sessionId: string): Promise<void> {
  await client.ask(
    {
      method: 'PATCH',
      path: sessionPath(sessionId),
      body: { user_status: 'cancelled', processing_status: 'cancelled' },
      retry: 'safe',
    },
    z.unknown(),
  );
}

/**
 * Cancels a session that was never ended. Throws where the platform is out of reach or asks to
 * wait, so that it is done before the visit goes on; a platform that refuses to cancel keeps
 * nothing waiting.
 */
export async function giveUpSession(client: Client, sessionId: string): Promise<void> {
  try {
    await cancelSession(client, sessionId);
  } catch (error) {
    const { code, detail } = asFailure(error);
    const passes = ['offline', 'busy', 'signed-out', 'locked'].includes(code);
    if (passes && detail !== 'platform-error') throw error;
  }
}

export async function requestDocument(
  client: Client,
  sessionId: string,
  templateId: string,
): Promise<string> {
  const answer = await client.send({
    method: 'POST',
    path: sessionPath(sessionId, `/process/template/${segment(templateId)}`),
    body: {},
    retry: 'post',
  });
  // Some platforms have this call for their own page alone, and refuse every other caller.
  if (answer.status === 403 || answer.status === 405 || answer.status === 501)
    throw new Failure('refused', 'This platform does not write further documents of a visit.', {
      detail: 'not-offered',
    });
  if (answer.status >= 300) throw client.failureOf(answer);
  return readAnswer(answer, additionalAnswer).document_id;
}

export async function documentStatus(
  client: Client,
  sessionId: string,
  documentId: string,
): Promise<RequestedDocument> {
  const answer = await poll(client, sessionId, { document_id: documentId });
  if (answer.status === 404 || answer.status === 410) return { kind: 'missing' };
  if (answer.status >= 300) throw client.failureOf(answer);
  if (answer.status === 202) return { kind: 'working' };
  const { templates } = readAnswer(answer, pollAnswer);
  const isOurs = (one: { document_id?: string | null | undefined }) =>
    one.document_id === documentId;
  if (templates.flatMap(Object.values).some((one) => isOurs(one) && isWorkingDocument(one)))
    return { kind: 'working' };
  const document = decodeSession({ templates, transcript: undefined }).find(
    (one) => one.documentId === documentId,
  );
  return document ? { kind: 'done', document } : { kind: 'missing' };
}
