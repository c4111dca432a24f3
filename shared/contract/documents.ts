/** Requests of a page about documents of patients (contract 10). */
import { z } from 'zod';
import { documentTasks, type PatientDocument } from '../model/clinic/document.ts';
import type { Saved } from '../model/export/saving.ts';
import { notAudited, request, returns } from './request.ts';

const stepOfSending = notAudited(
  'a step of sending a document, which has its entry when it is sent',
);

const id = z.uuid();
const count = z.int().min(0);
const piece = z
  .instanceof(Uint8Array)
  .refine((bytes) => bytes.length > 0 && bytes.length <= 1_048_576, 'must be 1 MiB at most');
const nothing = z.undefined();

export const documentRequests = {
  /** Newest first, without what was read in them. */
  'documents.list': request(
    nothing,
    returns<PatientDocument[]>(),
    notAudited('drawn at every look at the list; reading a document has an entry'),
  ),
  'documents.get': request(z.object({ id }), returns<PatientDocument>(), {
    word: 'document-read',
    visit: 'input',
  }),
  /**
   * Hands a file over piece by piece, in order; it is kept in memory until it was sent. `patientId`
   * goes to the platform, `patientName` stays here.
   */
  'documents.begin': request(
    z.object({
      name: z.string().max(255),
      size: count,
      task: z.enum(documentTasks),
      patientName: z.string().trim().max(200).optional(),
      // Restricted to what a header may hold, since the id is sent as one.
      patientId: z
        .string()
        .regex(/^[\x21-\x7e]{1,100}$/)
        .optional(),
    }),
    returns<{ uploadId: string }>(),
    stepOfSending,
  ),
  'documents.append': request(
    z.object({ uploadId: id, offset: count, bytes: piece }),
    returns<{ received: number }>(),
    stepOfSending,
  ),
  /** Puts it on the list and sends it; what becomes of it is told by `documents.changed`. */
  'documents.send': request(z.object({ uploadId: id }), returns<PatientDocument>(), {
    word: 'document-sent',
    visit: 'output',
  }),
  'documents.cancel': request(z.object({ uploadId: id }), returns<void>(), stepOfSending),
  /** Asks for the result again. */
  'documents.look': request(
    z.object({ id }),
    returns<PatientDocument>(),
    notAudited('asks again for the result of a document; sending and reading it have entries'),
  ),
  /** From the platform and from the list. */
  'documents.remove': request(z.object({ id }), returns<void>(), {
    word: 'document-removed',
    visit: 'input',
  }),
  /** The FHIR bundle as a file. Where it goes, the host asks or is told; never the page. */
  'documents.saveFhir': request(z.object({ id }), returns<Saved>(), {
    word: 'document-exported',
    visit: 'input',
  }),
};

export const documentNotices = {
  /** Without what was read in it. */
  'documents.changed': returns<PatientDocument>(),
  'documents.gone': returns<{ id: string }>(),
  /** Bytes that have left, of how many. */
  'documents.progress': returns<{ id: string; sent: number; all: number }>(),
};
