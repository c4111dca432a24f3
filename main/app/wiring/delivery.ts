/** Wires the delivery of notes to an EMR: copy, file, drop folder, FHIR server. */
import path from 'node:path';
import { failures } from '../../../shared/failures.ts';
import { createDelivery } from '../../features/delivery/delivery.ts';
import type { PlatformCopy } from '../../features/delivery/targets/save-on-platform.ts';
import { backOff } from '../../features/outbox/schedule.ts';
import { readUrl } from '../../infrastructure/platform/client/address.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';
import { workedHere } from '../../infrastructure/platform/transcription/here-folder.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { removePart } from '../../infrastructure/vault/purge.ts';
import type { Core } from './core.ts';
import type { NoteParts } from './notes.ts';
import type { PlatformParts } from './platform.ts';

export type DeliveryParts = ReturnType<typeof wireDelivery>;

export function wireDelivery(
  { ports, vault, store, auditor, notify }: Core,
  { account, platform }: PlatformParts,
  { notes }: NoteParts,
) {
  const delivery = createDelivery({
    ...ports,
    store,
    secrets: vault.secrets,
    account: () => account.state(),
    readAddress: readUrl,
    backOff,
    notes: { state: notes.state, draft: notes.draft },
    removePart: (file) => removePart(ports.disk, file),
    platformCopy: platformCopyOf(store, platform),
    ownFolder: path.join(ports.folder, 'to-emr'),
    windows: process.platform === 'win32',
    changed: (id) => notify('exports.changed', { id }),
    delivered: (id) => auditor.add('note-delivered', id, 'scriba'),
  });
  return { delivery };
}

/** Documents of a visit on its platform, by either protocol. */
const platformCopyOf = (
  store: Store,
  { transcription, sessionDocuments }: Pick<Platform, 'transcription' | 'sessionDocuments'>,
): PlatformCopy => ({
  visit(visitId) {
    const row = store.visits.get(visitId);
    if (!row) throw failures.noVisit();
    const { transactionId, details } = row;
    if (details.worksHere) throw workedHere();
    return {
      transactionId,
      folder: store.transactions.get(transactionId)?.folder,
      documents: store.notes.get(visitId)?.documents ?? [],
      templates: details.templates,
    };
  },
  async documents({ transactionId, folder }) {
    const status = await transcription.status(transactionId, folder);
    return status.kind === 'done' || status.kind === 'partial' ? status.documents : [];
  },
  save: ({ transactionId, folder }, text) => sessionDocuments.save(transactionId, text, folder),
});
