/**
 * The handler of each request of the contract, family by family; each family takes only what it
 * needs.
 */
import type { Handlers } from '../../../shared/contract/contract.ts';
import { platformSound } from '../platform-sound.ts';
import type { AppParts } from '../wiring/parts.ts';
import { createAccountHandlers } from './account.ts';
import { createCodeHandlers } from './codes.ts';
import { createDayHandlers } from './day.ts';
import { createDeskHandlers } from './desk.ts';
import { createDesktopHandlers } from './desktop.ts';
import { createDocumentHandlers } from './documents.ts';
import { createEnvelopeHandlers } from './envelope.ts';
import { createEvidenceHandlers } from './evidence.ts';
import { createExportsHandlers } from './exports.ts';
import { createHereHandlers } from './here.ts';
import { createHistoryHandlers } from './history.ts';
import { createHostHandlers } from './host.ts';
import { createNoteHandlers } from './notes.ts';
import { createOrdersHandlers } from './orders.ts';
import { createPlatformHandlers } from './platform.ts';
import { createRecordingHandlers } from './recordings.ts';
import { createVisitRows, type VisitRows } from './rows.ts';
import { createSpellingHandlers } from './spelling.ts';
import { createTerminologyHandlers } from './terminology.ts';
import { createUsersHandlers } from './users.ts';
import { createVaultHandlers } from './vault.ts';
import { createVisitHandlers } from './visits.ts';
import { createWebhookHandlers } from './webhooks.ts';

export function createHandlers(parts: AppParts): Handlers {
  const rows = createVisitRows(parts.core.store, parts.outbox.outbox);
  return {
    ...scribaHandlers(parts),
    ...visitHandlers(parts, rows),
    ...noteHandlers(parts, rows),
    ...platformHandlers(parts),
    ...clinicHandlers(parts),
  };
}

const scribaHandlers = ({ core, platform, recordings, privacy, outbox, desktop }: AppParts) => {
  const { awake } = privacy.autoLock;
  return {
    ...createHostHandlers({
      core,
      account: platform.account.state,
      offset: platform.platform.offset,
      recordings: recordings.recordings,
      awake,
    }),
    ...createVaultHandlers({
      profile: core.ports.profile,
      vault: core.vault,
      session: privacy.session,
      awake,
    }),
    ...createAccountHandlers({ ...platform, wake: outbox.wake }),
    ...createDesktopHandlers(desktop.desktop),
  };
};

const visitHandlers = (
  { core, recordings, local, outbox, coding, notes, search }: AppParts,
  rows: VisitRows,
) => ({
  ...createVisitHandlers({
    core,
    rows,
    search: search.search,
    outbox: outbox.outbox,
    recordings: recordings.recordings,
    desk: coding.desk,
    notes: notes.notes,
  }),
  ...createRecordingHandlers({
    ...recordings,
    rows,
    visits: core.visits,
    vault: core.vault,
    usuallyHere: () => local.engineChoice.get().usual,
  }),
  ...createHereHandlers({ ...local, rows, visits: core.visits }),
});

const noteHandlers = (
  { core, platform, recordings, outbox, coding, notes, spelling, delivery, day }: AppParts,
  rows: VisitRows,
) => ({
  ...createNoteHandlers({
    notes: notes.notes,
    rearranging: recordings.rearranging,
    visits: core.visits,
    wake: outbox.outbox.wake,
  }),
  ...createEvidenceHandlers({
    ...notes,
    store: core.store,
    listening: recordings.listening,
    platformSound: (id) =>
      platformSound({ store: core.store, ...recordings, ...platform.platform }, id),
  }),
  ...createCodeHandlers({
    codify: coding.codify,
    symptoms: platform.platform.symptoms,
    store: core.store,
    visits: core.visits,
    known: rows.get,
    notes: notes.notes,
  }),
  ...createDeskHandlers(coding),
  ...createDayHandlers(day.day, { desk: coding.desk, notes: notes.notes, store: core.store }),
  ...createTerminologyHandlers(coding),
  ...createExportsHandlers(delivery),
  ...createSpellingHandlers({ ...spelling, notify: core.notify, rows }),
});

const platformHandlers = ({ core, platform, recordings, outbox }: AppParts) => ({
  ...createPlatformHandlers({ ...core, ...platform }),
  ...createHistoryHandlers({ ...core, ...outbox, ...platform, recordings: recordings.recordings }),
  ...createEnvelopeHandlers(platform),
  ...createUsersHandlers(platform),
});

const clinicHandlers = ({ core: { ports }, platform: { platform }, clinic }: AppParts) => ({
  ...createDocumentHandlers({ ...clinic, ports }),
  ...createOrdersHandlers({ ipd: platform.ipd, orders: clinic.orders }),
  ...createWebhookHandlers(clinic),
});
