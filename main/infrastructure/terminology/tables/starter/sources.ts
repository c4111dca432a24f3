/**
 * The published lists that verified the codes of the starter table: each was read for itself and
 * gives the same code for the same concept. The rows name them by key. A code stands in a row when
 * two lists agree on it, or when one that is enough alone has it.
 */
import { z } from 'zod';
import { readTable } from '../read-table.ts';
import table from './sources.json' with { type: 'json' };

const source = z.strictObject({
  name: z.string().min(1),
  systems: z.array(z.enum(['SNOMED CT', 'LOINC', 'RxNorm'])).min(1),
  /** One such source is enough. */
  alone: z.literal(true).optional(),
});
export type Source = z.infer<typeof source>;

export const starterSources: Readonly<Record<string, Source>> = readTable(
  'sources.json',
  z.record(z.string(), source),
  table,
);
