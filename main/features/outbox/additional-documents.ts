/**
 * Additional documents of a visit whose note is here already: a person requests them, and they are
 * put beside the others. Nothing that is here is ever replaced. A request outlives a restart; it
 * holds nothing of the patient.
 */
import { z } from 'zod';
import { asFailure, Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type { DocumentRequest } from '../../../shared/model/history.ts';
import type { NoteDocument } from '../../../shared/model/note/note.ts';
import { allows } from '../../../shared/model/visit-state.ts';
import { HOUR } from '../../../shared/time.ts';
import { isSession } from '../../infrastructure/platform/transcription/session-folder.ts';
import type { Transcription } from '../../infrastructure/platform/transcription/transcription.ts';
import type { Clock, Random } from '../../infrastructure/ports.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { readVisitId, writeVisitId } from '../../infrastructure/store/stored-visit-id.ts';
import { backOff, nextLook, UNKNOWN_GRACE } from './schedule.ts';

export type AdditionalDocumentsDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Store;
  readonly transcription: Pick<
    Transcription,
    'requestDocument' | 'documentStatus' | 'sessionDetails'
  >;
  /** The note of this visit, or what is waited for, has changed. */
  readonly changed: (visitId: string) => void;
};

type RequestOptions = {
  /** The visit's language where none is named. */
  readonly language?: string | undefined;
  readonly leaflet?: boolean | undefined;
};

export type AdditionalDocuments = {
  /**
   * Requests one more document from the platform. Throws Failure `missing` / `no-consultation`,
   * `refused` / `no-note-yet`, `busy` / `further-under-way`, `missing` / `not-found` (no such
   * template, or the platform has the visit no more), and what the platform throws.
   */
  requestDocument(visitId: string, templateId: string, options?: RequestOptions): Promise<void>;
  requests(visitId: string): DocumentRequest[];
  /**
   * Waits for what was requested earlier; also to be called when something changed for the better.
   */
  start(): void;
  stop(): void;
};

const storedRequest = readVisitId(
  z.object({
    visitId: z.string(),
    transactionId: z.string(),
    documentId: z.string(),
    templateId: z.string(),
    askedAt: z.number(),
    trouble: z.string().optional(),
    language: z.string().optional(),
    leaflet: z.boolean().optional(),
  }),
);
type StoredRequest = z.infer<typeof storedRequest>;
/** Times are monotonic. */
type Pace = { polls: number; tries: number; since: number; dueAt: number };

type State = {
  readonly deps: AdditionalDocumentsDeps;
  readonly paces: Map<string, Pace>;
  on: boolean;
  asking: boolean;
  cancelSleep: () => void;
};

const PLACE = 'outbox.further';
const LONGEST_SLEEP = HOUR;
/** Failures in a row before a person is told. */
const PATIENCE = 8;

export function createAdditionalDocuments(deps: AdditionalDocumentsDeps): AdditionalDocuments {
  const state: State = { deps, paces: new Map(), on: false, asking: false, cancelSleep: () => {} };
  return {
    requestDocument: (visitId, templateId, options = {}) =>
      requestDocument(state, visitId, templateId, options),
    requests: (visitId) => requests(deps.store, visitId),
    start() {
      state.on = true;
      for (const pace of state.paces.values()) pace.dueAt = 0;
      askDue(state);
    },
    stop() {
      state.on = false;
      state.cancelSleep();
    },
  };
}

const readRequests = ({ values }: Store): StoredRequest[] =>
  z
    .array(storedRequest)
    .catch([])
    .parse(parseJson(values.get(PLACE)));

const writeRequests = ({ values }: Store, all: readonly StoredRequest[]) =>
  values.set(PLACE, JSON.stringify(all.map(writeVisitId)));

const folderOf = ({ transactions }: Store, transactionId: string) =>
  transactions.get(transactionId)?.folder;

const requests = (store: Store, visitId: string): DocumentRequest[] =>
  readRequests(store)
    .filter((one) => one.visitId === visitId)
    .map(({ templateId, askedAt, trouble, language }) => ({
      templateId,
      askedAt,
      trouble,
      ...(language !== undefined && { language }),
    }));

async function requestDocument(
  state: State,
  visitId: string,
  templateId: string,
  { language, leaflet }: RequestOptions,
): Promise<void> {
  const { store, clock, changed } = state.deps;
  const { row, note } = visitWithNote(store, visitId);
  const { transactionId } = row;
  const isSame = (one: StoredRequest) =>
    one.visitId === visitId && one.templateId === templateId && one.language === language;
  if (readRequests(store).some((one) => isSame(one) && one.trouble === undefined))
    throw new Failure('busy', 'This document is being written already.', {
      detail: 'further-under-way',
    });
  const spoken = language ?? row.details.outputLanguage;
  const documentId = await askPlatform(state.deps, {
    transactionId,
    templateId,
    language: spoken,
    known: note.documents,
  });
  writeRequests(store, [
    ...readRequests(store).filter((one) => !isSame(one)),
    {
      visitId,
      transactionId,
      documentId,
      templateId,
      askedAt: clock.now(),
      ...(language !== undefined && { language }),
      ...(leaflet && { leaflet }),
    },
  ]);
  changed(visitId);
  askDue(state);
}

function visitWithNote(store: Store, visitId: string) {
  const row = store.visits.get(visitId);
  if (!row) throw failures.noVisit();
  const note = allows(row.state, 'request-document') ? store.notes.get(visitId) : undefined;
  if (!note)
    throw new Failure(
      'refused',
      'This visit has no note yet. Ask for another document when it is here.',
      { detail: 'no-note-yet' },
    );
  return { row, note };
}

type PlatformRequest = {
  readonly transactionId: string;
  readonly templateId: string;
  readonly language: string;
  /** Documents that are here already. */
  readonly known: readonly NoteDocument[];
};

/** Returns the id of the new document, also where the answer was lost on the way. */
async function askPlatform(
  deps: AdditionalDocumentsDeps,
  request: PlatformRequest,
): Promise<string> {
  const { store, transcription } = deps;
  const { transactionId, templateId, language } = request;
  try {
    const folder = folderOf(store, transactionId);
    return await transcription.requestDocument(transactionId, templateId, language, folder);
  } catch (error) {
    if (asFailure(error).detail !== 'unclear') throw error;
    const unseen = await findUnseen(deps, request);
    if (unseen === undefined) throw error;
    return unseen;
  }
}

/** Returns a document of this template that was never seen before: the lost answer was about it. */
async function findUnseen(
  { store, transcription }: AdditionalDocumentsDeps,
  { transactionId, templateId, known }: PlatformRequest,
): Promise<string | undefined> {
  // Earlier documents without ids could not be told from a new one.
  const unnamed = known.some(
    (one) => one.templateId === templateId && one.documentId === undefined,
  );
  // A session does not list its documents.
  if (unnamed || isSession(folderOf(store, transactionId))) return undefined;
  const seen = new Set([
    ...known.map(({ documentId }) => documentId),
    ...readRequests(store).map(({ documentId }) => documentId),
  ]);
  const { documents } = await transcription.sessionDetails(transactionId);
  return documents.findLast(
    (document) =>
      document.templateId === templateId && document.id !== '' && !seen.has(document.id),
  )?.id;
}

/** One after the other: a person waits for these, and there are few. */
function askDue(state: State): void {
  const { clock, store } = state.deps;
  state.cancelSleep();
  if (!state.on || state.asking) return;
  const [next] = readRequests(store)
    .filter(({ trouble }) => trouble === undefined)
    .map((request) => ({ request, pace: paceOf(state, request) }))
    .sort((one, other) => one.pace.dueAt - other.pace.dueAt);
  if (!next || next.pace.dueAt === Infinity) return;
  const wait = next.pace.dueAt - clock.monotonic();
  if (wait > 0) {
    const sleep = Math.min(Math.ceil(wait), LONGEST_SLEEP);
    state.cancelSleep = clock.after(sleep, () => askDue(state));
    return;
  }
  state.asking = true;
  void look(state, next.request, next.pace)
    .catch(() => retryLater(state, next.pace))
    .finally(() => {
      state.asking = false;
      askDue(state);
    });
}

function paceOf({ paces, deps }: State, { documentId }: StoredRequest): Pace {
  const pace = paces.get(documentId) ?? {
    polls: 0,
    tries: 0,
    since: deps.clock.monotonic(),
    dueAt: 0,
  };
  paces.set(documentId, pace);
  return pace;
}

/** `wait`: milliseconds, where the platform named them. */
function retryLater({ deps: { clock, random } }: State, pace: Pace, wait?: number): void {
  pace.tries += 1;
  pace.dueAt = clock.monotonic() + (wait ?? backOff(pace.tries, random.fraction()));
}

async function look(state: State, request: StoredRequest, pace: Pace): Promise<void> {
  const { clock, random, store, transcription } = state.deps;
  const { transactionId, documentId } = request;
  const now = clock.monotonic();
  try {
    const folder = folderOf(store, transactionId);
    const answer = await transcription.documentStatus(transactionId, documentId, folder);
    pace.tries = 0;
    pace.polls += 1;
    if (!state.on) return;
    if (answer.kind === 'done') {
      addToNote(state.deps, request, answer.document);
      return;
    }
    if (answer.kind === 'missing' && now - pace.since > UNKNOWN_GRACE) {
      giveUp(state.deps, request, 'further-missing');
      return;
    }
    pace.dueAt = clock.monotonic() + nextLook(pace.polls, now - pace.since, random.fraction());
  } catch (error) {
    handleFailure(state, request, pace, asFailure(error));
  }
}

function handleFailure(
  state: State,
  request: StoredRequest,
  pace: Pace,
  { code, retryAfter, detail }: Failure,
): void {
  const passes = code === 'offline' || code === 'busy' || pace.tries + 1 < PATIENCE;
  if (code === 'signed-out' || code === 'locked') pace.dueAt = Infinity;
  else if (passes) retryLater(state, pace, retryAfter);
  else if (state.on) giveUp(state.deps, request, detail ?? code);
}

function addToNote(
  { store, clock, changed }: AdditionalDocumentsDeps,
  { visitId, documentId, language, leaflet }: StoredRequest,
  document: NoteDocument,
): void {
  const added = store.transaction(() => {
    const open = readRequests(store).filter((one) => one.documentId !== documentId);
    writeRequests(store, open);
    const note = store.visits.get(visitId) && store.notes.get(visitId);
    if (!note) return false;
    const isHere = (one: NoteDocument) =>
      one.documentId === documentId && one.addedAt !== undefined;
    if (note.documents.some(isHere)) return false;
    // The platform lists it with the others from now on: it may have come that way already.
    const others = note.documents.filter((one) => one.documentId !== documentId);
    const addition = {
      ...document,
      documentId,
      addedAt: clock.now(),
      ...(language !== undefined && { language }),
      ...(leaflet && { leaflet }),
    };
    store.notes.put({ ...note, documents: [...others, addition] });
    return true;
  });
  if (added) changed(visitId);
}

/** The request stays, with the reason: a person may ask again. */
function giveUp(
  { store, changed }: AdditionalDocumentsDeps,
  { visitId, documentId }: StoredRequest,
  trouble: string,
): void {
  writeRequests(
    store,
    readRequests(store).map((one) => (one.documentId === documentId ? { ...one, trouble } : one)),
  );
  changed(visitId);
}

/**
 * Keeps additional documents in a note that is fetched again; where the stored note cannot be read,
 * nothing of it is kept.
 */
export function withAdditional(
  documents: readonly NoteDocument[],
  { notes }: Pick<Store, 'notes'>,
  visitId: string,
): NoteDocument[] {
  let additional: NoteDocument[] = [];
  try {
    additional = notes.get(visitId)?.documents.filter(({ addedAt }) => addedAt !== undefined) ?? [];
  } catch {
    // Unreadable is why it is fetched again.
  }
  const kept = new Set(additional.map(({ documentId }) => documentId));
  return [
    ...documents.filter(({ documentId }) => documentId === undefined || !kept.has(documentId)),
    ...additional,
  ];
}

function parseJson(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '[]');
  } catch {
    return [];
  }
}
