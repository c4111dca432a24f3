/**
 * A clinic's own list: the words of the house and the codes that they mean, taken from a file of
 * separated values.
 */
import type { Ontology } from './codification.ts';

/** A whole file: larger ones are releases, which have importers of their own. */
export const LARGEST_OWN_LIST = 4 * 1024 * 1024;
export const MOST_OWN_ROWS = 20_000;

/** Why a row is not taken. Stored in no file; the page has a sentence for each. */
export type OwnProblem =
  | 'quote-open'
  | 'no-words'
  | 'words-long'
  | 'words-small'
  | 'no-system'
  | 'system-unknown'
  | 'icd-10-who'
  | 'no-code'
  | 'code-spreadsheet'
  | 'snomed-digit'
  | 'loinc-form'
  | 'code-absent'
  | 'code-kind'
  | 'generic-elsewhere'
  | 'strength-form'
  | 'strength-count'
  | 'contradicts';

/** What a person should look at, although the row is taken. */
export type OwnWarning =
  | 'words-short'
  | 'words-usual'
  | 'other-meaning'
  | 'name-differs'
  | 'not-billable'
  | 'ingredient-unknown';

export type OwnNote<Why extends string> = {
  /** Of the file, from 1. */
  readonly line: number;
  readonly words: string;
  /** As written in the file; empty for a medicine without one. */
  readonly code: string;
  readonly why: Why;
  /** What the sentence is about: a name, a version, another line. */
  readonly about?: string | undefined;
  /** The sentence in English. */
  readonly message: string;
};

/** `taken` 0: nothing was changed, and the earlier list stays. */
export type OwnOutcome = {
  readonly taken: number;
  /** Rows that say once more what another row says. */
  readonly repeated: number;
  readonly refused: readonly OwnNote<OwnProblem>[];
  readonly warnings: readonly OwnNote<OwnWarning>[];
};

export type OwnList = {
  readonly rows: number;
  /** Rows with a code, by ontology, and of brands of medicines. */
  readonly codes: Readonly<Partial<Record<Ontology, number>>>;
  readonly brands: number;
  /** Rows whose code is not in the list that is in use now: they are not answered. */
  readonly lapsed: number;
  /** The first of them. */
  readonly lapsedRows: readonly OwnEntry[];
  /** The list is there and cannot be read: it must be taken in again. */
  readonly trouble?: { readonly code: string; readonly detail?: string | undefined } | undefined;
};

export type OwnEntry = {
  readonly line: number;
  readonly words: string;
  readonly ontology: Ontology;
  /** Absent for a brand that is told by its ingredients alone. */
  readonly code?: string | undefined;
  /** Of a medicine: what it is made of, and as much of each. */
  readonly ingredients?: readonly string[] | undefined;
  readonly strengths?: readonly string[] | undefined;
};
