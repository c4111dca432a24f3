/** Makes up the branches of a visit's note, with the versions that a scene asks for. */
import type { Note } from '../../../shared/model/note/note.ts';
import { type NoteSection, writtenSectionsOf } from '../../../shared/model/note/note-sections.ts';
import type { NoteBranch, NoteVersion } from '../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { MINUTE } from '../../../shared/time.ts';
import type { ReviewScene } from './fake-notes.ts';

export type Branch = Omit<NoteBranch, 'versions' | 'sections' | 'digest'> & {
  readonly versions: readonly NoteVersion[];
};

export function branchFrom(
  review: ReviewScene['review'],
  visit: Visit,
  document: Note['documents'][number],
  at: number,
): Branch {
  const purpose = purposeOf(document);
  const edited = at === 0 && (review === 'edited' || review === 'changed');
  const versions = versionsFrom(visit, writtenSectionsOf(document), {
    edited,
    corrected: at === 0 && review === 'dictionary',
  });
  return {
    id: `${String(at)}${visit.id.replaceAll('-', '').slice(1)}`,
    purpose,
    document: at,
    templateId: document.templateId,
    name: document.name,
    kind: document.kind,
    language: document.language ?? visit.outputLanguage,
    editable: purpose !== 'transcript',
    rev: 1,
    head: edited ? 2 : versions.length,
    versions,
    ...(edited && review === 'edited' && { arrived: 3 }),
  };
}

function purposeOf({ kind, leaflet }: Note['documents'][number]): NoteBranch['purpose'] {
  if (kind === 'transcript') return 'transcript';
  return leaflet ? 'leaflet' : 'note';
}

/**
 * `edited`: the doctor wrote the second version, and the platform sent a third. `corrected`: the
 * dictionary wrote the second.
 */
function versionsFrom(
  visit: Visit,
  sections: readonly NoteSection[],
  { edited, corrected }: { readonly edited: boolean; readonly corrected: boolean },
): NoteVersion[] {
  const version = (number: number, part: Partial<NoteVersion>): NoteVersion => ({
    number,
    author: 'machine',
    made: 'platform',
    at: (visit.readyAt ?? Date.now()) + number * MINUTE,
    who: '',
    kept: true,
    sections,
    ...part,
  });
  const changed = sections.map((section, index) =>
    index === 1 ? { ...section, text: changedText(section.text) } : section,
  );
  const first = version(1, {});
  if (edited)
    return [
      first,
      version(2, {
        author: 'doctor',
        made: 'edit',
        who: 'clinic-17',
        basedOn: 1,
        sections: changed,
      }),
      version(3, { sections: sections.slice(0, -1) }),
    ];
  return corrected
    ? [first, version(2, { made: 'dictionary', basedOn: 1, sections: changed })]
    : [first];
}

const changedText = (text: string) =>
  text
    .replace('mostly in the evening', 'at night')
    .replace('No known drug allergy', 'Rash after amoxicillin');
