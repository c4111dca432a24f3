/** What an importer of a release must be able to do; a new ontology is a copy of one of them and a line in `importers.ts`. */
import type { CodeRow, TermRow } from '../build.ts';
import type { Forms } from '../normalise.ts';

/** One file that was brought, and the beginning of its text. */
export type Brought = { readonly path: string; readonly name: string; readonly bytes: number; readonly head: string };

/** A file that the importer knows how to read. */
export type Recognised = Brought & { readonly role: string };

export type Read = {
  readonly version: string;
  readonly forms: Forms;
  readonly codes: Iterable<CodeRow>;
  readonly terms: Iterable<TermRow>;
};

export type Importer = {
  readonly ontology: string;
  /** The word of the command line. */
  readonly name: string;
  /** For a person whose files were not right. */
  readonly looksFor: string;
  /** What a file is, by its content; undefined where it is none of ours. */
  role(file: Brought): string | undefined;
  /** Which roles must be there: a sentence says what is missing, or undefined. */
  lacks(roles: ReadonlySet<string>): string | undefined;
  /** `read` hears of each byte that was read. Throws Failure `invalid` / `terminology-file` where a file breaks off or contradicts itself. */
  read(files: readonly Recognised[], read: (bytes: number) => void): Read;
};
