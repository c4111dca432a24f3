/**
 * The first form of the database. Clear columns hold ids, states, counters and times to the minute;
 * the rest is sealed (D3).
 */
export const beginning = `
CREATE TABLE consultations (
  -- Order of creation: a wall clock may jump (P26).
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  rev INTEGER NOT NULL,
  state TEXT NOT NULL,
  came_from TEXT,
  hold TEXT,
  waits_until INTEGER,
  attempts INTEGER NOT NULL,
  transaction_id TEXT NOT NULL UNIQUE,
  details BLOB NOT NULL
) STRICT;
CREATE INDEX consultations_by_state ON consultations (state);

CREATE TABLE segments (
  file_id TEXT PRIMARY KEY,
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  generation TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'sealed', 'recovered', 'damaged')),
  records INTEGER NOT NULL,
  samples INTEGER NOT NULL,
  last_tag TEXT NOT NULL
) STRICT;
CREATE INDEX segments_by_consultation ON segments (consultation_id, ordinal);

CREATE TABLE uploads (
  file_id TEXT PRIMARY KEY,
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  generation TEXT NOT NULL,
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  uploaded_epoch INTEGER,
  UNIQUE (consultation_id, ordinal)
) STRICT;

CREATE TABLE transactions (
  transaction_id TEXT PRIMARY KEY,
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  epoch INTEGER NOT NULL,
  folder TEXT,
  upload_url TEXT,
  commit_attempts INTEGER NOT NULL,
  committed_at INTEGER,
  status TEXT NOT NULL CHECK (status IN ('open', 'committed', 'dead'))
) STRICT;
CREATE INDEX transactions_by_consultation ON transactions (consultation_id);
-- Exactly once (P5), held by the database itself.
CREATE UNIQUE INDEX transactions_one_committed ON transactions (consultation_id) WHERE status = 'committed';

CREATE TABLE notes (
  consultation_id TEXT PRIMARY KEY REFERENCES consultations (id),
  note BLOB NOT NULL
) STRICT;

CREATE TABLE small_values (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
`;
