/** Schema of a platform profile, from a page, from a file and from disk. */
import { z } from 'zod';
import { brandPattern } from '../../wire/common.ts';
import { type Chapter, chapters, prefixPattern, transports } from './platform-profile.ts';

const prefix = z
  .string()
  .regex(prefixPattern)
  .refine(
    (text) => !text.replaceAll('{brand}', '').match(/[{}]/),
    'only {brand} may stand in braces',
  );
export const pathOverrides = z.object(
  Object.fromEntries(chapters.map((chapter) => [chapter, prefix.optional()])) as Record<
    Chapter,
    z.ZodOptional<typeof prefix>
  >,
);

const baseUrl = z.string().trim().max(500);

/**
 * Members that can be changed; `paths` as a whole. The environment `practice` belongs to the
 * practice profile and cannot be chosen.
 */
export const profileChange = z.object({
  environment: z.enum(['production', 'staging']).optional(),
  production: baseUrl.optional(),
  staging: baseUrl.optional(),
  brand: z.string().max(20).optional(),
  paths: pathOverrides.optional(),
  transport: z.enum(transports).optional(),
  companionFile: z.boolean().optional(),
  oidcClientId: z.string().trim().max(200).optional(),
});
export type ProfileChange = z.infer<typeof profileChange>;

/** The form in which it is kept, and what stands in a file beside `scriba` and `version`. */
export const keptProfile = z.object({
  environment: z.enum(['production', 'staging']).default('production'),
  production: baseUrl.default(''),
  staging: baseUrl.default(''),
  brand: z.string().regex(brandPattern).default('svc'),
  paths: pathOverrides.default({}),
  transport: z.enum(transports).default('transactions'),
  companionFile: z.boolean().default(false),
  oidcClientId: z.string().trim().max(200).optional().catch(undefined),
});
export type KeptProfile = z.infer<typeof keptProfile>;
