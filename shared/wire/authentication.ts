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
  refresh_expires_in: z.number().positive(),
});

export const logoutRequest = z.object({ refresh_token: z.string() });

export const whoami = z.object({
  uuid: z.string().optional(),
  primary_oid: z.string().optional(),
  workspace_id: z.string().optional(),
  oid: z.array(z.string()).optional(),
  'is-paid': z.boolean().optional(),
  username: z.string().optional(),
});
