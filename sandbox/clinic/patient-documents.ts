/** Contract 10: documents of patients: taken plainly or sealed, read, answered for, removed. */
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
import { forBearers } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import { readIfPresent, writeAtomically } from '../state/json-files.ts';
import { type Report, readReport } from './report.ts';

/** Kept of a document: what was read in it, never the file. Times in milliseconds since 1970. */
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

export function addPatientDocuments(server: FastifyInstance, sandbox: Sandbox) {
  const { store, ports, options } = sandbox;
  const folder = join(store.folder, 'records');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const records = new Map<string, DocumentRecord>();
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const read = record.parse(JSON.parse(readIfPresent(join(folder, name)) ?? ''));
    records.set(read.id, read);
  }
  const save = (one: DocumentRecord) => {
    records.set(one.id, one);
    const { report: _report, patientId: _patientId, ...nobody } = one;
    writeAtomically(
      join(folder, `${one.id}.json`),
      JSON.stringify(options.forgetSound ? nobody : one),
    );
  };

  const tooLarge = (
    error: { statusCode?: number },
    _request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if (error.statusCode === 413) return inWords(reply, 413, 'the file is larger than 10 MB');
    throw error;
  };
  server.post(
    '/mr/api/v2/docs',
    { bodyLimit: LARGEST_BODY, errorHandler: tooLarge as never },
    forBearers(sandbox, async (caller, request, reply) => {
      const file = await fileOf(request);
      if (file === 'too-large') return inWords(reply, 413, 'the file is larger than 10 MB');
      if (file === undefined) return inWords(reply, 400, 'a part named file is wanted');
      const { task = 'none', dt } = request.query as Record<string, string>;
      const asked =
        task.toLowerCase() === 'srp'
          ? 'smart'
          : z.enum([...documentTasks, 'none']).safeParse(task.toLowerCase()).data;
      if (!asked) return inWords(reply, 400, 'task is smart, pii or classification');
      if (dt !== undefined && dt !== 'lr') return inWords(reply, 400, 'dt is lr');
      if (!documentTypeOf(file)) return inWords(reply, 400, 'this is no PDF, JPEG or PNG');
      const patientId = request.headers['x-pt-id'];
      const { text, names, ...report } = readReport(file);
      const one: DocumentRecord = {
        id: uuidFrom(ports.bytes(16)),
        clientId: caller.client.clientId,
        ...(typeof patientId === 'string' && { patientId }),
        task: asked,
        sealed: request.sealedWith !== undefined,
        bytes: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
        at: sandbox.now(),
        readyAt: ports.now() + options.delay,
        deleted: false,
        // What stands in it is not kept, for somebody may have tried it on a real report.
        unreadable: /practice: unreadable/i.test(text),
        report: { ...report, names: asked === 'pii' ? names : [] },
      };
      save(one);
      return { document_id: one.id };
    }),
  );

  const mine = (clientId: string, id: string) => {
    const found = records.get(id);
    return found?.clientId === clientId ? found : undefined;
  };

  server.get(
    '/mr/api/v1/docs/:id/result',
    forBearers(sandbox, (caller, request, reply) => {
      const found = mine(caller.client.clientId, (request.params as { id: string }).id);
      if (!found) return reply.code(400).send();
      if (found.deleted) return { status: 'deleted' };
      if (found.task === 'none') return { status: 'queued' };
      const left = found.readyAt - ports.now();
      if (left > 0) return { status: left > options.delay / 2 ? 'queued' : 'inprogress' };
      // A file that says so: the one status that no good file reaches.
      if (found.unreadable || !found.report)
        return {
          status: 'error',
          error: [{ code: 422, message: 'practice: this document cannot be read' }],
        };
      return { status: 'completed', data: resultOf(found, found.report, options.brand) };
    }),
  );

  server.get(
    '/health/api/v2/fhir/retrieve',
    forBearers(sandbox, (caller, request, reply) => {
      const { identifier = '' } = request.query as Record<string, string>;
      const found = mine(caller.client.clientId, identifier);
      if (!found?.report || found.deleted || found.task !== 'smart' || found.readyAt > ports.now())
        return reply.code(404).send({ message: 'Not Found' });
      return bundleOf(found, found.report);
    }),
  );

  server.delete(
    '/mr/api/v1/docs/:id',
    forBearers(sandbox, (caller, request, reply) => {
      const found = mine(caller.client.clientId, (request.params as { id: string }).id);
      if (!found || found.deleted) return reply.code(404).send();
      save({ ...found, deleted: true, report: { kind: 'pdf', pages: 0, lines: [], names: [] } });
      return reply.code(200).send();
    }),
  );

  server.get('/__sandbox/records', () => ({
    documents: [...records.values()].map(({ report: _, ...one }) => one),
  }));
}

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
