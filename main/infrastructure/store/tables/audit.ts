/**
 * The audit log: who did what, and when (P28). Sealed entries, each bound to the one before it by a
 * keyed digest.
 *
 * An entry that is changed, taken out, put in or moved breaks the chain; the sealed ends tell when
 * entries are missing at its beginning or its end. A whole database put back from an older copy is
 * not noticed.
 */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { type AuditEntry, auditWords } from '../../../../shared/model/audit.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';

export type Audit = {
  /** On the disk when this returns. Throws Failure `locked` while there is no key. */
  add(entry: AuditEntry): void;
  /** Whether it was ever written to. */
  begun(): boolean;
  /** Newest first. What cannot be read is left out; `verify` tells. */
  list(most: number): AuditEntry[];
  /**
   * `broken`: entries were changed, or some are missing. `unknown`: entries whose key is not at
   * hand.
   */
  verify(): {
    readonly state: 'whole' | 'broken';
    readonly entries: number;
    readonly unknown: number;
  };
  /**
   * Removes entries from before this time at the beginning of the chain; milliseconds since 1970.
   */
  forgetBefore(at: number): number;
};

type Raw = { readonly seq: number; readonly entry: Uint8Array; readonly mac: Uint8Array };

const START = Buffer.alloc(32);

const entrySchema: z.ZodType<AuditEntry> = z.object({
  at: z.number(),
  what: z.enum(auditWords),
  visit: z.string().optional(),
  who: z.string(),
});
/**
 * In hex. `base`: the digest before the first entry; not known where that lies under a key that was
 * lost. `broken`: the ends themselves were found removed or damaged, and that is not forgotten by
 * writing new ones.
 */
const endsSchema = z.object({
  first: z.int(),
  base: z.string().optional(),
  last: z.int(),
  mac: z.string(),
  broken: z.boolean().optional(),
});
type Ends = z.infer<typeof endsSchema>;

/** The sealed ends, or why they are not known. `lost`: sealed with a key that is not at hand. */
type KnownEnds = Ends | 'none' | 'lost' | 'damaged';

type Log = {
  readonly db: Sqlite;
  readonly sql: ReturnType<typeof statements>;
  readonly cipher: () => RowCipher;
};

export function createAudit(db: Sqlite, cipher: () => RowCipher): Audit {
  const log: Log = { db, sql: statements(db), cipher };
  return {
    add(entry) {
      db.transaction(() => add(log, entry)).immediate();
    },
    begun: () => log.sql('SELECT 1 FROM audit_ends').get() !== undefined,
    list: (most) => list(log, most),
    verify: () => verify(log),
    forgetBefore: (at) => db.transaction(() => forgetBefore(log, at)).immediate(),
  };
}

const placeOf = (seq: number) => ({ table: 'audit', column: 'entry', row: String(seq) });
const endsPlace = { table: 'audit_ends', column: 'ends', row: '1' };

/** Undefined where the key of the entry is not at hand. */
const digest = (
  { cipher }: Log,
  before: Uint8Array,
  { seq, entry }: Pick<Raw, 'seq' | 'entry'>,
): Buffer | undefined =>
  cipher().macFor(entry, Buffer.concat([before, Buffer.from(`${seq}:`), entry]));

const openEntry = ({ cipher }: Log, { seq, entry }: Raw) =>
  opened(() => openJson(cipher(), placeOf(seq), entry, entrySchema));

/** Throws Failure `locked` while the vault is. */
function readEnds({ sql, cipher }: Log): KnownEnds {
  const row = sql('SELECT ends FROM audit_ends').get() as { ends: Uint8Array } | undefined;
  if (!row) return 'none';
  return opened(() => openJson(cipher(), endsPlace, row.ends, endsSchema));
}

function writeEnds({ sql, cipher }: Log, ends: Ends): void {
  sql(
    'INSERT INTO audit_ends (one, ends) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET ends = excluded.ends',
  ).run(sealJson(cipher(), endsPlace, ends));
}

function add(log: Log, given: AuditEntry): void {
  const { sql, cipher } = log;
  const last = sql('SELECT seq, entry, mac FROM audit ORDER BY seq DESC LIMIT 1').get() as
    | Raw
    | undefined;
  const found = readEnds(log);
  const known = typeof found === 'string' ? undefined : found;
  // After the last one we know of, also when it was taken away: the gap stays to be seen.
  const seq = Math.max(last?.seq ?? 0, known?.last ?? 0) + 1;
  const base = known?.base === undefined ? START : Buffer.from(known.base, 'hex');
  const entry = sealJson(cipher(), placeOf(seq), given);
  const mac = digest(log, last?.mac ?? base, { seq, entry });
  if (!mac) throw new Error('An entry was sealed with a key that is not at hand.');
  sql('INSERT INTO audit (seq, entry, mac) VALUES (?, ?, ?)').run(seq, entry, mac);
  writeEnds(log, {
    ...(known ?? newEnds(log, found, last !== undefined)),
    last: seq,
    mac: mac.toString('hex'),
  });
}

function newEnds(
  { sql }: Log,
  found: KnownEnds,
  entries: boolean,
): Pick<Ends, 'first' | 'base' | 'broken'> {
  const { seq: first } = sql('SELECT min(seq) AS seq FROM audit').get() as { seq: number };
  if (found === 'lost') return { first };
  return {
    first,
    base: START.toString('hex'),
    ...((found === 'damaged' || entries) && { broken: true }),
  };
}

const list = (log: Log, most: number): AuditEntry[] =>
  (log.sql('SELECT seq, entry, mac FROM audit ORDER BY seq DESC LIMIT ?').all(most) as Raw[])
    .map((raw) => openEntry(log, raw))
    .filter((read) => typeof read !== 'string');

function verify(log: Log): ReturnType<Audit['verify']> {
  const rows = log.sql('SELECT seq, entry, mac FROM audit ORDER BY seq').all() as Raw[];
  const found = readEnds(log);
  const known = typeof found === 'string' ? undefined : found;
  let whole = found === 'none' ? rows.length === 0 : found !== 'damaged' && !known?.broken;
  let unknown = 0;
  let before: Uint8Array | undefined =
    known?.base === undefined ? undefined : Buffer.from(known.base, 'hex');
  let next = known?.first ?? rows[0]?.seq ?? 1;
  for (const row of rows) {
    const read = openEntry(log, row);
    if (read === 'lost') unknown += 1;
    // If the entry before the first one is unknown, the first one's digest is taken as it is.
    else if (
      read === 'damaged' ||
      (before !== undefined && !digest(log, before, row)?.equals(Buffer.from(row.mac)))
    )
      whole = false;
    if (row.seq !== next) whole = false;
    next = row.seq + 1;
    before = row.mac;
  }
  const last = rows.at(-1);
  if (known && known.last !== (last?.seq ?? known.first - 1)) whole = false;
  if (known && last && known.mac !== Buffer.from(last.mac).toString('hex')) whole = false;
  return { state: whole ? 'whole' : 'broken', entries: rows.length, unknown };
}

function forgetBefore(log: Log, at: number): number {
  const { sql } = log;
  const known = readEnds(log);
  if (typeof known === 'string') return 0;
  let last: Raw | undefined;
  let times = 0;
  for (const row of sql(
    'SELECT seq, entry, mac FROM audit ORDER BY seq',
  ).iterate() as IterableIterator<Raw>) {
    const entry = openEntry(log, row);
    if (typeof entry === 'string' || entry.at >= at) break;
    last = row;
    times += 1;
  }
  if (!last) return 0;
  sql('DELETE FROM audit WHERE seq <= ?').run(last.seq);
  writeEnds(log, { ...known, first: last.seq + 1, base: Buffer.from(last.mac).toString('hex') });
  return times;
}

/** `lost`: sealed with a key that is not at hand. Throws Failure `locked` while the vault is. */
function opened<T>(read: () => T): T | 'lost' | 'damaged' {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'locked') return 'damaged';
    if (error.detail !== 'key-of-visit-missing') throw error;
    return 'lost';
  }
}
