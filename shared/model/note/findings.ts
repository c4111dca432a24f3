/**
 * Symptoms and diagnoses as the platform knows them, what may be said about each, and what a doctor
 * added to those of a note.
 */
import type { propertyTypes } from '../../wire/symptoms.ts';

export type Finding = {
  readonly id: string;
  readonly kind: 'symptom' | 'diagnosis';
  readonly name: string;
  /** As people say it. */
  readonly commonName: string;
  readonly icd10?: { readonly code: string; readonly name: string } | undefined;
};

export const findingContexts = [
  'symptoms',
  'diagnosis',
  'examination_findings',
  'procedures',
] as const;
export type FindingContext = (typeof findingContexts)[number];

/** One thing to say: since when, how bad, on which side. */
export type Property = {
  readonly id: string;
  readonly name: string;
  /** `prefix_suggest`: a number, then one of the options. */
  readonly type: (typeof propertyTypes)[number];
  readonly options: readonly string[];
};

/** `id` is empty for what holds for every finding of the context. */
export type FindingProperties = { readonly id: string; readonly properties: readonly Property[] };

/** Addition of a doctor to one line of the note; kept beside the note, which stays as it came. */
export type Addition = {
  /** The section and the name of the line that it belongs to. */
  readonly section: string;
  readonly name: string;
  readonly values: readonly {
    readonly id: string;
    readonly label: string;
    readonly text: string;
  }[];
};
