/**
 * The contract of an importer; a new ontology is a copy of one of them and a line in
 * `importers.ts`.
 */
import type { CodeRow, TermRow } from '../index/build.ts';
import type { MetadataRow } from '../index/code-metadata.ts';
import type { Forms } from '../text/normalise.ts';
import type { Source } from './files/lines.ts';

/** One file that the person chose (alone, in a folder, in a zip), and the beginning of its text. */
export type ReleaseFile = Source & {
  readonly name: string;
  readonly bytes: number;
  readonly head: string;
};

/** A file that the importer knows how to read. */
export type DetectedFile = ReleaseFile & { readonly role: string };

export type OnBytes = (bytes: number) => void;

export type ReleaseRows = {
  readonly version: string;
  readonly forms: Forms;
  readonly codes: Iterable<CodeRow>;
  readonly terms: Iterable<TermRow>;
  /** Maps, specimens, strengths; read last. */
  readonly metadata?: Iterable<MetadataRow>;
};

export type ImportPreferences = {
  /** The dialect whose preferred terms become the names (SNOMED CT). */
  readonly dialect?: 'us' | 'gb' | undefined;
};

export type Importer = {
  readonly ontology: string;
  /** The word of the command line. */
  readonly name: string;
  /** Words for a person whose files were not right. */
  readonly looksFor: string;
  /** Tells by its content what a file is; undefined for a file of another kind. */
  role(file: ReleaseFile): string | undefined;
  /** A sentence that says which files are missing; undefined where the roles are enough. */
  missingFiles(roles: ReadonlySet<string>): string | undefined;
  /**
   * Leaves out files that say the same again (the Full files beside the Snapshot); all are read
   * where it is absent.
   */
  selectFiles?(files: readonly DetectedFile[]): readonly DetectedFile[];
  /**
   * `onBytes` is called with the number of bytes of each piece. Throws Failure `invalid` /
   * `terminology-file` where a file breaks off or contradicts itself.
   */
  read(
    files: readonly DetectedFile[],
    onBytes: OnBytes,
    preferences?: ImportPreferences,
  ): ReleaseRows;
};
