/** One visit in a real store, and a platform whose every answer is given. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect } from 'vitest';
import {
  createExecutor,
  type ExecutorDeps,
  type Outcome,
  type RetryContext,
} from '../../../../main/features/outbox/executor.ts';
import type { Progress } from '../../../../main/features/outbox/step.ts';
import type { Status } from '../../../../main/infrastructure/platform/transcription/transaction-status.ts';
import type { UploadForm } from '../../../../main/infrastructure/platform/transcription/upload.ts';
import type { TransactionRow } from '../../../../main/infrastructure/store/rows.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import type { VisitState } from '../../../../shared/model/visit.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import {
  details,
  putState,
  temporaryFolder,
  testCipher,
  uploadPart,
  visit,
} from '../../../support/rows.ts';

export const BYTES = Buffer.from('audio');
const SHA = createHash('sha256').update(BYTES).digest('hex');
export const OURS = { client_ref: `${SHA},${SHA} g1` };
export const THEIRS = { client_ref: 'another recording' };
export const document: NoteDocument = {
  templateId: 'a',
  name: 'A',
  kind: 'text',
  status: 'success',
  text: 't',
  errors: [],
  warnings: [],
};
export const working = (additional: Record<string, unknown> = {}): Status => ({
  kind: 'working',
  additional,
});
export const done = (additional = {}, documents = [document]): Status => ({
  kind: 'done',
  documents,
  additional,
});
export const form: UploadForm = { url: 'https://store/', folder: 'f/', fields: {} };

/** `status`, `init`, `presign`: what the platform says to each. */
export function rig({
  state = 'uploading',
  transaction = {},
  context = {},
  status = { kind: 'unknown' },
  init = 'accepted',
  presign = form,
  upload,
  wanted = () => true,
  over = {},
  parts = [1, 2],
  perhapsSent,
}: {
  state?: VisitState;
  transaction?: Partial<TransactionRow>;
  context?: Partial<RetryContext>;
  status?: Status;
  init?: 'accepted' | 'already' | 'dead';
  presign?: UploadForm;
  upload?: Failure;
  wanted?: () => boolean;
  over?: Parameters<typeof details>[0];
  parts?: number[];
  perhapsSent?: boolean;
} = {}) {
  const clock = heldClock();
  const cipher = testCipher();
  const store = createStore({
    file: path.join(temporaryFolder(), 'scriba.db'),
    seal: () => cipher,
  });
  store.visits.insert(visit('v', { details: details({ templates: ['a'], ...over }) }));
  putState(store, 'v', { state });
  for (const ordinal of parts)
    store.uploads.put(uploadPart('v', ordinal, { bytes: BYTES.length, sha256: SHA }));
  store.transactions.put({
    transactionId: 'txn-v',
    visitId: 'v',
    epoch: 1,
    commitAttempts: 0,
    status: 'open',
    folder: 'f/',
    uploadUrl: 'https://store/',
    ...transaction,
  });
  const calls: string[] = [];
  const heard: { presign?: unknown; init?: unknown } = {};
  const call = <T>(name: string, answer: T) => {
    calls.push(name);
    return Promise.resolve(answer);
  };
  const deps: ExecutorDeps = {
    clock,
    store,
    profile: 'practice',
    prepare: async () => void calls.push('prepare'),
    reference: (parts, generation) => `${parts.join()} ${generation}`,
    random: { fraction: () => 0.5, bytes: () => Buffer.alloc(0), uuid: () => '' },
    wanted,
    ...(perhapsSent !== undefined && { perhapsSent: async () => perhapsSent }),
    async *openUpload() {
      yield BYTES;
    },
    transcription: {
      presign: (_id, _visit, about) => {
        heard.presign = about;
        return call('presign', presign);
      },
      uploadFile: async (_form, { name, open }) => {
        for await (const piece of open()) void piece;
        calls.push(`upload ${name}`);
        if (upload) throw upload;
      },
      companion: () => call('companion', undefined),
      init: (_id, request) => {
        heard.init = request;
        // Counted before it is sent (R1).
        expect(store.transactions.get('txn-v')!.commitAttempts).toBeGreaterThan(0);
        return call('init', init);
      },
      status: () => call('status', status),
    },
  };
  const held: RetryContext = {
    tries: 0,
    polls: 0,
    formAt: 0,
    ranOut: false,
    earlier: false,
    form,
    ...context,
  };
  const row = () => store.visits.get('v')!;
  return {
    clock,
    store,
    calls,
    heard,
    context: held,
    row,
    execute: () => createExecutor(deps)(row(), held),
    transaction: (id = 'txn-v') => store.transactions.get(id),
    commit: (outcome: Outcome | undefined, next: VisitState = 'uploading') =>
      outcome?.commit?.({ state: next, attempts: 0 } satisfies Progress, row()),
  };
}
