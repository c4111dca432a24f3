/**
 * Wires the outbox: what waits to be sent or fetched, documents asked for later, and taking a visit
 * back.
 */
import { localPartLimit } from '../../features/local/local-transcription.ts';
import { createAdditionalDocuments } from '../../features/outbox/additional-documents.ts';
import { createCancel } from '../../features/outbox/cancel.ts';
import { createOutbox } from '../../features/outbox/outbox.ts';
import { turnsBy } from '../../features/outbox/turns.ts';
import { createNewerOnPlatform } from '../recovery/newer-on-platform.ts';
import { isPerhapsSent, numbersItself, rememberNumbering } from '../recovery/perhaps-sent.ts';
import type { Core } from './core.ts';
import type { LocalParts } from './local.ts';
import type { PlatformParts } from './platform.ts';
import type { RecordingParts } from './recordings.ts';

export type OutboxParts = ReturnType<typeof wireOutbox>;

export function wireOutbox(
  core: Core,
  platformParts: PlatformParts,
  { recordings, writeSessionMark }: RecordingParts,
  { here }: Pick<LocalParts, 'here'>,
) {
  const { ports, vault, store, notify, visits, folderMark } = core;
  const { platform, connectivity, account } = platformParts;
  const { clock, random, profile } = ports;
  const { transcription } = platform;
  const outbox = createOutbox({
    clock,
    random,
    store,
    profile,
    changed: visits.changed,
    transcription,
    here,
    prepare(id) {
      const row = store.visits.get(id);
      if (!row || !here.takes(row)) return recordings.prepare(id, transcription.partLimit());
      // What was heard of other files than the ones that are made now.
      store.spoken.removeOfVisit(id);
      return recordings.prepare(id, localPartLimit);
    },
    openUpload: recordings.openUpload,
    reference: (parts, generation) => vault.keys(generation).reference(parts),
    async rememberSession({ id, transactionId }, folder) {
      // In this order: from the first mark on, a visit without one is in doubt.
      await rememberNumbering(vault.secrets, account.address().baseUrl);
      writeSessionMark(id, { transactionId, folder });
    },
    async perhapsSent({ transactionId }) {
      if (!(await numbersItself(vault.secrets, account.address().baseUrl))) return false;
      await folderMark.compared();
      return isPerhapsSent(store, transactionId);
    },
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
  const cancel = createCancel({ store, transcription, here });
  const wake = () => {
    outbox.wake();
    if (vault.isOpen()) additionalDocuments.start();
  };
  const newerOnPlatform = wireNewerOnPlatform(core, platformParts);
  return { outbox, additionalDocuments, cancel, newerOnPlatform, wake };
}

function wireNewerOnPlatform(
  { vault, store, health, visits, folderMark, notices }: Core,
  { platform, account }: PlatformParts,
) {
  const newerOnPlatform = createNewerOnPlatform({
    history: platform.history,
    visits,
    transactions: store.transactions,
    health,
    isSignedIn: () => account.state().state === 'signed-in',
    // A key store beside the data is exchanged with it, and its mark then says nothing.
    async isToldByMark() {
      const finding = await folderMark.compared();
      return finding === 'behind' || (finding === 'same' && vault.state().kind === 'keychain');
    },
  });
  notices.listen(newerOnPlatform.heard);
  return newerOnPlatform;
}
