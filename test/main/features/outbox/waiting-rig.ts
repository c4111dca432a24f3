/** The outbox over a real store, with a clock that is held and a platform whose answers are given. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { createOutbox } from '../../../../main/features/outbox/outbox.ts';
import type { Status } from '../../../../main/infrastructure/platform/transcription/transaction-status.ts';
import type { Transcription } from '../../../../main/infrastructure/platform/transcription/transcription.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../shared/failure.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import { details, temporaryFolder, testCipher, uploadPart, visit } from '../../../support/rows.ts';

export const BYTES = Buffer.from('audio');
export const SHA = createHash('sha256').update(BYTES).digest('hex');
export const good: Status = {
  kind: 'done',
  documents: [
    {
      templateId: 'a',
      name: 'A',
      kind: 'text',
      status: 'success',
      text: 't',
      errors: [],
      warnings: [],
    },
  ],
  additional: {},
};
type Calls = Pick<Transcription, 'presign' | 'uploadFile' | 'companion' | 'init' | 'status'>;

/** `giveWay`, `prepare`: as the outbox has them. */
export function rig(
  calls: Partial<Calls> = {},
  {
    giveWay,
    prepare = async () => {},
  }: { giveWay?: () => Promise<void>; prepare?: (id: string) => Promise<void> } = {},
) {
  const clock = heldClock();
  const cipher = testCipher();
  let locked = false;
  const seal = () => {
    if (locked) throw new Failure('locked', 'no key', { detail: 'passphrase-needed' });
    return cipher;
  };
  const store = createStore({ file: path.join(temporaryFolder(), 'scriba.db'), seal });
  const seen: [name: string, id: string][] = [];
  /** Transactions that the platform was asked about. */
  const asked: string[] = [];
  const changed: string[] = [];
  const reached: boolean[] = [];
  const transcription: Calls = {
    presign: async (id) => {
      seen.push(['presign', id]);
      return { url: 'https://store/', folder: `${id}/`, fields: {} };
    },
    uploadFile: async (_form, file) => {
      for await (const piece of file.open()) void piece;
    },
    companion: async () => {},
    init: async (id) => {
      seen.push(['init', id]);
      return 'accepted';
    },
    ...calls,
    // Of what was never begun the platform knows nothing.
    status: async (id) => {
      asked.push(id);
      return (store.transactions.get(id)?.commitAttempts ?? 0) === 0
        ? { kind: 'unknown' }
        : (calls.status?.(id) ?? good);
    },
  };
  const outbox = createOutbox({
    clock,
    store,
    transcription,
    profile: 'clinic',
    changed: (id) => void changed.push(id),
    reachable: (now) => void reached.push(now),
    ...(giveWay && { giveWay }),
    prepare,
    reference: (parts) => parts.join(),
    random: { fraction: () => 0.5, bytes: () => Buffer.alloc(0), uuid: () => '' },
    async *openUpload() {
      yield BYTES;
    },
  });
  const commit = async () => {
    for (let i = 0; i < 400; i++) await undefined;
  };
  return {
    clock,
    store,
    outbox,
    seen,
    asked,
    changed,
    reached,
    commit,
    lock(now: boolean) {
      locked = now;
    },
    add(id: string, state: 'sealed' | 'prepared' | 'processing' = 'prepared') {
      store.visits.insert(visit(id, { state, details: details({ templates: ['a'] }) }));
      store.uploads.put(uploadPart(id, 1, { bytes: BYTES.length, sha256: SHA }));
      if (state === 'processing')
        store.transactions.put({
          transactionId: `txn-${id}`,
          visitId: id,
          epoch: 1,
          commitAttempts: 1,
          committedAt: clock.now(),
          status: 'committed',
        });
    },
    state: (id: string) => store.visits.get(id)!,
    async pass(ms: number) {
      for (const end = clock.monotonic() + ms; clock.monotonic() < end; ) {
        await commit();
        clock.advance(Math.min(1000, end - clock.monotonic()));
      }
      await commit();
    },
  };
}
