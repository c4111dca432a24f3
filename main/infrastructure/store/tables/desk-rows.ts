/** Schemas of the sealed columns of the code desk, as they come back from disk. */
import { z } from 'zod';
import {
  type LinkedEntity,
  linkers,
  ontologies,
  whyKinds,
} from '../../../../shared/model/coding/codification.ts';
import { type Decision, verdicts } from '../../../../shared/model/coding/desk.ts';
import { type NoteEntity, statuses } from '../../../../shared/model/coding/entities.ts';
import { entityKinds } from '../../../../shared/model/export/export.ts';
import { leavings, saidLeavings } from '../../../../shared/model/export/leaving.ts';

const ontology = z.enum(ontologies);
const words = z.record(z.string(), z.string()).optional();
const span = z.object({ start: z.number(), end: z.number() });

export const entitySchema: z.ZodType<NoteEntity> = z.object({
  id: z.string(),
  text: z.string(),
  kind: z.enum(entityKinds),
  status: z.enum(statuses),
  document: z.number(),
  section: z.string(),
  span,
  transcript: span.optional(),
  source: z.enum(['template', 'text', 'person']),
  given: z.array(z.object({ ontology, code: z.string(), name: z.string() })),
  hints: words,
});

const decision: z.ZodType<Decision> = z.object({
  entityId: z.string(),
  verdict: z.enum(verdicts),
  codes: z.array(
    z.object({ ontology, code: z.string(), name: z.string(), header: z.boolean().optional() }),
  ),
  reason: z.string().optional(),
  status: z.enum(statuses).optional(),
  leaves: z.enum(saidLeavings).optional(),
  leavesRead: z.enum(leavings).optional(),
  at: z.number(),
  who: z.string(),
  seen: z.array(
    z.object({
      linker: z.enum(linkers),
      ontology,
      version: z.string(),
      offered: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          score: z.number().nullable(),
          linked: z.boolean(),
        }),
      ),
    }),
  ),
});

/** A decision with the entity as it stood then: the note may change. */
export type Decided = { readonly decision: Decision; readonly entity: NoteEntity };
/** `batch`: decisions that were made together and are undone together, from 1. */
export type DecidedRow = Decided & { readonly batch: number };
export const decidedSchema: z.ZodType<Decided> = z.object({ decision, entity: entitySchema });

export const linkedSchema: z.ZodType<LinkedEntity> = z.object({
  id: z.string(),
  text: z.string(),
  ontology,
  version: z.string(),
  linker: z.enum(linkers),
  suggested: z.string().optional(),
  trouble: z.object({ code: z.string(), detail: z.string().optional() }).optional(),
  candidates: z.array(
    z.object({
      code: z.string(),
      term: z.string(),
      synonyms: z.array(z.string()),
      score: z.number().nullable(),
      linked: z.boolean(),
      about: z.array(z.tuple([z.string(), z.string()])),
      why: z
        .object({
          term: z.string(),
          kind: z.enum(whyKinds),
          corrected: words,
          expanded: words,
          brand: words,
          own: z.boolean().optional(),
          aside: z.array(z.string()).optional(),
          lacks: z.array(z.string()).optional(),
        })
        .optional(),
      billable: z.boolean().optional(),
      header: z.boolean().optional(),
      chosenBefore: z.number().optional(),
    }),
  ),
});

/**
 * The codes that one doctor chose for some words in one ontology, the most usual first. `last` in
 * milliseconds since 1970.
 */
export type RememberedChoice = { readonly who: string; readonly choices: readonly Choice[] };
export type Choice = {
  readonly code: string;
  readonly name: string;
  readonly times: number;
  readonly last: number;
};
export const rememberedChoiceSchema: z.ZodType<RememberedChoice> = z.object({
  who: z.string(),
  choices: z.array(
    z.object({ code: z.string(), name: z.string(), times: z.number(), last: z.number() }),
  ),
});
