/**
 * Entities of a note: findings, diagnoses, tests, medicines, each with its place and whether it is
 * present at all.
 */

import type { EntityKind } from '../export/export.ts';
import type { Ontology } from './codification.ts';

/**
 * ConText: whether the patient has it. Only `present` (and, if chosen, `possible`) may reach a
 * problem list.
 */
export const statuses = [
  'present',
  'absent',
  'possible',
  'historical',
  'family',
  'hypothetical',
] as const;
export type Status = (typeof statuses)[number];

/** UTF-16 code units; `end` is behind the last. */
export type Span = { readonly start: number; readonly end: number };

export type GivenCode = {
  readonly ontology: Ontology;
  readonly code: string;
  readonly name: string;
};

export type NoteEntity = {
  /** The same for the same words in the same place, however often the note is read. */
  readonly id: string;
  /** The words as they stand. */
  readonly text: string;
  readonly kind: EntityKind;
  readonly status: Status;
  /**
   * Which document of the note (its place in the list) and which of its sections (`sectionsOf`).
   */
  readonly document: number;
  readonly section: string;
  /** In the text of that section. */
  readonly span: Span;
  /** Place of the same words in the transcript's text. */
  readonly transcript?: Span | undefined;
  /**
   * `template`: the platform's EMR template named it; `text`: found in the words; `person`: the
   * doctor marked it.
   */
  readonly source: 'template' | 'text' | 'person';
  /** Codes that came with the template: suggestions like any other (contract 3.6). */
  readonly given: readonly GivenCode[];
  /**
   * Facts that a linker uses besides the words (contract 2.2): unit, specimen, form, generic_name …
   */
  readonly hints?: Readonly<Record<string, string>> | undefined;
  /**
   * True where no word denies it, but its sentence is not understood: `possible` until the doctor
   * has looked.
   */
  readonly unread?: boolean | undefined;
  /** Ingredients, where the words name a brand that the list in the box knows. */
  readonly brandOf?: string | undefined;
};

/** The ontologies in which an entity of a kind is looked for; none for what is not coded. */
export const ontologiesOf: Readonly<Record<EntityKind, readonly Ontology[]>> = {
  symptom: ['snomed', 'icd-10-cm'],
  diagnosis: ['snomed', 'icd-10-cm'],
  history: ['snomed', 'icd-10-cm'],
  examination: ['snomed', 'icd-10-cm'],
  allergy: ['snomed', 'icd-10-cm'],
  vital: ['loinc'],
  order: ['loinc', 'snomed'],
  procedure: ['snomed'],
  medication: ['medication'],
  advice: [],
  followup: [],
};

/** Entities that can have a code; advice and appointments have none. */
export const codable = ({ kind, given }: Pick<NoteEntity, 'kind' | 'given'>): boolean =>
  ontologiesOf[kind].length > 0 || given.length > 0;
