/** Contract 1: logging in, renewing, logging out, who am I. */
import { z } from 'zod';

export const loginRequest = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  sharing_key: z.string().optional(),
});

export const refreshRequest = z.object({
  refresh_token: z.string().min(1),
  access_token: z.string().optional(),
});

/** Answer of login and of both refresh forms; lifetimes in seconds. */
export const tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1),
  refresh_expires_in: z.number().positive().optional(),
});

/** A person's own sign-in, by name and password or by a device code (session protocol 2). */
export const passwordRequest = z.object({
  username: z.string().min(1),
  password: z.string().min(1),
});
export const personTokens = tokens.extend({
  user: z.object({ username: z.string().optional() }).optional().catch(undefined),
});
/** Lifetimes in seconds. */
export const deviceCode = z.object({
  device_code: z.string().min(1).max(2000),
  user_code: z.string().min(1).max(100),
  verification_uri: z.string().min(1).max(2000),
  verification_uri_complete: z.string().max(2000).optional().catch(undefined),
  expires_in: z.number().positive(),
  interval: z.number().positive().optional().catch(undefined),
});
export const deviceTokenRequest = z.object({ device_code: z.string().min(1) });

export const logoutRequest = z.object({ refresh_token: z.string() });

export const whoami = z.object({
  uuid: z.string().optional(),
  primary_oid: z.string().optional(),
  workspace_id: z.string().optional(),
  oid: z.array(z.string()).optional(),
  'is-paid': z.boolean().optional(),
  username: z.string().optional(),
});
