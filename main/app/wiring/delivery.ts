/** Wires the delivery of notes to an EMR: copy, file, drop folder, FHIR server. */
import path from 'node:path';
import { createDelivery } from '../../features/delivery/delivery.ts';
import { backOff } from '../../features/outbox/schedule.ts';
import { readUrl } from '../../infrastructure/platform/client/address.ts';
import { removePart } from '../../infrastructure/vault/purge.ts';
import type { Core } from './core.ts';
import type { NoteParts } from './notes.ts';
import type { PlatformParts } from './platform.ts';

export function wireDelivery(
  { ports, vault, store, auditor, notify }: Core,
  { account }: PlatformParts,
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
    ownFolder: path.join(ports.folder, 'to-emr'),
    windows: process.platform === 'win32',
    changed: (id) => notify('exports.changed', { id }),
    delivered: (id) => auditor.add('note-delivered', id, 'scriba'),
  });
  return { delivery };
}
