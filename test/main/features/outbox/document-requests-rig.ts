/** Requests for further documents over a real store, with a clock that is held and answers that are given. */
import path from 'node:path';
import { createAdditionalDocuments } from '../../../../main/features/outbox/additional-documents.ts';
import type { RequestedDocument } from '../../../../main/infrastructure/platform/transcription/transaction-status.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import { details, putState, temporaryFolder, testCipher, visit } from '../../../support/rows.ts';

export const document = (templateId: string, over: Partial<NoteDocument> = {}): NoteDocument => ({
  templateId,
  name: templateId,
  kind: 'text',
  status: 'success',
  text: 't',
  errors: [],
  warnings: [],
  ...over,
});
export type Answer = RequestedDocument | Failure;
export const offline = () => new Failure('offline', 'It did not work.', { detail: 'not-sent' });

export function rig(
  answer: (documentId: string) => Answer | Promise<Answer> = () => ({ kind: 'working' }),
) {
  const clock = heldClock();
  const cipher = testCipher();
  const store = createStore({
    file: path.join(temporaryFolder(), 'scriba.db'),
    seal: () => cipher,
  });
  for (const id of ['a', 'b']) {
    store.visits.insert(visit(id, { details: details({ outputLanguage: 'en-IN' }) }));
    putState(store, id, { state: 'ready' });
    store.notes.put({ visitId: id, documents: [document('note')], receivedAt: 1, practice: true });
  }
  const asked: string[] = [];
  const looked: [id: string, at: number][] = [];
  const changed: string[] = [];
  const fail: { request?: Failure; listed?: { id: string; templateId: string }[] } = {};
  const deps = {
    clock,
    store,
    random: { fraction: () => 0.5, bytes: () => Buffer.alloc(0), uuid: () => '' },
    changed: (id: string) => void changed.push(id),
    transcription: {
      requestDocument: async (transactionId: string, templateId: string, language: string) => {
        asked.push(`${transactionId} ${templateId} ${language}`);
        if (fail.request) throw fail.request;
        const again = asked.filter((one) => one === asked.at(-1)).length;
        return `${transactionId}-${templateId}-${language}${again > 1 ? ` ${again}` : ''}`;
      },
      documentStatus: async (_transactionId: string, documentId: string) => {
        looked.push([documentId, clock.monotonic()]);
        const told = await answer(documentId);
        if (told instanceof Failure) throw told;
        return told;
      },
      sessionDetails: async () => ({
        userStatus: '',
        files: [],
        documents: (fail.listed ?? []).map((one) => ({ ...one, name: '', status: '' })),
      }),
    },
  };
  const make = () => createAdditionalDocuments(deps);
  const documents = make();
  documents.start();
  const rest = async () => {
    for (let turn = 0; turn < 50; turn++) await undefined;
  };
  return {
    clock,
    store,
    asked,
    looked,
    changed,
    fail,
    documents,
    make,
    rest,
    async pass(ms: number) {
      for (const end = clock.monotonic() + ms; clock.monotonic() < end; ) {
        await rest();
        clock.advance(Math.min(100, end - clock.monotonic()));
      }
      await rest();
    },
    here: (id: string) => store.notes.get(id)!.documents.map(({ templateId }) => templateId),
  };
}
