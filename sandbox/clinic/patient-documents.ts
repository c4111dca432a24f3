/** Contract 10: documents of patients, plain or sealed: upload, result, FHIR bundle, removal. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  documentTasks,
  documentTypeOf,
  LARGEST_DOCUMENT,
} from '../../shared/model/clinic/document.ts';
import { sealedDocument } from '../../shared/wire/documents.ts';
import { forBearers, type Handle } from '../accounts/callers.ts';
import type { Caller } from '../accounts/tokens.ts';
import type { Sandbox } from '../sandbox.ts';
import { readIfPresent, writeAtomically } from '../state/json-files.ts';
import { type Report, readReport } from './report.ts';

/** Kept of a document: its result, never the file. Times in milliseconds since 1970. */
const record = z.object({
  id: z.string(),
  clientId: z.string(),
  patientId: z.string().optional(),
  task: z.enum([...documentTasks, 'none']),
  sealed: z.boolean(),
  bytes: z.number(),
  sha256: z.string(),
  at: z.number(),
  readyAt: z.number(),
  deleted: z.boolean(),
  unreadable: z.boolean(),
  /** Gone after a restart where nothing of a person may lie in clear. */
  report: z.custom<Read>((value) => typeof value === 'object' && value !== null).optional(),
});
type DocumentRecord = z.infer<typeof record>;
type Read = Omit<Report, 'text'>;

/** Base64 and JSON around ten megabytes, twice. */
const LARGEST_BODY = Math.ceil((LARGEST_DOCUMENT * 16) / 9) + 4096;
const inWords = (reply: FastifyReply, status: number, words: string) =>
  reply.code(status).type('text/plain; charset=utf-8').send(words);

/** The documents, and what the routes share. */
type DocumentsContext = {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly records: Map<string, DocumentRecord>;
};

export function addPatientDocuments(server: FastifyInstance, sandbox: Sandbox) {
  const context = openDocuments(sandbox);
  const bearers = (handle: Handle) => forBearers(sandbox, handle);
  server.post(
    '/mr/api/v2/docs',
    { bodyLimit: LARGEST_BODY, errorHandler: answerTooLarge as never },
    bearers(create(context)),
  );
  server.get('/mr/api/v1/docs/:id/result', bearers(result(context)));
  server.get('/health/api/v2/fhir/retrieve', bearers(fhir(context)));
  server.delete('/mr/api/v1/docs/:id', bearers(remove(context)));
  server.get('/__sandbox/records', () => ({
    documents: [...context.records.values()].map(({ report: _, ...one }) => one),
  }));
}

function openDocuments(sandbox: Sandbox): DocumentsContext {
  const folder = join(sandbox.store.folder, 'records');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const records = new Map<string, DocumentRecord>();
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const read = record.parse(JSON.parse(readIfPresent(join(folder, name)) ?? ''));
    records.set(read.id, read);
  }
  return { sandbox, folder, records };
}

function save({ sandbox, folder, records }: DocumentsContext, one: DocumentRecord): void {
  records.set(one.id, one);
  const { report: _report, patientId: _patientId, ...anonymous } = one;
  const kept = sandbox.options.forgetSound ? anonymous : one;
  writeAtomically(join(folder, `${one.id}.json`), JSON.stringify(kept));
}

const tooLarge = (reply: FastifyReply) => inWords(reply, 413, 'the file is larger than 10 MB');

function answerTooLarge(
  error: { statusCode?: number },
  _request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error.statusCode === 413) return tooLarge(reply);
  throw error;
}

const tasks = z.enum([...documentTasks, 'none']);
/** `srp` is an older word for `smart`. */
const taskOf = (word: string) => (word === 'srp' ? 'smart' : tasks.safeParse(word).data);

const create =
  (context: DocumentsContext): Handle =>
  async (caller, request, reply) => {
    const { sandbox } = context;
    const file = await fileOf(request);
    if (file === 'too-large') return tooLarge(reply);
    if (file === undefined) return inWords(reply, 400, 'a part named file is wanted');
    const query = request.query as Record<string, string>;
    if (new URLSearchParams(request.url.split('?')[1]).getAll('task').length > 1)
      return inWords(reply, 400, 'task is given once');
    const task = taskOf((query.task ?? 'none').toLowerCase());
    if (!task) return inWords(reply, 400, 'task is smart, pii or classification');
    if (query.dt !== undefined && query.dt !== 'lr') return inWords(reply, 400, 'dt is lr');
    if (!documentTypeOf(file)) return inWords(reply, 400, 'this is no PDF, JPEG or PNG');
    const patientId = request.headers['x-pt-id'];
    const { text, names, ...report } = readReport(file);
    const id = uuidFrom(sandbox.ports.bytes(16));
    save(context, {
      id,
      clientId: caller.client.clientId,
      ...(typeof patientId === 'string' && { patientId }),
      task,
      sealed: request.sealedWith !== undefined,
      bytes: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      at: sandbox.now(),
      readyAt: sandbox.ports.now() + sandbox.options.delay,
      deleted: false,
      // The text itself is not kept: a real report may have been tried here.
      unreadable: /practice: unreadable/i.test(text),
      report: { ...report, names: task === 'pii' ? names : [] },
    });
    return { document_id: id };
  };

function documentOf({ records }: DocumentsContext, caller: Caller, id: string) {
  const found = records.get(id);
  return found?.clientId === caller.client.clientId ? found : undefined;
}
const idIn = (request: FastifyRequest) => (request.params as { id: string }).id;

const result =
  (context: DocumentsContext): Handle =>
  (caller, request, reply) => {
    const { ports, options } = context.sandbox;
    const found = documentOf(context, caller, idIn(request));
    if (!found) return reply.code(400).send();
    if (found.deleted) return { status: 'deleted' };
    if (found.task === 'none') return { status: 'queued' };
    const left = found.readyAt - ports.now();
    if (left > 0) return { status: left > options.delay / 2 ? 'queued' : 'inprogress' };
    // For a file that orders this status by its text: no good file reaches it.
    if (found.unreadable || !found.report)
      return {
        status: 'error',
        error: [{ code: 422, message: 'practice: this document cannot be read' }],
      };
    return { status: 'completed', data: resultOf(found, found.report, options.brand) };
  };

const fhir =
  (context: DocumentsContext): Handle =>
  (caller, request, reply) => {
    const { identifier = '' } = request.query as Record<string, string>;
    const found = documentOf(context, caller, identifier);
    const isReady =
      found &&
      !found.deleted &&
      found.task === 'smart' &&
      found.readyAt <= context.sandbox.ports.now();
    return isReady && found.report
      ? bundleOf(found, found.report)
      : reply.code(404).send({ message: 'Not Found' });
  };

const remove =
  (context: DocumentsContext): Handle =>
  (caller, request, reply) => {
    const found = documentOf(context, caller, idIn(request));
    if (!found || found.deleted) return reply.code(404).send();
    const report: Read = { kind: 'pdf', pages: 0, lines: [], names: [] };
    save(context, { ...found, deleted: true, report });
    return reply.code(200).send();
  };

/** The bytes, from a form or out of an envelope; undefined where there are none. */
async function fileOf(request: FastifyRequest): Promise<Buffer | 'too-large' | undefined> {
  if (request.sealedWith) {
    const given = sealedDocument.safeParse(request.body);
    if (!given.success) return undefined;
    const bytes = Buffer.from(given.data.file, 'base64');
    if (bytes.toString('base64') !== given.data.file || bytes.length === 0) return undefined;
    return bytes.length > LARGEST_DOCUMENT ? 'too-large' : bytes;
  }
  if (!request.isMultipart()) return undefined;
  let found: Buffer | 'too-large' | undefined;
  for await (const part of request.parts({ limits: { fileSize: LARGEST_DOCUMENT } })) {
    if (part.type !== 'file') continue;
    const pieces: Buffer[] = [];
    for await (const piece of part.file) pieces.push(piece as Buffer);
    if (part.fieldname === 'file' && !found)
      found = part.file.truncated ? 'too-large' : Buffer.concat(pieces);
  }
  return found instanceof Buffer && found.length === 0 ? undefined : found;
}

/** Contract 10.1 wants a UUID here, so the word practice stands in the results instead. */
function uuidFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function resultOf(found: DocumentRecord, report: Read, brand: string) {
  const { task } = found;
  const practice = { note: 'practice: made up, never about a person' };
  if (task === 'pii')
    return { pii: { ...practice, name: report.names[0] ?? '', names_found: report.names.length } };
  if (task === 'classification')
    return {
      ...practice,
      document_type: report.lines.some(({ read }) => read) ? 'lr' : 'ot',
      pages: report.pages,
    };
  return {
    ...practice,
    fhir: Buffer.from(JSON.stringify(bundleOf(found, report))).toString('base64'),
    output: {
      data: report.lines.map(({ name, value, unit, range, loinc, confidence, read }, index) => ({
        test_name: name,
        data: {
          value,
          unit,
          unit_processed: unit,
          normal_range_report: range,
          display_range: range,
          practice: true,
          invented: !read,
        },
        normalised_data: { value: Number(value), unit },
        confidence,
        loinc_id: loinc,
        [`test_${brand}_id`]: `practice-test-${index + 1}`,
      })),
    },
  };
}

const bundleOf = ({ id, at }: DocumentRecord, report: Read) => ({
  resourceType: 'Bundle',
  type: 'collection',
  id: `practice-${id}`,
  timestamp: new Date(at).toISOString(),
  entry: report.lines.map(({ name, value, unit, loinc }, index) => ({
    resource: {
      resourceType: 'Observation',
      id: `practice-${index + 1}`,
      status: 'final',
      code: { coding: [{ system: 'http://loinc.org', code: loinc }], text: name },
      valueQuantity: {
        value: Number(value),
        unit,
        system: 'http://unitsofmeasure.org',
        code: unit,
      },
    },
  })),
});
