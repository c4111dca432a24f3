/**
 * Drafts of this computer for visits that are meant for a platform: at most one for each visit, in
 * the table of what was said (`spoken`), under a number that is no transaction's. They go with their
 * visit. How far it is stands in clear; asking for that opens nothing.
 */
import { z } from 'zod';
import type { Fallback } from '../../../../shared/model/fallback.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';
import { writeVisitId } from '../stored-visit-id.ts';
import { noteSchema } from '../visit-details.ts';

type Trouble = NonNullable<Fallback['trouble']>;

/** `asked`: by a person; `due`: by the setting, and dropped with it. */
const stages = ['asked', 'due', 'made', 'failed'] as const;
type FallbackStage = (typeof stages)[number];

export type FallbackDrafts = {
  /** Undefined where none was asked for. */
  stage(visitId: string): FallbackStage | undefined;
  /** Visits whose draft is still to be made, oldest first. */
  unmade(): string[];
  /** Each replaces what was there. */
  ask(visitId: string, by: 'asked' | 'due'): void;
  fail(visitId: string, trouble: Trouble): void;
  make(draft: Note): void;
  /** Of a failed one. */
  trouble(visitId: string): Trouble | undefined;
  /** A made one, as a note of its own. */
  get(visitId: string): Note | undefined;
  remove(visitId: string): void;
  /**
   * Removes it with all that a doctor made of it: its sound is being forgotten. To be called while
   * the visit has no note of the platform, whose versions would go as well.
   */
  forget(visitId: string): void;
};

const FIRST = 'draft ';
/** Behind all of them in the order of the index. */
const AFTER = 'draft!';
const nameOf = (visitId: string) => `${FIRST}${visitId}`;

const troubleSchema: z.ZodType<Trouble> = z.object({ code: z.string(), message: z.string() });
const stageSchema = z.enum(stages);

export function createFallbackDrafts(db: Sqlite, cipher: () => RowCipher): FallbackDrafts {
  const sql = statements(db);
  const place = (visitId: string, stage: FallbackStage) => ({
    table: 'spoken',
    column: 'said',
    row: `${nameOf(visitId)} ${stage}`,
  });
  const remove = (visitId: string) =>
    void sql('DELETE FROM spoken WHERE transaction_id = ?').run(nameOf(visitId));
  const put = (visitId: string, stage: FallbackStage, said: unknown) =>
    db.transaction(() => {
      remove(visitId);
      sql(
        'INSERT INTO spoken (transaction_id, part, consultation_id, said) VALUES (?, ?, ?, ?)',
      ).run(nameOf(visitId), stage, visitId, sealJson(cipher(), place(visitId, stage), said));
    })();
  const read = <T>(visitId: string, stage: FallbackStage, schema: z.ZodType<T>): T | undefined => {
    const row = sql('SELECT said FROM spoken WHERE transaction_id = ? AND part = ?').get(
      nameOf(visitId),
      stage,
    ) as { said: Uint8Array } | undefined;
    return row && openJson(cipher(), place(visitId, stage), row.said, schema);
  };
  return {
    stage(visitId) {
      const row = sql('SELECT part FROM spoken WHERE transaction_id = ?').get(nameOf(visitId)) as
        | { part: string }
        | undefined;
      return stageSchema.safeParse(row?.part).data;
    },
    unmade: () =>
      (
        sql(
          `SELECT consultation_id AS id FROM spoken
            WHERE transaction_id >= ? AND transaction_id < ? AND part IN ('asked', 'due')
            ORDER BY rowid`,
        ).all(FIRST, AFTER) as { id: string }[]
      ).map(({ id }) => id),
    ask: (visitId, by) => put(visitId, by, {}),
    fail: (visitId, trouble) => put(visitId, 'failed', trouble),
    make: (draft) => put(draft.visitId, 'made', writeVisitId(draft)),
    trouble: (visitId) => read(visitId, 'failed', troubleSchema),
    get: (visitId) => read(visitId, 'made', noteSchema),
    remove,
    forget(visitId) {
      remove(visitId);
      sql('DELETE FROM note_branches WHERE consultation_id = ?').run(visitId);
    },
  };
}
