/** A note whose every entity was read by the extraction and accepted, written as FHIR. */
import { afterAll } from 'vitest';
import { neutralEntities } from '../../../../../main/features/coding/decisions/neutral-codes.ts';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { exportNote } from '../../../../../main/features/delivery/forms/export.ts';
import { toNeutral } from '../../../../../main/features/notes/neutral.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import type { ChosenCode } from '../../../../../shared/model/coding/desk.ts';
import type { NoteEntity } from '../../../../../shared/model/coding/entities.ts';
import { sectionsOf } from '../../../../../shared/model/note/note-sections.ts';
import { noteDocument } from '../../../../support/note-document.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';
import type { Loose } from './notes.ts';

const terminology = createTerminology({ folder: folderWithLists() });
const extraction = createExtraction({ terminology });
afterAll(() => terminology.close());

/** `content`: text, or the members of an EMR document. */
export function bundleOf(
  content: string | object,
  flavour: 'r4' | 'nrces' = 'r4',
  codesOf: (entity: NoteEntity) => readonly ChosenCode[] = () => [],
): Loose {
  const documents = [noteDocument(content)];
  const decided = extraction.ofNote({ documents }).map((entity) => ({
    entity,
    decision: {
      entityId: entity.id,
      verdict: 'accepted' as const,
      codes: codesOf(entity),
      at: 1,
      who: 'doctor',
      seen: [],
    },
  }));
  const note = toNeutral({
    id: 'note',
    title: '',
    language: 'en',
    patient: { name: 'Asha Practice', recordNumber: 'P-1' },
    practitioner: { name: 'Dr Meera Nair', registration: 'KMC-1' },
    date: 1_760_000_000_000,
    signedAt: 1_760_000_600_000,
    sections: sectionsOf(documents[0]!),
    entities: neutralEntities(decided, {
      brand: 'practice',
      tagOf: terminology.tagOf,
      documents,
    }),
  });
  return JSON.parse(exportNote(note, 'fhir', flavour, { version: '1' }).text);
}

const OF_THE_DOCUMENT = [
  'Composition',
  'Patient',
  'Practitioner',
  'Encounter',
  'Device',
  'Provenance',
];
/** Without the document's own. */
export const resourcesIn = (bundle: Loose): Loose[] =>
  bundle.entry
    .map(({ resource }: Loose) => resource)
    .filter(({ resourceType }: Loose) => !OF_THE_DOCUMENT.includes(resourceType));
