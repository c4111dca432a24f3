/**
 * A person says who spoke. Transcript and draft are written anew from the words that are stored;
 * what a model wrote, and a note that is signed, stay as they are.
 */
import { Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type { NoteDocument } from '../../../shared/model/note/note.ts';
import type { SpeakerNumber, VisitSpeakers } from '../../../shared/model/note/speakers.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { turnsOf } from './transcript.ts';
import type { WriteNote } from './write-note.ts';

/** `turn`: by its place in the transcript, from 0: the other one said it. */
export type WhoSpoke = { readonly doctor: SpeakerNumber } | { readonly turn: number };

export type WhoSpokeDeps = {
  readonly store: Pick<Store, 'visits' | 'notes' | 'spoken' | 'signatures' | 'transaction'>;
  /** The words as they were said, without a model. */
  readonly draft: WriteNote;
  /** Its note was written anew. */
  readonly changed: (id: string) => void;
};

/**
 * Throws Failure `missing` / `no-consultation`, `refused` / `speakers-unknown`, `invalid` /
 * `no-such-turn`, `busy` / `stale`, `locked`.
 */
export async function sayWhoSpoke(deps: WhoSpokeDeps, id: string, said: WhoSpoke): Promise<void> {
  const { store, draft, changed } = deps;
  const row = store.visits.get(id);
  if (!row) throw failures.noVisit();
  const parts = partsOf(deps, row);
  const note = store.notes.get(id);
  const before = turnsOf(parts, row.details.speakers);
  if (!note || before.every(({ speaker }) => speaker === undefined)) throw unknown();
  const speakers = withSaid(row.details.speakers ?? {}, said, before);
  const documents = await draft({
    turns: turnsOf(parts, speakers),
    engine: parts[0]?.engine ?? '',
    templates: row.details.templates,
    language: row.details.outputLanguage,
  });
  const isSigned = store.signatures.list(id).length > 0;
  store.transaction(() => {
    // Throws where it was changed meanwhile.
    store.visits.change(id, row.rev, { details: { ...row.details, speakers } });
    const anew = (one: NoteDocument) =>
      takesAnew(one, isSigned) ? (documents.find((made) => isSame(made, one)) ?? one) : one;
    store.notes.put({ ...note, documents: note.documents.map(anew) });
  });
  changed(id);
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

function withSaid(
  speakers: VisitSpeakers,
  said: WhoSpoke,
  turns: ReturnType<typeof turnsOf>,
): VisitSpeakers {
  if ('doctor' in said) return { ...speakers, doctor: said.doctor };
  const from = turns[said.turn]?.from;
  if (from === undefined)
    throw new Failure('invalid', 'The transcript has no such turn.', { detail: 'no-such-turn' });
  const { changed = [] } = speakers;
  return {
    ...speakers,
    changed: changed.includes(from) ? changed.filter((at) => at !== from) : [...changed, from],
  };
}

const takesAnew = ({ kind, writtenHere }: NoteDocument, isSigned: boolean) =>
  writtenHere !== undefined &&
  (kind === 'transcript' || (!isSigned && writtenHere.model === undefined));

const isSame = (one: NoteDocument, other: NoteDocument) =>
  one.templateId === other.templateId && one.kind === other.kind;
