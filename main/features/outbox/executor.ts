/**
 * Does the next thing for one visit, whatever its stored state says is next (R3), and tells what came of it.
 * What must be durable together with the new state is handed back as `settle`; what must be durable before an effect
 * is written here, just before it (R1).
 */
import { createHash } from 'node:crypto';
import { Failure } from '../../../shared/failure.ts';
import type { Profile } from '../../../shared/model/account/account.ts';
import type { NoteDocument } from '../../../shared/model/note/note.ts';
import { withMissing } from '../../infrastructure/platform/transcription/decode.ts';
import type { Status } from '../../infrastructure/platform/transcription/transaction-status.ts';
import type {
  CommitRequest,
  Transcription,
} from '../../infrastructure/platform/transcription/transcription.ts';
import type { UploadForm } from '../../infrastructure/platform/transcription/upload.ts';
import type { Clock, Random } from '../../infrastructure/ports.ts';
import type { TransactionRow, UploadPartRow, VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { VisitPatch } from '../../infrastructure/store/tables/visits.ts';
import { withFurther } from './additional-documents.ts';
import { nextTransactionId } from './next-transaction.ts';
import { FORM_GOOD_FOR, OFTEN_FOR } from './schedule.ts';
import { askedAgain, type OutboxEvent, type Progress } from './step.ts';

/** What is known of a visit while Scriba runs, and may be forgotten. Times are monotonic. */
export type RetryContext = {
  /** Failures in a row, holds counted too. */
  tries: number;
  polls: number;
  askedSince?: number | undefined;
  unknownSince?: number | undefined;
  form?: UploadForm | undefined;
  formAt: number;
  /** The permission has run out and no new one is here yet. */
  ranOut: boolean;
  /**
   * True for a visit of an earlier life of Scriba: its row may be older than what the platform has (database put back,
   * rebuilt, its log lost), so the platform is asked for each id before anything is sent under it (R4, P7).
   */
  readonly earlier: boolean;
  askedFor?: string | undefined;
  /** The folder in which that has happened before. */
  expiredIn?: string | undefined;
};

type Whose = 'ours' | 'theirs';

export type Outcome = {
  readonly event: OutboxEvent;
  /** Runs in the transaction that stores the new state, and may add to what is stored. `row`: as it is by then. */
  readonly commit?: (next: Progress, row: VisitRow) => VisitPatch | undefined;
};

export type ExecutorDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Store;
  readonly transcription: Pick<
    Transcription,
    'presign' | 'uploadFile' | 'companion' | 'init' | 'status'
  >;
  readonly prepare: (id: string) => Promise<void>;
  readonly openUpload: (part: UploadPartRow) => AsyncIterable<Uint8Array>;
  /** A keyed digest of these words, by the keys of that generation of the vault. */
  readonly reference: (parts: readonly string[], generation?: string) => string;
  readonly profile: Profile;
  /** Says whether the work is still wanted; an upload under way stops when not. */
  readonly wanted: () => boolean;
};

export type Executor = {
  /** Nothing comes back when somebody else has moved the row (preparing does). Throws what the platform and the recordings throw. */
  (row: VisitRow, memory: RetryContext): Promise<Outcome | undefined>;
};

export function createExecutor({
  clock,
  store,
  transcription,
  prepare,
  openUpload,
  reference,
  profile,
  wanted,
}: ExecutorDeps): Executor {
  const transactionOf = (row: VisitRow) => presentTransaction(store, row);

  async function sealed(row: VisitRow): Promise<undefined> {
    await prepare(row.id);
    if (wanted() && store.visits.get(row.id)?.state === 'sealed')
      throw new Failure(
        'broken',
        'The recording could not be made ready for sending. It is safe here.',
        { detail: 'not-prepared' },
      );
  }

  async function prepared(row: VisitRow, memory: RetryContext): Promise<Outcome> {
    const transaction = transactionOf(row);
    return (
      (await askFirst(row, transaction, memory, transaction.commitAttempts > 0)) ??
      presign(row, transaction, memory)
    );
  }

  async function askFirst(
    row: VisitRow,
    transaction: TransactionRow,
    memory: RetryContext,
    sentBefore: boolean,
  ): Promise<Outcome | undefined> {
    const unsure = memory.earlier && memory.askedFor !== row.transactionId;
    if (!unsure && !sentBefore) return undefined;
    // An answer that does not say whose it is may be anything that stands in between; then init decides, which is safe to repeat.
    const known = await askWhetherKnown(row, transaction, 'init-decides');
    memory.askedFor = row.transactionId;
    return known;
  }

  /** All parts of a commit lie in one folder: another folder is another epoch, and every part goes again. */
  async function presign(
    row: VisitRow,
    transaction: TransactionRow,
    memory: RetryContext,
  ): Promise<Outcome> {
    const { folder, uploadUrl } = transaction;
    const parts = store.uploads.list(row.id);
    const form = await transcription.presign(row.transactionId, row.details, {
      additional: additionalOf(row, parts),
      folder,
      largest: Math.max(0, ...parts.map(({ bytes }) => bytes)),
    });
    if (form.alreadyCommitted)
      return (
        (await askWhetherKnown(
          row,
          { ...transaction, folder: form.folder, uploadUrl: form.url },
          memory.earlier || transaction.commitAttempts > 0 ? 'ours' : 'theirs',
        )) ?? { event: { type: 'conflict' } }
      );
    const same = form.folder === folder && form.url === uploadUrl;
    // Once a permission ran out in this folder all parts go again, but not each time: a slow line would never come to an end.
    const ranOut = memory.ranOut && memory.expiredIn !== folder;
    const epoch = same && !ranOut ? transaction.epoch : transaction.epoch + 1;
    return {
      event: { type: 'presigned' },
      commit() {
        store.transactions.put({ ...transaction, epoch, folder: form.folder, uploadUrl: form.url });
        if (ranOut) memory.expiredIn = form.folder;
        memory.ranOut = false;
        memory.form = form;
        memory.formAt = clock.monotonic();
        return undefined;
      },
    };
  }

  async function uploading(row: VisitRow, memory: RetryContext): Promise<Outcome> {
    const transaction = transactionOf(row);
    const known = await askFirst(row, transaction, memory, false);
    if (known) return known;
    const parts = partsOf(row);
    if (parts.length === 0)
      throw new Failure(
        'broken',
        'The files made for sending are not there any more. The recording is safe here.',
        { detail: 'no-parts' },
      );
    const part = parts.find(
      ({ uploadedEpoch }) =>
        transaction.folder === undefined || uploadedEpoch !== transaction.epoch,
    );
    const companion = store.settings.get().upload.companionFile;
    if (!part && !companion) return { event: { type: 'all-uploaded' } };

    const { form } = memory;
    if (
      !form ||
      form.folder !== transaction.folder ||
      clock.monotonic() - memory.formAt > (form.goodFor ?? FORM_GOOD_FOR)
    )
      return presign(row, transaction, memory);
    try {
      if (!part) {
        await transcription.companion(form, row.transactionId, begin(row, transaction, parts));
        return { event: { type: 'all-uploaded' } };
      }
      await transcription.uploadFile(form, {
        name: part.name,
        contentType: part.contentType,
        bytes: part.bytes,
        open: () => asMade(part, openUpload(part), wanted),
      });
    } catch (error) {
      // After a new sign-in, a new permission: the store may have refused the old one for its own sake.
      if (error instanceof Failure && error.code === 'signed-out') memory.form = undefined;
      if (error instanceof Failure && error.detail === 'upload-expired') {
        memory.form = undefined;
        memory.ranOut = true;
      }
      throw error;
    }
    return {
      event: { type: 'part-uploaded' },
      commit: () => void store.uploads.markUploaded(part.fileId, transaction.epoch),
    };
  }

  function begin(
    row: VisitRow,
    { folder = '', uploadUrl = '' }: TransactionRow,
    parts: readonly UploadPartRow[],
  ): CommitRequest {
    return {
      visit: row.details,
      uploadUrl,
      folder,
      files: parts.map(({ name }) => name),
      additional: additionalOf(row, parts),
    };
  }

  function additionalOf(
    row: VisitRow,
    parts: readonly UploadPartRow[],
  ): CommitRequest['additional'] {
    const { practiceCase } = row.details;
    return {
      client_ref: referenceOf(row, parts),
      ...(practiceCase === undefined ? {} : { practice_consultation: practiceCase }),
    };
  }

  const named = (parts: readonly UploadPartRow[]) =>
    reference(
      parts.map(({ sha256 }) => sha256),
      parts[0]?.generation,
    );
  const referenceOf = (
    row: VisitRow,
    parts: readonly UploadPartRow[] = store.uploads.list(row.id),
  ) => row.details.clientRef ?? named(parts);

  /** The parts as they were prepared: none missing, none in another's place. Throws `broken` / `parts-mixed-up`. */
  function partsOf(row: VisitRow): UploadPartRow[] {
    const parts = store.uploads.list(row.id);
    if (
      parts.length === 0 ||
      row.details.clientRef === undefined ||
      named(parts) === row.details.clientRef
    )
      return parts;
    throw new Failure(
      'broken',
      'The list of the files made for sending is damaged. The recording is safe here.',
      { detail: 'parts-mixed-up' },
    );
  }

  async function committing(row: VisitRow, memory: RetryContext): Promise<Outcome> {
    const transaction = transactionOf(row);
    const sentBefore = transaction.commitAttempts > 0;
    const known = await askFirst(row, transaction, memory, sentBefore);
    if (known) return known;
    const parts = partsOf(row);
    if (!wanted()) throw closing();
    const attempted = { ...transaction, commitAttempts: transaction.commitAttempts + 1 };
    store.transactions.put(attempted);
    const answer = await transcription.init(row.transactionId, begin(row, transaction, parts));
    if (answer === 'dead') return dead(row, attempted);
    if (answer === 'accepted') return accepted(row, attempted, 'committed');
    // Begun before: by us, if we sent it earlier or may have and do not remember; else by somebody else.
    const ours = sentBefore || memory.earlier;
    return (
      (await askWhetherKnown(row, attempted, ours ? 'ours' : 'theirs')) ??
      (ours ? accepted(row, attempted, 'begun-before') : { event: { type: 'conflict' } })
    );
  }

  /** R4. Undefined: the platform does not know it. `unsaid`: what to believe of a transaction that does not say whose it is. */
  async function askWhetherKnown(
    row: VisitRow,
    transaction: TransactionRow,
    unsaid: Whose | 'init-decides',
  ): Promise<Outcome | undefined> {
    const said = await transcription.status(row.transactionId, transaction.folder);
    if (said.kind === 'unknown') return undefined;
    if (said.kind === 'dead') return dead(row, transaction);
    const whose = whoseIs(row, said) ?? unsaid;
    if (whose === 'init-decides') return undefined;
    return whose === 'ours'
      ? accepted(row, transaction, 'begun-before')
      : { event: { type: 'conflict' } };
  }

  function whoseIs(row: VisitRow, said: Status): Whose | undefined {
    const reference = 'additional' in said ? said.additional?.client_ref : undefined;
    return reference === undefined ? undefined : reference === referenceOf(row) ? 'ours' : 'theirs';
  }

  function accepted(
    row: VisitRow,
    transaction: TransactionRow,
    type: 'committed' | 'begun-before',
  ): Outcome {
    return {
      event: { type },
      commit(_next, { details }) {
        const now = clock.now();
        store.transactions.put({ ...transaction, status: 'committed', committedAt: now });
        return {
          details: { ...details, sentAt: details.sentAt ?? now, clientRef: referenceOf(row) },
        };
      },
    };
  }

  /** The old transaction dies and the new one is born in the same moment. */
  function dead(row: VisitRow, transaction: TransactionRow): Outcome {
    const times =
      store.transactions.list(row.id).filter(({ status }) => status === 'dead').length + 1;
    return {
      event: { type: 'dead', times },
      commit(next) {
        if (next.state !== 'attention') return newTransaction(store, row, transaction);
        store.transactions.put({ ...transaction, status: 'dead' });
        return undefined;
      },
    };
  }

  async function processing(row: VisitRow, memory: RetryContext): Promise<Outcome> {
    const transaction = transactionOf(row);
    const said = await transcription.status(row.transactionId, transaction.folder);
    const now = clock.monotonic();
    // The wall clock only helps after a restart, and cannot make it look older than "often".
    memory.askedSince ??=
      now -
      Math.min(Math.max(clock.now() - (transaction.committedAt ?? clock.now()), 0), OFTEN_FOR);
    memory.polls += 1;
    if (said.kind !== 'unknown') memory.unknownSince = undefined;
    switch (said.kind) {
      case 'working':
        return {
          event: { type: 'working', polls: memory.polls, elapsed: now - memory.askedSince },
        };
      case 'unknown':
        memory.unknownSince ??= now;
        return {
          event: { type: 'unknown', polls: memory.polls, elapsed: now - memory.unknownSince },
        };
      case 'dead':
        return dead(row, transaction);
      case 'failed':
        if (!said.final && askedAgain({ ...row, trouble: row.details.trouble }))
          return dead(row, transaction);
        return { event: { type: 'ended', ...said, tries: memory.tries } };
      case 'done':
      case 'partial':
        if (whoseIs(row, said) === 'theirs') return { event: { type: 'conflict' } };
        return finished(
          row,
          said.kind === 'partial',
          withMissing(said.documents, row.details.templates),
          memory,
        );
    }
  }

  function finished(
    row: VisitRow,
    partial: boolean,
    documents: NoteDocument[],
    memory: RetryContext,
  ): Outcome {
    if (!documents.some(({ text }) => text !== undefined)) {
      const reasons = [...new Set(documents.flatMap(({ errors }) => errors))]
        .slice(0, 3)
        .join('; ')
        .slice(0, 300);
      const message = `The platform could not make a note of this recording${reasons && `: ${reasons}`}. The recording is safe here; listen to it, or try again.`;
      return {
        event: {
          type: 'ended',
          final: true,
          code: 'templates-failed',
          message,
          tries: memory.tries,
        },
      };
    }
    return {
      event: {
        type: 'finished',
        partial: partial || documents.some(({ status }) => status !== 'success'),
      },
      commit(_next, { details }) {
        const now = clock.now();
        store.notes.put({
          visitId: row.id,
          documents: withFurther(documents, store, row.id),
          receivedAt: now,
          practice: profile === 'practice',
        });
        return { details: { ...details, readyAt: now } };
      },
    };
  }

  const byState = { sealed, prepared, uploading, committing, processing };
  return async (row, memory) => {
    const doing = byState[row.state as keyof typeof byState];
    try {
      return await doing(row, memory);
    } catch (error) {
      if (error instanceof Failure && error.detail === 'transaction-dead')
        return dead(row, transactionOf(row));
      throw error;
    }
  };
}

/** Before its first step a transaction has no row yet. */
export const presentTransaction = (store: Store, { id, transactionId }: VisitRow): TransactionRow =>
  store.transactions.get(transactionId) ?? {
    transactionId,
    visitId: id,
    epoch: 0,
    commitAttempts: 0,
    status: 'open',
  };

/** Declares the transaction dead and gives the visit a new one. Epochs count on, so that no part seems uploaded to it. */
export function newTransaction(store: Store, row: VisitRow, old: TransactionRow): VisitPatch {
  const transactionId = nextTransactionId(old.transactionId);
  store.transactions.put({ ...old, status: 'dead' });
  store.transactions.put({
    transactionId,
    visitId: row.id,
    epoch: old.epoch + 1,
    commitAttempts: 0,
    status: 'open',
  });
  return { transactionId };
}

const closing = () => new Failure('busy', 'Scriba is closing.', { detail: 'closing' });

/** The bytes, checked against what was written down when they were made (D9), before the last of them is sent. */
async function* asMade(
  { bytes, sha256 }: UploadPartRow,
  stream: AsyncIterable<Uint8Array>,
  wanted: () => boolean,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let last: Uint8Array | undefined;
  let length = 0;
  for await (const piece of stream) {
    if (!wanted()) throw closing();
    digest.update(piece);
    length += piece.length;
    if (last) yield last;
    last = piece;
  }
  if (length !== bytes || digest.digest('hex') !== sha256)
    throw new Failure(
      'broken',
      'A file of this recording is not what it was when it was made. It is kept as it is.',
      { detail: 'part-damaged' },
    );
  if (last) yield last;
}
