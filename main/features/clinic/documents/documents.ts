/**
 * Documents from the page to the platform and back: sent at once or told that they were not, asked
 * for until they are read, listed here without the file. What may have arrived is never sent again
 * by itself.
 */

import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { PatientDocument } from '../../../../shared/model/clinic/document.ts';
import { DAY, MINUTE, SECOND } from '../../../../shared/time.ts';
import type { Documents as Chapter } from '../../../infrastructure/platform/api/documents.ts';
import type { Clock, Random } from '../../../infrastructure/ports.ts';
import type { Documents as Kept } from '../../../infrastructure/store/tables/documents.ts';
import { createIncomings, type Incoming, type Incomings } from './incoming.ts';

export type DocumentsDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly kept: Kept;
  readonly chapter: Chapter;
  readonly practice: boolean;
  readonly changed: (document: PatientDocument) => void;
  readonly gone: (id: string) => void;
  readonly progress: (id: string, sent: number, all: number) => void;
};

export type PatientDocuments = Pick<Incomings, 'begin' | 'append' | 'cancel'> & {
  /**
   * Puts it on the list and begins to send it; how that goes is told by `changed`. Throws like
   * `Incomings.take`, and `locked`.
   */
  send(uploadId: string): PatientDocument;
  /** Newest first, without what was read in them. */
  list(): PatientDocument[];
  /** Throws Failure `missing` / `no-document`. */
  get(id: string): PatientDocument;
  /**
   * Asks for the result again after it was given up. Throws `missing` / `no-document`, `refused` /
   * `document-not-waiting`.
   */
  look(id: string): PatientDocument;
  /**
   * From the platform where it is known to be there, then from the list. Throws what the platform
   * throws; then it stays.
   */
  remove(id: string): Promise<void>;
  /**
   * The FHIR bundle. Throws `missing` (`no-document`, `not-found`) and what the platform throws.
   */
  fhir(id: string): Promise<Record<string, unknown>>;
  /** The vault is open: goes on asking, and finds out what was cut off. */
  start(): void;
  stop(): void;
  /** The page is gone: what it had not handed over whole is dropped. */
  pageLost(): void;
  /**
   * Erases what is older than so many days; 0: nothing. `now`: a time that can be trusted. Answers
   * ids.
   */
  expire(now: number, days: number): string[];
};

/** Contract 10.2. */
const FIRST_LOOK = 15 * SECOND;
const LONGEST_PAUSE = MINUTE;
const GIVE_UP = 30 * MINUTE;

type Session = {
  readonly deps: DocumentsDeps;
  readonly incomings: Incomings;
  readonly sending: Set<string>;
  /** Outcomes of documents that came while the vault was locked. */
  readonly late: Map<string, Partial<PatientDocument>>;
  /** Cancels the next look at a document. */
  readonly looks: Map<string, () => void>;
  /** When asking ends, by the monotonic clock: a moved wall clock must not end it early. */
  readonly ends: Map<string, number>;
  running: boolean;
};

export function createPatientDocuments(deps: DocumentsDeps): PatientDocuments {
  const { clock, random, kept } = deps;
  const session: Session = {
    deps,
    incomings: createIncomings({ clock, random }),
    sending: new Set(),
    late: new Map(),
    looks: new Map(),
    ends: new Map(),
    running: false,
  };
  const { incomings } = session;
  return {
    begin: incomings.begin,
    append: incomings.append,
    cancel: incomings.cancel,
    send: (uploadId) => send(session, uploadId),
    list: () => kept.list().map(withoutResult),
    get: (id) => known(session, id),
    look: (id) => lookAgain(session, id),
    remove: (id) => remove(session, id),
    fhir: (id) => fhir(session, id),
    start: () => start(session),
    stop: () => stop(session),
    pageLost: () => incomings.cancelAll(),
    expire: (now, days) => expire(session, now, days),
  };
}

function known({ deps }: Session, id: string): PatientDocument {
  const found = deps.kept.get(id);
  if (!found)
    throw new Failure('missing', 'There is no such document on this computer.', {
      detail: 'no-document',
    });
  return found;
}

/** Undefined when it was removed meanwhile. Throws `locked`. */
function change(
  { deps: { kept, changed } }: Session,
  id: string,
  part: Partial<PatientDocument>,
): PatientDocument | undefined {
  const before = kept.get(id);
  if (!before) return undefined;
  const next = { ...before, ...part };
  kept.put(next);
  changed(withoutResult(next));
  return next;
}

/** An answer of the platform must not be lost because the vault was locked in between. */
function commit(
  session: Session,
  id: string,
  part: Partial<PatientDocument>,
): PatientDocument | undefined {
  try {
    return change(session, id, part);
  } catch (error) {
    if (asFailure(error).code !== 'locked') throw error;
    session.late.set(id, part);
    return undefined;
  }
}

function send(session: Session, uploadId: string): PatientDocument {
  const { clock, random, kept, practice } = session.deps;
  const incoming = session.incomings.take(uploadId);
  const { setup, type } = incoming;
  const document: PatientDocument = {
    id: random.uuid(),
    ...setup,
    type,
    state: 'sending',
    createdAt: clock.now(),
    sealed: false,
    practice,
  };
  kept.put(document);
  session.sending.add(document.id);
  void upload(session, document.id, incoming).catch(() => {});
  return document;
}

async function upload(session: Session, id: string, incoming: Incoming): Promise<void> {
  const part = await outcomeOf(session, id, incoming);
  try {
    const next = commit(session, id, part);
    if (next?.state === 'working') beginAsking(session, next, FIRST_LOOK);
  } catch {
    // The disk does not take it now. A document that the platform took must never be told as not
    // sent: it is stored at the next start.
    session.late.set(id, part);
  }
}

async function outcomeOf(
  { deps: { chapter, clock, progress }, sending }: Session,
  id: string,
  { setup, type, pieces }: Incoming,
): Promise<Partial<PatientDocument>> {
  try {
    const { documentId, sealed } = await chapter.upload(
      { size: setup.size, type, open: () => pieces },
      { task: setup.task, patientId: setup.patientId },
      (sent, all) => progress(id, sent, all),
    );
    return { state: 'working', documentId, sealed, sentAt: clock.now() };
  } catch (error) {
    const { detail, code, message } = asFailure(error);
    return {
      state: detail === 'document-unclear' ? 'unclear' : 'not-sent',
      trouble: { code: detail ?? code, message },
    };
  } finally {
    sending.delete(id);
    for (const piece of pieces) piece.fill(0);
  }
}

/** Half an hour in all, also where Scriba was closed in between. */
function beginAsking(session: Session, document: PatientDocument, wait: number): void {
  const { clock } = session.deps;
  const left = GIVE_UP - (clock.now() - (document.sentAt ?? clock.now()));
  session.ends.set(document.id, clock.monotonic() + Math.max(0, Math.min(left, GIVE_UP)));
  lookLater(session, document, wait);
}

function lookLater(session: Session, { id }: PatientDocument, wait: number): void {
  session.looks.get(id)?.();
  if (!session.running) return;
  session.looks.set(
    id,
    session.deps.clock.after(wait, () => void look(session, id, wait).catch(() => {})),
  );
}

/** `waited`: milliseconds since the last look; the next pause is half as long again. */
async function look(session: Session, id: string, waited: number): Promise<void> {
  const { kept, chapter, clock } = session.deps;
  session.looks.delete(id);
  const document = kept.get(id);
  if (!session.running || document?.state !== 'working' || document.documentId === undefined)
    return;
  const again = () => {
    if (clock.monotonic() > (session.ends.get(id) ?? 0)) commit(session, id, { state: 'given-up' });
    else lookLater(session, document, Math.min(waited * 1.5, LONGEST_PAUSE));
  };
  const part = await resultOf(chapter, document.documentId, document.patientId);
  if (!part) return again();
  try {
    commit(session, id, part.state === 'done' ? { ...part, doneAt: clock.now() } : part);
  } catch {
    // The disk does not take the result now; the platform still has it.
    again();
  }
}

/** Undefined: to be asked for again. */
async function resultOf(
  chapter: Chapter,
  documentId: string,
  patientId: string | undefined,
): Promise<Partial<PatientDocument> | undefined> {
  try {
    const status = await chapter.result(documentId, patientId);
    switch (status.kind) {
      case 'working':
        return undefined;
      case 'done':
        return { state: 'done', result: status.result, trouble: undefined };
      case 'gone':
        return { state: 'gone' };
      default:
        return {
          state: 'failed',
          trouble: { code: 'document-failed', message: status.message },
        };
    }
  } catch (error) {
    const { code, detail, message } = asFailure(error);
    // The platform answers so for a document that it does not know, and it will not learn.
    if (code !== 'invalid' && code !== 'missing') return undefined;
    return { state: 'failed', trouble: { code: detail ?? code, message } };
  }
}

const ASKABLE: readonly PatientDocument['state'][] = ['given-up', 'working', 'failed'];

function lookAgain(session: Session, id: string): PatientDocument {
  const document = known(session, id);
  const next =
    document.documentId !== undefined && ASKABLE.includes(document.state)
      ? change(session, id, {
          state: 'working',
          sentAt: session.deps.clock.now(),
          trouble: undefined,
        })
      : undefined;
  if (!next)
    throw new Failure('refused', 'There is nothing to ask for with this document.', {
      detail: 'document-not-waiting',
    });
  beginAsking(session, next, SECOND);
  return next;
}

async function remove(session: Session, id: string): Promise<void> {
  const document = known(session, id);
  if (session.sending.has(id))
    throw new Failure('busy', 'This document is being sent. Remove it when that is over.', {
      detail: 'document-under-way',
    });
  if (document.documentId !== undefined && document.state !== 'gone')
    await session.deps.chapter.remove(document.documentId);
  forget(session, id);
}

/** From the list; the platform is not asked. */
function forget({ deps: { kept, gone }, looks }: Session, id: string): void {
  looks.get(id)?.();
  looks.delete(id);
  kept.remove(id);
  gone(id);
}

async function fhir(session: Session, id: string): Promise<Record<string, unknown>> {
  const { documentId, patientId } = known(session, id);
  if (documentId === undefined)
    throw new Failure('missing', 'This document is not on the platform.', {
      detail: 'no-document',
    });
  return session.deps.chapter.fhir(documentId, patientId);
}

function start(session: Session): void {
  const { deps, late, sending } = session;
  session.running = true;
  for (const [id, part] of [...late]) {
    change(session, id, part);
    late.delete(id);
  }
  // Scriba ended, or was killed, in the middle of sending it.
  for (const { id } of deps.kept.inStates('sending'))
    if (!sending.has(id))
      change(session, id, {
        state: 'unclear',
        trouble: {
          code: 'document-unclear',
          message: 'Scriba ended while this document was sent. It may have been sent.',
        },
      });
  for (const document of deps.kept.inStates('working')) beginAsking(session, document, FIRST_LOOK);
}

function stop(session: Session): void {
  session.running = false;
  session.incomings.cancelAll();
  for (const cancel of session.looks.values()) cancel();
  session.looks.clear();
}

function expire(session: Session, now: number, days: number): string[] {
  if (days <= 0) return [];
  const { kept } = session.deps;
  const over = kept
    .list()
    .filter(
      ({ createdAt, doneAt, id }) =>
        !session.sending.has(id) && now - (doneAt ?? createdAt) > days * DAY,
    )
    .map(({ id }) => id);
  for (const id of over) forget(session, id);
  return over;
}

/** A list of hundreds is drawn often; the results are fetched one by one. */
function withoutResult({ result: _, ...document }: PatientDocument): PatientDocument {
  return document;
}
