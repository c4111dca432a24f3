/** The status that a heading gives to all that stands under it. */
import { z } from 'zod';
import type { Status } from '../../../../../shared/model/coding/entities.ts';
import priorData from './priors.json' with { type: 'json' };

export type Prior = Exclude<Status, 'present' | 'absent'>;

const headings = z
  .array(
    z.object({
      status: z.enum(['family', 'historical', 'hypothetical', 'possible']),
      headings: z.array(z.string()),
    }),
  )
  .parse(priorData)
  .map((row) => ({ status: row.status, pattern: new RegExp(`^(?:${row.headings.join('|')})$`) }));

/**
 * `heading`: as written, or the platform's key of a section. Undefined: the heading says nothing.
 */
export function priorOf(heading: string): Prior | undefined {
  const plain = heading
    .trim()
    .toLowerCase()
    .replace(/[:*#_]/g, '')
    .replace(/^\d+[.)]?\s*/, '')
    .trim();
  return plain === '' ? undefined : headings.find(({ pattern }) => pattern.test(plain))?.status;
}
