/**
 * The note as a document: branches, their versions, and signatures that nobody can change. Words
 * are sealed; they go with their visit.
 */
export const noteVersions = `
CREATE TABLE note_branches (
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  branch TEXT NOT NULL,
  rev INTEGER NOT NULL,
  root BLOB NOT NULL,
  PRIMARY KEY (consultation_id, branch)
) STRICT;

CREATE TABLE note_versions (
  consultation_id TEXT NOT NULL,
  branch TEXT NOT NULL,
  number INTEGER NOT NULL,
  kept INTEGER NOT NULL CHECK (kept IN (0, 1)),
  version BLOB NOT NULL,
  PRIMARY KEY (consultation_id, branch, number),
  FOREIGN KEY (consultation_id, branch) REFERENCES note_branches (consultation_id, branch) ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX note_versions_one_draft ON note_versions (consultation_id, branch) WHERE kept = 0;
CREATE TRIGGER note_versions_stay BEFORE UPDATE ON note_versions WHEN OLD.kept = 1 BEGIN
  SELECT RAISE(ABORT, 'a kept version is never changed');
END;

CREATE TABLE signatures (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  signature BLOB NOT NULL
) STRICT;
CREATE INDEX signatures_by_consultation ON signatures (consultation_id);
CREATE TRIGGER signatures_stay BEFORE UPDATE ON signatures BEGIN
  SELECT RAISE(ABORT, 'a signature is never changed');
END;
CREATE TRIGGER signatures_once BEFORE INSERT ON signatures WHEN EXISTS (SELECT 1 FROM signatures WHERE id = NEW.id OR place = NEW.place) BEGIN
  SELECT RAISE(ABORT, 'a signature is never replaced');
END;
`;
