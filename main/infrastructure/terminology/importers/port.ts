/** What an importer of a release must be able to do; a new ontology is a copy of one of them and a line in `importers.ts`. */
import type { CodeRow, TermRow } from '../index/build.ts';
import type { MoreRow } from '../index/code-metadata.ts';
import type { Forms } from '../text/normalise.ts';
import type { Source } from './files/lines.ts';

/** One file that was brought (alone, in a folder, in a zip), and the beginning of its text. */
export type Brought = Source & {
  readonly name: string;
  readonly bytes: number;
  readonly head: string;
};

/** A file that the importer knows how to read. */
export type Recognised = Brought & { readonly role: string };

export type Read = {
  readonly version: string;
  readonly forms: Forms;
  readonly codes: Iterable<CodeRow>;
  readonly terms: Iterable<TermRow>;
  /** What is kept beside the words (maps, specimens, strengths); read last. */
  readonly more?: Iterable<MoreRow>;
};

/** What the person wishes of it. */
export type Wishes = {
  /** Whose preferred terms become the names (SNOMED CT). */ readonly dialect?:
    | 'us'
    | 'gb'
    | undefined;
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
  /** Leaves out what says the same again (the Full files beside the Snapshot); all are read where it is absent. */
  choose?(files: readonly Recognised[]): readonly Recognised[];
  /** `read` hears of each byte that was read. Throws Failure `invalid` / `terminology-file` where a file breaks off or contradicts itself. */
  read(files: readonly Recognised[], read: (bytes: number) => void, wishes?: Wishes): Read;
};
