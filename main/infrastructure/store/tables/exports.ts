/** Exports to an EMR, sent and waiting. Only ids, order and states stand in clear. */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { exportForms, fhirFlavours } from '../../../../shared/model/export/export.ts';
import {
  type Receipt,
  receiptStates,
  targetNames,
} from '../../../../shared/model/export/exports.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, openThose, type RowCipher, sealJson } from '../sealed-columns.ts';
import { readVisitId, writeVisitId } from '../stored-visit-id.ts';

export type ExportRow = Omit<Receipt, 'changedSince'> & {
  /** Of a draft: digest of the words that left. */
  readonly ground?: string | undefined;
  /** A file lies whole and synced beside its place: only the rename may be left. */
  readonly placing?: boolean | undefined;
  /** The server may have been told: it is asked before it is told again. Or a page's clipboard has it. */
  readonly posted?: boolean | undefined;
  /** Under which the server keeps it: `DocumentReference/17`; on the platform, the document's id. */
  readonly location?: string | undefined;
  /** The server no longer has this document as the current one. */
  readonly retired?: boolean | undefined;
};

export type Exports = {
  /** Inserts or replaces. */
  put(row: ExportRow): void;
  get(id: string): ExportRow | undefined;
  has(id: string): boolean;
  /** Newest first. One that is damaged is left out. */
  list(visitId: string): ExportRow[];
  /** Oldest first; the same. */
  inStates(...states: Receipt['state'][]): ExportRow[];
  remove(id: string): void;
};

const schema: z.ZodType<Omit<ExportRow, 'id' | 'state'>> = readVisitId(
  z.object({
    visitId: z.string(),
    signature: z.string().optional(),
    branch: z.string(),
    version: z.number(),
    at: z.number(),
    who: z.string(),
    form: z.enum(exportForms),
    flavour: z.enum(fhirFlavours).optional(),
    section: z.string().optional(),
    target: z.enum(['clipboard', 'file', ...targetNames, 'platform']),
    where: z.string(),
    file: z.string().optional(),
    sha256: z.string(),
    attempts: z.number(),
    waitsUntil: z.number().optional(),
    doneAt: z.number().optional(),
    trouble: z.object({ detail: z.string(), message: z.string() }).optional(),
    ground: z.string().optional(),
    placing: z.boolean().optional(),
    posted: z.boolean().optional(),
    location: z.string().optional(),
    retired: z.boolean().optional(),
  }),
);
const stateSchema = z.enum(receiptStates);
type Raw = {
  readonly id: string;
  readonly consultation_id: string;
  readonly state: string;
  readonly export: Uint8Array;
};

export function createExports(db: Sqlite, cipher: () => RowCipher): Exports {
  const sql = statements(db);
  const place = (id: string) => ({ table: 'exports', column: 'export', row: id });

  /** Its visit is sealed along with it: a receipt cannot be moved to another. */
  function open(raw: Raw): ExportRow {
    const row = openJson(cipher(), place(raw.id), raw.export, schema);
    if (row.visitId !== raw.consultation_id)
      throw new Failure(
        'broken',
        'A stored entry is not in the form this version of Scriba knows. It is kept as it is.',
        { detail: 'row-damaged' },
      );
    return { id: raw.id, state: stateSchema.parse(raw.state), ...row };
  }
  const openAll = (raws: unknown[]) => openThose(cipher, raws as Raw[], open);

  return {
    put({ id, state, ...row }) {
      sql(
        'INSERT INTO exports (id, consultation_id, state, export) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, export = excluded.export',
      ).run(id, row.visitId, state, sealJson(cipher(), place(id), writeVisitId(row)));
    },
    get(id) {
      const raw = sql('SELECT id, consultation_id, state, export FROM exports WHERE id = ?').get(
        id,
      ) as Raw | undefined;
      return raw && open(raw);
    },
    has: (id) => sql('SELECT 1 FROM exports WHERE id = ?').get(id) !== undefined,
    list: (visitId) =>
      openAll(
        sql(
          'SELECT id, consultation_id, state, export FROM exports WHERE consultation_id = ? ORDER BY place DESC',
        ).all(visitId),
      ),
    inStates: (...states) =>
      openAll(
        sql(
          `SELECT id, consultation_id, state, export FROM exports WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY place`,
        ).all(...states),
      ),
    remove: (id) => void sql('DELETE FROM exports WHERE id = ?').run(id),
  };
}
