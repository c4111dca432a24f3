/** The notes that came back, sealed. */
import type { Note } from '../../../../shared/model/note/note.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';
import { noteSchema } from '../visit-details.ts';

export type Notes = {
  /** Inserts or replaces. */
  put(note: Note): void;
  get(consultationId: string): Note | undefined;
  remove(consultationId: string): void;
};

export function createNotes(db: Sqlite, cipher: () => RowCipher): Notes {
  const sql = statements(db);
  const place = (id: string) => ({ table: 'notes', column: 'note', row: id });
  return {
    put(note) {
      sql(
        'INSERT INTO notes (consultation_id, note) VALUES (?, ?) ON CONFLICT (consultation_id) DO UPDATE SET note = excluded.note',
      ).run(note.consultationId, sealJson(cipher(), place(note.consultationId), note));
    },
    get(consultationId) {
      const row = sql('SELECT note FROM notes WHERE consultation_id = ?').get(consultationId) as
        | { note: Uint8Array }
        | undefined;
      return row && openJson(cipher(), place(consultationId), row.note, noteSchema);
    },
    remove(consultationId) {
      sql('DELETE FROM notes WHERE consultation_id = ?').run(consultationId);
    },
  };
}
