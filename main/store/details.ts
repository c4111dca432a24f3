/** What sealed columns must look like when they come back from disk. */
import { z } from 'zod';
import { modelTypes, modes } from '../../shared/consultation.ts';
import type { Note } from '../../shared/note.ts';
import type { ConsultationDetails } from './rows.ts';

const at = z.number().optional();

export const consultationDetails: z.ZodType<ConsultationDetails> = z.object({
  patient: z.object({ name: z.string(), recordNumber: z.string().optional() }),
  mode: z.enum(modes),
  modelType: z.enum(modelTypes),
  templates: z.array(z.string()),
  inputLanguages: z.array(z.string()),
  outputLanguage: z.string(),
  codify: z.boolean(),
  practiceCase: z.string().optional(),
  consentAt: at,
  startedAt: at,
  sealedAt: at,
  sentAt: at,
  readyAt: at,
  discardedAt: at,
  createdAt: z.number(),
  samples: z.number(),
  imported: z.boolean(),
  trouble: z.object({ code: z.string(), message: z.string() }).optional(),
  clientRef: z.string().optional(),
});

export const noteSchema: z.ZodType<Note> = z.object({
  consultationId: z.string(),
  documents: z.array(z.object({
    templateId: z.string(),
    name: z.string(),
    kind: z.enum(['transcript', 'markdown', 'emr', 'text']),
    status: z.enum(['success', 'partial', 'failure', 'not-produced']),
    text: z.string().optional(),
    emr: z.unknown().optional(),
    errors: z.array(z.string()),
    warnings: z.array(z.string()),
    documentId: z.string().optional(),
    addedAt: at,
  })),
  receivedAt: z.number(),
  practice: z.boolean(),
});
