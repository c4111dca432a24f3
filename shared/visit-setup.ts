/** What a visit's setup must look like: as it comes in at the door, and as it comes back from disk. */
import { z } from 'zod';
import { modelTypes, modes, type VisitSetup } from './consultation.ts';

const word = z.string().min(1).max(100);
export const patientSchema = z.object({ name: z.string().trim().min(1).max(200), recordNumber: z.string().trim().max(60).optional() });

/** As it was kept: the limits of the day belong to the door, and must not make an older visit unreadable. */
export const keptSetup = z.object({
  patient: z.object({ name: z.string(), recordNumber: z.string().optional() }),
  mode: z.enum(modes),
  modelType: z.enum(modelTypes),
  templates: z.array(z.string()).readonly(),
  inputLanguages: z.array(z.string()).readonly(),
  outputLanguage: z.string(),
  codify: z.boolean(),
  practiceCase: z.string().optional(),
  consentAt: z.number().optional(),
}) satisfies z.ZodType<VisitSetup>;

/** As a page or a command asks for it: the same, within today's limits. */
export const visitSetup = keptSetup.extend({
  patient: patientSchema,
  templates: z.array(word).min(1).max(10),
  inputLanguages: z.array(word).min(1).max(10),
  outputLanguage: word,
  practiceCase: word.optional(),
  consentAt: z.number().int().positive().optional(),
});
