/** Words that a doctor marked as an entity because the extraction did not find them. */
import { createHash } from 'node:crypto';
import { Failure } from '../../../../shared/failure.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';
import type { EntityKind } from '../../../../shared/model/export/export.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import { sectionsOf } from '../../../../shared/model/note/note-sections.ts';

export type Marking = {
  readonly document: number;
  readonly section: string;
  readonly start: number;
  readonly text: string;
  readonly kind: EntityKind;
};

const textAt = (note: Note, document: number, section: string): string | undefined => {
  const found = note.documents[document];
  return found && sectionsOf(found).find(({ id }) => id === section)?.text;
};

/** Throws Failure `invalid` / `words-elsewhere` where the words do not stand there. */
export function markOf(note: Note, { document, section, start, text, kind }: Marking): NoteEntity {
  if (textAt(note, document, section)?.slice(start, start + text.length) !== text) {
    throw new Failure('invalid', 'These words do not stand there. Look at the note again.', {
      detail: 'words-elsewhere',
    });
  }
  const id = createHash('sha256')
    .update(JSON.stringify(['mark', document, section, start, text, kind]))
    .digest('base64url')
    .slice(0, 22);
  return {
    id,
    text,
    kind,
    status: 'present',
    document,
    section,
    span: { start, end: start + text.length },
    source: 'person',
    given: [],
  };
}

/** Adds marks whose words still stand in their place, in the order of the note. */
export function withMarks(
  note: Note,
  entities: readonly NoteEntity[],
  marks: readonly NoteEntity[],
): readonly NoteEntity[] {
  const current = marks.filter(
    ({ document, section, span, text }) =>
      textAt(note, document, section)?.slice(span.start, span.end) === text,
  );
  if (current.length === 0) return entities;
  const sections = new Map(
    note.documents.flatMap((document, at) =>
      sectionsOf(document).map(({ id }, place): [string, number] => [`${at} ${id}`, place]),
    ),
  );
  const place = ({ document, section }: NoteEntity) => sections.get(`${document} ${section}`) ?? 0;
  const before = (one: NoteEntity, other: NoteEntity) =>
    one.document - other.document || place(one) - place(other) || one.span.start - other.span.start;
  const all = [...entities];
  for (const mark of current) {
    const at = all.findIndex((one) => before(mark, one) < 0);
    all.splice(at < 0 ? all.length : at, 0, mark);
  }
  return all;
}
