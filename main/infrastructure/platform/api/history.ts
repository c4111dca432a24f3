/** Contract 3.7 and 3.8: earlier visits as the platform has them, and single documents of them. */

import type { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import type { PastVisit } from '../../../../shared/model/history.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import { MINUTE } from '../../../../shared/time.ts';
import {
  documentAnswer,
  historyAnswer,
  type pastTransaction,
  transactionAnswer,
} from '../../../../shared/wire/history.ts';
import type { Net } from '../../ports.ts';
import { type Address, readGivenUrl, segment } from '../client/address.ts';
import type { Client } from '../client/client.ts';
import { sanitizeText } from '../client/sanitize-text.ts';
import { captivePortalFailure, isCaptivePortal } from '../client/status-failure.ts';
import { decodeItem } from '../transcription/decode.ts';
import { remarksOf } from '../transcription/session-result.ts';

export type PlatformHistory = {
  /** The newest `count`; empty where the platform has none, which it tells by 404. */
  list(count: number): Promise<PastVisit[]>;
  transaction(transactionId: string): Promise<PastVisit>;
  /**
   * Takes it out of the platform's history. One that is gone counts as done. Throws `refused` /
   * `not-owner`.
   */
  archive(transactionId: string): Promise<void>;
  /**
   * A document with its text, which is fetched from the address that the platform names for it.
   * Throws `missing` / `not-found`, `busy` / `document-not-ready`.
   */
  document(documentId: string): Promise<NoteDocument>;
  /** Gone counts as done. */
  removeDocument(documentId: string): Promise<void>;
};

const LONGEST_ID = 100;
const TRANSFER = MINUTE;

export type HistoryDeps = {
  readonly client: Client;
  readonly net: Net;
  readonly address: () => Address;
};

export function createHistory(deps: HistoryDeps): PlatformHistory {
  const { client } = deps;
  return {
    list: (count) => list(client, count),
    async transaction(transactionId) {
      const { data } = await client.ask(
        { method: 'GET', path: transactionPath(transactionId), retry: 'safe' },
        transactionAnswer,
      );
      return visitOf(data);
    },
    async archive(transactionId) {
      const path = transactionPath(transactionId);
      const answer = await client.send({ method: 'DELETE', path, retry: 'safe' });
      if (answer.status === 400)
        throw new Failure('refused', 'The platform lets only the owner of this visit archive it.', {
          detail: 'not-owner',
        });
      if (answer.status >= 300 && answer.status !== 404) throw client.failureOf(answer);
    },
    document: (documentId) => document(deps, documentId),
    async removeDocument(documentId) {
      const path = documentPath(documentId);
      const answer = await client.send({ method: 'DELETE', path, retry: 'safe' });
      if (answer.status >= 300 && answer.status !== 404) throw client.failureOf(answer);
    },
  };
}

const transactionPath = (transactionId: string) =>
  `/voice/api/v2/transaction/${segment(transactionId)}`;
const documentPath = (documentId: string) => `/voice/api/v1/documents/${segment(documentId)}`;

async function list(client: Client, count: number): Promise<PastVisit[]> {
  const answer = await client.send({
    method: 'GET',
    path: '/voice/api/v2/transaction/history',
    query: { count: String(count) },
    retry: 'safe',
  });
  if (answer.status === 404) return [];
  if (answer.status >= 300) throw client.failureOf(answer);
  return client.read(answer, historyAnswer).data.slice(0, count).map(visitOf);
}

async function document(deps: HistoryDeps, documentId: string): Promise<NoteDocument> {
  const { data } = await deps.client.ask(
    { method: 'GET', path: documentPath(documentId), retry: 'safe' },
    documentAnswer,
  );
  if (data.status === 'in-progress')
    throw new Failure('busy', 'The platform is still writing this document.', {
      detail: 'document-not-ready',
    });
  const url = data.presigned_url ?? data.download_url;
  const text = url ? await fetchText(deps, url) : undefined;
  return decodeItem({
    template_id: data.template_id ?? '',
    name: data.document_name,
    type: data.type ?? data.document_type,
    status: data.status,
    document_id: data.document_id ?? documentId,
    value: text === undefined ? undefined : Buffer.from(text, 'utf8').toString('base64'),
    errors: remarksOf(data.errors),
    warnings: remarksOf(data.warnings),
  });
}

/** The address itself is the permission: our token is not sent there (contract 3.7). */
async function fetchText({ client, net, address }: HistoryDeps, url: string): Promise<string> {
  const answer = await net({
    method: 'GET',
    url: readGivenUrl(url, address().baseUrl),
    headers: { accept: '*/*' },
    timeout: TRANSFER,
  });
  if (isCaptivePortal(answer)) throw captivePortalFailure();
  if (answer.status >= 300)
    throw client.failureOf({ ...answer, status: answer.status === 403 ? 404 : answer.status });
  return answer.body.toString('utf8');
}

function visitOf({
  txn_id,
  mode,
  processing_status,
  user_status,
  created_at,
}: z.infer<typeof pastTransaction>): PastVisit {
  return {
    transactionId: txn_id.slice(0, LONGEST_ID),
    createdAt: timeOf(created_at),
    mode: mode ? sanitizeText(mode, 40) : undefined,
    processing: sanitizeText(processing_status ?? '', 40),
    userStatus: sanitizeText(user_status ?? '', 40),
  };
}

/** ISO 8601, or a number of seconds (contract 3.7); milliseconds since 1970. */
function timeOf(given: string | number | null | undefined): number | undefined {
  if (given === null || given === undefined) return undefined;
  const at = typeof given === 'number' ? given * 1000 : Date.parse(given);
  return Number.isFinite(at) ? at : undefined;
}
