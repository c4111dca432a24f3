/** What each request of the contract does: one line a row, or a few. */
import type { Consultation } from '../shared/consultation.ts';
import type { Handlers, Notify } from '../shared/contract.ts';
import { asFailure, Failure } from '../shared/failure.ts';
import type { AccountPart } from './account/account.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Outside } from './outside.ts';
import type { Recordings } from './recordings/recordings.ts';
import { present } from './store/present.ts';
import type { ConsultationRow } from './store/rows.ts';
import type { Store } from './store/store.ts';
import type { Vault } from './vault/vault.ts';

export type HandlersNeeds = {
  readonly outside: Outside;
  readonly vault: Vault;
  readonly store: Store;
  readonly account: AccountPart;
  readonly recordings: Recordings;
  readonly outbox: Outbox;
  readonly notify: Notify;
  readonly changed: (id: string) => void;
  readonly afterOpening: () => Promise<void>;
  readonly show: (id: string) => Consultation;
};

/** From `reviewed` on a note belongs to its patient for good. */
const RENAMEABLE = ['draft', 'recording', 'sealed', 'prepared', 'uploading', 'committing', 'processing', 'ready', 'partial', 'attention', 'discarded'];

export function createHandlers({ outside, vault, store, account, recordings, outbox, notify, changed, afterOpening, show }: HandlersNeeds): Handlers {
  const toPage = (row: ConsultationRow) => present(row, store);
  const known = (id: string): ConsultationRow => {
    const row = store.consultations.get(id);
    if (!row) throw new Failure('missing', 'There is no such visit on this computer.', { detail: 'no-consultation' });
    return row;
  };
  /** A sealed recording goes on its way at once. */
  const sent = (row: ConsultationRow): Consultation => {
    outbox.wake(row.id);
    return toPage(row);
  };

  return {
    'app.info': () => ({ version: outside.version, profile: outside.profile, practiceOffered: outside.practice !== undefined, host: outside.host }),
    'profile.choose': () => {
      throw new Failure('broken', 'The host chooses the profile.');
    },

    'vault.state': () => vault.state(),
    async 'vault.create'(choice) {
      if (choice.kind === 'practice' && outside.profile !== 'practice') {
        throw new Failure('refused', 'A key in a plain file is for practice only. Use the keychain or a passphrase.', { detail: 'practice-only' });
      }
      await vault.create(choice);
      await afterOpening();
    },
    async 'vault.unlock'({ passphrase }) {
      await vault.open(passphrase);
      await afterOpening();
      return vault.state();
    },

    'account.state': () => account.state(),
    async 'account.signIn'({ clientSecret, ...address }) {
      const state = await account.signIn(address, clientSecret);
      notify('account.changed', state);
      outbox.wake();
      return state;
    },
    async 'account.signOut'() {
      const state = await account.signOut();
      notify('account.changed', state);
      return state;
    },
    'account.offer': () => account.offer(),

    'settings.get': () => store.settings.get(),
    'settings.change'(change) {
      const settings = store.settings.change(change);
      notify('settings.changed', settings);
      return settings;
    },

    'consultations.list': () => store.consultations.list().map(toPage),
    'consultations.get': ({ id }) => toPage(known(id)),
    'consultations.rename'({ id, patient }) {
      const row = known(id);
      if (!RENAMEABLE.includes(row.state)) {
        throw new Failure('refused', 'This visit is signed: its patient can no longer be changed.', { detail: 'already-signed' });
      }
      store.consultations.change(id, row.rev, { details: { ...row.details, patient } });
      changed(id);
      return show(id);
    },
    'notes.get': ({ id }) => store.notes.get(known(id).id),

    'recordings.start': (setup) => toPage(recordings.start(setup)),
    'recordings.append': ({ id, firstSample, audio }) => recordings.append(id, firstSample, audio),
    'recordings.mark': ({ id, kind, sample, text }) => recordings.mark(id, { kind, sample, text }),
    'recordings.finish': ({ id, samples }) => sent(recordings.finish(id, samples)),
    'recordings.discard': ({ id }) => toPage(recordings.discard(id)),
    'recordings.undoDiscard': ({ id }) => sent(recordings.undoDiscard(id)),
    'recordings.unfinished': () => recordings.unfinished(),
    'recordings.goOn'({ id }) {
      const { row, samples } = recordings.goOn(id);
      return { consultation: toPage(row), samples };
    },
    'recordings.finishUnfinished': ({ id }) => sent(recordings.finishUnfinished(id)),

    'outbox.retry': ({ id }) => toPage(outbox.retry(known(id).id)),
    'outbox.sendNow': () => outbox.sendNow(),

    'disk.room'() {
      try {
        return { seconds: recordings.room() };
      } catch (error) {
        throw new Failure('broken', 'The disk does not say how much room it has.', { detail: 'disk-unknown', cause: asFailure(error) });
      }
    },
  };
}
