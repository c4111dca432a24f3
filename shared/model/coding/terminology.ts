/**
 * The lists of codes on this computer: what is installed, what can be imported, how an import
 * stands.
 */
import type { Ontology } from './codification.ts';

export const releases = ['icd10cm', 'snomed', 'loinc', 'rxnorm'] as const;
export type ReleaseName = (typeof releases)[number];

export type InstalledTerminology = {
  readonly ontology: Ontology;
  /** `starter-1` where there is neither a release nor a list in the box. */
  readonly version: string;
  /** Present for a whole list that came with Scriba. */
  readonly boxed?: true | undefined;
  readonly codes: number;
  readonly terms: number;
  /** Of the file on this computer. */
  readonly bytes: number;
  /**
   * The list is there and cannot be asked: damaged, or made by another version of Scriba. No other
   * list answers in its place; it must be imported again.
   */
  readonly trouble?:
    | { readonly code: string; readonly message: string; readonly detail?: string | undefined }
    | undefined;
};

const importStages = ['fetching', 'taking', 'reading', 'writing'] as const;
export type TerminologyImport = {
  readonly release: ReleaseName;
  readonly stage: (typeof importStages)[number];
  /** 0 to 1. */
  readonly share: number;
  /** Of the files that are fetched or taken, as far as they are here. */
  readonly bytes?: number | undefined;
};

/** A file that was fetched: what a person can compare with what the publisher says. */
export type FetchedFile = {
  readonly address: string;
  readonly bytes: number /** Hexadecimal. */;
  readonly sha256: string;
};

export type TerminologyState = {
  readonly installed: readonly InstalledTerminology[];
  /** Why what is installed cannot be told: a failure's code and detail. */
  readonly trouble?: { readonly code: string; readonly detail?: string | undefined } | undefined;
  readonly running?: TerminologyImport | undefined;
  /**
   * How the last import of this run of Scriba ended, where it did. `message` says what was looked
   * for.
   */
  readonly last?:
    | {
        readonly release: ReleaseName;
        readonly trouble?:
          | {
              readonly code: string;
              readonly message: string;
              readonly detail?: string | undefined;
            }
          | undefined;
        readonly fetched?: readonly FetchedFile[] | undefined;
      }
    | undefined;
  /**
   * The hospital's own terminology server (FHIR R4), where one is set; the ontologies that it
   * answered for when it was tried.
   */
  readonly server?:
    | { readonly address: string; readonly ontologies: readonly Ontology[] }
    | undefined;
};

/**
 * Lists that can be fetched from their publisher: public domain, so no licence has to be accepted.
 */
export const downloads = ['icd10cm'] as const;

/** Limits of what a page may hand over: bytes in all, files, letters of a file's name. */
export const LARGEST_RELEASE = 8 * 1024 ** 3;
export const MOST_RELEASE_FILES = 2_000;
export const LONGEST_RELEASE_NAME = 500;

/**
 * Which files of a folder are worth handing over; `name` may hold folders. Any file that a person
 * chose by itself is.
 */
export function isReleaseFile(release: ReleaseName, name: string): boolean {
  const steps = name.split(/[\\/]/);
  const file = steps.at(-1) ?? '';
  if (file.startsWith('.') || steps.includes('__MACOSX')) return false;
  // The whole history, and the changes alone: several times as large, and not what is read.
  if (release === 'snomed' && steps.some((step) => step === 'Full' || step === 'Delta'))
    return false;
  const ending = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  return (
    {
      icd10cm: ['txt', 'xml', 'csv'],
      snomed: ['txt'],
      loinc: ['csv', 'txt'],
      rxnorm: ['rrf', 'txt'],
    } as Readonly<Record<ReleaseName, readonly string[]>>
  )[release].includes(ending);
}
export const isZip = (name: string) => /\.zip$/i.test(name);

/** The hospital's own terminology server. Its token is never told. */
export type TerminologyServer = {
  readonly address: string;
  readonly hasToken: boolean;
  readonly tried?: ServerTrial | undefined;
};
export const serverAnswers = ['ready', 'absent', 'no-filter', 'failed'] as const;
/** Answer of a server when it was tried. */
export type ServerTrial = {
  /** Name that the server gives itself. */
  readonly software: string;
  /**
   * `no-filter`: it has the codes, but answers the same whatever is asked, so it is not used.
   * `said`: its own words.
   */
  readonly ontologies: readonly {
    readonly ontology: Ontology;
    readonly answer: (typeof serverAnswers)[number];
    readonly version?: string | undefined;
    readonly said?: string | undefined;
  }[];
};
