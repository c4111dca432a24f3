/**
 * Exports to an EMR, done and waiting: one row an export, sealed except its state. A row is removed
 * with its visit.
 */
export const exported = `
CREATE TABLE exports (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
  export BLOB NOT NULL
) STRICT;
CREATE INDEX exports_by_consultation ON exports (consultation_id);
CREATE INDEX exports_by_state ON exports (state);
`;
