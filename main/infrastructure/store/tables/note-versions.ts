/**
 * Branches of a note, and their versions, sealed. A kept version is never changed; the database
 * itself refuses.
 */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import {
  authors,
  makings,
  type NoteVersion,
  purposes,
} from '../../../../shared/model/note/note-versions.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';

/** The document that a branch began with, as it was when somebody first worked on it. */
export type BranchRoot = {
  /**
   * Which document of the note it is, whatever its place: see
   * `main/features/notes/versions/branches.ts`.
   */
  readonly origin: string;
  readonly purpose: (typeof purposes)[number];
  readonly templateId: string;
  readonly name: string;
  readonly kind: 'transcript' | 'markdown' | 'emr' | 'text';
  readonly language: string;
};
export type BranchRow = {
  readonly branch: string;
  readonly rev: number;
  readonly root: BranchRoot;
};
/** `source`: of the machine's: digest of the document that it was read from. */
export type VersionRow = NoteVersion & { readonly source?: string | undefined };

export type NoteVersions = {
  branches(visitId: string): BranchRow[];
  /** Inserts it, or replaces its rev and its root. */
  putBranch(visitId: string, row: BranchRow): void;
  /** Oldest first. One that does not open is left out. */
  versions(visitId: string, branch: string): VersionRow[];
  /**
   * Inserts it, or replaces the draft of the same number. Throws Failure `broken` / `version-kept`
   * for one that was kept.
   */
  put(visitId: string, branch: string, version: VersionRow): void;
  /** Only a draft; a kept one stays. */
  dropDraft(visitId: string, branch: string, number: number): void;
};

const rootSchema: z.ZodType<BranchRoot> = z.object({
  origin: z.string(),
  purpose: z.enum(purposes),
  templateId: z.string(),
  name: z.string(),
  kind: z.enum(['transcript', 'markdown', 'emr', 'text']),
  language: z.string(),
});
const versionSchema = z.object({
  author: z.enum(authors),
  made: z.enum(makings),
  at: z.number(),
  who: z.string(),
  basedOn: z.number().optional(),
  source: z.string().optional(),
  sections: z.array(
    z.object({ id: z.string(), key: z.string().optional(), title: z.string(), text: z.string() }),
  ),
});

export function createNoteVersions(db: Sqlite, cipher: () => RowCipher): NoteVersions {
  const sql = statements(db);
  const rootPlace = (id: string, branch: string) => ({
    table: 'note_branches',
    column: 'root',
    row: `${id}/${branch}`,
  });
  const place = (id: string, branch: string, number: number) => ({
    table: 'note_versions',
    column: 'version',
    row: `${id}/${branch}/${number}`,
  });

  return {
    branches: (id) =>
      (
        sql(
          'SELECT branch, rev, root FROM note_branches WHERE consultation_id = ? ORDER BY rowid',
        ).all(id) as { branch: string; rev: number; root: Uint8Array }[]
      ).map(({ branch, rev, root }) => ({
        branch,
        rev,
        root: openJson(cipher(), rootPlace(id, branch), root, rootSchema),
      })),
    putBranch(id, { branch, rev, root }) {
      sql(
        'INSERT INTO note_branches (consultation_id, branch, rev, root) VALUES (?, ?, ?, ?) ON CONFLICT (consultation_id, branch) DO UPDATE SET rev = excluded.rev, root = excluded.root',
      ).run(id, branch, rev, sealJson(cipher(), rootPlace(id, branch), root));
    },
    versions: (id, branch) =>
      (
        sql(
          'SELECT number, kept, version FROM note_versions WHERE consultation_id = ? AND branch = ? ORDER BY number',
        ).all(id, branch) as { number: number; kept: number; version: Uint8Array }[]
      ).flatMap(({ number, kept, version }) => {
        try {
          return [
            {
              number,
              kept: kept === 1,
              ...openJson(cipher(), place(id, branch, number), version, versionSchema),
            },
          ];
        } catch (error) {
          // One damaged version must not hide the others; a lost key is another matter.
          if (error instanceof Failure && error.detail === 'row-damaged') return [];
          throw error;
        }
      }),
    put(id, branch, { number, kept, ...version }) {
      try {
        sql(
          'INSERT INTO note_versions (consultation_id, branch, number, kept, version) VALUES (?, ?, ?, ?, ?) ON CONFLICT (consultation_id, branch, number) DO UPDATE SET kept = excluded.kept, version = excluded.version',
        ).run(
          id,
          branch,
          number,
          kept ? 1 : 0,
          sealJson(cipher(), place(id, branch, number), version),
        );
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_CONSTRAINT_TRIGGER') throw error;
        throw new Failure('broken', 'A version that was kept is never changed.', {
          detail: 'version-kept',
          cause: error,
        });
      }
    },
    dropDraft(id, branch, number) {
      sql(
        'DELETE FROM note_versions WHERE consultation_id = ? AND branch = ? AND number = ? AND kept = 0',
      ).run(id, branch, number);
    },
  };
}
