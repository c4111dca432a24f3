/**
 * Documents from the page to the platform and back: sent at once or told that they were not, asked for until they are read,
 * listed here without the file. What may have arrived is never sent again by itself.
 */

import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { PatientDocument } from '../../../../shared/model/clinic/document.ts';
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

export type DocumentsPart = Pick<Incomings, 'begin' | 'append' | 'cancel'> & {
  /** Puts it on the list and begins to send it; how that goes is told by `changed`. Throws like `Incomings.take`, and `locked`. */
  send(uploadId: string): PatientDocument;
  /** Newest first, without what was read in them. */
  list(): PatientDocument[];
  /** Throws Failure `missing` / `no-document`. */
  get(id: string): PatientDocument;
  /** Asks for the result again after it was given up. Throws `missing` / `no-document`, `refused` / `document-not-waiting`. */
  look(id: string): PatientDocument;
  /** From the platform where it is known to be there, then from the list. Throws what the platform throws; then it stays. */
  remove(id: string): Promise<void>;
  /** The FHIR bundle. Throws `missing` (`no-document`, `not-found`) and what the platform throws. */
  fhir(id: string): Promise<Record<string, unknown>>;
  /** The vault is open: goes on asking, and finds out what was cut off. */
  start(): void;
  stop(): void;
  /** The page is gone: what it had not handed over whole is dropped. */
  pageLost(): void;
  /** Erases what is older than so many days; 0: nothing. `now`: a time that can be trusted. Answers ids. */
  expire(now: number, days: number): string[];
};

const SECOND = 1000;
/** Contract 10.2. */
const FIRST_LOOK = 15 * SECOND;
const LONGEST_PAUSE = 60 * SECOND;
const GIVE_UP = 30 * 60 * SECOND;
const DAY = 24 * 3600 * SECOND;

export function createDocumentsPart({
  clock,
  random,
  kept,
  chapter,
  practice,
  changed,
  gone,
  progress,
}: DocumentsDeps): DocumentsPart {
  const incomings = createIncomings({ clock, random });
  const sending = new Set<string>();
  /** What became of a document while the vault was locked. */
  const late = new Map<string, Partial<PatientDocument>>();
  const looks = new Map<string, () => void>();
  /** When asking ends, by the clock that nobody can set: a moved wall clock must not end it early. */
  const ends = new Map<string, number>();
  let running = false;

  function known(id: string): PatientDocument {
    const found = kept.get(id);
    if (!found)
      throw new Failure('missing', 'There is no such document on this computer.', {
        detail: 'no-document',
      });
    return found;
  }

  /** Undefined when it was removed meanwhile. Throws `locked`. */
  function change(id: string, part: Partial<PatientDocument>): PatientDocument | undefined {
    const before = kept.get(id);
    if (!before) return undefined;
    const next = { ...before, ...part };
    kept.put(next);
    changed(withoutResult(next));
    return next;
  }

  /** Nothing that the platform said may be lost because the vault was locked in between. */
  function settle(id: string, part: Partial<PatientDocument>): PatientDocument | undefined {
    try {
      return change(id, part);
    } catch (error) {
      if (asFailure(error).code !== 'locked') throw error;
      late.set(id, part);
      return undefined;
    }
  }

  async function upload(id: string, { setup, type, pieces }: Incoming) {
    let part: Partial<PatientDocument>;
    try {
      const { documentId, sealed } = await chapter.upload(
        { size: setup.size, type, open: () => pieces },
        { task: setup.task, patientId: setup.patientId },
        (sent, all) => progress(id, sent, all),
      );
      part = { state: 'working', documentId, sealed, sentAt: clock.now() };
    } catch (error) {
      const { detail, code, message } = asFailure(error);
      part = {
        state: detail === 'document-unclear' ? 'unclear' : 'not-sent',
        trouble: { code: detail ?? code, message },
      };
    } finally {
      sending.delete(id);
      for (const piece of pieces) piece.fill(0);
    }
    try {
      const next = settle(id, part);
      if (next?.state === 'working') begin(next, FIRST_LOOK);
    } catch {
      // The disk does not take it now. What the platform took must never be told as not sent: it is put down when the list opens again.
      late.set(id, part);
    }
  }

  /** Half an hour in all, also where Scriba was closed in between. */
  function begin(document: PatientDocument, wait: number) {
    const left = GIVE_UP - (clock.now() - (document.sentAt ?? clock.now()));
    ends.set(document.id, clock.monotonic() + Math.max(0, Math.min(left, GIVE_UP)));
    lookLater(document, wait);
  }

  function lookLater({ id }: PatientDocument, wait: number) {
    looks.get(id)?.();
    if (!running) return;
    looks.set(
      id,
      clock.after(wait, () => void look(id, wait).catch(() => {})),
    );
  }

  async function look(id: string, waited: number): Promise<void> {
    looks.delete(id);
    const document = kept.get(id);
    if (!running || document?.state !== 'working' || document.documentId === undefined) return;
    const again = () => {
      if (clock.monotonic() > (ends.get(id) ?? 0)) settle(id, { state: 'given-up' });
      else lookLater(document, Math.min(waited * 1.5, LONGEST_PAUSE));
    };
    try {
      const status = await chapter.result(document.documentId, document.patientId);
      if (status.kind === 'working') again();
      else if (status.kind === 'done')
        settle(id, {
          state: 'done',
          result: status.result,
          doneAt: clock.now(),
          trouble: undefined,
        });
      else if (status.kind === 'gone') settle(id, { state: 'gone' });
      else
        settle(id, {
          state: 'failed',
          trouble: { code: 'document-failed', message: status.message },
        });
    } catch (error) {
      const { code, detail, message } = asFailure(error);
      // The platform answers so for a document that it does not know, and it will not learn.
      if (code === 'invalid' || code === 'missing')
        settle(id, { state: 'failed', trouble: { code: detail ?? code, message } });
      else again();
    }
  }

  return {
    begin: incomings.begin,
    append: incomings.append,
    cancel: incomings.cancel,
    send(uploadId) {
      const incoming = incomings.take(uploadId);
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
      sending.add(document.id);
      void upload(document.id, incoming).catch(() => {});
      return document;
    },
    list: () => kept.list().map(withoutResult),
    get: known,
    look(id) {
      const document = known(id);
      if (
        document.documentId === undefined ||
        (document.state !== 'given-up' &&
          document.state !== 'working' &&
          document.state !== 'failed')
      ) {
        throw new Failure('refused', 'There is nothing to ask for with this document.', {
          detail: 'document-not-waiting',
        });
      }
      const next = change(id, { state: 'working', sentAt: clock.now(), trouble: undefined })!;
      begin(next, SECOND);
      return next;
    },
    async remove(id) {
      const document = known(id);
      if (sending.has(id))
        throw new Failure('busy', 'This document is being sent. Remove it when that is over.', {
          detail: 'document-under-way',
        });
      if (document.documentId !== undefined && document.state !== 'gone')
        await chapter.remove(document.documentId);
      looks.get(id)?.();
      looks.delete(id);
      kept.remove(id);
      gone(id);
    },
    async fhir(id) {
      const { documentId, patientId } = known(id);
      if (documentId === undefined)
        throw new Failure('missing', 'This document is not on the platform.', {
          detail: 'no-document',
        });
      return chapter.fhir(documentId, patientId);
    },
    start() {
      running = true;
      for (const [id, part] of [...late]) {
        change(id, part);
        late.delete(id);
      }
      // Scriba ended, or was killed, in the middle of sending it.
      for (const { id } of kept.inStates('sending'))
        if (!sending.has(id))
          change(id, {
            state: 'unclear',
            trouble: {
              code: 'document-unclear',
              message: 'Scriba ended while this document was sent. It may have been sent.',
            },
          });
      for (const document of kept.inStates('working')) begin(document, FIRST_LOOK);
    },
    stop() {
      running = false;
      incomings.cancelAll();
      for (const cancel of looks.values()) cancel();
      looks.clear();
    },
    pageLost: () => incomings.cancelAll(),
    expire(now, days) {
      if (days <= 0) return [];
      const over = kept
        .list()
        .filter(
          ({ createdAt, doneAt, id }) =>
            !sending.has(id) && now - (doneAt ?? createdAt) > days * DAY,
        )
        .map(({ id }) => id);
      for (const id of over) {
        looks.get(id)?.();
        looks.delete(id);
        kept.remove(id);
        gone(id);
      }
      return over;
    },
  };
}

/** A list of hundreds is drawn often; what was read is fetched one by one. */
function withoutResult({ result: _, ...document }: PatientDocument): PatientDocument {
  return document;
}
