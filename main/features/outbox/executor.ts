/**
 * Does the next thing for one visit, whatever its stored state says is next (R3), and returns what
 * came of it. What must be durable together with the new state is handed back as `commit`; what
 * must be durable before an effect is written here, just before it (R1).
 */
import { Failure } from '../../../shared/failure.ts';
import type { Profile } from '../../../shared/model/account/account.ts';
import { isOpening } from '../../infrastructure/platform/transcription/session-folder.ts';
import type { Transcription } from '../../infrastructure/platform/transcription/transcription.ts';
import type { UploadForm } from '../../infrastructure/platform/transcription/upload.ts';
import type { Clock, Random } from '../../infrastructure/ports.ts';
import type { TransactionRow, UploadPartRow, VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { VisitPatch } from '../../infrastructure/store/tables/visits.ts';
import { accepted, askWhetherKnown, dead } from './ask-platform.ts';
import { lookForNote } from './look-for-note.ts';
import { FORM_GOOD_FOR } from './schedule.ts';
import type { OutboxEvent, Progress } from './step.ts';
import { brokenStreams, presentTransaction } from './transactions.ts';
import {
  additionalOf,
  checkedBytes,
  closing,
  commitRequest,
  measuresOf,
  partsOf,
} from './upload-parts.ts';

/**
 * Knowledge of a visit that is kept while Scriba runs, and may be forgotten. Times are monotonic.
 */
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
   * True for a visit of an earlier run of Scriba: its row may be older than what the platform has
   * (database put back, rebuilt, its log lost), so the platform is asked for each id before
   * anything is sent under it (R4, P7).
   */
  readonly earlier: boolean;
  askedFor?: string | undefined;
  /** The folder in which a permission ran out before. */
  expiredIn?: string | undefined;
};

export type Outcome = {
  readonly event: OutboxEvent;
  /**
   * Runs in the transaction that stores the new state, and may add to what is stored. `row`: as it
   * is by then.
   */
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
  /**
   * Notes beside the recording in which session the visit goes, durably when it resolves: for
   * sessions that cannot be found by a number of ours.
   */
  readonly rememberSession?: (row: VisitRow, folder: string) => Promise<void>;
  /**
   * Whether this visit of an earlier run may have been sent in a session that can no longer be
   * found: the platform, asked by our number, would not know it.
   */
  readonly perhapsSent?: ((row: VisitRow) => Promise<boolean>) | undefined;
  /** The way of visits that no platform is told of; absent: all go to the platform. */
  readonly here?: WorkHere | undefined;
  /** Whether the work is still wanted; an upload under way stops when not. */
  readonly wanted: () => boolean;
};

/** Visits that are worked on here, and the protocol that stands in for a platform's. */
export type WorkHere = {
  readonly takes: (row: VisitRow) => boolean;
  readonly transcription: ExecutorDeps['transcription'] & Pick<Transcription, 'cancel'>;
};

/** One visit and what is known of its way at this moment. */
export type Task = {
  readonly row: VisitRow;
  readonly transaction: TransactionRow;
  readonly context: RetryContext;
};

/**
 * Undefined when somebody else has moved the row (preparing does). Throws what the platform and the
 * recordings throw.
 */
export type Executor = (row: VisitRow, context: RetryContext) => Promise<Outcome | undefined>;

export const createExecutor =
  (given: ExecutorDeps): Executor =>
  async (row, context) => {
    const deps = depsFor(given, row);
    const task = () => ({ row, context, transaction: presentTransaction(deps.store, row) });
    try {
      return await execute(deps, task());
    } catch (error) {
      if (error instanceof Failure && error.detail === 'transaction-dead')
        return dead(deps, task());
      throw error;
    }
  };

/** Here, the numbers are ours, and what was done under them is known for certain. */
const depsFor = (deps: ExecutorDeps, row: VisitRow): ExecutorDeps =>
  deps.here?.takes(row)
    ? { ...deps, transcription: deps.here.transcription, perhapsSent: undefined }
    : deps;

async function execute(deps: ExecutorDeps, task: Task): Promise<Outcome | undefined> {
  switch (task.row.state) {
    case 'sealed':
      return prepare(deps, task.row);
    case 'prepared':
      return openFolder(deps, task);
    case 'uploading':
      return upload(deps, task);
    case 'committing':
      return commit(deps, task);
    case 'processing':
      return lookForNote(deps, task);
    default:
      throw new Error(`There is nothing to do for a visit that is ${task.row.state}.`);
  }
}

/** Preparing stores its own outcome. */
async function prepare(deps: ExecutorDeps, { id }: VisitRow): Promise<undefined> {
  await deps.prepare(id);
  if (deps.wanted() && deps.store.visits.get(id)?.state === 'sealed')
    throw new Failure(
      'broken',
      'The recording could not be made ready for sending. It is safe here.',
      { detail: 'not-prepared' },
    );
}

async function openFolder(deps: ExecutorDeps, task: Task): Promise<Outcome> {
  const known = await askFirst(deps, task, task.transaction.commitAttempts > 0);
  return known ?? presign(deps, task);
}

/**
 * Asks before anything is sent (R4). Undefined: the platform does not know the transaction, or need
 * not be asked.
 */
async function askFirst(
  deps: ExecutorDeps,
  task: Task,
  sentBefore: boolean,
): Promise<Outcome | undefined> {
  const { row, context } = task;
  const unsure = context.earlier && context.askedFor !== row.transactionId;
  if (!unsure && !sentBefore) return undefined;
  // An answer without our reference may come from anything in between; then init decides, which is
  // safe to repeat.
  const known = await askWhetherKnown(deps, task, 'init-decides');
  context.askedFor = row.transactionId;
  return known;
}

/**
 * All parts of a commit lie in one folder: another folder is another epoch, and every part goes
 * again.
 */
async function presign(deps: ExecutorDeps, task: Task): Promise<Outcome> {
  const { row, transaction, context } = task;
  const { store, transcription, clock } = deps;
  const { folder, uploadUrl } = transaction;
  const parts = store.uploads.list(row.id);
  const unnamed = folder === undefined || isOpening(folder);
  if (unnamed && context.earlier && (await deps.perhapsSent?.(row))) throw perhapsSent();
  const form = await transcription.presign(row.transactionId, row.details, {
    additional: additionalOf(deps, row, parts),
    folder,
    brokenStreams: brokenStreams(store, row.id),
    opening: (opened) => store.transactions.put({ ...transaction, folder: opened }),
    ...measuresOf(parts, row),
  });
  // Before any sound is sent there: without the database, nothing else would know of it.
  if (form.ownNumber) await deps.rememberSession?.(row, form.folder);
  if (form.alreadyCommitted) {
    const opened = { ...transaction, folder: form.folder, uploadUrl: form.url };
    const ours = context.earlier || transaction.commitAttempts > 0;
    const known = await askWhetherKnown(
      deps,
      { ...task, transaction: opened },
      ours ? 'ours' : 'theirs',
    );
    return known ?? { event: { type: 'conflict' } };
  }
  const same = form.folder === folder && form.url === uploadUrl;
  // Once a permission ran out in this folder all parts go again, but not each time: a slow line
  // would never come to an end.
  const ranOut = context.ranOut && context.expiredIn !== folder;
  const epoch = same && !ranOut ? transaction.epoch : transaction.epoch + 1;
  return {
    event: { type: 'presigned' },
    commit() {
      store.transactions.put({ ...transaction, epoch, folder: form.folder, uploadUrl: form.url });
      if (ranOut) context.expiredIn = form.folder;
      context.ranOut = false;
      context.form = form;
      context.formAt = clock.monotonic();
      return undefined;
    },
  };
}

const perhapsSent = () =>
  new Failure(
    'refused',
    'Scriba cannot tell whether this recording was sent before: its list was lost or is an older one, and the platform numbers recordings itself. Look whether the platform has the note already. If it has not, retry sends it.',
    { detail: 'perhaps-sent' },
  );

/**
 * Sends the next part that is not in the present folder yet, and after the last one the companion
 * file.
 */
async function upload(deps: ExecutorDeps, task: Task): Promise<Outcome> {
  const { row, transaction, context } = task;
  const { store, clock } = deps;
  const known = await askFirst(deps, task, false);
  if (known) return known;
  const parts = partsOf(deps, row);
  if (parts.length === 0)
    throw new Failure(
      'broken',
      'The files made for sending are not there any more. The recording is safe here.',
      { detail: 'no-parts' },
    );
  const part = parts.find(
    ({ uploadedEpoch }) => transaction.folder === undefined || uploadedEpoch !== transaction.epoch,
  );
  if (!part && !store.settings.get().upload.companionFile)
    return { event: { type: 'all-uploaded' } };
  const { form } = context;
  const old = form && clock.monotonic() - context.formAt > (form.goodFor ?? FORM_GOOD_FOR);
  if (!form || old || form.folder !== transaction.folder) return presign(deps, task);
  try {
    return part
      ? await sendPart(deps, form, part, transaction.epoch)
      : await sendCompanion(deps, form, task, parts);
  } catch (error) {
    if (error instanceof Failure && error.detail === 'upload-expired') {
      context.form = undefined;
      context.ranOut = true;
    }
    // After a new sign-in, a new permission: the store may have refused the old one for its own
    // sake.
    if (error instanceof Failure && error.code === 'signed-out') context.form = undefined;
    throw error;
  }
}

async function sendPart(
  { transcription, store, openUpload, wanted }: ExecutorDeps,
  form: UploadForm,
  part: UploadPartRow,
  epoch: number,
): Promise<Outcome> {
  await transcription.uploadFile(form, {
    name: part.name,
    contentType: part.contentType,
    bytes: part.bytes,
    open: () => checkedBytes(part, openUpload(part), wanted),
  });
  return {
    event: { type: 'part-uploaded' },
    commit: () => void store.uploads.markUploaded(part.fileId, epoch),
  };
}

async function sendCompanion(
  deps: ExecutorDeps,
  form: UploadForm,
  { row, transaction }: Task,
  parts: readonly UploadPartRow[],
): Promise<Outcome> {
  const request = commitRequest(deps, row, transaction, parts);
  await deps.transcription.companion(form, row.transactionId, request);
  return { event: { type: 'all-uploaded' } };
}

async function commit(deps: ExecutorDeps, task: Task): Promise<Outcome> {
  const { row, transaction, context } = task;
  const { store, transcription, wanted } = deps;
  const sentBefore = transaction.commitAttempts > 0;
  const known = await askFirst(deps, task, sentBefore);
  if (known) return known;
  const parts = partsOf(deps, row);
  if (!wanted()) throw closing();
  const attempted = {
    ...task,
    transaction: { ...transaction, commitAttempts: transaction.commitAttempts + 1 },
  };
  store.transactions.put(attempted.transaction);
  const answer = await transcription.init(
    row.transactionId,
    commitRequest(deps, row, transaction, parts),
  );
  if (answer === 'dead') return dead(deps, attempted);
  if (answer === 'accepted') return accepted(deps, attempted, 'committed');
  // Committed before: by us, if we sent it earlier or may have and do not remember; else by
  // somebody else.
  const ours = sentBefore || context.earlier;
  const whose = await askWhetherKnown(deps, attempted, ours ? 'ours' : 'theirs');
  if (whose) return whose;
  return ours ? accepted(deps, attempted, 'committed-before') : { event: { type: 'conflict' } };
}
