/**
 * The way of a visit that is worked on here, with the calls of a platform's upload protocol: what
 * is uploaded is heard, what is committed is told to be whole, and the status is the note. So the
 * outbox holds for it what it holds for a platform: pauses, kills, power cuts, exactly once.
 *
 * What was heard of a part is stored before its call returns; a part that comes again is heard
 * again, in place of the first. Nothing else has to be remembered: the note is made of what is
 * stored, and is stored by the outbox together with the change of state.
 */
import { Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type { NoteDocument } from '../../../shared/model/note/note.ts';
import type { PartLimit } from '../../../shared/model/upload-length.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import { hereFolder } from '../../infrastructure/platform/transcription/here-folder.ts';
import type { Status } from '../../infrastructure/platform/transcription/transaction-status.ts';
import type { Transcription } from '../../infrastructure/platform/transcription/transcription.ts';
import type { UploadFile, UploadForm } from '../../infrastructure/platform/transcription/upload.ts';
import type { SpeechEngine, SpokenStretch } from '../../infrastructure/speech/speech.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { SpokenPart } from '../../infrastructure/store/tables/spoken.ts';
import { heardAhead, later } from './heard-ahead.ts';
import { soundOfUpload } from './sound-of-upload.ts';
import { withTakenBack } from './taken-back.ts';
import { checkedStretches, turnsOf } from './transcript.ts';
import { metered } from './voices.ts';
import type { WriteNote } from './write-note.ts';

/** `name` stands beside what it heard; `engine` is closed after each part. */
export type NamedEngine = { readonly name: string; readonly engine: SpeechEngine };

export type LocalDeps = {
  readonly store: Pick<Store, 'notes' | 'spoken' | 'transactions' | 'uploads' | 'visits'>;
  /** Throws Failure `missing` (`no-speech-engine`, `engine-language`), `locked`. */
  readonly speech: (languages: readonly string[]) => Promise<NamedEngine>;
  readonly write: WriteNote;
};

export type LocalTranscription = Pick<
  Transcription,
  'presign' | 'uploadFile' | 'companion' | 'init' | 'status' | 'cancel'
>;

/**
 * Of the parts into which a recording is cut: a kill costs the work on one of them, and nothing of
 * the others.
 */
export const localPartLimit: PartLimit = {
  seconds: (10 * MINUTE) / SECOND,
  single: false,
  format: 'wav',
};

export function createLocalTranscription(deps: LocalDeps): LocalTranscription {
  const { spoken } = deps.store;
  return {
    presign: async (transactionId) => ({
      url: '',
      folder: hereFolder(transactionId),
      fields: { transaction: transactionId },
      goodFor: Number.POSITIVE_INFINITY,
      alreadyCommitted: wholeOf(deps, transactionId) !== undefined,
    }),
    uploadFile: (form, file) => hear(deps, form, file),
    // Nobody reads a description of the visit here.
    companion: () => Promise.resolve(),
    async init(transactionId, { files, additional }) {
      if (wholeOf(deps, transactionId)) return 'already';
      // One that is missing or does not open is heard again, under another number.
      if (!partsOf(deps, transactionId, files)) return 'dead';
      const { id } = visitOf(deps, transactionId);
      spoken.putWhole(transactionId, id, { parts: files, additional });
      spoken.removeOthers(id, transactionId);
      return 'accepted';
    },
    status: (transactionId) => status(deps, transactionId),
    async cancel(transactionId) {
      const visitId = deps.store.transactions.get(transactionId)?.visitId;
      if (visitId === undefined) return;
      spoken.removeOfVisit(visitId);
      spoken.cutAhead(visitId, 0);
    },
  };
}

/** Throws Failure `missing` / `no-consultation`. */
function visitOf({ store }: LocalDeps, transactionId: string): VisitRow {
  const row = store.visits.get(store.transactions.get(transactionId)?.visitId ?? '');
  if (!row) throw failures.noVisit();
  return row;
}

async function hear(
  deps: LocalDeps,
  { fields }: UploadForm,
  { name, open }: UploadFile,
): Promise<void> {
  const { transaction = '' } = fields;
  const { id, details } = visitOf(deps, transaction);
  const { name: engineName, engine } = await deps.speech(details.inputLanguages);
  try {
    const { sound: read, seconds } = soundOfUpload(open());
    const { sound, voiced } = metered(read);
    const ahead = heardAhead(deps.store, { visitId: id, name, engine: engineName });
    const stretches: SpokenStretch[] = [...ahead.stretches];
    const check = () => checkWanted(deps, transaction);
    for await (const stretch of engine.transcribe(checked(ahead.rest(sound), check)))
      stretches.push(later(stretch, ahead.seconds));
    // To its end, whatever the engine left: the digest of the file is checked there.
    for await (const piece of sound) void piece;
    check();
    deps.store.spoken.putPart(transaction, id, {
      name,
      seconds: seconds(),
      engine: engineName,
      stretches: voiced(checkedStretches(stretches, seconds())),
    });
  } finally {
    await engine.close();
  }
}

/**
 * A visit that was taken back meanwhile is heard no further, and nothing of it is kept. Throws
 * Failure `refused` / `cancelled`, `missing` / `no-consultation`.
 */
function checkWanted(deps: LocalDeps, transactionId: string): void {
  if (visitOf(deps, transactionId).transactionId !== transactionId)
    throw new Failure('refused', 'This visit was taken back while it was recognised.', {
      detail: 'cancelled',
    });
}

async function* checked<T>(
  pieces: AsyncIterable<T>,
  check: () => void,
): AsyncGenerator<T, void, void> {
  for await (const piece of pieces) {
    check();
    yield piece;
  }
}

/** Throws Failure `locked`; `missing` / `transaction-dead` where it is damaged: all is heard again. */
function wholeOf({ store }: LocalDeps, transactionId: string) {
  try {
    return store.spoken.whole(transactionId);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    throw new Failure(
      'missing',
      'What was recognised of this recording cannot be read. It is recognised again.',
      { detail: 'transaction-dead', cause: error },
    );
  }
}

const isDamaged = (error: unknown) => error instanceof Failure && error.detail === 'row-damaged';

/** Undefined where one is missing or damaged. Throws Failure `locked`. */
function partsOf(
  { store }: LocalDeps,
  transactionId: string,
  names: readonly string[],
): SpokenPart[] | undefined {
  try {
    const parts = names.map((name) => store.spoken.part(transactionId, name));
    return parts.every((part) => part !== undefined) ? parts : undefined;
  } catch (error) {
    if (isDamaged(error)) return undefined;
    throw error;
  }
}

async function status(deps: LocalDeps, transactionId: string): Promise<Status> {
  const whole = wholeOf(deps, transactionId);
  if (!whole) return { kind: isLost(deps, transactionId) ? 'dead' : 'unknown' };
  const { additional } = whole;
  const row = visitOf(deps, transactionId);
  // Asked only whether all is here, as after a kill: the note is made when it is looked for.
  if (row.state !== 'processing') return { kind: 'working', additional };
  const parts = partsOf(deps, transactionId, whole.parts);
  if (!parts) return { kind: 'dead' };
  const turns = withTakenBack(turnsOf(parts, row.details), deps.store.notes.get(row.id));
  if (turns.length === 0) {
    // Asked for anew, all of it is heard anew.
    deps.store.spoken.cutAhead(row.id, 0);
    return { ...nothingHeard, additional };
  }
  const documents = await deps.write({
    turns,
    engine: parts[0]?.engine ?? '',
    templates: row.details.templates,
    language: row.details.outputLanguage,
  });
  return { kind: isWhole(documents) ? 'done' : 'partial', documents, additional };
}

/** It was whole once, else it were not processed; its rows are gone with an older database. */
const isLost = ({ store }: LocalDeps, transactionId: string) =>
  store.visits.get(store.transactions.get(transactionId)?.visitId ?? '')?.state === 'processing';

const isWhole = (documents: readonly NoteDocument[]) =>
  documents.every((one) => one.status === 'success');

const nothingHeard = {
  kind: 'failed',
  final: true,
  code: 'nothing-heard',
  message:
    'No speech was recognised in this recording. It is safe here; listen to it, or try again.',
} as const;
