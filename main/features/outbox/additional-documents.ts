/**
 * Further documents of a visit whose note is here already: asked for by a person, waited for, and put beside the others.
 * Nothing that is here is ever replaced. What was asked for outlives a restart; of the patient nothing is written down for it.
 */
import { z } from 'zod';
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { DocumentRequest } from '../../../shared/model/history.ts';
import type { NoteDocument } from '../../../shared/model/note/note.ts';
import { isSession } from '../../infrastructure/platform/transcription/sessions.ts';
import type { Transcription } from '../../infrastructure/platform/transcription/transcription.ts';
import type { Clock, Random } from '../../infrastructure/ports.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { readVisitId, writeVisitId } from '../../infrastructure/store/stored-visit-id.ts';
import { backOff, nextLook, UNKNOWN_GRACE } from './schedule.ts';

export type FurtherDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Store;
  readonly transcription: Pick<
    Transcription,
    'requestDocument' | 'documentStatus' | 'sessionDetails'
  >;
  /** The note of this visit, or what is waited for, is another. */
  readonly changed: (visitId: string) => void;
};

export type AdditionalDocuments = {
  /**
   * Asks the platform for one more document, in the visit's language where none is named. Throws Failure `missing` / `no-consultation`, `refused` / `no-note-yet`, `busy` / `further-under-way`,
   * `missing` / `not-found` (no such template, or the platform has the visit no more), and what the platform throws.
   */
  ask(
    visitId: string,
    templateId: string,
    how?: { readonly language?: string | undefined; readonly leaflet?: boolean | undefined },
  ): Promise<void>;
  wishes(visitId: string): DocumentRequest[];
  /** Takes up what was waited for; also to be called when something changed for the better. */
  start(): void;
  stop(): void;
};

const wish = readVisitId(
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
type Wish = z.infer<typeof wish>;
type Pace = { polls: number; tries: number; since: number; dueAt: number };

const PLACE = 'outbox.further';
const withNote = ['ready', 'partial', 'reviewed', 'purged'];
const LONGEST_SLEEP = 60 * 60_000;

export function createAdditionalDocuments({
  clock,
  random,
  store,
  transcription,
  changed,
}: FurtherDeps): AdditionalDocuments {
  const paces = new Map<string, Pace>();
  let on = false;
  let asking = false;
  let sleep = () => {};

  const all = (): Wish[] =>
    z
      .array(wish)
      .catch([])
      .parse(parsed(store.values.get(PLACE)));
  const keep = (wishes: readonly Wish[]) =>
    store.values.set(PLACE, JSON.stringify(wishes.map(writeVisitId)));
  const drop = (documentId: string) => keep(all().filter((one) => one.documentId !== documentId));
  const folderOf = (transactionId: string) => store.transactions.get(transactionId)?.folder;

  function noteOf(visitId: string) {
    const row = store.visits.get(visitId);
    if (!row)
      throw new Failure('missing', 'There is no such visit on this computer.', {
        detail: 'no-consultation',
      });
    const note = withNote.includes(row.state) ? store.notes.get(visitId) : undefined;
    if (!note)
      throw new Failure(
        'refused',
        'This visit has no note yet. Ask for another document when it is here.',
        { detail: 'no-note-yet' },
      );
    return { row, note };
  }

  async function ask(
    visitId: string,
    templateId: string,
    {
      language,
      leaflet,
    }: { readonly language?: string | undefined; readonly leaflet?: boolean | undefined } = {},
  ): Promise<void> {
    const { row, note } = noteOf(visitId);
    const waiting = (one: Wish) =>
      one.visitId === visitId && one.templateId === templateId && one.language === language;
    if (all().some((one) => waiting(one) && one.trouble === undefined))
      throw new Failure('busy', 'This document is being written already.', {
        detail: 'further-under-way',
      });
    const { transactionId } = row;
    let documentId: string;
    try {
      documentId = await transcription.requestDocument(
        transactionId,
        templateId,
        language ?? row.details.outputLanguage,
        folderOf(transactionId),
      );
    } catch (error) {
      const found =
        asFailure(error).detail === 'unclear'
          ? await lostAnswer(transactionId, templateId, note.documents)
          : undefined;
      if (found === undefined) throw error;
      documentId = found;
    }
    keep([
      ...all().filter((one) => !waiting(one)),
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
    pump();
  }

  /** Whether an answer that was lost had begun it: a document of this template that nobody has seen before. */
  async function lostAnswer(
    transactionId: string,
    templateId: string,
    known: readonly NoteDocument[],
  ): Promise<string | undefined> {
    // Where the first ones came without their ids, they could not be told from a new one.
    if (
      known.some(
        (document) => document.templateId === templateId && document.documentId === undefined,
      )
    )
      return undefined;
    const seen = new Set([
      ...known.map((document) => document.documentId),
      ...all().map((one) => one.documentId),
    ]);
    // Those of a session are not listed by it.
    if (isSession(folderOf(transactionId))) return undefined;
    const { documents } = await transcription.sessionDetails(transactionId);
    return documents.findLast(
      (document) =>
        document.templateId === templateId && document.id !== '' && !seen.has(document.id),
    )?.id;
  }

  async function look(one: Wish, pace: Pace): Promise<void> {
    const now = clock.monotonic();
    try {
      const said = await transcription.documentStatus(
        one.transactionId,
        one.documentId,
        folderOf(one.transactionId),
      );
      pace.tries = 0;
      pace.polls += 1;
      if (!on) return;
      if (said.kind === 'done') return arrived(one, said.document);
      if (said.kind === 'missing' && now - pace.since > UNKNOWN_GRACE)
        return trouble(one, 'further-missing');
      pace.dueAt = clock.monotonic() + nextLook(pace.polls, now - pace.since, random.fraction());
    } catch (error) {
      const { code, retryAfter, detail } = asFailure(error);
      pace.tries += 1;
      if (code === 'signed-out' || code === 'locked') pace.dueAt = Infinity;
      else if (code === 'offline' || code === 'busy' || pace.tries < 8)
        pace.dueAt = clock.monotonic() + (retryAfter ?? backOff(pace.tries, random.fraction()));
      else if (on) trouble(one, detail ?? code);
    }
  }

  function arrived(one: Wish, document: NoteDocument): void {
    const put = store.transaction(() => {
      drop(one.documentId);
      const note = store.visits.get(one.visitId) && store.notes.get(one.visitId);
      if (
        !note ||
        note.documents.some(
          ({ documentId, addedAt }) => documentId === one.documentId && addedAt !== undefined,
        )
      )
        return false;
      // The platform lists it with the others from now on: looked for again, it may have come that way.
      const others = note.documents.filter(({ documentId }) => documentId !== one.documentId);
      store.notes.put({
        ...note,
        documents: [
          ...others,
          {
            ...document,
            documentId: one.documentId,
            addedAt: clock.now(),
            ...(one.language !== undefined && { language: one.language }),
            ...(one.leaflet && { leaflet: one.leaflet }),
          },
        ],
      });
      return true;
    });
    if (put) changed(one.visitId);
  }

  function trouble(one: Wish, word: string): void {
    keep(
      all().map((other) =>
        other.documentId === one.documentId ? { ...other, trouble: word } : other,
      ),
    );
    changed(one.visitId);
  }

  function paceOf({ documentId }: Wish): Pace {
    const found = paces.get(documentId) ?? {
      polls: 0,
      tries: 0,
      since: clock.monotonic(),
      dueAt: 0,
    };
    paces.set(documentId, found);
    return found;
  }

  /** One after the other: a person waits for these, and there are few. */
  function pump(): void {
    sleep();
    if (!on || asking) return;
    const waiting = all()
      .filter((one) => one.trouble === undefined)
      .map((one) => ({ one, pace: paceOf(one) }))
      .sort((a, b) => a.pace.dueAt - b.pace.dueAt);
    const [next] = waiting;
    if (!next || next.pace.dueAt === Infinity) return;
    const wait = next.pace.dueAt - clock.monotonic();
    if (wait > 0) return void (sleep = clock.after(Math.min(Math.ceil(wait), LONGEST_SLEEP), pump));
    asking = true;
    void look(next.one, next.pace)
      .catch(
        () =>
          void (next.pace.dueAt =
            clock.monotonic() + backOff(++next.pace.tries, random.fraction())),
      )
      .finally(() => {
        asking = false;
        pump();
      });
  }

  return {
    ask,
    wishes: (visitId) =>
      all()
        .filter((one) => one.visitId === visitId)
        .map(({ templateId, askedAt, trouble, language }) => ({
          templateId,
          askedAt,
          trouble,
          ...(language !== undefined && { language }),
        })),
    start() {
      on = true;
      for (const pace of paces.values()) pace.dueAt = 0;
      pump();
    },
    stop() {
      on = false;
      sleep();
    },
  };
}

/** What was asked for afterwards stays in the note, whatever comes again of the rest; a note that cannot be read is why it is fetched again. */
export function withFurther(
  documents: readonly NoteDocument[],
  { notes }: Pick<Store, 'notes'>,
  visitId: string,
): NoteDocument[] {
  let further: NoteDocument[] = [];
  try {
    further = notes.get(visitId)?.documents.filter(({ addedAt }) => addedAt !== undefined) ?? [];
  } catch {
    // Nothing of it can be kept.
  }
  return [
    ...documents.filter(
      ({ documentId }) =>
        documentId === undefined || !further.some((one) => one.documentId === documentId),
    ),
    ...further,
  ];
}

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '[]');
  } catch {
    return [];
  }
}
