/**
 * All steps in order. A released step is never changed; a new form of the database is a new file
 * and a new line here.
 */

import { beginning } from './0001-beginning.ts';
import { audit } from './0002-audit.ts';
import { documents } from './0003-documents.ts';
import { desk } from './0004-desk.ts';
import { noteVersions } from './0005-note-versions.ts';
import { exported } from './0006-exports.ts';
import { search } from './0007-search.ts';
import { spoken } from './0008-spoken.ts';
import type { Migrations } from './migrate.ts';

export const migrations: Migrations = [
  beginning,
  audit,
  documents,
  desk,
  noteVersions,
  exported,
  search,
  spoken,
];
