/**
 * The list of documents, sealed but for their ids and states. The files themselves are never here.
 */
import { z } from 'zod';
import {
  type DocumentState,
  documentStates,
  documentTasks,
  documentTypes,
  type PatientDocument,
} from '../../../../shared/model/clinic/document.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, openThose, type RowCipher, sealJson } from '../sealed-columns.ts';

export type Documents = {
  /** Inserts or replaces. */
  put(document: PatientDocument): void;
  get(id: string): PatientDocument | undefined;
  /** Whether there is one, also one that does not open. */
  has(id: string): boolean;
  /**
   * Newest first. One that is damaged, or whose key is not at hand, is left out; throws Failure
   * `locked` while the vault is.
   */
  list(): PatientDocument[];
  inStates(...states: DocumentState[]): PatientDocument[];
  remove(id: string): void;
};

const documentSchema: z.ZodType<PatientDocument> = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.enum(documentTypes),
  task: z.enum(documentTasks),
  patientName: z.string().optional(),
  patientId: z.string().optional(),
  state: z.enum(documentStates),
  createdAt: z.number(),
  sentAt: z.number().optional(),
  doneAt: z.number().optional(),
  sealed: z.boolean(),
  practice: z.boolean(),
  documentId: z.string().optional(),
  trouble: z.object({ code: z.string(), message: z.string() }).optional(),
  result: z
    .object({
      tests: z.array(
        z.object({
          name: z.string(),
          value: z.string(),
          unit: z.string(),
          range: z.string(),
          loinc: z.string(),
          confidence: z.string(),
        }),
      ),
      facts: z.array(z.object({ name: z.string(), value: z.string() })),
      fhir: z.boolean(),
    })
    .optional(),
});
type Raw = { readonly id: string; readonly document: Uint8Array };

export function createDocuments(db: Sqlite, cipher: () => RowCipher): Documents {
  const sql = statements(db);
  const place = (id: string) => ({ table: 'documents', column: 'document', row: id });
  const open = ({ id, document }: Raw) => openJson(cipher(), place(id), document, documentSchema);

  const openAll = (raws: unknown[]) => openThose(cipher, raws as Raw[], open);

  return {
    put(document) {
      sql(
        'INSERT INTO documents (id, state, document) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, document = excluded.document',
      ).run(document.id, document.state, sealJson(cipher(), place(document.id), document));
    },
    get(id) {
      const raw = sql('SELECT id, document FROM documents WHERE id = ?').get(id) as Raw | undefined;
      return raw && open(raw);
    },
    has: (id) => sql('SELECT 1 FROM documents WHERE id = ?').get(id) !== undefined,
    list: () => openAll(sql('SELECT id, document FROM documents ORDER BY place DESC').all()),
    inStates: (...states) =>
      openAll(
        sql(
          `SELECT id, document FROM documents WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY place`,
        ).all(...states),
      ),
    remove(id) {
      sql('DELETE FROM documents WHERE id = ?').run(id);
    },
  };
}
