/** A clinic's own list: taken in row by row, kept whole, and asked before all other lists. */
import { mkdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import type { OwnEntry, OwnList, OwnOutcome } from '../../../../shared/model/coding/own-list.ts';
import { lockImports } from '../importers/import.ts';
import type { BrandRow } from '../tables/brands/brands.ts';
import { type Brands, readBrands } from '../text/brands.ts';
import { collectRows } from './collect.ts';
import { loadOwn, ownFile, saveOwn, versionOfFile } from './own-file.ts';
import { type OwnWords, readOwnWords } from './own-words-index.ts';
import { readOwnList } from './read-own-list.ts';
import { type ListsInUse, noteOf, type Verified, verifyRow } from './verify.ts';

export type Own = {
  /** The list as it is on the disk now: another Scriba may have changed it. */
  words(): OwnWords;
  /** Those of the box, then the clinic's own, which win. */
  brands(): Brands;
  /**
   * Takes the rows that are right and replaces the earlier list, if there is any. Throws what
   * `readOwnList`, `lockImports` and `saveOwn` throw; the earlier list then stays.
   */
  take(bytes: Uint8Array): Promise<OwnOutcome>;
  list(): OwnList;
  /** Throws Failure `broken` / `own-list-damaged`. */
  rows(): readonly OwnEntry[];
  /** Throws what `lockImports` and `saveOwn` throw. */
  remove(): void;
  forget(): void;
};

export type OwnDeps = {
  readonly folder: string;
  readonly brands: readonly BrandRow[];
  readonly lists: ListsInUse;
};

type Kept = {
  readonly version: string;
  readonly entries: readonly OwnEntry[];
  readonly words: OwnWords;
  readonly brands: Brands;
  readonly trouble?: Failure;
};
type State = { readonly deps: OwnDeps; readonly file: string; kept?: Kept | undefined };

export function createOwn(deps: OwnDeps): Own {
  const state: State = { deps, file: ownFile(deps.folder) };
  return {
    words: () => current(state).words,
    brands: () => current(state).brands,
    take: (bytes) => take(state, bytes),
    list: () => listOf(state),
    rows() {
      const { trouble, entries } = current(state);
      if (trouble) throw trouble;
      return entries;
    },
    remove: () => withLock(state, () => saveOwn(state.file, [])),
    forget: () => state.kept?.words.forget(),
  };
}

/** A list that cannot be read is told in the status; the other lists answer as without it. */
function current(state: State): Kept {
  const version = versionOfFile(state.file);
  if (state.kept?.version === version) return state.kept;
  let entries: readonly OwnEntry[] = [];
  let trouble: Failure | undefined;
  try {
    entries = loadOwn(state.file);
  } catch (error) {
    trouble = asFailure(error);
  }
  const words = readOwnWords(entries);
  state.kept = {
    version,
    entries,
    words,
    brands: readBrands([
      ...state.deps.brands,
      ...words.brands.map((row) => ({ ...row, own: true })),
    ]),
    ...(trouble && { trouble }),
  };
  return state.kept;
}

/** Rows between which a recording gets its turn. */
const AT_ONCE = 200;

async function take(state: State, bytes: Uint8Array): Promise<OwnOutcome> {
  const { rows, open } = readOwnList(bytes);
  mkdirSync(state.deps.folder, { recursive: true, mode: 0o700 });
  const unlock = lockImports(state.deps.folder);
  try {
    const lists = lookedUpOnce(state.deps.lists);
    const verified: Verified[] = [];
    for (const row of rows) {
      verified.push(verifyRow(row, lists));
      if (verified.length % AT_ONCE === 0) await nextTurn();
    }
    if (open !== undefined)
      verified.push({
        problem: noteOf({ line: open, words: '', code: '' }, { why: 'quote-open' }),
        warnings: [],
      });
    const { entries, outcome } = collectRows(verified);
    if (entries.length > 0) saveOwn(state.file, entries);
    return outcome;
  } finally {
    unlock();
  }
}

/** Looks once whether there is a list of an ontology, not for each of many rows. */
function lookedUpOnce(lists: ListsInUse): ListsInUse {
  const known = new Map<Ontology, ReturnType<ListsInUse>>();
  return (ontology) => {
    if (!known.has(ontology)) known.set(ontology, lists(ontology));
    return known.get(ontology);
  };
}

function withLock({ deps: { folder } }: State, run: () => void): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockImports(folder);
  try {
    run();
  } finally {
    unlock();
  }
}

const MOST_LAPSED = 20;

function listOf(state: State): OwnList {
  const { entries, words, trouble } = current(state);
  const codes: Partial<Record<Ontology, number>> = {};
  const lapsed: OwnEntry[] = [];
  const lists = lookedUpOnce(state.deps.lists);
  for (const entry of entries) {
    const { ontology, code } = entry;
    if (code === undefined) continue;
    codes[ontology] = (codes[ontology] ?? 0) + 1;
    if (lists(ontology)?.known(code) === undefined) lapsed.push(entry);
  }
  return {
    rows: entries.length,
    codes,
    brands: words.brands.length,
    lapsed: lapsed.length,
    lapsedRows: lapsed.slice(0, MOST_LAPSED),
    ...(trouble && {
      trouble: {
        code: trouble.code,
        ...(trouble.detail !== undefined && { detail: trouble.detail }),
      },
    }),
  };
}
