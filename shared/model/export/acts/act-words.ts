/** The table of headings and cues by which an act is read. */
import { z } from 'zod';
import data from './act-words.json' with { type: 'json' };

/** `none`: words that look like a cue and are none. */
const cueNames = [
  'none',
  'ordered',
  'planned',
  'taken',
  'done',
  'completed',
  'stopped',
  'on-hold',
  'not-taken',
  'not-ordered',
] as const;
export type CueName = (typeof cueNames)[number];
const roleNames = ['family', 'allergies', 'past', 'taken', 'plan'] as const;
/** `other`: no heading of the table. */
export type Role = (typeof roleNames)[number] | 'other';

export const words = z
  .object({
    roles: z.array(z.object({ role: z.enum(roleNames), headings: z.array(z.string()) })),
    cues: z.array(
      z.object({
        cue: z.enum(cueNames),
        reach: z.enum(['before', 'after', 'both']).default('both'),
        narrow: z.boolean().default(false),
        phrases: z.array(z.string()),
      }),
    ),
    dosageWords: z.array(z.string()),
  })
  .parse(data);
