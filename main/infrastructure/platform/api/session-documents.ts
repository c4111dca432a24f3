/**
 * What can be put beside the result of a session, and fetched of it (session protocol 9): a text of
 * our own, and the platform's copy of the audio.
 */
import { Failure } from '../../../../shared/failure.ts';
import { MINUTE, SECOND } from '../../../../shared/time.ts';
import { audioCopyAnswer, savedDocumentAnswer } from '../../../../shared/wire/session-protocol.ts';
import type { Net } from '../../ports.ts';
import { type Address, readGivenUrl, segment } from '../client/address.ts';
import type { Client } from '../client/client.ts';
import {
  captivePortalFailure,
  isCaptivePortal,
  readServerError,
} from '../client/status-failure.ts';
import { sessionIdOf } from '../transcription/session-folder.ts';

type SavedText = {
  /** Without it the platform makes a new document. */
  readonly documentId?: string | undefined;
  readonly templateId?: string | undefined;
  readonly name?: string | undefined;
  /** Markdown. */
  readonly text: string;
  /** Hears of the document before its text is sent. */
  readonly created?: (documentId: string) => void;
};

/** `not-yet`: ask later. `not-kept`: this platform keeps none, or gives none back. */
type AudioCopy =
  | { readonly kind: 'not-yet' | 'not-kept' }
  /** `url` needs no sign-in; `expiresAt` in milliseconds since 1970. */
  | { readonly kind: 'here'; readonly url: URL; readonly expiresAt: number | undefined };

export type SessionDocuments = {
  /**
   * Returns the document's id; give it along to change the same document. A new document is not
   * safe to repeat after an unclear answer. `folder`: as a transaction keeps it; without one the
   * visit went as a transaction. Throws `missing` / `not-found`, `refused` /
   * `upload-address-refused`.
   */
  save(transactionId: string, text: SavedText, folder?: string): Promise<string>;
  audio(sessionId: string): Promise<AudioCopy>;
  /**
   * The sound itself; undefined: not yet. Throws `refused` / `copy-not-kept`, `busy` /
   * `upload-expired`, and what the net throws for more than 64 MB.
   */
  audioBytes(transactionId: string, folder?: string): Promise<Uint8Array | undefined>;
};

export type SessionDocumentsDeps = {
  readonly client: Client;
  readonly net: Net;
  readonly address: () => Address;
};

export const createSessionDocuments = (deps: SessionDocumentsDeps): SessionDocuments => ({
  save: (transactionId, text, folder) => save(deps, sessionIdOf(transactionId, folder), text),
  audio: (sessionId) => audio(deps, sessionId),
  audioBytes: (transactionId, folder) => audioBytes(deps, sessionIdOf(transactionId, folder)),
});

async function save(
  deps: SessionDocumentsDeps,
  sessionId: string,
  { documentId, templateId, name, text, created = () => {} }: SavedText,
): Promise<string> {
  const { data } = await deps.client.ask(
    {
      method: 'POST',
      path: '/voice/api/v1/documents',
      body: {
        session_id: sessionId,
        ...(documentId !== undefined && { document_id: documentId }),
        ...(templateId !== undefined && { template_id: templateId }),
        ...(name !== undefined && { document_name: name }),
      },
      retry: documentId === undefined ? 'post' : 'safe',
    },
    savedDocumentAnswer,
  );
  created(data.document_id);
  await putText(deps, data.presigned_url, text);
  return data.document_id;
}

/** The address itself is the permission: our token is not sent there. */
async function putText(
  { client, net, address }: SessionDocumentsDeps,
  url: string,
  text: string,
): Promise<void> {
  const bytes = Buffer.from(text, 'utf8');
  const answer = await net({
    method: 'PUT',
    url: readGivenUrl(url, address().baseUrl),
    headers: { 'content-type': 'text/markdown', 'content-length': String(bytes.length) },
    body: bytes,
    timeout: MINUTE,
  });
  if (isCaptivePortal(answer)) throw captivePortalFailure();
  if (answer.status === 401 || answer.status === 403)
    throw new Failure('busy', 'The permission to save this document has run out. Save it again.', {
      detail: 'upload-expired',
    });
  if (answer.status >= 300) throw client.failureOf(answer);
}

async function audio(
  { client, address }: SessionDocumentsDeps,
  sessionId: string,
): Promise<AudioCopy> {
  const answer = await client.send({
    method: 'GET',
    path: `/voice/v1/sessions/${segment(sessionId)}/audio`,
    retry: 'safe',
  });
  const { code } = readServerError(answer);
  if (answer.status === 404 && code === 'audio_not_available') return { kind: 'not-yet' };
  if (answer.status === 403 && code === 'audio_not_enabled') return { kind: 'not-kept' };
  // A platform that does not have the call at all says so without a word of this protocol.
  if (answer.status === 405 || (answer.status === 404 && code !== 'session_not_found'))
    return { kind: 'not-kept' };
  if (answer.status >= 300) throw client.failureOf(answer);
  const { audio_url, expires_at } = client.read(answer, audioCopyAnswer);
  return {
    kind: 'here',
    url: readGivenUrl(audio_url, address().baseUrl),
    expiresAt: expires_at === undefined ? undefined : expires_at * SECOND,
  };
}

/** Bytes; an hour of sound as it is sent has 15 MB. */
const LARGEST_SOUND = 64 * 1024 * 1024;

/** The address itself is the permission: our token is not sent there. */
async function audioBytes(
  deps: SessionDocumentsDeps,
  sessionId: string,
): Promise<Uint8Array | undefined> {
  const copy = await audio(deps, sessionId);
  if (copy.kind === 'not-yet') return undefined;
  if (copy.kind !== 'here')
    throw new Failure('refused', 'The platform keeps no sound of this visit, or gives none back.', {
      detail: 'copy-not-kept',
    });
  const answer = await deps.net({
    method: 'GET',
    url: copy.url,
    timeout: 5 * MINUTE,
    maxBytes: LARGEST_SOUND,
  });
  if (isCaptivePortal(answer)) throw captivePortalFailure();
  if (answer.status === 401 || answer.status === 403)
    throw new Failure('busy', 'The permission to fetch this sound has run out. Ask again.', {
      detail: 'upload-expired',
    });
  if (answer.status >= 300) throw deps.client.failureOf(answer);
  return answer.body;
}
