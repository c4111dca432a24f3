/**
 * The code desk: what a doctor decided, marked and likes to choose, and what linkers answered. All
 * but ids and order is sealed.
 */
export const desk = `
-- Every deed is a batch; the latest decision about an entity counts, and taking a deed back removes its batch.
CREATE TABLE decisions (
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  batch INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  decision BLOB NOT NULL,
  PRIMARY KEY (consultation_id, batch, ordinal)
) STRICT;

CREATE TABLE marks (
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  mark BLOB NOT NULL,
  PRIMARY KEY (consultation_id, ordinal)
) STRICT;

-- Names are keyed digests: neither an entity's words nor a doctor's stand here.
CREATE TABLE links (
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  answer BLOB NOT NULL,
  PRIMARY KEY (consultation_id, name)
) STRICT;

CREATE TABLE favourites (
  name TEXT PRIMARY KEY,
  favourite BLOB NOT NULL
) STRICT;
`;
