/** The store: one SQLite file, one writer, typed rows in and out. */
import type { Clock } from '../ports.ts';
import { openDatabase, readable } from './database.ts';
import { type Migrations, migrate } from './migrations/migrate.ts';
import { migrations as all } from './migrations/migrations.ts';
import type { RowCipher } from './sealed-columns.ts';
import { markForSearch } from './search-marks.ts';
import { type Audit, createAudit } from './tables/audit.ts';
import { createDecisions, type Decisions } from './tables/decisions.ts';
import { createDocuments, type Documents } from './tables/documents.ts';
import { createExports, type Exports } from './tables/exports.ts';
import { createFallbackDrafts, type FallbackDrafts } from './tables/fallback-drafts.ts';
import { createLinks, type Links } from './tables/links.ts';
import { createNoteVersions, type NoteVersions } from './tables/note-versions.ts';
import { createNotes, type Notes } from './tables/notes.ts';
import { createRememberedChoices, type RememberedChoices } from './tables/remembered-choices.ts';
import { createSearchIndex, type SearchIndex } from './tables/search-index.ts';
import { createSegments, type Segments } from './tables/segments.ts';
import { createSignatures, type Signatures } from './tables/signatures.ts';
import { createSpoken, type Spoken } from './tables/spoken.ts';
import { createTransactions, type Transactions } from './tables/transactions.ts';
import { createUploads, type Uploads } from './tables/uploads.ts';
import { createSettings, createValues, type SettingsStore, type Values } from './tables/values.ts';
import { createVisitTable, type VisitTable } from './tables/visits.ts';

export type Store = {
  readonly visits: VisitTable;
  readonly segments: Segments;
  readonly uploads: Uploads;
  readonly transactions: Transactions;
  readonly spoken: Spoken;
  readonly fallbackDrafts: FallbackDrafts;
  readonly notes: Notes;
  readonly noteVersions: NoteVersions;
  readonly signatures: Signatures;
  readonly documents: Documents;
  readonly exports: Exports;
  readonly decisions: Decisions;
  readonly links: Links;
  readonly rememberedChoices: RememberedChoices;
  readonly search: SearchIndex;
  readonly settings: SettingsStore;
  readonly values: Values;
  readonly audit: Audit;
  /**
   * After an erasure: empties the log of changes, so that what was removed stands nowhere in the
   * database's files (P27).
   */
  compact(): void;
  /**
   * All of `run` is kept, or none of it; nests. On the disk (`synchronous=FULL`) when the outermost
   * one returns.
   */
  transaction<T>(run: () => T): T;
  close(): void;
};

export type StoreDeps = {
  readonly file: string;
  /** Not needed yet: no row of the store carries a time of its own. */
  readonly clock?: Clock;
  /**
   * The vault's row cipher; it may throw Failure `locked`, and so do then the calls that touch
   * sealed columns.
   */
  readonly seal: () => RowCipher;
  /** For tests of migration alone. */
  readonly migrations?: Migrations;
  /** See `openDatabase`. */
  readonly refused?: () => void;
};

/** Opens or creates the database. Throws the Failures of `openDatabase` and `migrate`. */
export function createStore({ file, seal, migrations = all, refused }: StoreDeps): Store {
  const db = openDatabase(file, { migrations, refused });
  try {
    migrate(db, migrations);
    markForSearch(db);
  } catch (error) {
    db.close();
    throw readable(error);
  }
  const values = createValues(db);
  return {
    visits: guarded(createVisitTable(db, seal)),
    search: guarded(createSearchIndex(db)),
    segments: guarded(createSegments(db)),
    uploads: guarded(createUploads(db)),
    transactions: guarded(createTransactions(db)),
    spoken: guarded(createSpoken(db, seal)),
    fallbackDrafts: guarded(createFallbackDrafts(db, seal)),
    notes: guarded(createNotes(db, seal)),
    noteVersions: guarded(createNoteVersions(db, seal)),
    signatures: guarded(createSignatures(db, seal)),
    documents: guarded(createDocuments(db, seal)),
    exports: guarded(createExports(db, seal)),
    decisions: guarded(createDecisions(db, seal)),
    links: guarded(createLinks(db, seal)),
    rememberedChoices: guarded(createRememberedChoices(db, seal)),
    settings: guarded(createSettings(values)),
    values: guarded(values),
    audit: guarded(createAudit(db, seal)),
    compact() {
      // Removed rows were overwritten in their pages (`secure_delete`); the log still holds the
      // pages as they were.
      db.pragma('wal_checkpoint(TRUNCATE)');
    },
    transaction<T>(run: () => T): T {
      let result!: T;
      try {
        db.transaction(() => {
          result = run();
        }).immediate();
      } catch (error) {
        throw readable(error);
      }
      return result;
    },
    close: () => void db.close(),
  };
}

/** Wraps the functions so that errors of SQLite become Failures. */
function guarded<T extends object>(part: T): T {
  const wrap =
    (run: (...input: unknown[]) => unknown) =>
    (...input: unknown[]) => {
      try {
        return run(...input);
      } catch (error) {
        throw readable(error);
      }
    };
  return Object.fromEntries(
    Object.entries(part).map(([name, run]) => [
      name,
      wrap(run as (...input: unknown[]) => unknown),
    ]),
  ) as T;
}
