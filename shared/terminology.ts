/** The lists of codes on this computer: what is installed, what can be imported, how an import stands. */
import type { Ontology } from './codification.ts';

export const releases = ['icd10cm', 'snomed', 'loinc', 'rxnorm'] as const;
export type ReleaseName = (typeof releases)[number];

export type InstalledTerminology = {
  readonly ontology: Ontology;
  /** `starter-1` until a release was imported. */
  readonly version: string;
  readonly codes: number;
  readonly terms: number;
  /** Of the file on this computer. */
  readonly bytes: number;
  /** It is there and cannot be asked: damaged, or made by another version of Scriba. Nothing else answers in its place; it must be imported again. */
  readonly trouble?: { readonly code: string; readonly message: string; readonly detail?: string | undefined } | undefined;
};

export type TerminologyImport = {
  readonly release: ReleaseName;
  readonly stage: 'fetching' | 'taking' | 'reading' | 'writing';
  /** 0 to 1. */
  readonly share: number;
};

export type TerminologyState = {
  readonly installed: readonly InstalledTerminology[];
  readonly running?: TerminologyImport | undefined;
  /** How the last import of this run of Scriba ended, where it did. */
  readonly last?: { readonly release: ReleaseName; readonly trouble?: { readonly code: string; readonly message: string; readonly detail?: string | undefined } | undefined } | undefined;
  /** The hospital's own terminology server (FHIR R4), where one is set. */
  readonly server?: { readonly address: string; readonly ontologies: readonly Ontology[] } | undefined;
};
