/**
 * The policy: what an organisation has set for this computer, in a file that only its administrator
 * can write (docs/guide/administrators.md). It holds no secret; a page may see all of it.
 */
import { z } from 'zod';
import { brandPattern } from '../wire/common.ts';
import { type ExportForm, exportForms } from './export/export-forms.ts';

/**
 * Ways in which a note leaves. `platform`: the signed note goes back to the platform that wrote it.
 * `whole-visit`: all of one visit with its sound, as a zip file.
 */
const exportWays = [
  'clipboard',
  'file',
  'folder',
  'server',
  'mllp',
  'platform',
  'whole-visit',
] as const;
export type ExportWay = (typeof exportWays)[number];
export type ExportWord = ExportWay | ExportForm;
export const exportWords: readonly ExportWord[] = [...exportWays, ...exportForms];

/** The sections of the file. Addresses are read by the core (`main/app/policy/read-policy.ts`). */
export const policySections = {
  platform: z.object({
    baseUrl: z.string().trim().min(1).max(500),
    brand: z.string().regex(brandPattern, 'must be the brand word of the platform').optional(),
    clientId: z.string().trim().min(1).max(200).optional(),
  }),
  retention: z
    .object({
      /** Days, at most. */
      audioDays: z.int().min(1).max(365).optional(),
      notesDays: z.int().min(1).max(3650).optional(),
      /** Exactly so many days: a person cannot choose fewer. */
      fixed: z.boolean().default(false),
    })
    .refine(
      ({ audioDays = 0, notesDays = Infinity }) => audioDays <= notesDays,
      'audioDays must not be more than notesDays: a recording is never kept longer than its note',
    ),
  /** Minutes, at most. */
  lock: z.object({ afterMinutes: z.int().min(1).max(120) }),
  updates: z.object({ feed: z.string().trim().min(1).max(500) }),
  exports: z.object({ allowed: z.array(z.string().max(40)).max(100) }),
  practice: z.object({ allowed: z.boolean() }),
};
export type PolicySection = keyof typeof policySections;
export const organisationName = z.string().trim().min(1).max(200);

export type PolicyProblem = {
  /** `lock.afterMinutes`; empty for the file as a whole. */
  readonly place: string;
  /**
   * `unknown`: passed over, the rest is in force. `wrong`: the strictest is in force in its place.
   */
  readonly kind: 'unknown' | 'wrong';
  /** Describes the error, and what Scriba does until it is mended. */
  readonly message: string;
};

/** `unclear`: there is a rule, and it cannot be read; then nobody signs in. */
export type PlatformRule =
  | 'unclear'
  | {
      readonly baseUrl: string;
      readonly brand?: string | undefined;
      readonly clientId?: string | undefined;
    };
type RetentionRule = Readonly<z.infer<typeof policySections.retention>>;

/** A policy in force. A section that is absent sets nothing. */
export type Policy = {
  /** Path of the file that was read. */
  readonly file: string;
  readonly organisation?: string | undefined;
  readonly platform?: PlatformRule | undefined;
  readonly retention?: RetentionRule | undefined;
  readonly lock?: { readonly afterMinutes: number } | undefined;
  /** Without a feed: there is a rule, and it cannot be read. */
  readonly updates?: { readonly feed?: string | undefined } | undefined;
  readonly exports?: { readonly allowed: readonly ExportWord[] } | undefined;
  readonly practice?: { readonly allowed: boolean } | undefined;
  readonly problems: readonly PolicyProblem[];
};
