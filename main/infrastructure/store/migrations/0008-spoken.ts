/**
 * What was said in visits whose speech is recognised on this computer: a row for each part of the
 * sound, and one that says that all parts are there. They go with their visit.
 */
export const spoken = `
CREATE TABLE spoken (
  transaction_id TEXT NOT NULL,
  -- The file's name; empty: all parts are there.
  part TEXT NOT NULL,
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  said BLOB NOT NULL,
  PRIMARY KEY (transaction_id, part)
) STRICT;

CREATE INDEX spoken_of_visit ON spoken (consultation_id);
`;
