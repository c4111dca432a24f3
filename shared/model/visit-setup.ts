/** Schema of a visit's setup: as a page sends it, and as it comes back from disk. */
import { z } from 'zod';
import { isAbhaAddress, isAbhaNumber } from './abha.ts';
import { consentSchema, keptConsent } from './consent-schema.ts';
import { modelTypes, modes, sexes, type VisitRequest, type VisitSetup } from './visit.ts';

const word = z.string().min(1).max(100);
const day = z
  .string()
  .regex(
    /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/,
    'must be YYYY-MM-DD, YYYY-MM or YYYY',
  )
  .refine(
    (text) =>
      text.length < 10 ||
      (!Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)),
    'is not a day of the calendar',
  );
/**
 * The whole patient: what is left out is not known. Never merged with what stood there, for it may
 * be another person's.
 */
export const patientSchema = z.object({
  name: z.string().trim().min(1).max(200),
  recordNumber: z.string().trim().max(60).optional(),
  birthDate: day.optional(),
  sex: z.enum(sexes).optional(),
  abhaNumber: z.string().trim().refine(isAbhaNumber).optional(),
  abhaAddress: z.string().trim().max(100).refine(isAbhaAddress).optional(),
});

/**
 * As it was kept: the limits of the day belong to the door, and must not make an older visit
 * unreadable.
 */
export const keptSetup = z.object({
  patient: z.object({
    name: z.string(),
    recordNumber: z.string().optional(),
    birthDate: z.string().optional(),
    sex: z.enum(sexes).optional().catch(undefined),
    abhaNumber: z.string().optional(),
    abhaAddress: z.string().optional(),
  }),
  mode: z.enum(modes),
  modelType: z.enum(modelTypes),
  templates: z.array(z.string()).readonly(),
  inputLanguages: z.array(z.string()).readonly(),
  outputLanguage: z.string(),
  codify: z.boolean(),
  practiceCase: z.string().optional(),
  worksHere: z.literal(true).optional(),
  consentAt: z.number().optional(),
  consent: keptConsent.optional(),
}) satisfies z.ZodType<VisitSetup>;

/** As a page shows it. Absent: whoever asks has seen none, as a script. */
export const patientInView = keptSetup.shape.patient.optional();

/** As it may begin: the same, within today's limits. */
export const visitSetup = keptSetup.extend({
  // A visit may begin without a name, for the patient is in the door; it is signed with one only.
  patient: patientSchema.extend({ name: z.string().trim().max(200) }),
  templates: z.array(word).min(1).max(10),
  inputLanguages: z.array(word).min(1).max(10),
  outputLanguage: word,
  practiceCase: word.optional(),
  consentAt: z.number().int().positive().optional(),
  consent: consentSchema.optional(),
});

/** As a page asks for it. */
export const visitRequest = visitSetup.extend({
  worksHere: z.boolean().optional(),
}) satisfies z.ZodType<VisitRequest>;
