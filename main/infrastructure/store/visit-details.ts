/** Schemas of sealed columns, as they come back from disk. */
import { z } from 'zod';
import { doubtKinds } from '../../../shared/model/note/doubts.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import { keptSetup } from '../../../shared/model/visit-setup.ts';
import type { VisitDetails } from './rows.ts';
import { readVisitId } from './stored-visit-id.ts';

const at = z.number().optional();

export const visitDetails: z.ZodType<VisitDetails> = keptSetup.extend({
  startedAt: at,
  sealedAt: at,
  sentAt: at,
  readyAt: at,
  signedAt: at,
  discardedAt: at,
  createdAt: z.number(),
  samples: z.number(),
  imported: z.boolean(),
  missingSeconds: z.number().optional(),
  trouble: z.object({ code: z.string(), message: z.string() }).optional(),
  clientRef: z.string().optional(),
  noteBranch: z.string().optional(),
  speakers: z
    .object({
      doctor: z.union([z.literal(1), z.literal(2)]).optional(),
      changed: z.array(z.number()).optional(),
    })
    .optional(),
  joined: z.array(z.string()).optional(),
  additions: z
    .array(
      z.object({
        section: z.string(),
        name: z.string(),
        values: z.array(z.object({ id: z.string(), label: z.string(), text: z.string() })),
      }),
    )
    .optional(),
});

export const noteSchema: z.ZodType<Note> = readVisitId(
  z.object({
    visitId: z.string(),
    documents: z.array(
      z.object({
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
        language: z.string().optional(),
        leaflet: z.boolean().optional(),
        writtenHere: z
          .object({
            speech: z.string(),
            model: z.string().optional(),
            prompt: z.string().optional(),
          })
          .optional(),
        doubts: z
          .array(
            z.object({
              kind: z.enum(doubtKinds),
              words: z.string(),
              line: z.number(),
              back: z.number(),
              heard: z.string().optional(),
            }),
          )
          .optional(),
        doubtfulLines: z
          .array(
            z.object({
              text: z.string(),
              places: z.array(z.object({ start: z.number(), end: z.number(), doubt: z.number() })),
            }),
          )
          .optional(),
      }),
    ),
    receivedAt: z.number(),
    practice: z.boolean(),
  }),
);
