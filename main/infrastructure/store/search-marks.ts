/**
 * Marks what has to be indexed anew, in the transaction that changed it, whoever wrote it, so that a
 * crash leaves the mark and not a stale index. The triggers are the connection's own: there is one
 * writer, and a later migration may build a table anew without them in its way.
 */
import type { Sqlite } from './database.ts';

const mark = (which: string) =>
  `INSERT INTO search_pending (place, stamp) ${which} ON CONFLICT (place) DO UPDATE SET stamp = stamp + 1;`;

const triggerOn = (table: string, event: string, which: string) =>
  `CREATE TEMP TRIGGER search_${table}_${event.split(' ')[0]} AFTER ${event} ON main.${table} BEGIN
    ${mark(which)}
  END;`;

const placeOf = (row: 'NEW' | 'OLD') =>
  `SELECT place, 1 FROM consultations WHERE id = ${row}.consultation_id`;

/** To be called once for a connection, after the migrations. An older form has no index. */
export function markForSearch(db: Sqlite): void {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'search_pending'").get()) return;
  db.exec(
    [
      triggerOn('consultations', 'INSERT', 'VALUES (NEW.place, 1)'),
      triggerOn('consultations', 'UPDATE OF details', 'VALUES (NEW.place, 1)'),
      triggerOn('consultations', 'DELETE', 'VALUES (OLD.place, 1)'),
      ...['notes', 'note_versions', 'decisions'].flatMap((table) => [
        triggerOn(table, 'INSERT', placeOf('NEW')),
        triggerOn(table, 'UPDATE', placeOf('NEW')),
      ]),
      triggerOn('decisions', 'DELETE', placeOf('OLD')),
    ].join('\n'),
  );
}
