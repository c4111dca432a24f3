/** What a page asks about documents of patients (contract 10). */
import { z } from 'zod';
import { documentTasks, type PatientDocument } from '../model/clinic/document.ts';
import type { Saved } from '../model/export/saving.ts';
import { request, returns } from './request.ts';

const id = z.uuid();
const count = z.int().min(0);
const piece = z
  .instanceof(Uint8Array)
  .refine((bytes) => bytes.length > 0 && bytes.length <= 1_048_576, 'must be 1 MiB at most');
const nothing = z.undefined();

export const documentRequests = {
  /** Newest first, without what was read in them. */
  'documents.list': request(nothing, returns<PatientDocument[]>()),
  'documents.get': request(z.object({ id }), returns<PatientDocument>()),
  /** Hands a file over piece by piece, in order; it is kept in memory until it was sent. `patientId` goes to the platform, `patientName` stays here. */
  'documents.begin': request(
    z.object({
      name: z.string().max(255),
      size: count,
      task: z.enum(documentTasks),
      patientName: z.string().trim().max(200).optional(),
      // It is sent as a header, so it may hold what a header may hold.
      patientId: z
        .string()
        .regex(/^[\x21-\x7e]{1,100}$/)
        .optional(),
    }),
    returns<{ uploadId: string }>(),
  ),
  'documents.append': request(
    z.object({ uploadId: id, offset: count, bytes: piece }),
    returns<{ received: number }>(),
  ),
  /** Puts it on the list and sends it; what becomes of it is told by `documents.changed`. */
  'documents.send': request(z.object({ uploadId: id }), returns<PatientDocument>()),
  'documents.cancel': request(z.object({ uploadId: id }), returns<void>()),
  /** Asks for the result again. */
  'documents.look': request(z.object({ id }), returns<PatientDocument>()),
  /** From the platform and from the list. */
  'documents.remove': request(z.object({ id }), returns<void>()),
  /** The FHIR bundle as a file. Where it goes, the host asks or is told; never the page. */
  'documents.saveFhir': request(z.object({ id }), returns<Saved>()),
};

export const documentNotices = {
  /** Without what was read in it. */
  'documents.changed': returns<PatientDocument>(),
  'documents.gone': returns<{ id: string }>(),
  /** Bytes that have left, of how many. */
  'documents.progress': returns<{ id: string; sent: number; all: number }>(),
};
