/**
 * The index of the search. A token is a keyed digest of a word or of its beginning; a block is 512
 * places of visits in a row. Triggers mark what has to be indexed anew in the transaction that
 * changed it, whoever wrote it, so that a crash leaves the mark and not a stale index.
 */
const mark = (which: string) =>
  `INSERT INTO search_pending (place, stamp) ${which} ON CONFLICT (place) DO UPDATE SET stamp = stamp + 1;`;

const marksVisit = (table: string, event: 'INSERT' | 'UPDATE') => `
CREATE TRIGGER search_${table}_${event.toLowerCase()} AFTER ${event} ON ${table} BEGIN
  ${mark('SELECT place, 1 FROM consultations WHERE id = NEW.consultation_id')}
END;`;

export const search = `
CREATE TABLE search_postings (
  block INTEGER NOT NULL,
  token INTEGER NOT NULL,
  -- Up to 31 places as two bytes each, or a map of 512 bits.
  places BLOB NOT NULL,
  PRIMARY KEY (block, token)
) STRICT, WITHOUT ROWID;

-- The visits that stand in the index, each with a keyed digest of what was indexed.
CREATE TABLE search_visits (
  place INTEGER PRIMARY KEY,
  digest BLOB NOT NULL
) STRICT;

CREATE TABLE search_pending (
  place INTEGER PRIMARY KEY,
  stamp INTEGER NOT NULL
) STRICT;

CREATE TRIGGER search_consultations_insert AFTER INSERT ON consultations BEGIN
  ${mark('VALUES (NEW.place, 1)')}
END;
CREATE TRIGGER search_consultations_update AFTER UPDATE OF details ON consultations BEGIN
  ${mark('VALUES (NEW.place, 1)')}
END;
CREATE TRIGGER search_consultations_delete AFTER DELETE ON consultations BEGIN
  ${mark('VALUES (OLD.place, 1)')}
END;
${(['notes', 'note_versions', 'decisions'] as const)
  .flatMap((table) => [marksVisit(table, 'INSERT'), marksVisit(table, 'UPDATE')])
  .join('')}
CREATE TRIGGER search_decisions_delete AFTER DELETE ON decisions BEGIN
  ${mark('SELECT place, 1 FROM consultations WHERE id = OLD.consultation_id')}
END;
`;
