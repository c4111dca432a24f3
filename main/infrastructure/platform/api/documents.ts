/** Contract 10: a document goes up, plain or sealed; its result is asked for; it is removed. */
import { z } from 'zod';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import {
  type DocumentResult,
  type DocumentTask,
  type DocumentType,
  documentTypeOf,
  LARGEST_DOCUMENT,
} from '../../../../shared/model/clinic/document.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { documentCreated, documentResult } from '../../../../shared/wire/documents.ts';
import type { NetAnswer, Random } from '../../ports.ts';
import { segment } from '../client/address.ts';
import { type Client, type Content, readAnswer } from '../client/client.ts';
import { sanitizeText } from '../client/sanitize-text.ts';
import { sealFile } from '../envelope/envelope-file.ts';

export type DocumentFile = {
  /** Bytes. */
  readonly size: number;
  readonly type: DocumentType;
  /** The bytes from the first one on, for each call anew. */
  open(): Iterable<Uint8Array>;
};

type DocumentAsk = {
  readonly task: DocumentTask;
  readonly patientId?: string | undefined;
  readonly batch?: boolean | undefined;
};

export type DocumentStatus =
  | { readonly kind: 'working' }
  | { readonly kind: 'done'; readonly result: DocumentResult }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly message: string };

export type Documents = {
  /**
   * Returns the platform's id. `sent`: bytes that have left, of how many. Throws Failure `invalid`
   * / `document-too-large` or `document-type` before anything is sent, `offline` /
   * `document-unclear` where it may have arrived (never repeated by itself), and what `client.send`
   * and `failureOf` throw.
   */
  upload(
    file: DocumentFile,
    ask: DocumentAsk,
    sent?: (bytes: number, all: number) => void,
  ): Promise<{ readonly documentId: string; readonly sealed: boolean }>;
  /** Throws what `client.ask` throws. */
  result(documentId: string, patientId?: string): Promise<DocumentStatus>;
  /** One that is not there is removed already. */
  remove(documentId: string): Promise<void>;
  /** The FHIR bundle as it came. Throws `missing` / `not-found`. */
  fhir(documentId: string, patientId?: string): Promise<Record<string, unknown>>;
};

const TRANSFER = 30 * MINUTE;
/**
 * Statuses that leave the outcome of an upload open: a gateway gave up waiting, or the platform
 * failed in the middle.
 */
const unclearStatus: readonly number[] = [408, 500, 502, 504];
/** Details of errors where the document was taken, and only the answer cannot be used. */
const unusable: ReadonlySet<string> = new Set([
  'answer-unreadable',
  'answer-too-large',
  'malformed',
  'header',
  'kid',
  'failed',
  'payload',
  'too-large',
]);
const contentTypes: Readonly<Record<DocumentType, string>> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

export type DocumentsDeps = { readonly client: Client; readonly random: Random };
/** Bytes that have left, of how many. */
type Progress = (bytes: number, all: number) => void;

export function createDocuments(deps: DocumentsDeps): Documents {
  const { client } = deps;
  return {
    upload: (file, ask, sent = () => {}) => upload(deps, file, ask, sent),
    result: (documentId, patientId) => result(client, documentId, patientId),
    async remove(documentId) {
      const path = `/mr/api/v1/docs/${segment(documentId)}`;
      const answer = await client.send({ method: 'DELETE', path, retry: 'safe' });
      if (answer.status >= 300 && answer.status !== 404) throw client.failureOf(answer);
    },
    fhir: (documentId, patientId) =>
      client.ask(
        {
          method: 'GET',
          path: '/health/api/v2/fhir/retrieve',
          query: { identifier: documentId },
          retry: 'safe',
          ...forPatient(patientId),
        },
        z.record(z.string(), z.unknown()),
      ),
  };
}

const forPatient = (patientId: string | undefined) =>
  patientId === undefined ? {} : { headers: { 'x-pt-id': patientId } };

async function upload(
  { client, random }: DocumentsDeps,
  file: DocumentFile,
  { task, patientId, batch }: DocumentAsk,
  sent: Progress,
): Promise<{ readonly documentId: string; readonly sealed: boolean }> {
  check(file);
  let sealed = false;
  const answer = await clearly(() =>
    client.send({
      method: 'POST',
      path: '/mr/api/v2/docs',
      retry: 'post',
      timeout: TRANSFER,
      ...forPatient(patientId),
      query: { task, dt: 'lr', ...(batch === undefined ? {} : { batch: String(batch) }) },
      content: {
        ...withProgress(form(file, random), sent),
        sealed(key) {
          sealed = true;
          return withProgress(sealFile(file.open, file.size, key, random), sent);
        },
      },
    }),
  );
  if (unclearStatus.includes(answer.status)) throw unclear(client.failureOf(answer));
  if (answer.status >= 300) throw client.failureOf(answer);
  try {
    return { documentId: readAnswer(answer, documentCreated).document_id, sealed };
  } catch (error) {
    throw unclear(error);
  }
}

const withProgress = (content: Content, sent: Progress): Content => ({
  ...content,
  open: () => counted(content.open(), (bytes) => sent(bytes, content.bytes)),
});

/** Throws `offline` / `document-unclear` for an error after which the document may have arrived. */
async function clearly(send: () => Promise<NetAnswer>): Promise<NetAnswer> {
  try {
    return await send();
  } catch (error) {
    const { code, detail = '' } = asFailure(error);
    const mayHaveArrived =
      (code === 'offline' && detail === 'unclear') || (code === 'broken' && unusable.has(detail));
    throw mayHaveArrived ? unclear(error) : error;
  }
}

async function result(
  client: Client,
  documentId: string,
  patientId: string | undefined,
): Promise<DocumentStatus> {
  const { status, error, data } = await client.ask(
    {
      method: 'GET',
      path: `/mr/api/v1/docs/${segment(documentId)}/result`,
      retry: 'safe',
      ...forPatient(patientId),
    },
    documentResult,
  );
  if (status === 'queued' || status === 'inprogress') return { kind: 'working' };
  if (status === 'deleted') return { kind: 'gone' };
  if (status !== 'error') return { kind: 'done', result: readResult(data) };
  const reasons = error
    .map(({ message }) => sanitizeText(message ?? '', 200))
    .filter((message) => message !== '')
    .slice(0, 3)
    .join('; ');
  return {
    kind: 'failed',
    message: `The platform could not read this document.${reasons ? ` It said: “${reasons}”.` : ''}`,
  };
}

/** Throws like `upload`, before anything is sent. */
function check({ size, type, open }: DocumentFile): void {
  if (size > LARGEST_DOCUMENT)
    throw new Failure(
      'invalid',
      'This file is larger than 10 MB. The platform takes no larger ones.',
      { detail: 'document-too-large' },
    );
  const [first] = open();
  if (!first || documentTypeOf(first) !== type)
    throw new Failure('invalid', 'This is no PDF, JPEG or PNG file.', { detail: 'document-type' });
}

const unclear = (cause: unknown) =>
  new Failure(
    'offline',
    'The line broke while this document was sent. It may have been sent: look on the platform before you send it again.',
    { detail: 'document-unclear', cause },
  );

/**
 * Contract 10.1: one part `file`. The name of the file stays here: names of files are names of
 * patients.
 */
function form({ size, type, open }: DocumentFile, random: Random): Content {
  const boundary = `scriba-${random.bytes(18).toString('hex')}`;
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="document.${type}"\r\ncontent-type: ${contentTypes[type]}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + size + tail.length,
    async *open() {
      // Copies: the net may take the memory of what it is given, and the form may be sent twice.
      yield Uint8Array.from(head);
      for (const piece of open()) yield Uint8Array.from(piece);
      yield Uint8Array.from(tail);
    },
  };
}

async function* counted(
  stream: AsyncIterable<Uint8Array>,
  sent: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    yield piece;
    sent(bytes);
  }
}

const MOST_TESTS = 500;
const MOST_FACTS = 100;
const LONGEST = 300;

function readResult(data: z.infer<typeof documentResult>['data']): DocumentResult {
  const { fhir, output, pii, ...rest } = data ?? {};
  const tests = (output?.data ?? [])
    .slice(0, MOST_TESTS)
    .map(({ test_name, data: values, loinc_id, confidence }) => ({
      name: sanitizeText(test_name, LONGEST),
      value: sanitizeText(values?.value ?? '', LONGEST),
      unit: sanitizeText(values?.unit_processed || (values?.unit ?? ''), LONGEST),
      range: sanitizeText(values?.display_range || (values?.normal_range_report ?? ''), LONGEST),
      loinc: sanitizeText(loinc_id, 60),
      confidence: sanitizeText(confidence, 60),
    }))
    .filter(({ name, value }) => name !== '' || value !== '');
  return {
    tests,
    facts: [...facts(pii ?? {}), ...facts(rest)].slice(0, MOST_FACTS),
    fhir: typeof fhir === 'string' && fhir !== '',
  };
}

/** Members of any shape as short lines: their form is not published. */
function facts(found: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(found).flatMap(([name, value]) => {
    const text = plain(value);
    return text === ''
      ? []
      : [{ name: sanitizeText(name, 100), value: sanitizeText(text, LONGEST) }];
  });
}

function plain(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (Array.isArray(value)) return value.slice(0, 20).map(plain).filter(Boolean).join(', ');
  return value === null || value === undefined ? '' : JSON.stringify(value).slice(0, LONGEST);
}
