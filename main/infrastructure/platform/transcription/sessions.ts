/** Contract 11: a recording by way of the session protocol, behind the same face as contract 3 (`transcription.ts`). */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import {
  ADDITIONAL_ADVISED,
  audioAnswer,
  audioNamePattern,
  createdAnswer,
  endAnswer,
  furtherAnswer,
  LARGEST_AUDIO,
  languageHint,
  pollAnswer,
  type SessionRequest,
} from '../../../../shared/wire/session-protocol.ts';
import type { NetAnswer } from '../../ports.ts';
import { segment } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { readServerError } from '../client/status-failure.ts';
import { lengthCheckedStream } from './length-checked-stream.ts';
import { decodeSession, remarksOf } from './session-result.ts';
import type { CommitRequest, Further, Status } from './transcription.ts';
import type { UploadFile, UploadForm } from './upload.ts';

const POLL = 20_000;
const TRANSFER = 30 * 60_000;
const MINUTE = 60_000;
/** A session lives an hour; the last minutes are for ending it. */
const FORM_GOOD_FOR = 50 * MINUTE;

/** Errors of the family after which this session can never come to a note. */
const final = [
  'processing_failed',
  'audio_quality_poor',
  'audio_too_short',
  'language_unsupported',
  'invalid_template',
  'template_not_found',
  'invalid_audio_format',
];

/** Marks the transactions that went this way; nothing that contract 3.1 hands out begins so. */
const MARK = 'session:';
export const isSession = (folder: string | undefined): boolean => folder?.startsWith(MARK) ?? false;

export type Sessions = {
  /**
   * Opens the session; one that is open is taken as it is. `folder` is another when the platform has made it anew, so that all
   * parts go again. Throws `invalid` / `init-refused`, `refused` / `conflict`, `missing` / `transaction-dead`.
   */
  presign(
    transactionId: string,
    visit: CommitRequest['visit'],
    additional: CommitRequest['additional'],
  ): Promise<UploadForm>;
  /** Throws `refused` / `upload-expired` (open it anew), `refused` / `upload-refused`, `missing` / `transaction-dead`. */
  uploadFile(form: UploadForm, file: UploadFile): Promise<void>;
  init(transactionId: string, begin: CommitRequest): Promise<'accepted' | 'already' | 'dead'>;
  status(transactionId: string): Promise<Status>;
  cancel(transactionId: string): Promise<void>;
  another(transactionId: string, templateId: string): Promise<string>;
  further(transactionId: string, documentId: string): Promise<Further>;
};

export function createSessions({
  client,
  random,
}: {
  readonly client: Client;
  readonly random: { uuid(): string };
}): Sessions {
  const at = (transactionId: string, more = '') =>
    `/voice/v1/sessions/${segment(transactionId)}${more}`;
  const look = (transactionId: string, query: Record<string, string> = {}) =>
    client.send({ method: 'GET', path: at(transactionId), query, timeout: POLL });

  /** `created`: when the platform made it; without that we cannot tell it from an earlier one, and call it new. */
  const formOf = (
    transactionId: string,
    created: string | number | null | undefined,
  ): UploadForm => ({
    url: at(transactionId, '/audio/'),
    folder: `${MARK}${transactionId}/${String(created ?? random.uuid()).slice(0, 60)}`,
    fields: { session: transactionId },
    goodFor: FORM_GOOD_FOR,
  });

  async function presign(
    transactionId: string,
    visit: CommitRequest['visit'],
    additional: CommitRequest['additional'],
  ): Promise<UploadForm> {
    const answer = await client.send({
      method: 'POST',
      path: '/voice/v1/sessions',
      body: requestOf(transactionId, visit, additional),
    });
    if (answer.status < 300)
      return formOf(transactionId, readAnswer(answer, createdAnswer).created_at);
    if (answer.status !== 400 && answer.status !== 409 && answer.status !== 422)
      throw client.failureOf(answer);
    // There is no word for "it is there already" (contract 11): the session itself tells.
    const there = await look(transactionId);
    if (there.status < 300) {
      const { status, created_at } = readAnswer(there, pollAnswer);
      return {
        ...formOf(transactionId, created_at),
        alreadyCommitted: status !== undefined && status !== 'created',
      };
    }
    if (there.status !== 404) throw client.failureOf(there);
    if (answer.status === 409)
      throw new Failure(
        'refused',
        'The platform has another recording under the number of this one. This one is safe here; try again to send it under a new number.',
        { detail: 'conflict' },
      );
    throw notAccepted(answer);
  }

  async function uploadFile(
    form: UploadForm,
    { name, contentType, bytes, open }: UploadFile,
  ): Promise<void> {
    if (!audioNamePattern.test(name))
      throw new Failure(
        'broken',
        'A file of this recording has a name that the platform does not take.',
        { detail: 'file-name' },
      );
    if (bytes > LARGEST_AUDIO) throw tooLarge();
    const source = lengthCheckedStream(open, bytes);
    const content = { type: contentType, bytes, open: source.open };
    let answer: NetAnswer;
    try {
      answer = await client.send({
        method: 'POST',
        path: `${at(form.fields.session ?? '', '/audio/')}${segment(name)}`,
        content,
        timeout: TRANSFER,
      });
    } catch (error) {
      throw source.fault() ?? error;
    }
    if (answer.status < 300) {
      if (answer.status === 204 || readAnswer(answer, audioAnswer).success !== false) return;
      throw new Failure(
        'busy',
        'The platform could not keep a part of this recording. Scriba sends it again by itself.',
        { detail: 'platform-busy' },
      );
    }
    const { code } = readServerError(answer);
    if (answer.status === 410) throw client.failureOf(answer);
    if (answer.status === 404 || (answer.status === 400 && code !== 'invalid_audio_format'))
      throw new Failure(
        'refused',
        'The platform no longer takes sound for this session; Scriba asks anew by itself.',
        { detail: 'upload-expired' },
      );
    const failure = client.failureOf(answer);
    throw failure.code === 'busy' ||
      failure.code === 'signed-out' ||
      failure.detail === 'clock-wrong'
      ? failure
      : tooLarge(answer);
  }

  async function init(
    transactionId: string,
    { files }: CommitRequest,
  ): Promise<'accepted' | 'already' | 'dead'> {
    const answer = await client.send({
      method: 'POST',
      path: at(transactionId, '/end'),
      body: { audio_files_sent: files.length },
    });
    if (answer.status < 300) {
      const { audio_files_received: count, audio_files: names } = readAnswer(answer, endAnswer);
      const whole =
        (count ?? files.length) >= files.length &&
        (names.length === 0 ||
          files.every((file) => names.some((name) => name.split('/').at(-1) === file)));
      if (whole) return 'accepted';
      // It began without a part that it had taken: nothing may come of that.
      await cancel(transactionId).catch(() => {});
      return 'dead';
    }
    if (answer.status === 404 || answer.status === 410) return 'dead';
    if (answer.status !== 400 && answer.status !== 409) throw client.failureOf(answer);
    const there = await look(transactionId);
    if (there.status === 404 || there.status === 410) return 'dead';
    if (there.status >= 300) throw client.failureOf(there);
    if (readAnswer(there, pollAnswer).status !== 'created') return 'already';
    throw notAccepted(answer);
  }

  async function status(transactionId: string): Promise<Status> {
    const answer = await look(transactionId);
    if (answer.status === 404) return { kind: 'unknown' };
    if (answer.status === 410) return { kind: 'dead' };
    const { code, text } = readServerError(answer);
    const said = text === undefined ? '' : ` It said: “${text}”.`;
    if (answer.status >= 300) {
      if (code === undefined || !final.includes(code)) throw client.failureOf(answer);
      return { kind: 'failed', final: true, code: 'platform-ended', message: endedWords(said) };
    }
    const read = readAnswer(answer, pollAnswer);
    const additional = read.additional_data ?? {};
    if (read.status === 'expired') return { kind: 'dead' };
    if (read.status === 'created') return { kind: 'unknown' };
    if (read.status === 'failed')
      return {
        kind: 'failed',
        final: true,
        code: 'platform-ended',
        message: endedWords(reasons(remarksOf(read.processing_errors))),
        additional,
      };
    if (answer.status === 202 || read.status === 'processing')
      return { kind: 'working', additional };
    return {
      kind: answer.status === 206 || read.status === 'partial' ? 'partial' : 'done',
      documents: decodeSession(read),
      additional,
    };
  }

  async function cancel(transactionId: string): Promise<void> {
    await client.ask(
      {
        method: 'PATCH',
        path: at(transactionId),
        body: { user_status: 'cancelled', processing_status: 'cancelled' },
        retry: 'safe',
      },
      z.unknown(),
    );
  }

  return {
    presign,
    uploadFile,
    init,
    status,
    cancel,
    async another(transactionId, templateId) {
      return (
        await client.ask(
          {
            method: 'POST',
            path: at(transactionId, `/process/template/${segment(templateId)}`),
            body: {},
            retry: 'post',
          },
          furtherAnswer,
        )
      ).document_id;
    },
    async further(transactionId, documentId) {
      const answer = await look(transactionId, { document_id: documentId });
      if (answer.status === 404 || answer.status === 410) return { kind: 'missing' };
      if (answer.status >= 300) throw client.failureOf(answer);
      if (answer.status === 202) return { kind: 'working' };
      const found: NoteDocument | undefined = decodeSession({
        ...readAnswer(answer, pollAnswer),
        transcript: undefined,
      }).find((document) => document.documentId === documentId);
      return found ? { kind: 'done', document: found } : { kind: 'missing' };
    },
  };
}

function requestOf(
  transactionId: string,
  visit: CommitRequest['visit'],
  additional: CommitRequest['additional'],
): SessionRequest {
  const data = { mode: visit.mode, model_type: visit.modelType, ...additional };
  return {
    upload_type: 'chunked',
    session_id: transactionId,
    templates: [...visit.templates],
    language_hint: [...new Set(visit.inputLanguages.map(languageHint))],
    transcript_language: languageHint(visit.outputLanguage),
    model: visit.modelType,
    session_mode: visit.mode,
    // Ours are short; what would be too long is better left out than refused.
    additional_data:
      JSON.stringify(data).length <= ADDITIONAL_ADVISED
        ? data
        : { client_ref: additional.client_ref },
  };
}

const told = (answer: NetAnswer) => {
  const { text } = readServerError(answer);
  return text ? ` It said: “${text}”.` : '';
};
const notAccepted = (answer: NetAnswer) =>
  new Failure(
    'invalid',
    `The platform did not accept this visit.${told(answer)} Try again; Scriba then uploads it anew.`,
    { detail: 'init-refused' },
  );
const tooLarge = (answer?: NetAnswer) =>
  new Failure(
    'refused',
    `The platform did not take a part of this recording${answer ? ` (${answer.status})` : ''}. Try again; if it stays so, tell the platform.`,
    { detail: 'upload-refused' },
  );
const reasons = (list: readonly string[]) =>
  list.length === 0 ? '' : ` It said: “${list.slice(0, 3).join('; ').slice(0, 300)}”.`;
const endedWords = (said: string) =>
  `The platform has ended this transaction without a note.${said} The recording is safe here; try again to send it anew.`;
