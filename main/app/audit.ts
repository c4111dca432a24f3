/** Puts down in the audit log who asked for what (P28), and in the log what failed. One line a request that matters. */

import type { Handlers, RequestName } from '../../shared/contract/contract.ts';
import { asFailure } from '../../shared/failure.ts';
import type { AuditEntry, AuditWord } from '../../shared/model/audit.ts';
import type { Log } from '../infrastructure/log/log.ts';
import type { Clock } from '../infrastructure/ports.ts';
import type { Audit } from '../infrastructure/store/tables/audit.ts';

export type Auditor = {
  /** `visit`: its id; it is put down under a pseudonym. What cannot be written is logged and holds up nobody. */
  add(what: AuditWord, visit?: string, by?: 'person' | 'scriba'): void;
  /** While there is no key nothing is written, not even this: it is put down when the vault opens. */
  refused(what: AuditWord): void;
  /** Puts down what was refused. */
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

type Done = {
  readonly what: AuditWord;
  readonly visit?: (input: unknown, output: unknown) => string | undefined;
  /** Where an answer can also say that nothing was done. */
  readonly when?: (output: unknown) => boolean;
};
const wasDone = (output: unknown) => (output as { kind?: string } | undefined)?.kind === 'done';
const idOf = (value: unknown) => (value as { id?: string } | undefined)?.id;
const asked = (input: unknown) => idOf(input);
const answered = (_input: unknown, output: unknown) => idOf(output);

const done: Partial<Record<RequestName, Done>> = {
  'vault.create': { what: 'vault-made' },
  'vault.unlock': { what: 'vault-opened' },
  'vault.recover': { what: 'vault-recovered' },
  'vault.startAnother': { what: 'key-added' },
  'account.signIn': { what: 'signed-in' },
  'account.signOut': { what: 'signed-out' },
  'recordings.start': { what: 'visit-started', visit: answered },
  'recordings.goOn': { what: 'visit-started', visit: asked },
  'recordings.finish': { what: 'visit-finished', visit: asked },
  'recordings.finishUnfinished': { what: 'visit-finished', visit: asked },
  'recordings.discard': { what: 'visit-discarded', visit: asked },
  'recordings.undoDiscard': { what: 'visit-restored', visit: asked },
  'visits.rename': { what: 'visit-renamed', visit: asked },
  'visits.consent': { what: 'consent-changed', visit: asked },
  'outbox.retry': { what: 'visit-retried', visit: asked },
  'notes.get': { what: 'note-read', visit: asked },
  'imports.finish': { what: 'visit-imported', visit: answered },
  'visits.saveAll': { what: 'visit-exported', visit: asked },
  'users.create': { what: 'user-added', when: wasDone },
  'users.change': { what: 'user-changed', when: wasDone },
  'users.remove': { what: 'user-removed' },
  'emrUser.change': { what: 'profile-changed', when: wasDone },
  'orders.create': { what: 'order-made' },
  'orders.setStatus': {
    what: 'order-dispatched',
    when: (output) => (output as { status?: string }).status === 'DISPATCHED',
  },
  'notes.add': { what: 'note-added-to', visit: asked },
  'desk.open': { what: 'note-read', visit: asked },
  'desk.decide': { what: 'codes-decided', visit: asked },
  'desk.undo': { what: 'codes-taken-back', visit: asked },
  'desk.mark': { what: 'words-marked', visit: asked },
  'desk.forgetFavourites': { what: 'favourites-forgotten' },
  'webhooks.register': { what: 'webhook-registered' },
  'webhooks.remove': { what: 'webhook-removed' },
  'webhooks.listen': { what: 'receiver-switched' },
  'account.signInWithToken': { what: 'signed-in' },
  'account.setBusinessToken': { what: 'platform-changed' },
  'platform.changeProfile': { what: 'platform-changed' },
  'platform.importProfile': { what: 'platform-changed' },
  'templates.create': { what: 'template-changed' },
  'templates.change': { what: 'template-changed' },
  'templates.remove': { what: 'template-changed' },
  'notes.ask': { what: 'document-asked', visit: asked },
  'notes.versions': { what: 'note-read', visit: asked },
  'notes.version': { what: 'note-read', visit: asked },
  'notes.edit': { what: 'note-edited', visit: asked },
  'notes.restore': { what: 'note-edited', visit: asked },
  'notes.sign': { what: 'note-signed', visit: asked },
  'notes.signed': { what: 'note-read', visit: asked },
  'notes.correctPatient': { what: 'patient-corrected', visit: asked },
  'notes.join': { what: 'visits-joined', visit: asked },
  'notes.part': { what: 'visits-parted', visit: asked },
  'notes.evidence': { what: 'note-read', visit: asked },
  'notes.said': { what: 'note-read', visit: asked },
  'recordings.listen': { what: 'sound-heard', visit: asked },
  'exports.copy': { what: 'note-exported', visit: asked },
  'exports.save': {
    what: 'note-exported',
    visit: asked,
    when: (output) => (output as { receipt?: unknown }).receipt !== undefined,
  },
  'exports.send': { what: 'note-exported', visit: asked },
  'exports.targets.set': { what: 'export-target-changed' },
  'exports.targets.chooseFolder': { what: 'export-target-changed' },
  'recordings.rearrange': { what: 'recordings-rearranged' },
  'recordings.undoRearrange': { what: 'rearranging-undone' },
  'history.document': { what: 'platform-read' },
  'history.archive': { what: 'visit-archived' },
  'outbox.cancel': { what: 'visit-cancelled', visit: asked },
  'documents.send': { what: 'document-sent', visit: answered },
  'documents.get': { what: 'document-read', visit: asked },
  'documents.remove': { what: 'document-removed', visit: asked },
  'documents.saveFhir': { what: 'document-exported', visit: asked },
  'envelope.add': { what: 'envelope-key-added' },
  'envelope.use': { what: 'envelope-key-used' },
  'envelope.remove': { what: 'envelope-key-removed' },
  'envelope.seal': { what: 'envelope-families-changed' },
  'terminology.finish': { what: 'code-list-imported' },
  'terminology.download': { what: 'code-list-imported' },
  'terminology.server.set': { what: 'terminology-server-changed' },
  'settings.change': { what: 'settings-changed' },
  'audit.list': { what: 'audit-read' },
  'diagnostics.get': { what: 'diagnostics-read' },
};

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

/** The same handlers, with a trace of what they did. */
export function audited(
  handlers: Handlers,
  { auditor, log, clock }: { auditor: Auditor; log: Log; clock: Clock },
): Handlers {
  const last = new Map<string, number>();

  function put({ what, visit, when }: Done, input: unknown, output: unknown) {
    if (when && !when(output)) return;
    const id = visit?.(input, output);
    const key = `${what} ${id ?? ''}`;
    const before = last.get(key);
    if (readings.has(what) && before !== undefined && clock.monotonic() - before < SAME_READING)
      return;
    if (readings.has(what)) last.set(key, clock.monotonic());
    auditor.add(what, id);
  }

  function failed(name: RequestName, error: unknown): never {
    const { code, detail } = asFailure(error);
    log.note('request-failed', { request: name, code, ...(detail !== undefined && { detail }) });
    if (openings.has(name)) auditor.refused('vault-refused');
    throw error;
  }

  const traced = (name: RequestName) => {
    const run = handlers[name] as (input: unknown) => unknown;
    const row = done[name];
    return (input: unknown): unknown => {
      try {
        const output = run(input);
        if (!(output instanceof Promise)) {
          if (row) put(row, input, output);
          return output;
        }
        return output.then(
          (value: unknown) => {
            if (row) put(row, input, value);
            return value;
          },
          (error: unknown) => failed(name, error),
        );
      } catch (error) {
        return failed(name, error);
      }
    };
  };
  return Object.fromEntries(
    (Object.keys(handlers) as RequestName[]).map((name) => [name, traced(name)]),
  ) as unknown as Handlers;
}
