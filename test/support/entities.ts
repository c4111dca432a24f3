/** Entities of notes, for tests that need few of their facts. */
import type { NoteEntity } from '../../shared/model/coding/entities.ts';

export const entity = (part: Partial<NoteEntity> = {}): NoteEntity => ({
  id: 'e',
  text: 'fever',
  kind: 'symptom',
  status: 'present',
  document: 0,
  section: '1',
  span: { start: 0, end: 5 },
  source: 'text',
  given: [],
  ...part,
});
