/**
 * Answers of remote linkers about the entities of a visit, so that they are not asked again;
 * sealed, and removed with the visit.
 */
import type { LinkedEntity } from '../../../../shared/model/coding/codification.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';
import { linkedSchema } from './desk-rows.ts';

export type Links = {
  /**
   * Inserts or replaces. `name`: the vault's reference of what was asked, and whom; it tells
   * nothing by itself.
   */
  put(visitId: string, name: string, answer: LinkedEntity): void;
  /**
   * Undefined where there is none, also where it does not open: it can be asked again. Throws
   * Failure `locked` while the vault is.
   */
  get(visitId: string, name: string): LinkedEntity | undefined;
};

export function createLinks(db: Sqlite, cipher: () => RowCipher): Links {
  const sql = statements(db);
  const place = (id: string, name: string) => ({
    table: 'links',
    column: 'answer',
    row: `${id} ${name}`,
  });
  return {
    put(id, name, answer) {
      sql(
        'INSERT INTO links (consultation_id, name, answer) VALUES (?, ?, ?) ON CONFLICT (consultation_id, name) DO UPDATE SET answer = excluded.answer',
      ).run(id, name, sealJson(cipher(), place(id, name), answer));
    },
    get(id, name) {
      const row = sql('SELECT answer FROM links WHERE consultation_id = ? AND name = ?').get(
        id,
        name,
      ) as { answer: Uint8Array } | undefined;
      const open = cipher();
      try {
        return row && openJson(open, place(id, name), row.answer, linkedSchema);
      } catch {
        return undefined;
      }
    },
  };
}
