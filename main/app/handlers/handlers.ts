/** What each request of the contract does: one line a row, or a few. */

import type { Handlers, Notify } from '../../../shared/contract/contract.ts';
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { AuditEntry } from '../../../shared/model/audit.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { allows } from '../../../shared/model/visit-state.ts';
import type { AccountPart } from '../../features/account/account.ts';
import type { DocumentsPart } from '../../features/clinic/documents/documents.ts';
import type { WebhooksPart } from '../../features/clinic/webhooks/webhooks.ts';
import type { CodeLists } from '../../features/coding/code-lists/code-lists.ts';
import type { DeskPart } from '../../features/coding/decisions/code-desk.ts';
import type { Codify } from '../../features/coding/linkers/codify.ts';
import type { DeliveryPart } from '../../features/delivery/delivery.ts';
import { type WholeVisit, wholeVisit } from '../../features/delivery/forms/whole-visit.ts';
import type { Evidence } from '../../features/notes/evidence/evidence.ts';
import type { NotesPart } from '../../features/notes/notes.ts';
import type { Outbox } from '../../features/outbox/outbox.ts';
import type { Imports } from '../../features/recordings/import/imports.ts';
import type { Listening } from '../../features/recordings/playback/playback.ts';
import type { Rearranging } from '../../features/recordings/rearrange/rearrange.ts';
import type { Recordings } from '../../features/recordings/recordings.ts';
import type { Log } from '../../infrastructure/log/log.ts';
import type { Connectivity } from '../../infrastructure/platform/client/connectivity.ts';
import type { EnvelopeChoice } from '../../infrastructure/platform/envelope/envelope-choice.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';
import type { Ports } from '../../infrastructure/ports.ts';
import { present } from '../../infrastructure/store/present-visit.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { Vault } from '../../infrastructure/vault/vault.ts';
import { describe } from '../diagnostics.ts';
import type { Health } from '../health.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Visits } from '../visits.ts';
import { createCodeHandlers } from './codes.ts';
import { createDeskHandlers } from './desk.ts';
import { createDocumentHandlers } from './documents.ts';
import { createEnvelopeHandlers } from './envelope.ts';
import { createEvidenceHandlers } from './evidence.ts';
import { createExportsHandlers } from './exports.ts';
import { createNoteHandlers } from './notes.ts';
import { createOrdersHandlers } from './orders.ts';
import { createPlatformHandlers, type PlatformHandlersDeps } from './platform.ts';
import { createTerminologyHandlers } from './terminology.ts';
import { createUsersHandlers } from './users.ts';
import { createWebhookHandlers } from './webhooks.ts';

export type HandlersDeps = {
  readonly ports: Ports;
  readonly health: Health;
  readonly vault: Vault;
  readonly store: Store;
  readonly account: AccountPart;
  readonly platform: Platform;
  readonly reach: Connectivity;
  readonly recordings: Recordings;
  readonly imports: Imports;
  readonly outbox: Outbox;
  readonly notify: Notify;
  readonly visits: Visits;
  readonly opening: Lifecycle;
  readonly log: Log;
  readonly webhooks: WebhooksPart;
  readonly codify: Codify;
  readonly notes: NotesPart;
  readonly rearranging: Rearranging;
  readonly evidence: Evidence;
  readonly listening: Listening;
  readonly documents: DocumentsPart;
  readonly desk: DeskPart;
  readonly delivery: DeliveryPart;
  readonly sealedFamilies: EnvelopeChoice;
  readonly codeLists: CodeLists;
  /** How far our clock is ahead of the platform's; undefined until it was heard. */
  readonly offset: () => number | undefined;
  readonly platformDeps: PlatformHandlersDeps;
};

export function createHandlers({
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
  offset,
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
}: HandlersDeps): Handlers {
  const toPage = (row: VisitRow) => present(row, store);
  const known = (id: string): VisitRow => {
    const row = store.visits.get(id);
    if (!row)
      throw new Failure('missing', 'There is no such visit on this computer.', {
        detail: 'no-consultation',
      });
    return row;
  };
  /** A sealed recording goes on its way at once. */
  const sent = (row: VisitRow): Visit => {
    outbox.wake(row.id);
    return toPage(row);
  };

  return {
    ...createCodeHandlers({ codify, symptoms: platform.symptoms, store, visits, known, notes }),
    ...createDeskHandlers({ desk }),
    ...createWebhookHandlers({ webhooks }),
    'app.info': () => ({
      version: ports.version,
      profile: ports.profile,
      practiceOffered: ports.practice !== undefined,
      host: ports.host,
    }),
    'app.health': () => health.list(),
    'profile.choose': () => {
      throw new Failure('broken', 'The host chooses the profile.');
    },

    'vault.state': () => vault.state(),
    async 'vault.create'(choice) {
      if (choice.kind === 'practice' && ports.profile !== 'practice') {
        throw new Failure(
          'refused',
          'A key in a plain file is for practice only. Use the keychain or a passphrase.',
          { detail: 'practice-only' },
        );
      }
      const made = await vault.create(choice);
      await opening.begin();
      return made;
    },
    async 'vault.unlock'({ passphrase }) {
      await vault.open(passphrase);
      await opening.begin();
      return vault.state();
    },
    async 'vault.recover'({ code, ...choice }) {
      await vault.recover(code, choice);
      if (vault.isOpen()) await opening.begin();
      return vault.state();
    },
    async 'vault.startAnother'(choice) {
      const made = await vault.createAnother(choice);
      await opening.begin();
      return made;
    },
    'vault.lock': () => opening.lock('person'),
    'vault.awake': () => opening.awake(),

    'account.state': () => account.state(),
    async 'account.signIn'({ clientSecret, sharingKey, ...address }) {
      const state = await account.signIn(address, clientSecret, sharingKey);
      notify('account.changed', state);
      platformDeps.wake();
      return state;
    },
    async 'account.signOut'() {
      const state = await account.signOut();
      notify('account.changed', state);
      return state;
    },
    'account.offer': () => account.offer(),
    'platform.reachable': () => reach.state(),

    'settings.get': () => store.settings.get(),
    'settings.change'(change) {
      const settings = store.settings.change(change);
      notify('settings.changed', settings);
      opening.awake();
      return settings;
    },

    'visits.list': () => visits.list(),
    'visits.get': ({ id }) => visits.show(id),
    'visits.rename'({ id, patient }) {
      const row = known(id);
      // Once it is signed, a note belongs to its patient: `notes.correctPatient` makes a new version, to be signed again.
      if (!allows(row.state, 'rename') || row.cameFrom === 'reviewed' || store.signatures.has(id)) {
        throw new Failure(
          'refused',
          'This visit is signed: its patient can no longer be changed.',
          { detail: 'already-signed' },
        );
      }
      store.visits.change(id, row.rev, { details: { ...row.details, patient } });
      visits.changed(id);
      return visits.show(id);
    },
    'visits.consent'({ id, agreed }) {
      const row = known(id);
      store.visits.change(id, row.rev, {
        details: { ...row.details, consentAt: agreed ? ports.clock.now() : undefined },
      });
      visits.changed(id);
      return visits.show(id);
    },
    'notes.get'({ id }) {
      const row = known(id);
      try {
        return store.notes.get(row.id);
      } catch (error) {
        if (asFailure(error).detail !== 'row-damaged') throw error;
        outbox.fetchAgain(id);
        throw new Failure(
          'busy',
          'This note was damaged on the disk. Scriba fetches it from the platform again.',
          { detail: 'note-damaged', cause: error },
        );
      }
    },

    'recordings.start': (setup) => toPage(recordings.start(setup)),
    'recordings.append': ({ id, firstSample, audio }) => recordings.append(id, firstSample, audio),
    'recordings.mark': ({ id, kind, sample, text }) => recordings.mark(id, { kind, sample, text }),
    'recordings.finish': ({ id, samples }) =>
      !vault.isOpen() && recordings.finishLocked(id, samples)
        ? visits.show(id)
        : sent(recordings.finish(id, samples)),
    'recordings.discard': ({ id }) => toPage(recordings.discard(id)),
    'recordings.undoDiscard': ({ id }) => sent(recordings.undoDiscard(id)),
    'recordings.unfinished': () => recordings.unfinished(),
    'recordings.goOn'({ id }) {
      const { row, samples } = recordings.goOn(id);
      return { visit: toPage(row), samples };
    },
    'recordings.finishUnfinished': ({ id }) => sent(recordings.finishUnfinished(id)),

    'imports.begin': ({ setup, name, size }) => imports.begin(setup, { name, size }),
    'imports.append': ({ importId, offset, bytes }) => imports.append(importId, offset, bytes),
    'imports.finish': async ({ importId }) => sent(await imports.finish(importId)),
    'imports.cancel': ({ importId }) => imports.cancel(importId),

    async 'visits.saveAll'({ id }) {
      const { save } = ports;
      if (!save)
        throw new Failure('missing', 'This Scriba has no way to hand over a file.', {
          detail: 'cannot-save',
        });
      const visit = toPage(known(id));
      const note = store.notes.get(id);
      const { files, damaged } = await recordings.sound(id);
      if (files.length === 0 && !note)
        throw new Failure('missing', 'There is neither sound nor a note of this visit.', {
          detail: 'nothing-to-save',
        });
      const { name, contentType, bytes } = wholeVisit({
        visit,
        note,
        desk: desk.saved(id),
        ...(note && madeOf(notes, id)),
        sound: files,
        damaged,
        now: ports.clock.now(),
      });
      return save(name, contentType, bytes);
    },

    'outbox.retry': ({ id }) => toPage(outbox.retry(known(id).id)),
    'outbox.sendNow': () => outbox.sendNow(),

    'audit.list': () => auditList(store, ports.clock.now()),
    'diagnostics.get': () => ({
      text: describe({
        ports,
        store,
        log,
        offset,
        vault: vault.state,
        account: account.state,
        room: recordings.room,
        conditions: health.list,
      }),
    }),

    ...createPlatformHandlers(platformDeps),

    'disk.room'() {
      try {
        return { seconds: recordings.room() };
      } catch (error) {
        throw new Failure('broken', 'The disk does not say how much room it has.', {
          detail: 'disk-unknown',
          cause: asFailure(error),
        });
      }
    },

    ...createUsersHandlers({ platform }),
    ...createOrdersHandlers({ platform, store, vault, ports }),
    ...createDocumentHandlers({ documents, ports }),
    ...createEnvelopeHandlers({ platform, sealedFamilies }),
    ...createTerminologyHandlers({ codeLists }),
    ...createEvidenceHandlers({ notes, store, evidence, listening }),
    ...createExportsHandlers({ delivery }),
    ...createNoteHandlers({ notes, rearranging, visits, wake: outbox.wake }),
  };
}

/** What cannot be read of it must not keep the rest from being saved; the index says so. */
function madeOf(notes: NotesPart, id: string): Pick<WholeVisit, 'branches' | 'signed' | 'unread'> {
  try {
    return { branches: notes.state(id).branches, signed: notes.signed(id) };
  } catch (error) {
    if (asFailure(error).detail !== 'row-damaged') throw error;
    return { unread: true };
  }
}

const MOST_ENTRIES = 500;

/** Newest first; one that was tampered with says so before anything else. */
function auditList(store: Store, now: number): AuditEntry[] {
  const entries = store.audit.list(MOST_ENTRIES);
  return store.audit.verify().state === 'whole'
    ? entries
    : [{ at: now, what: 'damage-found' as const, who: 'scriba' }, ...entries].slice(
        0,
        MOST_ENTRIES,
      );
}
