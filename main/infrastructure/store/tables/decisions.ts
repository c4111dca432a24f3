/**
 * Decisions of doctors about entities, and the words that they marked themselves; removed with the
 * visit.
 */

import { Failure } from '../../../../shared/failure.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';
import { type Decided, type DecidedRow, decidedSchema, entitySchema } from './desk-rows.ts';

export type Decisions = {
  /**
   * In the order in which they were made; what does not open is left out, so that one damaged row
   * does not shut the desk; `lost` is called where its key is not at hand. Throws Failure `locked`
   * while the vault is.
   */
  list(visitId: string, lost?: () => void): DecidedRow[];
  /**
   * Adds decisions that belong together; returns their batch. To be called in a transaction where
   * it must go together with something else.
   */
  add(visitId: string, decided: readonly Decided[]): number;
  /** Removes the last batch and returns it; none where there is nothing left. */
  takeBack(visitId: string): DecidedRow[];
  /** Puts rows of another database in, as they were there. */
  restore(visitId: string, rows: readonly DecidedRow[]): void;
  marks(visitId: string, lost?: () => void): NoteEntity[];
  mark(visitId: string, entity: NoteEntity): void;
};

type Raw = { readonly batch: number; readonly ordinal: number; readonly decision: Uint8Array };

export function createDecisions(db: Sqlite, cipher: () => RowCipher): Decisions {
  const sql = statements(db);
  const place = (id: string, batch: number, ordinal: number) => ({
    table: 'decisions',
    column: 'decision',
    row: `${id} ${batch} ${ordinal}`,
  });
  const markPlace = (id: string, ordinal: number) => ({
    table: 'marks',
    column: 'mark',
    row: `${id} ${ordinal}`,
  });
  const open = (id: string, { batch, ordinal, decision }: Raw): DecidedRow => ({
    batch,
    ...openJson(cipher(), place(id, batch, ordinal), decision, decidedSchema),
  });
  const last = (id: string) =>
    (
      sql('SELECT max(batch) AS batch FROM decisions WHERE consultation_id = ?').get(id) as {
        batch: number | null;
      }
    ).batch ?? 0;
  const all = (id: string, lost = () => {}) =>
    (
      sql(
        'SELECT batch, ordinal, decision FROM decisions WHERE consultation_id = ? ORDER BY batch, ordinal',
      ).all(id) as Raw[]
    ).flatMap((raw) => opened(() => open(id, raw), lost));

  function put(id: string, batch: number, ordinal: number, { decision, entity }: Decided) {
    sql(
      'INSERT INTO decisions (consultation_id, batch, ordinal, decision) VALUES (?, ?, ?, ?)',
    ).run(id, batch, ordinal, sealJson(cipher(), place(id, batch, ordinal), { decision, entity }));
  }

  return {
    list: all,
    add(id, decided) {
      return db.transaction(() => {
        const batch = last(id) + 1;
        for (const [at, each] of decided.entries()) put(id, batch, at + 1, each);
        return batch;
      })();
    },
    takeBack(id) {
      return db.transaction(() => {
        const batch = last(id);
        const rows = all(id).filter((row) => row.batch === batch);
        sql('DELETE FROM decisions WHERE consultation_id = ? AND batch = ?').run(id, batch);
        return rows;
      })();
    },
    restore(id, rows) {
      for (const [at, row] of rows.entries()) put(id, row.batch, at + 1, row);
    },
    marks: (id, lost = () => {}) =>
      (
        sql('SELECT ordinal, mark FROM marks WHERE consultation_id = ? ORDER BY ordinal').all(
          id,
        ) as { ordinal: number; mark: Uint8Array }[]
      ).flatMap(({ ordinal, mark }) =>
        opened(() => openJson(cipher(), markPlace(id, ordinal), mark, entitySchema), lost),
      ),
    mark(id, entity) {
      const { next } = sql(
        'SELECT coalesce(max(ordinal), 0) + 1 AS next FROM marks WHERE consultation_id = ?',
      ).get(id) as { next: number };
      sql('INSERT INTO marks (consultation_id, ordinal, mark) VALUES (?, ?, ?)').run(
        id,
        next,
        sealJson(cipher(), markPlace(id, next), entity),
      );
    },
  };
}

function opened<T>(run: () => T, lost: () => void): T[] {
  try {
    return [run()];
  } catch (error) {
    if (error instanceof Failure && error.code === 'locked') {
      if (error.detail !== 'key-of-visit-missing') throw error;
      lost();
    }
    return [];
  }
}
