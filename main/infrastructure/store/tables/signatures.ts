/** Signed notes: rows that are written once, and removed only with their visit. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { withKinds } from '../../../../shared/model/export/acts/acts.ts';
import { neutralNote } from '../../../../shared/model/export/export.ts';
import type { Signed } from '../../../../shared/model/note/note-versions.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';
import { readVisitId, writeVisitId } from '../stored-visit-id.ts';

/** `canonical`: the very text that was hashed; the note in it is read from there. */
export type SignatureRow = Omit<Signed, 'note'> & { readonly canonical: string };

export type Signatures = {
  /** Throws Failure `broken` / `version-kept` for an id that is there. */
  add(row: SignatureRow): void;
  /**
   * Newest first. Throws Failure `broken` / `row-damaged` for one whose text is not what was
   * hashed.
   */
  list(visitId: string): SignatureRow[];
  get(id: string): SignatureRow | undefined;
  has(visitId: string): boolean;
};

const schema: z.ZodType<Omit<SignatureRow, 'id'>> = readVisitId(
  z.object({
    visitId: z.string(),
    branch: z.string(),
    version: z.number(),
    at: z.number(),
    who: z.string(),
    sha256: z.string(),
    canonical: z.string(),
    looked: z.array(z.string()),
    practice: z.boolean(),
  }),
);
type Raw = {
  readonly id: string;
  readonly consultation_id: string;
  readonly signature: Uint8Array;
};

export function createSignatures(db: Sqlite, cipher: () => RowCipher): Signatures {
  const sql = statements(db);
  const place = (id: string) => ({ table: 'signatures', column: 'signature', row: id });

  /** Its visit is sealed along with it: a signature cannot be moved to another. */
  function open({ id, consultation_id, signature }: Raw): SignatureRow {
    const { visitId, ...row } = openJson(cipher(), place(id), signature, schema);
    if (
      visitId !== consultation_id ||
      createHash('sha256').update(row.canonical).digest('hex') !== row.sha256
    ) {
      throw new Failure('broken', 'A signed note is not as it was signed. It is kept as it is.', {
        detail: 'row-damaged',
      });
    }
    return { id, visitId, ...row };
  }

  return {
    add({ id, ...row }) {
      try {
        sql('INSERT INTO signatures (id, consultation_id, signature) VALUES (?, ?, ?)').run(
          id,
          row.visitId,
          sealJson(cipher(), place(id), writeVisitId(row)),
        );
      } catch (error) {
        if (
          !/^SQLITE_CONSTRAINT_(TRIGGER|UNIQUE)$/.test(String((error as { code?: unknown }).code))
        )
          throw error;
        throw new Failure('broken', 'This note is signed; a signature is never replaced.', {
          detail: 'version-kept',
          cause: error,
        });
      }
    },
    list: (visitId) =>
      (
        sql(
          'SELECT id, consultation_id, signature FROM signatures WHERE consultation_id = ? ORDER BY place DESC',
        ).all(visitId) as Raw[]
      ).map(open),
    get(id) {
      const raw = sql('SELECT id, consultation_id, signature FROM signatures WHERE id = ?').get(
        id,
      ) as Raw | undefined;
      return raw && open(raw);
    },
    has: (visitId) =>
      sql('SELECT 1 FROM signatures WHERE consultation_id = ?').get(visitId) !== undefined,
  };
}

/** As a page or an export sees it; the stored text stays as it was signed. */
export const presentSigned = ({ canonical, ...row }: SignatureRow): Signed => {
  const note = neutralNote.parse(JSON.parse(canonical));
  return {
    ...row,
    note: note.kinds ? note : { ...note, entities: withKinds(note.entities, note.sections) },
  };
};
