/** Requests about this Scriba itself: what it is, how it is, its settings, its logs. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { AuditEntry } from '../../../shared/model/audit.ts';
import type { Recordings } from '../../features/recordings/recordings.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { type DiagnosticsDeps, describe as describeApp } from '../diagnostics.ts';
import type { Core } from '../wiring/core.ts';

export type HostRequests =
  | 'app.info'
  | 'app.health'
  | 'profile.choose'
  | 'settings.get'
  | 'settings.change'
  | 'audit.list'
  | 'diagnostics.get'
  | 'disk.room';

export type HostHandlersDeps = {
  readonly core: Pick<Core, 'ports' | 'health' | 'store' | 'log' | 'notify' | 'vault'>;
  readonly account: DiagnosticsDeps['account'];
  readonly offset: DiagnosticsDeps['offset'];
  readonly recordings: Pick<Recordings, 'room'>;
  /** The time after which the vault locks may be another. */
  readonly awake: () => void;
};

export function createHostHandlers({
  core,
  account,
  offset,
  recordings,
  awake,
}: HostHandlersDeps): Pick<Handlers, HostRequests> {
  const { ports, health, store, log, notify, vault } = core;
  return {
    'app.info': () => ({
      version: ports.version,
      profile: ports.profile,
      practiceOffered: ports.practice !== undefined && ports.policy?.practice?.allowed !== false,
      host: ports.host,
      policy: ports.policy,
    }),
    'app.health': () => health.list(),
    'profile.choose': () => {
      throw new Failure('broken', 'The host chooses the profile.');
    },
    'settings.get': () => store.settings.get(),
    'settings.change'(change) {
      const settings = store.settings.change(change);
      notify('settings.changed', settings);
      awake();
      return settings;
    },
    'audit.list': () => auditList(store, ports.clock.now()),
    'diagnostics.get': () => ({
      text: describeApp({
        ports,
        store,
        log,
        offset,
        vault: vault.state,
        account,
        room: recordings.room,
        conditions: health.list,
      }),
    }),
    'disk.room'() {
      try {
        return { seconds: recordings.room() };
      } catch (error) {
        throw new Failure('broken', 'The disk does not say how much room it has.', {
          detail: 'disk-unknown',
          cause: asFailure(error),
        });
      }
    },
  };
}

const MOST_ENTRIES = 500;

/** Newest first; a log that was tampered with says so before anything else. */
function auditList(store: Pick<Store, 'audit'>, now: number): AuditEntry[] {
  const entries = store.audit.list(MOST_ENTRIES);
  if (store.audit.verify().state === 'whole') return entries;
  const damage: AuditEntry = { at: now, what: 'damage-found', who: 'scriba' };
  return [damage, ...entries].slice(0, MOST_ENTRIES);
}
