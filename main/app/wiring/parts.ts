/** All parts of the app, feature by feature, as handlers and lifecycle take them. */
import type { Ports } from '../../infrastructure/ports.ts';
import { createLifecycle } from '../lifecycle.ts';
import { wireClinic } from './clinic.ts';
import { wireCoding } from './coding.ts';
import { wireCore } from './core.ts';
import { wireDay } from './day.ts';
import { type DeliveryParts, wireDelivery } from './delivery.ts';
import { wireDesktop } from './desktop.ts';
import { wireLocal } from './local.ts';
import { wireNotes } from './notes.ts';
import { type OutboxParts, wireOutbox } from './outbox.ts';
import { wirePlatform } from './platform.ts';
import { wirePrivacy } from './privacy.ts';
import { wireRecordings } from './recordings.ts';
import { wireSearch } from './search.ts';
import { wireSpelling } from './spelling.ts';

export type AppParts = ReturnType<typeof wireParts>['parts'];

/**
 * Builds every part once; nothing starts before the vault is open. Throws what `wireCore` throws.
 */
export function wireParts(ports: Ports) {
  const core = wireCore(ports);
  const lifecycle = createLifecycle(core.log);
  const platform = wirePlatform(core, () => outbox.wake());
  const recordings = wireRecordings(core);
  const coding = wireCoding(core, platform);
  // Signing queues the note for its platform, in the same database transaction.
  const notes = wireNotes(core, platform, coding, (row) => {
    // No platform knows of a visit that was worked on here.
    if (!core.store.visits.get(row.visitId)?.details.worksHere) delivery.delivery.signed(row);
  });
  const spelling = wireSpelling(core, notes);
  const local = wireLocal(core, coding, notes, recordings, spelling);
  const outbox: OutboxParts = wireOutbox(core, platform, recordings, local);
  const clinic = wireClinic(core, platform, outbox);
  const delivery: DeliveryParts = wireDelivery(core, platform, notes);
  const search = wireSearch(core);
  const day = wireDay(core);
  const privacy = wirePrivacy(core, lifecycle, platform, recordings, { ...clinic, ...day });
  const desktop = wireDesktop(core, platform);
  const parts = {
    core,
    platform,
    recordings,
    local,
    outbox,
    coding,
    clinic,
    notes,
    spelling,
    delivery,
    search,
    day,
    privacy,
    desktop,
  };
  return { parts, lifecycle };
}
