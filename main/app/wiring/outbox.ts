/**
 * Wires the outbox: what waits to be sent or fetched, documents asked for later, and taking a visit
 * back.
 */
import { createAdditionalDocuments } from '../../features/outbox/additional-documents.ts';
import { createCancel } from '../../features/outbox/cancel.ts';
import { createOutbox } from '../../features/outbox/outbox.ts';
import { turnsBy } from '../../features/outbox/turns.ts';
import type { Core } from './core.ts';
import type { PlatformParts } from './platform.ts';
import type { RecordingParts } from './recordings.ts';

export type OutboxParts = ReturnType<typeof wireOutbox>;

export function wireOutbox(
  { ports, vault, store, notify, visits }: Core,
  { platform, connectivity }: PlatformParts,
  { recordings }: RecordingParts,
) {
  const { clock, random, profile } = ports;
  const { transcription } = platform;
  const outbox = createOutbox({
    clock,
    random,
    store,
    profile,
    changed: visits.changed,
    transcription,
    prepare: recordings.prepare,
    openUpload: recordings.openUpload,
    reference: (parts, generation) => vault.keys(generation).reference(parts),
    giveWay: turnsBy(clock),
    reachable: connectivity.heard,
  });
  const additionalDocuments = createAdditionalDocuments({
    clock,
    random,
    store,
    transcription,
    changed: (id) => notify('notes.changed', { id }),
  });
  const cancel = createCancel({ store, transcription });
  const wake = () => {
    outbox.wake();
    if (vault.isOpen()) additionalDocuments.start();
  };
  return { outbox, additionalDocuments, cancel, wake };
}
