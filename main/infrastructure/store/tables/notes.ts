/** The notes that came back, sealed. */
import type { Note } from '../../../../shared/model/note/note.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';
import { writeVisitId } from '../stored-visit-id.ts';
import { noteSchema } from '../visit-details.ts';

export type Notes = {
  /** Inserts or replaces. */
  put(note: Note): void;
  get(visitId: string): Note | undefined;
  remove(visitId: string): void;
};

export function createNotes(db: Sqlite, cipher: () => RowCipher): Notes {
  const sql = statements(db);
  const place = (id: string) => ({ table: 'notes', column: 'note', row: id });
  return {
    put(note) {
      sql(
        'INSERT INTO notes (consultation_id, note) VALUES (?, ?) ON CONFLICT (consultation_id) DO UPDATE SET note = excluded.note',
      ).run(note.visitId, sealJson(cipher(), place(note.visitId), writeVisitId(note)));
    },
    get(visitId) {
      const row = sql('SELECT note FROM notes WHERE consultation_id = ?').get(visitId) as
        | { note: Uint8Array }
        | undefined;
      return row && openJson(cipher(), place(visitId), row.note, noteSchema);
    },
    remove(visitId) {
      sql('DELETE FROM notes WHERE consultation_id = ?').run(visitId);
    },
  };
}
