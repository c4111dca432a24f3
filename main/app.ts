/** The app without a window: builds every part once and joins them. */
import path from 'node:path';
import type { Profile } from '../shared/account.ts';
import type { Consultation, VisitSetup } from '../shared/consultation.ts';
import type { Handlers, Listen, NoticeName, Notify } from '../shared/contract.ts';
import { asFailure } from '../shared/failure.ts';
import { createAccount } from './account/account.ts';
import { createHandlers } from './handlers.ts';
import { createOutbox } from './outbox/outbox.ts';
import type { Outside } from './outside.ts';
import { createPlatform, type Platform } from './platform/platform.ts';
import { createRecordings, type ImportFile } from './recordings/recordings.ts';
import { present } from './store/present.ts';
import { createStore } from './store/store.ts';
import { createVault } from './vault/vault.ts';

export type App = {
  readonly profile: Profile;
  readonly handlers: Handlers;
  readonly onNotice: Listen;
  /** The page that fed a recording is gone: the recording is kept and offered again (P1). */
  pageLost(): void;
  isRecording(): boolean;
  /** Seals a file that was recorded elsewhere and puts it in the queue; for hosts that can read files. */
  importFile(setup: VisitSetup, file: ImportFile): Promise<Consultation>;
  /** When nothing is under way at this moment. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** Milliseconds between tries to reach the practice platform. */
const JOIN_AGAIN = 5_000;

/** Throws Failure `busy` / `already-open` when another Scriba has this folder, `broken` / `database-damaged` or `database-newer`. */
export async function createApp(outside: Outside): Promise<App> {
  const { profile, folder, clock, random, disk, net, openKeyStore, practice } = outside;
  const listeners = new Set<(name: NoticeName, payload: unknown) => void>();
  const notify: Notify = (name, payload) => listeners.forEach((listener) => listener(name, payload));

  disk.makeFolder(folder);
  const vault = createVault({ folder, disk, random, openKeyStore, profile });
  const store = createStore({ file: path.join(folder, 'scriba.db'), seal: vault.keys });
  const show = (id: string): Consultation => present(store.consultations.get(id)!, store);
  const changed = (id: string) => {
    if (store.consultations.get(id)) notify('consultations.changed', show(id));
  };

  const platform: Platform = createPlatform({
    net, clock, random,
    address: () => account.address(),
    secrets: vault.secrets,
    tokensChanged: (state) => {
      notify('account.changed', account.state());
      if (state.state === 'signed-in') outbox.wake();
    },
  });
  const account = createAccount({ profile, values: store.values, platform: () => platform, practice });
  const recordings = createRecordings({
    disk, clock, random, vault, store, changed,
    trouble: (id, code, message) => notify('recordings.trouble', { id, code, message }),
  });
  const outbox = createOutbox({
    clock, random, store, profile, changed,
    transcription: platform.transcription,
    prepare: recordings.prepare,
    openUpload: recordings.openUpload,
    reference: (parts) => vault.keys().reference(parts),
    reachable: (reachable) => notify('platform.reachable', { reachable, since: clock.now() }),
  });

  let opened = false;
  /** What can only begin once the key is at hand. Being offline here is normal. */
  async function afterOpening() {
    notify('vault.changed', vault.state());
    if (opened) return;
    opened = true;
    recordings.recover();
    outbox.start();
    await join();
  }

  let joinLater = () => {};
  /** The practice profile has nobody to sign in by hand: it goes on trying. */
  async function join() {
    try {
      await account.open();
    } catch (error) {
      // The queue tells why nothing is sent; a sign-in that cannot be read must not keep the door shut.
      if (asFailure(error).code === 'broken') throw error;
      if (profile === 'practice') joinLater = clock.after(JOIN_AGAIN, () => void join().catch(() => {}));
    }
    notify('account.changed', account.state());
    outbox.wake();
  }

  if (vault.state().state === 'locked') {
    const key = await vault.open().then(() => true, () => false);
    if (key) await afterOpening();
  }

  return {
    profile,
    handlers: createHandlers({ outside, vault, store, account, recordings, outbox, notify, changed, afterOpening, show }),
    onNotice(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pageLost: () => recordings.pageLost(),
    isRecording: () => recordings.live() !== undefined,
    async importFile(setup, file) {
      const row = await recordings.importFile(setup, file);
      outbox.wake(row.id);
      return show(row.id);
    },
    idle: () => outbox.idle(),
    async close() {
      joinLater();
      recordings.pageLost();
      await outbox.stop();
      platform.account.close();
      vault.close();
      store.close();
      listeners.clear();
    },
  };
}
