/** What the requests about the platform itself do: sign-in by token, platform profile, templates, history, further documents. */
import type { Handlers, Notify } from '../../../shared/contract/contract.ts';
import type { platformRequests } from '../../../shared/contract/platform.ts';
import { Failure } from '../../../shared/failure.ts';
import { defaultSettings } from '../../../shared/model/settings.ts';
import type { AccountPart } from '../../features/account/account.ts';
import type { PlatformProfilePart } from '../../features/account/platform-profile.ts';
import type { AdditionalDocuments } from '../../features/outbox/additional-documents.ts';
import type { Recordings } from '../../features/recordings/recordings.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';
import type { Ports } from '../../infrastructure/ports.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { Visits } from '../visits.ts';

export type PlatformHandlersDeps = {
  readonly ports: Pick<Ports, 'save'>;
  readonly store: Store;
  readonly account: AccountPart;
  readonly profile: PlatformProfilePart;
  readonly platform: Platform;
  readonly additionalDocuments: AdditionalDocuments;
  readonly recordings: Pick<Recordings, 'discard'>;
  readonly visits: Visits;
  readonly notify: Notify;
  readonly cancel: (id: string, discard: (id: string) => void) => Promise<void>;
  /** Something changed for the better: what waits looks again. */
  readonly wake: () => void;
};

/** What is over here: it has its note, or nobody wants it. */
const archivable = ['ready', 'partial', 'reviewed', 'purged', 'discarded'];

export function createPlatformHandlers({
  ports,
  store,
  account,
  profile,
  platform,
  additionalDocuments,
  recordings,
  visits,
  notify,
  cancel,
  wake,
}: PlatformHandlersDeps): Pick<Handlers, keyof typeof platformRequests> {
  const localOf = (transactionId: string): string | undefined =>
    store.transactions.get(transactionId)?.visitId ??
    visits.list().find((visit) => visit.transactionId === transactionId)?.id;

  /** A template that is gone can no longer be what a new visit begins with. */
  function forget(templateId: string): void {
    const { visit } = store.settings.get();
    if (!visit.templates.includes(templateId)) return;
    const left = visit.templates.filter((id) => id !== templateId);
    notify(
      'settings.changed',
      store.settings.change({
        visit: { ...visit, templates: left.length > 0 ? left : defaultSettings.visit.templates },
      }),
    );
  }

  return {
    async 'account.signInWithToken'({ token, ...address }) {
      const state = await account.useToken(address, token);
      notify('account.changed', state);
      wake();
      return state;
    },
    async 'account.setBusinessToken'({ token }) {
      const state = await account.setBusinessToken(token);
      notify('account.changed', state);
      return state;
    },
    'account.who': () => platform.account.whoAmI(),

    'platform.profile': () => profile.get(),
    'platform.changeProfile': (change) => profile.change(change),
    'platform.exportProfile'() {
      const { save } = ports;
      if (!save)
        throw new Failure('missing', 'This Scriba has no way to hand over a file.', {
          detail: 'cannot-save',
        });
      const { name, text } = profile.file();
      return save(name, 'application/json', once(Buffer.from(text)));
    },
    'platform.importProfile': ({ text }) => profile.take(text),
    'platform.discover': () => platform.discovery.ask(),

    'templates.list': () => platform.templates.list(),
    async 'templates.create'(form) {
      await platform.templates.create(form);
      return platform.templates.list();
    },
    async 'templates.change'({ id, ...form }) {
      await platform.templates.change(id, form);
      return platform.templates.list();
    },
    async 'templates.remove'({ id }) {
      await platform.templates.remove(id);
      forget(id);
      return platform.templates.list();
    },

    'history.list': async ({ count }) =>
      (await platform.history.list(count)).map((past) => ({
        ...past,
        id: localOf(past.transactionId),
      })),
    async 'history.details'({ transactionId }) {
      const { userStatus, files, documents } =
        await platform.transcription.sessionDetails(transactionId);
      return { userStatus, files: files.length, documents };
    },
    'history.document': ({ documentId }) => platform.history.document(documentId),
    async 'history.archive'({ transactionId }) {
      const id = localOf(transactionId);
      // Archived, the platform would say that it never heard of it, and it would be sent anew.
      if (id !== undefined && !archivable.includes(visits.show(id).state))
        throw new Failure(
          'refused',
          'This visit is still on its way here. Archive it when its note has come.',
          { detail: 'still-on-its-way' },
        );
      await platform.history.archive(transactionId);
    },

    async 'notes.ask'({ id, template, ...how }) {
      await additionalDocuments.requestDocument(id, template, how);
      return additionalDocuments.requests(id);
    },
    'notes.asked': ({ id }) => additionalDocuments.requests(id),

    async 'outbox.cancel'({ id }) {
      await cancel(id, recordings.discard);
      visits.changed(id);
      return visits.show(id);
    },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
