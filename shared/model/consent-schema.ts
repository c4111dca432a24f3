/** Validates the consent of a visit, as it is kept and as a page sends it. */
import { z } from 'zod';
import { type Consent, consentKinds, LONGEST_WORDING } from './consent.ts';

/** As it was kept: today's limits must not make an older visit unreadable. */
export const keptConsent = z.object({
  kind: z.enum(consentKinds),
  at: z.number(),
  wording: z.string().optional(),
  language: z.string().optional(),
  guardian: z.object({ name: z.string(), relation: z.string().optional() }).optional(),
}) satisfies z.ZodType<Consent>;

/** As a page sends it. A guardian has a name; no other kind has a guardian. */
export const consentSchema = keptConsent
  .extend({
    at: z.number().int().positive(),
    wording: z.string().trim().min(1).max(LONGEST_WORDING).optional(),
    language: z.string().min(1).max(20).optional(),
    guardian: z
      .object({
        name: z.string().trim().min(1).max(200),
        relation: z.string().trim().max(100).optional(),
      })
      .optional(),
  })
  .refine(
    ({ kind, guardian }) => (kind === 'guardian') === (guardian !== undefined),
    'must name the guardian, and only where a guardian agreed',
  );
