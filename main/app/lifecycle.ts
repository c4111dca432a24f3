/** The vault's day: what begins when its key is at hand, what goes on while it is open, and what ends when it is locked (P12). */

import type { Notify } from '../../shared/contract/contract.ts';
import { asFailure } from '../../shared/failure.ts';
import type { Profile, VaultState } from '../../shared/model/account/account.ts';
import type { Account } from '../features/account/account.ts';
import { givePracticeKey } from '../features/account/practice-key.ts';
import type { DocumentsPart } from '../features/clinic/documents/documents.ts';
import type { WebhooksPart } from '../features/clinic/webhooks/webhooks.ts';
import type { DeskPart } from '../features/coding/decisions/code-desk.ts';
import type { Codify } from '../features/coding/linkers/codify.ts';
import type { DeliveryPart } from '../features/delivery/delivery.ts';
import type { AdditionalDocuments } from '../features/outbox/additional-documents.ts';
import type { Outbox } from '../features/outbox/outbox.ts';
import type { Imports } from '../features/recordings/import/imports.ts';
import type { Recordings } from '../features/recordings/recordings.ts';
import type { Log } from '../infrastructure/log/log.ts';
import type { Connectivity } from '../infrastructure/platform/client/connectivity.ts';
import type { Platform } from '../infrastructure/platform/platform.ts';
import type { Clock, Ports } from '../infrastructure/ports.ts';
import { type AutoLock, startAutoLock } from '../infrastructure/privacy/auto-lock.ts';
import { startRetention } from '../infrastructure/privacy/retention.ts';
import type { Store } from '../infrastructure/store/store.ts';
import type { Terminology } from '../infrastructure/terminology/terminology.ts';
import type { Vault } from '../infrastructure/vault/vault.ts';
import type { Auditor } from './audit.ts';
import { damagedRowsMessage, type Health, joinedMessage, setAsideMessage } from './health.ts';
import { removeOldCopies } from './recovery/database-copies.ts';
import { takeUp } from './recovery/merge-set-aside.ts';

export type LifecycleDeps = {
  readonly ports: Pick<Ports, 'host' | 'power' | 'disk' | 'folder' | 'practice'>;
  readonly profile: Profile;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly store: Store;
  readonly recordings: Recordings;
  readonly imports: Imports;
  readonly outbox: Outbox;
  readonly additionalDocuments: AdditionalDocuments;
  readonly account: Account;
  readonly platform: Platform;
  readonly codify: Codify;
  readonly webhooks: WebhooksPart;
  readonly documents: DocumentsPart;
  readonly desk: DeskPart;
  readonly terminology: Pick<Terminology, 'forget'>;
  readonly delivery: DeliveryPart;
  readonly reach: Connectivity;
  readonly health: Health;
  readonly auditor: Auditor;
  readonly log: Log;
  readonly notify: Notify;
};

export type Lifecycle = {
  /** To be called whenever the vault has opened. Being offline then is normal. */
  begin(): Promise<void>;
  /** Forgets the keys. A recording in progress goes on. */
  lock(by: 'person' | 'scriba'): VaultState;
  /** A person is there, or the settings have changed. */
  awake(): void;
  stop(): void;
};

/** Milliseconds between tries to reach the practice platform. */
const JOIN_AGAIN = 5_000;
const YEAR = 365 * 24 * 3600 * 1000;

export function createLifecycle(deps: LifecycleDeps): Lifecycle {
  const {
    ports,
    profile,
    clock,
    vault,
    store,
    recordings,
    imports,
    outbox,
    additionalDocuments,
    account,
    platform,
    codify,
    webhooks,
    reach,
    health,
    auditor,
    log,
    notify,
    documents,
    desk,
    terminology,
    delivery,
  } = deps;
  let recovered = false;
  /** Generations whose keys were at hand once since the start. */
  const seen = new Set<string>();
  let autoLock: AutoLock | undefined;
  let retention: { stop(): void } | undefined;
  let joinLater = () => {};

  async function begin() {
    notify('vault.changed', vault.state());
    tell();
    const fresh = vault.generations().filter((generation) => !seen.has(generation));
    for (const generation of fresh) seen.add(generation);
    if (recovered) recordings.rejoin(fresh);
    else recordings.recover();
    recovered = true;
    joinSetAside();
    beginLog();
    health.set('rows-damaged', damagedRowsMessage(store.visits.damaged().length));
    outbox.start();
    autoLock?.stop();
    retention?.stop();
    // Before what may fail: an open vault without a lock is the worse. Without a page nobody could tell of its use.
    if (ports.host !== 'headless')
      autoLock = startAutoLock({
        clock,
        minutes: () => store.settings.get().privacy.lockAfterMinutes,
        lock: () => void lock('scriba'),
      });
    retention = startRetention({ clock, values: store.values, offset: platform.offset, expire });
    void webhooks.open();
    for (const part of [additionalDocuments, documents, delivery]) {
      try {
        part.start();
      } catch (error) {
        log.note('part-failed', { detail: asFailure(error).detail ?? 'unforeseen' });
      }
    }
    await join();
  }

  /** Before anything is sent: a visit that has its note is not to be asked for. */
  function joinSetAside() {
    const { fromNewer, newer } = takeUp({
      disk: ports.disk,
      folder: ports.folder,
      store,
      vault,
      clock,
    });
    health.set('database-newer', newer === undefined ? undefined : setAsideMessage('newer', newer));
    if (fromNewer > 0) health.set('database-joined', joinedMessage(fromNewer));
  }

  function beginLog() {
    try {
      if (!store.audit.begun()) auditor.add('log-begun', undefined, 'scriba');
      auditor.join();
    } catch (error) {
      const { code, detail } = asFailure(error);
      log.note('audit-failed', { code, ...(detail !== undefined && { detail }) });
    }
  }

  function expire(now: number) {
    const { privacy } = store.settings.get();
    const { keepAudioDays, keepNotesDays } = privacy;
    const { sound, visits } = recordings.expire({ now, keepAudioDays, keepNotesDays });
    for (const id of sound) auditor.add('sound-erased', id, 'scriba');
    for (const id of visits) auditor.add('visit-erased', id, 'scriba');
    if (sound.length > 0) log.note('sound-erased', { count: sound.length });
    if (visits.length > 0) log.note('visits-erased', { count: visits.length });
    // Erased visits are gone from the page, too.
    for (const id of visits) notify('visits.gone', { id });
    const papers = documents.expire(now, keepNotesDays);
    for (const id of papers) auditor.add('document-erased', id, 'scriba');
    if (papers.length > 0) store.compact();
    store.audit.forgetBefore(now - YEAR);
    removeOldCopies({
      disk: ports.disk,
      folder: ports.folder,
      store,
      seal: vault.rows,
      now,
      privacy,
      erased: visits.length + papers.length,
    });
  }

  /** The practice profile has nobody to sign in by hand: it goes on trying. */
  async function join() {
    try {
      await account.open();
      if (profile === 'practice') await givePracticeKey(ports.practice, platform.envelopeKeys);
    } catch (error) {
      // The queue tells why nothing is sent; a sign-in that cannot be read must not keep the door shut.
      if (asFailure(error).code === 'broken') throw error;
      if (profile === 'practice' && vault.isOpen())
        joinLater = clock.after(JOIN_AGAIN, () => void join().catch(() => {}));
    }
    outbox.wake();
    // A sign-in that was kept asks nobody; the first question tells whether the platform is there.
    if (!reach.state() && vault.isOpen()) void account.offer().catch(() => {});
  }

  function lock(by: 'person' | 'scriba'): VaultState {
    if (!vault.isOpen()) return vault.state();
    auditor.add('vault-locked', undefined, by);
    stop();
    // Both end by themselves; what they hold of the keys is overwritten now.
    void outbox.stop();
    additionalDocuments.stop();
    void imports.cancelAll();
    void webhooks.close();
    codify.forget();
    desk.forget();
    terminology.forget();
    platform.symptoms.forget();
    documents.stop();
    delivery.stop();
    platform.account.close();
    vault.close();
    notify('vault.changed', vault.state());
    tell();
    return vault.state();
  }

  function tell() {
    const { state, kind, cause } = vault.state();
    log.note('vault', { vault: state, ...(kind && { kind }), ...(cause && { detail: cause }) });
  }

  function stop() {
    joinLater();
    autoLock?.stop();
    retention?.stop();
  }

  const noPower = [
    ports.power?.on('lock', () => void lock('scriba')),
    ports.power?.on('suspend', () => void lock('scriba')),
  ];
  return {
    begin,
    lock,
    awake: () => autoLock?.awake(),
    stop() {
      stop();
      for (const off of noPower) off?.();
    },
  };
}
