/**
 * Who did what, and when (P28): sealed entries, each bound to the one before it by a keyed digest.
 *
 * An entry that is changed, taken out, put in or moved breaks the chain; the sealed ends tell when entries are
 * missing at its beginning or its end. A whole database put back from an older copy is not noticed.
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
  /** `broken`: entries were changed, or some are missing. `unknown`: entries whose key is not at hand. */
  verify(): {
    readonly state: 'whole' | 'broken';
    readonly entries: number;
    readonly unknown: number;
  };
  /** Removes entries from before this time at the beginning of the chain; milliseconds since 1970. */
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
 * In hex. `base`: the digest before the first entry; not known where that lies under a key that was lost.
 * `broken`: the ends themselves were found removed or damaged, and that is not forgotten by writing new ones.
 */
const endsSchema = z.object({
  first: z.int(),
  base: z.string().optional(),
  last: z.int(),
  mac: z.string(),
  broken: z.boolean().optional(),
});
type Ends = z.infer<typeof endsSchema>;

export function createAudit(db: Sqlite, cipher: () => RowCipher): Audit {
  const sql = statements(db);
  const place = (seq: number) => ({ table: 'audit', column: 'entry', row: String(seq) });
  const endsPlace = { table: 'audit_ends', column: 'ends', row: '1' };
  const all = () => sql('SELECT seq, entry, mac FROM audit ORDER BY seq').all() as Raw[];
  const digest = (before: Uint8Array, { seq, entry }: Pick<Raw, 'seq' | 'entry'>) =>
    cipher().macFor(entry, Buffer.concat([before, Buffer.from(`${seq}:`), entry]));

  /** `lost`: sealed with a key that is not at hand. Throws Failure `locked` while the vault is. */
  function ends(): Ends | 'none' | 'lost' | 'damaged' {
    const row = sql('SELECT ends FROM audit_ends').get() as { ends: Uint8Array } | undefined;
    if (!row) return 'none';
    return opened(() => openJson(cipher(), endsPlace, row.ends, endsSchema));
  }

  function keepEnds(next: Ends) {
    sql(
      'INSERT INTO audit_ends (one, ends) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET ends = excluded.ends',
    ).run(sealJson(cipher(), endsPlace, next));
  }

  function add(given: AuditEntry) {
    db.transaction(() => {
      const last = sql('SELECT seq, entry, mac FROM audit ORDER BY seq DESC LIMIT 1').get() as
        | Raw
        | undefined;
      const found = ends();
      const known = typeof found === 'string' ? undefined : found;
      // After the last one we know of, also when it was taken away: the gap stays to be seen.
      const seq = Math.max(last?.seq ?? 0, known?.last ?? 0) + 1;
      const before =
        last?.mac ?? (known?.base === undefined ? START : Buffer.from(known.base, 'hex'));
      const entry = sealJson(cipher(), place(seq), given);
      const mac = digest(before, { seq, entry })!;
      sql('INSERT INTO audit (seq, entry, mac) VALUES (?, ?, ?)').run(seq, entry, mac);
      keepEnds({
        ...(known ?? anew(found, last !== undefined)),
        last: seq,
        mac: mac.toString('hex'),
      });
    }).immediate();
  }

  function anew(
    found: Ends | 'none' | 'lost' | 'damaged',
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

  const open = ({ seq, entry }: Raw) =>
    opened(() => openJson(cipher(), place(seq), entry, entrySchema));

  function verify() {
    const rows = all();
    const found = ends();
    const known = typeof found === 'string' ? undefined : found;
    let whole = found === 'none' ? rows.length === 0 : found !== 'damaged' && !known?.broken;
    let unknown = 0;
    let before: Uint8Array | undefined =
      known?.base === undefined ? undefined : Buffer.from(known.base, 'hex');
    let next = known?.first ?? rows[0]?.seq ?? 1;
    for (const row of rows) {
      const read = open(row);
      if (read === 'lost') unknown += 1;
      // Where it is not known what came before the first one, its digest is taken as it is.
      else if (
        read === 'damaged' ||
        (before !== undefined && !digest(before, row)?.equals(Buffer.from(row.mac)))
      )
        whole = false;
      if (row.seq !== next) whole = false;
      next = row.seq + 1;
      before = row.mac;
    }
    const last = rows.at(-1);
    if (known && known.last !== (last?.seq ?? known.first - 1)) whole = false;
    if (known && last && known.mac !== Buffer.from(last.mac).toString('hex')) whole = false;
    return {
      state: whole ? ('whole' as const) : ('broken' as const),
      entries: rows.length,
      unknown,
    };
  }

  return {
    add,
    begun: () => sql('SELECT 1 FROM audit_ends').get() !== undefined,
    list: (most) =>
      (sql('SELECT seq, entry, mac FROM audit ORDER BY seq DESC LIMIT ?').all(most) as Raw[])
        .map(open)
        .filter((read) => typeof read !== 'string'),
    verify,
    forgetBefore(at) {
      return db
        .transaction(() => {
          const known = ends();
          if (typeof known === 'string') return 0;
          let last: Raw | undefined;
          let times = 0;
          for (const row of sql(
            'SELECT seq, entry, mac FROM audit ORDER BY seq',
          ).iterate() as IterableIterator<Raw>) {
            const entry = open(row);
            if (typeof entry === 'string' || entry.at >= at) break;
            last = row;
            times += 1;
          }
          if (!last) return 0;
          sql('DELETE FROM audit WHERE seq <= ?').run(last.seq);
          keepEnds({ ...known, first: last.seq + 1, base: Buffer.from(last.mac).toString('hex') });
          return times;
        })
        .immediate();
    },
  };
}

/** `lost`: sealed with a key that is not at hand. A locked vault is told. */
function opened<T>(read: () => T): T | 'lost' | 'damaged' {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'locked') return 'damaged';
    if (error.detail !== 'key-of-visit-missing') throw error;
    return 'lost';
  }
}
