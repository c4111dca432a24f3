/**
 * The files made for the platform: encoded once, with their digest, before the first byte is sent
 * (D9).
 */
import { z } from 'zod';
import { type Sqlite, statements } from '../database.ts';
import type { UploadPartRow } from '../rows.ts';

export type Uploads = {
  /** Inserts or replaces. */
  put(row: UploadPartRow): void;
  /** By ordinal: the order on the platform. */
  list(visitId: string): UploadPartRow[];
  /** The platform has this part in the folder of `epoch`. */
  markUploaded(fileId: string, epoch: number): void;
  removeAll(visitId: string): void;
};

const absent = <T>(value: T | null) => value ?? undefined;
const schema = z.object({
  fileId: z.string(),
  visitId: z.string(),
  ordinal: z.number(),
  generation: z.string(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  uploadedEpoch: z.number().nullable().transform(absent),
});

export function createUploads(db: Sqlite): Uploads {
  const sql = statements(db);
  return {
    put(row) {
      sql(`INSERT INTO uploads (file_id, consultation_id, ordinal, generation, name, content_type, bytes, sha256, uploaded_epoch)
        VALUES (@fileId, @visitId, @ordinal, @generation, @name, @contentType, @bytes, @sha256, @uploadedEpoch)
        ON CONFLICT (file_id) DO UPDATE SET consultation_id = excluded.consultation_id, ordinal = excluded.ordinal, generation = excluded.generation, name = excluded.name, content_type = excluded.content_type,
          bytes = excluded.bytes, sha256 = excluded.sha256, uploaded_epoch = excluded.uploaded_epoch`).run(
        { ...row, uploadedEpoch: row.uploadedEpoch ?? null },
      );
    },
    list: (visitId) =>
      sql(`SELECT file_id AS fileId, consultation_id AS visitId, ordinal, generation, name, content_type AS contentType, bytes, sha256,
        uploaded_epoch AS uploadedEpoch FROM uploads WHERE consultation_id = ? ORDER BY ordinal`)
        .all(visitId)
        .map((raw) => schema.parse(raw)),
    markUploaded(fileId, epoch) {
      sql('UPDATE uploads SET uploaded_epoch = ? WHERE file_id = ?').run(epoch, fileId);
    },
    removeAll(visitId) {
      sql('DELETE FROM uploads WHERE consultation_id = ?').run(visitId);
    },
  };
}
