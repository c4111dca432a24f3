/**
 * Requests about visits as the platform has them: its history, documents asked for later, taking a
 * visit back.
 */
import type { Handlers } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import type { AdditionalDocuments } from '../../features/outbox/additional-documents.ts';
import type { Recordings } from '../../features/recordings/recordings.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { Visits } from '../visits.ts';

export type HistoryRequests =
  | (`history.${string}` & keyof Handlers)
  | 'notes.ask'
  | 'notes.asked'
  | 'outbox.cancel';

export type HistoryHandlersDeps = {
  readonly store: Pick<Store, 'transactions' | 'visits'>;
  readonly visits: Visits;
  readonly platform: Pick<Platform, 'history' | 'transcription'>;
  readonly additionalDocuments: AdditionalDocuments;
  readonly recordings: Pick<Recordings, 'discard'>;
  readonly cancel: (id: string, discard: (id: string) => void) => Promise<void>;
};

/** States in which a visit is over here: it has its note, or it was discarded. */
const ARCHIVABLE = ['ready', 'partial', 'reviewed', 'purged', 'discarded'];

export function createHistoryHandlers(deps: HistoryHandlersDeps): Pick<Handlers, HistoryRequests> {
  const { visits, platform, additionalDocuments, recordings, cancel } = deps;
  const { history, transcription } = platform;
  return {
    'history.list': async ({ count }) =>
      (await history.list(count)).map((past) => ({
        ...past,
        id: localId(deps, past.transactionId),
      })),
    async 'history.details'({ transactionId }) {
      const { userStatus, files, documents } = await transcription.sessionDetails(transactionId);
      return { userStatus, files: files.length, documents };
    },
    'history.document': ({ documentId }) => history.document(documentId),
    'history.archive': ({ transactionId }) => archive(deps, transactionId),

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

const localId = ({ store }: HistoryHandlersDeps, transactionId: string) =>
  store.transactions.get(transactionId)?.visitId ?? store.visits.idOf(transactionId);

async function archive(deps: HistoryHandlersDeps, transactionId: string): Promise<void> {
  const id = localId(deps, transactionId);
  // The platform does not know an archived visit any more, and it would be sent anew.
  if (id !== undefined && !ARCHIVABLE.includes(deps.visits.show(id).state))
    throw new Failure(
      'refused',
      'This visit is still on its way here. Archive it when its note has come.',
      { detail: 'still-on-its-way' },
    );
  await deps.platform.history.archive(transactionId);
}
