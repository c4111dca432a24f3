/**
 * Writes who asked for what to the audit log (P28), as each row of the contract says, and failed
 * requests to the log.
 */

import { type Handlers, type RequestName, requests } from '../../shared/contract/contract.ts';
import type { Audited } from '../../shared/contract/request.ts';
import { asFailure } from '../../shared/failure.ts';
import type { AuditEntry, AuditWord } from '../../shared/model/audit.ts';
import type { Log } from '../infrastructure/log/log.ts';
import type { Clock } from '../infrastructure/ports.ts';
import type { Audit } from '../infrastructure/store/tables/audit.ts';

export type Auditor = {
  /**
   * `visit`: its id; the entry has a pseudonym for it. An entry that cannot be written is logged,
   * and no request waits for it.
   */
  add(what: AuditWord, visit?: string, by?: 'person' | 'scriba'): void;
  /** Without a key nothing can be written: the entry is kept in memory until the vault opens. */
  refused(what: AuditWord): void;
  /** Writes the refusals that were kept. */
  join(): void;
};

export type AuditorDeps = {
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  /** The account in use; empty when there is none. */
  readonly account: () => string;
  readonly pseudonym: (visit: string) => string;
};

export function createAuditor({ audit, clock, log, account, pseudonym }: AuditorDeps): Auditor {
  const refusals: AuditEntry[] = [];
  const carefully = (run: () => void) => {
    try {
      run();
    } catch (error) {
      const { code, detail } = asFailure(error);
      log.note('audit-failed', { code, ...(detail !== undefined && { detail }) });
    }
  };
  return {
    add: (what, visit, by = 'person') =>
      carefully(() => {
        const entry: AuditEntry = {
          at: clock.now(),
          what,
          who: by === 'scriba' ? 'scriba' : account() || 'person',
          ...(visit !== undefined && { visit: pseudonym(visit) }),
        };
        audit.add(entry);
      }),
    refused(what) {
      if (refusals.length < MOST_REFUSALS) refusals.push({ at: clock.now(), what, who: 'locked' });
    },
    join: () =>
      carefully(() => {
        for (const entry of refusals.splice(0)) audit.add(entry);
      }),
  };
}

const MOST_REFUSALS = 100;

/** Asked for again within this time by a page that draws itself anew; milliseconds. */
const SAME_READING = 5 * 60_000;
const readings: ReadonlySet<AuditWord> = new Set([
  'note-read',
  'sound-heard',
  'note-edited',
  'document-read',
  'audit-read',
  'diagnostics-read',
  'settings-changed',
]);
const openings: ReadonlySet<string> = new Set(['vault.unlock', 'vault.recover']);

type Trace = {
  readonly auditor: Auditor;
  readonly log: Log;
  readonly clock: Clock;
  /** When each reading was put down last, by the monotonic clock. */
  readonly lastReading: Map<string, number>;
};

/** The same handlers; each request writes the entry that its row of the contract asks for. */
export function audited(
  handlers: Handlers,
  deps: { readonly auditor: Auditor; readonly log: Log; readonly clock: Clock },
): Handlers {
  const trace: Trace = { ...deps, lastReading: new Map() };
  return Object.fromEntries(
    (Object.keys(handlers) as RequestName[]).map((name) => [name, traced(trace, name, handlers)]),
  ) as unknown as Handlers;
}

function traced(trace: Trace, name: RequestName, handlers: Handlers) {
  const run = handlers[name] as (input: unknown) => unknown;
  const { audit } = requests[name];
  const put = (input: unknown, output: unknown) => {
    if (!('notAudited' in audit)) addEntry(trace, audit, input, output);
    return output;
  };
  return (input: unknown): unknown => {
    try {
      const output = run(input);
      if (!(output instanceof Promise)) return put(input, output);
      return output.then(
        (value: unknown) => put(input, value),
        (error: unknown) => failed(trace, name, error),
      );
    } catch (error) {
      return failed(trace, name, error);
    }
  };
}

function addEntry(trace: Trace, rule: Audited<never, never>, input: unknown, output: unknown) {
  if (rule.when && !rule.when(output as never)) return;
  const visit = rule.visit && idOf(rule.visit === 'input' ? input : output);
  if (!readings.has(rule.word)) return trace.auditor.add(rule.word, visit);
  const key = `${rule.word} ${visit ?? ''}`;
  const now = trace.clock.monotonic();
  const before = trace.lastReading.get(key);
  if (before !== undefined && now - before < SAME_READING) return;
  trace.lastReading.set(key, now);
  trace.auditor.add(rule.word, visit);
}

const idOf = (value: unknown) => (value as { readonly id?: string } | undefined)?.id;

function failed({ log, auditor }: Trace, name: RequestName, error: unknown): never {
  const { code, detail } = asFailure(error);
  log.note('request-failed', { request: name, code, ...(detail !== undefined && { detail }) });
  if (openings.has(name)) auditor.refused('vault-refused');
  throw error;
}
