/**
 * The index of the search. A token is a keyed digest of a word or of its beginning; a block is 512
 * places of visits in a row. What has to be indexed anew is marked by triggers of the connection
 * (`../search-marks.ts`).
 */
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
`;
