/**
 * A person says who spoke. Transcript and draft are written anew from the words that are stored;
 * what a model wrote, and a note that is signed, stay as they are.
 */
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type { Note, NoteDocument } from '../../../shared/model/note/note.ts';
import {
  type SpeakerNumber,
  speakerNumber,
  type VisitSpeakers,
} from '../../../shared/model/note/speakers.ts';
import type { VisitState } from '../../../shared/model/visit.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { withTakenBack } from './taken-back.ts';
import { turnsOf } from './transcript.ts';
import type { WriteNote } from './write-note.ts';

/** `turn`: by its place in the transcript, from 0. */
export type WhoSpoke =
  | { readonly doctor: SpeakerNumber }
  | { readonly turn: number; readonly speaker: SpeakerNumber };

export type WhoSpokeDeps = {
  readonly store: Pick<Store, 'visits' | 'notes' | 'spoken' | 'signatures' | 'transaction'>;
  /** The words as they were said, without a model. */
  readonly draft: WriteNote;
  /** Stores the note; an edit of a document as it was before is then refused. */
  readonly replace: (note: Note) => void;
  /** Its note was written anew. */
  readonly changed: (id: string) => void;
};

/** Its note is written, or written again, by the outbox. */
const WRITING: readonly VisitState[] = ['prepared', 'uploading', 'committing', 'processing'];

/**
 * What is so already changes nothing. Throws Failure `missing` / `no-consultation`, `refused` /
 * `speakers-unknown`, `invalid` / `no-such-turn`, `busy` / `note-being-written` or `stale`,
 * `locked`.
 */
export async function sayWhoSpoke(deps: WhoSpokeDeps, id: string, said: WhoSpoke): Promise<void> {
  const { store, draft, changed } = deps;
  const row = store.visits.get(id);
  if (!row) throw failures.noVisit();
  if (WRITING.includes(row.state)) throw beingWritten();
  const parts = partsOf(deps, row);
  const note = store.notes.get(id);
  const before = turnsOf(parts, row.details);
  if (!note || before.every(({ speaker }) => speaker === undefined)) throw unknown();
  const speakers = withSaid(row.details.speakers ?? {}, said, before);
  if (!speakers) return;
  const documents = await draft({
    turns: withTakenBack(turnsOf(parts, { ...row.details, speakers }), note),
    engine: parts[0]?.engine ?? '',
    templates: row.details.templates,
    language: row.details.outputLanguage,
    sections: titlesOf(note),
  });
  store.transaction(() => put(deps, row, { note, speakers, documents }));
  changed(id);
}

type Anew = {
  /** As it was when the draft was begun. */
  readonly note: Note;
  readonly speakers: VisitSpeakers;
  readonly documents: readonly NoteDocument[];
};

/** Throws where visit or note were changed while the draft was made. */
function put({ store, replace }: WhoSpokeDeps, row: VisitRow, { note, ...anew }: Anew): void {
  const now = store.notes.get(row.id);
  if (!now || !isDeepStrictEqual(now.documents, note.documents)) throw stale();
  const isSigned = store.signatures.list(row.id).length > 0;
  store.visits.change(row.id, row.rev, {
    details: { ...row.details, speakers: anew.speakers },
  });
  const written = (one: NoteDocument) => {
    const made = takesAnew(one, isSigned)
      ? anew.documents.find((other) => isSame(other, one))
      : undefined;
    return made ? withWords(one, made) : one;
  };
  replace({ ...now, documents: now.documents.map(written) });
}

/** That a model failed, and what else is said of the document, stays true. */
function withWords(
  { text: _, doubts: _doubts, doubtfulLines: _lines, ...kept }: NoteDocument,
  { text, doubts, doubtfulLines }: NoteDocument,
): NoteDocument {
  return {
    ...kept,
    text,
    ...(doubts && { doubts }),
    ...(doubtfulLines && { doubtfulLines }),
  };
}

/** Of the draft that is written anew; undefined where there is none. */
function titlesOf({ documents }: Note): string[] | undefined {
  const { text } = documents.find((one) => one.kind !== 'transcript' && isDraft(one)) ?? {};
  return text === undefined
    ? undefined
    : [...text.matchAll(/^## (.+)$/gm)].map(([, one = '']) => one);
}

/** None where some are missing. */
function partsOf({ store }: WhoSpokeDeps, { transactionId }: VisitRow) {
  const names = store.spoken.whole(transactionId)?.parts ?? [];
  const parts = names.map((name) => store.spoken.part(transactionId, name));
  return parts.every((part) => part !== undefined) ? parts : [];
}

const unknown = () =>
  new Failure('refused', 'No speakers are told apart in this transcript.', {
    detail: 'speakers-unknown',
  });
const stale = () =>
  new Failure(
    'busy',
    'This note was changed in another window. Look again, then repeat what you did.',
    { detail: 'stale' },
  );
const beingWritten = () =>
  new Failure('busy', 'The note of this visit is being written. Try again when it is here.', {
    detail: 'note-being-written',
  });

/** Undefined where it is so already. */
function withSaid(
  speakers: VisitSpeakers,
  said: WhoSpoke,
  turns: ReturnType<typeof turnsOf>,
): VisitSpeakers | undefined {
  const { doctor, changed = [] } = speakers;
  if ('doctor' in said)
    return said.doctor === doctor ? undefined : { ...speakers, doctor: said.doctor };
  const { from, speaker } = turns[said.turn] ?? {};
  if (from === undefined)
    throw new Failure('invalid', 'The transcript has no such turn.', { detail: 'no-such-turn' });
  if (speakerNumber(speaker, doctor) === said.speaker) return undefined;
  return {
    ...speakers,
    changed: changed.includes(from) ? changed.filter((at) => at !== from) : [...changed, from],
  };
}

const isDraft = ({ writtenHere }: NoteDocument) =>
  writtenHere !== undefined && writtenHere.model === undefined;

const takesAnew = (one: NoteDocument, isSigned: boolean) =>
  one.kind === 'transcript' ? one.writtenHere !== undefined : !isSigned && isDraft(one);

const isSame = (one: NoteDocument, other: NoteDocument) =>
  one.templateId === other.templateId && one.kind === other.kind;
