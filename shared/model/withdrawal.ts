/**
 * The receipt of a consent that was withdrawn: times, counts and ids. It holds no word of a patient
 * and outlives the visit.
 */
import { z } from 'zod';

export const withdrawalSchema = z.object({
  id: z.string(),
  /** Rounded to the minute, like every time in clear; milliseconds since 1970. */
  askedAt: z.number(),
  /** Absent until everything is erased. */
  erasedAt: z.number().optional(),
  /** Of the sound that was erased. */
  seconds: z.number(),
  hadNote: z.boolean(),
  signatures: z.number(),
  /** Numbers under which the platform may have the visit: this computer cannot take it back. */
  platform: z.array(z.string()),
  /** Exports that had left: this computer cannot take them back. */
  sent: z.array(z.object({ target: z.string(), at: z.number() })),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;
