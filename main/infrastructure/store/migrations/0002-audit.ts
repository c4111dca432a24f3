/** The audit log: sealed entries in a chain, and the sealed ends of the chain (P28). */
export const audit = `
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY,
  entry BLOB NOT NULL,
  mac BLOB NOT NULL
) STRICT;

CREATE TABLE audit_ends (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  ends BLOB NOT NULL
) STRICT;
`;
