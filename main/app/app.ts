/**
 * The app without a window: every part wired, its requests audited, its lifecycle bound to the
 * vault.
 */
import type { Handlers, Listen } from '../../shared/contract/contract.ts';
import type { Profile } from '../../shared/model/account/account.ts';
import type { Visit, VisitSetup } from '../../shared/model/visit.ts';
import type { ImportFile } from '../features/recordings/recordings.ts';
import type { Ports } from '../infrastructure/ports.ts';
import { audited } from './audit.ts';
import { createHandlers } from './handlers/handlers.ts';
import { registerParts } from './wiring/lifecycle.ts';
import { type AppParts, wireParts } from './wiring/parts.ts';

export type App = {
  readonly profile: Profile;
  readonly handlers: Handlers;
  readonly onNotice: Listen;
  /** The page that fed a recording is gone: the recording is kept and offered again (P1). */
  pageLost(): void;
  isRecording(): boolean;
  /** A visit is being recorded, or its sound is on its way to the platform. */
  hasUnsentAudio(): boolean;
  /**
   * Seals a file that was recorded elsewhere and puts it in the queue; for hosts that can read
   * files.
   */
  importFile(setup: VisitSetup, file: ImportFile): Promise<Visit>;
  /** When nothing is under way at this moment. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/**
 * States of a visit whose sound the platform does not have yet; one that waits for a person's
 * decision may wait for days.
 */
const unsent = ['recording', 'sealed', 'prepared', 'uploading', 'committing'] as const;

/**
 * Throws Failure `busy` / `already-open` when another Scriba has this folder, `broken` /
 * `disk-failing`. A database that cannot be read is set aside and made anew from the vault, which
 * `app.health` tells (P7).
 */
export async function createApp(ports: Ports): Promise<App> {
  const { parts, lifecycle } = wireParts(ports);
  registerParts(lifecycle, parts);
  await openIfPossible(parts);
  const { recordings } = parts.recordings;
  return {
    profile: ports.profile,
    handlers: audited(createHandlers(parts), { ...parts.core, clock: ports.clock }),
    onNotice: parts.core.notices.listen,
    pageLost: lifecycle.pageLost,
    isRecording: () => recordings.live() !== undefined,
    hasUnsentAudio: () => parts.core.store.visits.waiting(...unsent).length > 0,
    importFile: (setup, file) => importFile(parts, setup, file),
    idle: lifecycle.idle,
    close: lifecycle.stop,
  };
}

/**
 * A vault that needs nobody (keychain, practice) opens at once; one that does not open waits for a
 * person.
 */
async function openIfPossible({ core: { vault, auditor }, privacy }: AppParts): Promise<void> {
  if (vault.state().state !== 'locked') return;
  const opened = await vault.open().then(
    () => true,
    () => false,
  );
  if (!opened) return;
  auditor.add('vault-opened', undefined, 'scriba');
  await privacy.session.begin();
}

async function importFile(
  { core: { auditor, visits }, recordings, outbox }: AppParts,
  setup: VisitSetup,
  file: ImportFile,
): Promise<Visit> {
  const row = await recordings.recordings.importFile(setup, file);
  auditor.add('visit-imported', row.id);
  outbox.outbox.wake(row.id);
  return visits.show(row.id);
}
