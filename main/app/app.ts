/** The app without a window: builds every part once and joins them. */
import path from 'node:path';
import type { Handlers, Listen, NoticeName, Notify } from '../../shared/contract/contract.ts';
import type { Profile } from '../../shared/model/account/account.ts';
import type { Visit, VisitSetup } from '../../shared/model/visit.ts';
import { activeStates } from '../../shared/model/visit-state.ts';
import { type AccountPart, createAccount } from '../features/account/account.ts';
import { createPlatformProfile } from '../features/account/platform-profile.ts';
import { createDocumentsPart } from '../features/clinic/documents/documents.ts';
import { createWebhooks } from '../features/clinic/webhooks/webhooks.ts';
import { createCodeLists } from '../features/coding/code-lists/code-lists.ts';
import { createServerChoice } from '../features/coding/code-lists/server-choice.ts';
import { createDesk } from '../features/coding/decisions/code-desk.ts';
import { createDrugWords } from '../features/coding/extraction/drug-words.ts';
import { createExtraction } from '../features/coding/extraction/extraction.ts';
import { createCodify } from '../features/coding/linkers/codify.ts';
import { createLocalLinker } from '../features/coding/linkers/local-linker.ts';
import { createPlatformLinker } from '../features/coding/linkers/platform-linker.ts';
import { createServerLinker } from '../features/coding/linkers/server-linker.ts';
import { createDelivery } from '../features/delivery/delivery.ts';
import { createChecks } from '../features/notes/checks/checks.ts';
import { createEvidence } from '../features/notes/evidence/evidence.ts';
import { shortForms } from '../features/notes/evidence/short-forms.ts';
import { createReader } from '../features/notes/evidence/words.ts';
import { createNotesPart } from '../features/notes/notes.ts';
import { createAdditionalDocuments } from '../features/outbox/additional-documents.ts';
import { createCancel } from '../features/outbox/cancel.ts';
import { createOutbox } from '../features/outbox/outbox.ts';
import { backOff } from '../features/outbox/schedule.ts';
import type { RecordingsDeps } from '../features/recordings/deps.ts';
import { createImports } from '../features/recordings/import/imports.ts';
import { createListening } from '../features/recordings/playback/playback.ts';
import { createRearranging } from '../features/recordings/rearrange/rearrange.ts';
import { createRecordings, type ImportFile } from '../features/recordings/recordings.ts';
import { createLog } from '../infrastructure/log/log.ts';
import { readUrl } from '../infrastructure/platform/client/address.ts';
import {
  createConnectivity,
  type Reached,
} from '../infrastructure/platform/client/connectivity.ts';
import { createEnvelopeChoice } from '../infrastructure/platform/envelope/envelope-choice.ts';
import { createPlatform, type Platform } from '../infrastructure/platform/platform.ts';
import type { Ports } from '../infrastructure/ports.ts';
import { openStore } from '../infrastructure/store/recovery/set-aside.ts';
import { soundsDoubtful } from '../infrastructure/terminology/query/parse-query.ts';
import { createTerminologyServer } from '../infrastructure/terminology/server/terminology-server.ts';
import { createTerminology } from '../infrastructure/terminology/terminology.ts';
import { createNormaliser, keyOf } from '../infrastructure/terminology/text/normalise.ts';
import { removePart } from '../infrastructure/vault/purge.ts';
import { createVault } from '../infrastructure/vault/vault.ts';
import { audited, createAuditor } from './audit.ts';
import { createHandlers } from './handlers/handlers.ts';
import { clockMessage, createHealth, plainAnswerMessage } from './health.ts';
import { createLifecycle } from './lifecycle.ts';
import { tellOfLoss } from './recovery/data-loss-notice.ts';
import { createVisits } from './visits.ts';

export type App = {
  readonly profile: Profile;
  readonly handlers: Handlers;
  readonly onNotice: Listen;
  /** The page that fed a recording is gone: the recording is kept and offered again (P1). */
  pageLost(): void;
  isRecording(): boolean;
  /** Seals a file that was recorded elsewhere and puts it in the queue; for hosts that can read files. */
  importFile(setup: VisitSetup, file: ImportFile): Promise<Visit>;
  /** When nothing is under way at this moment. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** A platform that did not answer is asked again for codes after so long; milliseconds. Until then nobody is kept waiting for it. */
const SILENT = 30_000;
const mayAnswer = (reached: Reached | undefined, now: number) =>
  reached?.reachable !== false || now - reached.since > SILENT;

/** Whether the session protocol was ever used from here (`platform/transport.ts`). */
const SESSIONS_USED = 'platform.sessions-used';

/**
 * Throws Failure `busy` / `already-open` when another Scriba has this folder, `broken` / `disk-failing`. A database that cannot be
 * read is set aside and made anew from the vault, which `app.health` tells (P7).
 */
export async function createApp(ports: Ports): Promise<App> {
  const { profile, folder, clock, random, disk, net, openKeyStore, practice } = ports;
  const listeners = new Set<(name: NoticeName, payload: unknown) => void>();
  const notify: Notify = (name, payload) =>
    listeners.forEach((listener) => listener(name, payload));

  disk.makeFolder(folder);
  const vault = createVault({ folder, disk, random, openKeyStore, profile });
  const health = createHealth(notify);
  const opened = openStore({ file: path.join(folder, 'scriba.db'), seal: vault.rows, clock });
  const { store } = opened;
  tellOfLoss({ ...opened, health, clock, hasVault: vault.state().state !== 'none' });
  // What was lost with the database may have gone by either way (contract 11): both are asked from now on.
  if (opened.setAside || (opened.anew && vault.state().state !== 'none'))
    store.values.set(SESSIONS_USED, 'yes');
  const log = createLog({ lines: ports.log, clock });
  const auditor = createAuditor({
    audit: store.audit,
    clock,
    log,
    account: () => account.address().clientId,
    pseudonym: (id) => vault.keys().reference(['visit', id]).slice(0, 12),
  });
  const visits = createVisits({ store, notify, log, auditor });
  const { show, changed } = visits;

  const reach = createConnectivity({
    net,
    clock,
    changed: (reached) => {
      notify('platform.reachable', reached);
      log.note(reached.reachable ? 'platform-reached' : 'platform-lost');
    },
  });
  const sealedFamilies = createEnvelopeChoice(store.values);
  const platform: Platform = createPlatform({
    net: reach.net,
    clock,
    random,
    address: () => account.address(),
    secrets: vault.secrets,
    profile: () => ({ paths: platformProfile.paths(), transport: platformProfile.transport() }),
    sessionsUsed: {
      get: () => store.values.get(SESSIONS_USED) === 'yes',
      set: () => store.values.set(SESSIONS_USED, 'yes'),
    },
    tokensChanged: (state) => {
      notify('account.changed', account.state());
      if (state.state === 'signed-in') wake();
    },
    clockChanged(skew) {
      health.set('clock-wrong', clockMessage(skew));
      log.note(skew === 0 ? 'clock-right' : 'clock-wrong');
    },
    sealedFamilies: sealedFamilies.get,
    plainAnswers: (plain) => health.set('answer-not-sealed', plainAnswerMessage(plain)),
    oddLength: (member, bytes) =>
      log.note(member === 'iv' ? 'envelope-odd-iv' : 'envelope-odd-tag', { count: bytes }),
  });
  const account: AccountPart = createAccount({
    profile,
    values: store.values,
    platform: () => platform,
    practice,
    accepted: (address) => platformProfile.remember(address),
  });
  const platformProfile = createPlatformProfile({
    profile,
    values: store.values,
    settings: store.settings.get,
    account: () => account.state(),
    changeSettings: (change) => notify('settings.changed', store.settings.change(change)),
  });
  const recordingsDeps: RecordingsDeps = {
    disk,
    clock,
    random,
    vault,
    store,
    changed,
    trouble(id, code, message) {
      notify('recordings.trouble', { id, code, message });
      log.note('recording-trouble', { detail: code });
    },
  };
  const recordings = createRecordings(recordingsDeps);
  const rearranging = createRearranging(recordingsDeps);
  const listening = createListening({
    disk,
    store,
    vault,
    isRecording: () => recordings.live() !== undefined,
  });
  const imports = createImports({ clock, random, importFile: recordings.importFile });
  const outbox = createOutbox({
    clock,
    random,
    store,
    profile,
    changed,
    transcription: platform.transcription,
    prepare: recordings.prepare,
    openUpload: recordings.openUpload,
    reference: (parts, generation) => vault.keys(generation).reference(parts),
    reachable: reach.heard,
  });

  const whose = () => `${account.address().baseUrl} ${account.address().clientId}`;
  const terminologyFolder = ports.terminologyFolder ?? path.join(folder, 'terminology');
  const terminology = createTerminology({ folder: terminologyFolder });
  const serverChoice = createServerChoice({
    values: store.values,
    secrets: vault.secrets,
    readAddress: readUrl,
  });
  const wordsOf = createNormaliser();
  const terminologyServer = createTerminologyServer({
    net,
    clock,
    address: serverChoice.address,
    serves: serverChoice.serves,
    words: { key: (text) => keyOf(wordsOf(text)), doubtful: soundsDoubtful },
  });
  const codeLists = createCodeLists({
    disk,
    random,
    clock,
    net,
    folder: terminologyFolder,
    terminology,
    choice: serverChoice,
    terminologyServer,
    changed: (state) => notify('terminology.changed', state),
  });
  const codify = createCodify({
    clock,
    platform: createPlatformLinker({
      platform: platform.codification,
      account: whose,
      legacy: () =>
        store.settings.get().codes.legacyLinking && !sealedFamilies.get().includes('codification'),
      ready: () => account.state().state === 'signed-in' && mayAnswer(reach.state(), clock.now()),
    }),
    local: createLocalLinker({ terms: terminology }),
    server: createServerLinker({
      terms: terminologyServer,
      address: () => serverChoice.get().address,
      clock,
    }),
  });
  const extraction = createExtraction({ terminology });
  const desk = createDesk({
    clock,
    store,
    codify,
    extract: extraction.steps,
    mapOf: terminology.mapOf,
    whose: (linker) => (linker === 'server' ? serverChoice.get().address : whose()),
    brand: () => account.address().brand,
    // Nobody must take what was practised for a doctor's word.
    who: () =>
      [
        ...(profile === 'practice' ? ['practice'] : []),
        ...(account.address().clientId ? [account.address().clientId] : []),
      ].join(' '),
    references: (parts) =>
      vault
        .generations()
        .reverse()
        .map((generation) => vault.keys(generation).reference(parts)),
    changed: (id, revision) => notify('desk.changed', { id, revision }),
  });
  const webhooks = createWebhooks({
    clock,
    random,
    secrets: vault.secrets,
    values: store.values,
    platform: platform.webhooks,
    address: account.address,
    hurry(transactionId) {
      const id = store.transactions.get(transactionId)?.visitId;
      if (id === undefined) return 'other-visit';
      const state = store.visits.stateOf(id);
      if (state === undefined || !activeStates.some((active) => active === state))
        return 'already-here';
      outbox.wake(id);
      return 'woke';
    },
    changed: (state) => notify('webhooks.changed', state),
  });

  const additionalDocuments = createAdditionalDocuments({
    clock,
    random,
    store,
    transcription: platform.transcription,
    changed: (id) => notify('notes.changed', { id }),
  });
  const cancel = createCancel({ store, transcription: platform.transcription });
  const wake = () => {
    outbox.wake();
    if (vault.isOpen()) additionalDocuments.start();
  };
  const platformDeps = {
    ports,
    store,
    account,
    profile: platformProfile,
    platform,
    additionalDocuments,
    recordings,
    visits,
    notify,
    cancel,
    wake,
  };
  const documents = createDocumentsPart({
    clock,
    random,
    kept: store.documents,
    chapter: platform.documents,
    practice: profile === 'practice',
    changed: (document) => notify('documents.changed', document),
    gone: (id) => notify('documents.gone', { id }),
    progress: (id, sent, all) => notify('documents.progress', { id, sent, all }),
  });
  const delivery = createDelivery({
    ...ports,
    store,
    secrets: vault.secrets,
    account: () => account.state(),
    readAddress: readUrl,
    backOff,
    notes: { state: (id) => notes.state(id), draft: (id) => notes.draft(id) },
    removePart: (file) => removePart(disk, file),
    ownFolder: path.join(folder, 'to-emr'),
    windows: process.platform === 'win32',
    changed: (id) => notify('exports.changed', { id }),
    delivered: (id) => auditor.add('note-delivered', id, 'scriba'),
  });
  const opening = createLifecycle({
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
  });
  const guards = createChecks({
    isDrug: createDrugWords(terminology),
    concepts: (text, title) =>
      extraction
        .ofText(text, title)
        .flatMap(({ kind, concept, status, span }) =>
          kind === 'medication' || kind === 'vital' || kind === 'order'
            ? []
            : [{ key: concept, status, ...span }],
        ),
  });
  const evidence = createEvidence(createReader({ wordsOf, shorts: shortForms }));
  const notes = createNotesPart({
    clock,
    random,
    store,
    account: () => account.state(),
    guards,
    decisions: desk.neutral,
    changed: (id) => notify('notes.changed', { id }),
    visitChanged: changed,
  });

  if (vault.state().state === 'locked') {
    const key = await vault.open().then(
      () => true,
      () => false,
    );
    if (key) {
      auditor.add('vault-opened', undefined, 'scriba');
      await opening.begin();
    }
  }

  return {
    profile,
    handlers: audited(
      createHandlers({
        ports,
        health,
        vault,
        store,
        account,
        platform,
        reach,
        recordings,
        imports,
        outbox,
        notify,
        visits,
        opening,
        log,
        offset: platform.offset,
        webhooks,
        codify,
        platformDeps,
        documents,
        sealedFamilies,
        desk,
        codeLists,
        notes,
        rearranging,
        evidence,
        listening,
        delivery,
      }),
      { auditor, log, clock },
    ),
    onNotice(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pageLost() {
      recordings.pageLost();
      documents.pageLost();
      void imports.cancelAll();
      codeLists.pageLost();
    },
    isRecording: () => recordings.live() !== undefined,
    async importFile(setup, file) {
      const row = await recordings.importFile(setup, file);
      auditor.add('visit-imported', row.id);
      outbox.wake(row.id);
      return show(row.id);
    },
    async idle() {
      await Promise.all([outbox.idle(), codeLists.idle(), delivery.idle()]);
    },
    async close() {
      opening.stop();
      recordings.pageLost();
      await Promise.all([imports.cancelAll(), codeLists.close()]);
      terminology.close();
      additionalDocuments.stop();
      documents.stop();
      delivery.stop();
      await Promise.all([outbox.stop(), webhooks.close()]);
      platform.account.close();
      vault.close();
      store.close();
      listeners.clear();
    },
  };
}
