/**
 * Metadata of codes in an index file: details of a code, groups of codes that belong together, and
 * maps to other ontologies.
 */
import Database from 'better-sqlite3';

/** One row of a release's map, as the release has it. */
export type MapRow = {
  /** `icd-10-cm`, or `icd-10` for the one of the WHO. */
  readonly system: 'icd-10-cm' | 'icd-10';
  readonly target: string;
  readonly group: number;
  readonly priority: number;
  readonly rule: string;
  readonly advice: string;
  /**
   * The one target of this code that holds whatever else is said of the patient: it may be applied
   * by itself. On one row at most.
   */
  readonly unconditional: boolean;
};

/** Plain values by name. */
export type Detail = Readonly<Record<string, string | number | readonly string[]>>;

export type MetadataRow =
  | {
      readonly kind: 'detail';
      readonly code: string;
      readonly detail: Detail;
      /** Names by which the code is found together with others. */
      readonly groups?: readonly string[] | undefined;
    }
  | ({ readonly kind: 'map'; readonly code: string; readonly category: string } & Omit<
      MapRow,
      'unconditional'
    >);

const TABLES = `
  CREATE TABLE details(code TEXT PRIMARY KEY, detail TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE groups(name TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY(name, code)) STRICT, WITHOUT ROWID;
  CREATE TABLE maps(code TEXT NOT NULL, system TEXT NOT NULL, part INTEGER NOT NULL, priority INTEGER NOT NULL, target TEXT NOT NULL, rule TEXT NOT NULL, advice TEXT NOT NULL, category TEXT NOT NULL,
    PRIMARY KEY(code, system, part, priority, target)) STRICT, WITHOUT ROWID;
`;

/** Writes into an index that is not in use yet; a half-written file is thrown away whole. */
export function writeMetadata(file: string, rows: Iterable<MetadataRow>): void {
  const db = new Database(file, { fileMustExist: true });
  try {
    for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'locking_mode = EXCLUSIVE'])
      db.pragma(pragma);
    db.exec(TABLES);
    db.exec('BEGIN');
    const detail = db.prepare('INSERT OR REPLACE INTO details VALUES(?,?)');
    const group = db.prepare('INSERT OR IGNORE INTO groups VALUES(?,?)');
    const map = db.prepare('INSERT OR REPLACE INTO maps VALUES(?,?,?,?,?,?,?,?)');
    for (const row of rows) {
      if (row.kind === 'map')
        map.run(
          row.code,
          row.system,
          row.group,
          row.priority,
          row.target,
          row.rule,
          row.advice,
          row.category,
        );
      else {
        detail.run(row.code, JSON.stringify(row.detail));
        for (const name of row.groups ?? []) group.run(name, row.code);
      }
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

export type CodeMetadata = {
  detail(code: string): Detail | undefined;
  /** Codes of the group of this name, in their order. */
  group(name: string): string[];
  map(code: string): MapRow[];
  /** Reads the whole file, so for small files: true where every page is as it was written. */
  isSound(): boolean;
  close(): void;
};

/** `file` was opened as an index before: `openIndex` throws the Failure of a wrong file. */
export function openMetadata(file: string): CodeMetadata {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  for (const pragma of ['query_only = ON', 'trusted_schema = OFF', 'cell_size_check = ON'])
    db.pragma(pragma);
  const common = {
    isSound: () => db.pragma('quick_check', { simple: true }) === 'ok',
    close: () => void db.close(),
  };
  const hasMetadata =
    db.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'details'").pluck().get() === 1;
  if (!hasMetadata) return { ...common, detail: () => undefined, group: () => [], map: () => [] };
  const detailOf = db
    .prepare<[string], string>('SELECT detail FROM details WHERE code = ?')
    .pluck();
  const codesOf = db
    .prepare<[string], string>('SELECT code FROM groups WHERE name = ? ORDER BY code')
    .pluck();
  const mapsOf = db.prepare<[string], StoredMap>(
    'SELECT system, target, part AS "group", priority, rule, advice, category FROM maps WHERE code = ? ORDER BY system DESC, part, priority',
  );
  return {
    ...common,
    detail: (code) => {
      const stored = detailOf.get(code);
      return stored === undefined ? undefined : (JSON.parse(stored) as Detail);
    },
    group: (name) => codesOf.all(name),
    map: (code) => withUnconditional(mapsOf.all(code)),
  };
}

type StoredMap = Omit<MapRow, 'unconditional'> & { readonly category: string };

/** "Map source concept is properly classified". */
const PROPERLY = '447637006';
/** Advice beside "ALWAYS X" that asks for nothing more. */
const HARMLESS =
  /^(?:ALWAYS\b.*|MAPPED (?:FOLLOWING|WITH) [A-Z -]+ GUIDANCE|DESCENDANTS NOT EXHAUSTIVELY MAPPED|)$/;

/**
 * One target, in one group, under no condition, with no advice that asks for more (the patient's
 * age, a side, a second code).
 */
function withUnconditional(rows: readonly StoredMap[]): MapRow[] {
  const holds = (row: StoredMap) => {
    const beside = rows.filter((one) => one.system === row.system);
    const alone = beside.length === 1 && row.target !== '' && !/[?]/.test(row.target);
    return (
      alone &&
      row.rule.trim() === 'TRUE' &&
      row.category === PROPERLY &&
      row.advice.split('|').every((part) => HARMLESS.test(part.trim()))
    );
  };
  return rows.map((row) => {
    const { category: _, ...map } = row;
    return { ...map, unconditional: holds(row) };
  });
}
