/**
 * Documents of patients that were sent to the platform to be read: what they are and what they say
 * is sealed (contract 10).
 */
export const documents = `
CREATE TABLE documents (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  document BLOB NOT NULL
) STRICT;
`;
