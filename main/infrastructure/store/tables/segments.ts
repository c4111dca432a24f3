/** The segment files of each recording, and the anchors that betray a shortened one. */
import { z } from 'zod';
import { type Sqlite, statements } from '../database.ts';
import type { SegmentRow } from '../rows.ts';

export type Segments = {
  /** Inserts or replaces. */
  put(row: SegmentRow): void;
  /** By ordinal. */
  list(visitId: string): SegmentRow[];
  get(fileId: string): SegmentRow | undefined;
  remove(fileId: string): void;
};

const schema: z.ZodType<SegmentRow> = z.object({
  fileId: z.string(),
  visitId: z.string(),
  ordinal: z.number(),
  generation: z.string(),
  status: z.enum(['open', 'sealed', 'recovered', 'damaged']),
  records: z.number(),
  samples: z.number(),
  lastTag: z.string(),
});
const columns =
  'file_id AS fileId, consultation_id AS visitId, ordinal, generation, status, records, samples, last_tag AS lastTag';

export function createSegments(db: Sqlite): Segments {
  const sql = statements(db);
  return {
    put(row) {
      sql(`INSERT INTO segments (file_id, consultation_id, ordinal, generation, status, records, samples, last_tag)
        VALUES (@fileId, @visitId, @ordinal, @generation, @status, @records, @samples, @lastTag)
        ON CONFLICT (file_id) DO UPDATE SET consultation_id = excluded.consultation_id, ordinal = excluded.ordinal, generation = excluded.generation, status = excluded.status,
          records = excluded.records, samples = excluded.samples, last_tag = excluded.last_tag`).run(
        row,
      );
    },
    list: (visitId) =>
      sql(`SELECT ${columns} FROM segments WHERE consultation_id = ? ORDER BY ordinal`)
        .all(visitId)
        .map((raw) => schema.parse(raw)),
    get(fileId) {
      const raw = sql(`SELECT ${columns} FROM segments WHERE file_id = ?`).get(fileId);
      return raw === undefined ? undefined : schema.parse(raw);
    },
    remove(fileId) {
      sql('DELETE FROM segments WHERE file_id = ?').run(fileId);
    },
  };
}
