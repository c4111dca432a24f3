/**
 * The log (D7): what happened, in words of ours. It takes no text: every field is a number, a yes
 * or no, or a word out of a list, so that nothing of a patient and nothing secret can be written by
 * mistake.
 */
import { z } from 'zod';
import { failureCodes } from '../../../shared/failure.ts';
import { keyStoreKinds, profiles } from '../../../shared/model/account/account.ts';
import { holds, visitStates } from '../../../shared/model/visit.ts';
import type { Clock, LogLines } from '../ports.ts';
import { detailWords } from './words.ts';

export const logEvents = [
  'opened',
  'closed',
  'vault',
  'visit',
  'request-failed',
  'part-failed',
  'recording-trouble',
  'platform-reached',
  'platform-lost',
  'signed-in',
  'signed-out',
  'sign-in-needed',
  'clock-wrong',
  'clock-right',
  'sound-erased',
  'visits-erased',
  'retention-held',
  'audit-broken',
  'audit-failed',
  'damage-unknown',
  'power',
  'update-ready',
  'update-agreed',
  'update-refused',
  'update-failed',
  'process-gone', // a part of Scriba ended without being asked to
  'ended-unexpectedly', // the last run did not close in good order
  'envelope-odd-iv',
  'envelope-odd-tag',
  'policy-applied',
  'policy-wrong',
  'not-logged',
] as const;
type LogEvent = (typeof logEvents)[number];

const count = z.int().min(0).max(1e12);
const word = z.string().transform((text) => (detailWords.has(text) ? text : 'other'));

const fields = z.strictObject({
  version: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,4}){0,3}$/)
    .optional(),
  host: z.enum(['electron', 'browser', 'headless']).optional(),
  profile: z.enum(profiles).optional(),
  kind: z.enum(keyStoreKinds).optional(),
  vault: z.enum(['none', 'open', 'locked']).optional(),
  power: z.enum(['lock', 'suspend', 'resume']).optional(),
  /** A pseudonym of a visit: twelve letters of a keyed digest. */
  visit: z
    .string()
    .regex(/^[A-Za-z0-9_-]{12}$/)
    .optional(),
  from: z.enum(visitStates).optional(),
  state: z.enum(visitStates).optional(),
  hold: z.enum(holds).optional(),
  /** One of the names that the log was opened with. */
  request: z.string().optional(),
  code: z.enum(failureCodes).optional(),
  detail: word.optional(),
  process: z.enum(['page', 'gpu', 'utility', 'other']).optional(),
  /** Chromium's words for the end of a process. */
  reason: z
    .enum([
      'clean-exit',
      'abnormal-exit',
      'killed',
      'crashed',
      'oom',
      'launch-failed',
      'integrity-failure',
      'memory-eviction',
    ])
    .optional(),
  /** A signal's number, or the system's own code. */
  exitCode: z
    .int()
    .min(-(2 ** 31))
    .max(2 ** 32)
    .optional(),
  count: count.optional(),
  ms: count.optional(),
});
type LogFields = z.input<typeof fields>;

export type Log = {
  note(event: LogEvent, about?: LogFields): void;
  /** The last lines, oldest first. */
  recent(count: number): string[];
};

/** Times in the log are whole minutes, like all times in clear (D3). */
export function createLog({
  lines,
  clock,
  requests = [],
}: {
  lines: LogLines | undefined;
  clock: Pick<Clock, 'now'>;
  /** Names of the requests that may be noted; a process that answers none has none. */
  requests?: readonly string[];
}): Log {
  return {
    note(event, about = {}) {
      const read = fields.safeParse(about);
      const request = read.data?.request;
      const known =
        (logEvents as readonly string[]).includes(event) &&
        read.success &&
        (request === undefined || requests.includes(request));
      const at = `${new Date(Math.floor(clock.now() / 60_000) * 60_000).toISOString().slice(0, 16)}Z`;
      lines?.write(
        JSON.stringify(known ? { at, event, ...read.data } : { at, event: 'not-logged' }),
      );
    },
    recent: (most) => lines?.recent(most) ?? [],
  };
}
