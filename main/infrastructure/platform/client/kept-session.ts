/** Entries of the key store for a sign-in: their forms, and when a token in them ends. */
import { z } from 'zod';
import { SECOND } from '../../../../shared/time.ts';

/** Of `exp`, in seconds: a larger number is no time of this era. */
const LATEST_EXPIRY = 1e11;

/** Each entry of the key store names its address, so that none is ever sent to another one. */
const owner = { baseUrl: z.string(), clientId: z.string() };
/**
 * Without a refresh token it came from the console, or from a sign-in server that gives none; its
 * end is known only where it is told.
 */
export const sessionSchema = z.object({
  ...owner,
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  expiresAt: z.number().optional(),
  lifetime: z.number().optional(),
  /** A person's own sign-in: renewed without a client, and no secret stands in for it. */
  person: z.literal(true).optional(),
  /** A sign-in server gave it, renews it and revokes it. */
  oidc: z.object({ issuer: z.string(), clientId: z.string(), subject: z.string() }).optional(),
});
export const secretSchema = z.object({
  ...owner,
  clientSecret: z.string(),
  sharingKey: z.string().optional(),
});
export const businessSchema = z.object({ ...owner, token: z.string().min(1) });
export type Session = z.infer<typeof sessionSchema>;
export type Owner = { readonly baseUrl: string; readonly clientId: string };

/**
 * When a token says that it ends (contract 1.5: `exp` is all that is read of it); milliseconds
 * since 1970.
 */
export function expiryOf(token: string): number | undefined {
  const { exp } = (parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ??
    {}) as { exp?: unknown };
  return typeof exp === 'number' && exp > 0 && exp < LATEST_EXPIRY ? exp * SECOND : undefined;
}

export function parseJson(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
