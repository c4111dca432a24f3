/**
 * From words to codes: what the code desk asks, and what any linker (the platform, its older call,
 * later the local index) answers.
 */
import type { EntityKind } from '../export/export.ts';

export const ontologies = ['snomed', 'loinc', 'medication', 'icd-10-cm'] as const;
export type Ontology = (typeof ontologies)[number];

/** One finding, diagnosis, test or medicine that wants a code. */
export type EntityQuery = {
  /** The asker's own; it comes back with the answer. */
  readonly id: string;
  readonly text: string;
  readonly ontology: Ontology;
  /** The first that the platform lists, where none is named. */
  readonly version?: string | undefined;
  /** By the older call (contract 2.4), SNOMED CT only; as the settings say where it is absent. */
  readonly legacy?: boolean | undefined;
  /**
   * Contract 2.2: LOINC looks at unit and specimen, medication at form, generic_name, dose_unit;
   * the others at nothing.
   */
  readonly hints?: Readonly<Record<string, string>> | undefined;
  /** Of the entity: the lists on this computer propose no procedure for a problem. */
  readonly kind?: EntityKind | undefined;
};

/** One code; the synonyms of one concept are one candidate. */
export type CodeCandidate = {
  readonly code: string;
  readonly term: string;
  /** Other terms of the same code that came with it. */
  readonly synonyms: readonly string[];
  /** Comparable inside one answer only; null: not scored (contract 2.2). */
  readonly score: number | null;
  /** The linker is sure of this concept; a person decides all the same. */
  readonly linked: boolean;
  /** Further facts about the code: the linker's word and value. */
  readonly about: readonly (readonly [label: string, value: string])[];
  /** Why a local linker found it. */
  readonly why?: Why | undefined;
  /**
   * Whether a claim can be sent with it, and whether there are codes below it; undefined where the
   * linker does not say.
   */
  readonly billable?: boolean | undefined;
  readonly header?: boolean | undefined;
  /** How often this doctor chose it for these words; absent: never. */
  readonly chosenBefore?: number | undefined;
};

export const whyKinds = ['preferred', 'synonym', 'index', 'see', 'other'] as const;

/** How words led to a code. */
export type Why = {
  /** The wording that was found. */
  readonly term: string;
  /** `other`: a name that the release does not have, written for Scriba. */
  readonly kind: (typeof whyKinds)[number];
  /** Words that were read as others. */
  readonly corrected?: Readonly<Record<string, string>> | undefined;
  /** Abbreviations and everyday words, as they were understood. */
  readonly expanded?: Readonly<Record<string, string>> | undefined;
  /** A brand of medicines, and what it is made of. */
  readonly brand?: Readonly<Record<string, string>> | undefined;
  /** True where the clinic's own list has exactly these words. */
  readonly own?: boolean | undefined;
  /** Words of degree or course that were said, and that the code does not say: `severe`. */
  readonly aside?: readonly string[] | undefined;
  /** Reasons why it is not linked although the name fits: `volume_mismatch`, `form_needed` … */
  readonly lacks?: readonly string[] | undefined;
};

/** `server`: a hospital's own terminology server. */
export const linkers = ['platform', 'platform-legacy', 'local', 'server'] as const;
export type Linker = (typeof linkers)[number];

export type LinkedEntity = {
  readonly id: string;
  readonly text: string;
  readonly ontology: Ontology;
  readonly version: string;
  readonly linker: Linker;
  /** Best first. */
  readonly candidates: readonly CodeCandidate[];
  /**
   * The one code that may be offered first: set only where exactly one is linked. Never to be taken
   * over without a person.
   */
  readonly suggested?: string | undefined;
  /**
   * Why there is no answer for this one, although there is for others: a failure's code and detail.
   */
  readonly trouble?: { readonly code: string; readonly detail?: string | undefined } | undefined;
};

export type OntologyListing = { readonly ontology: string; readonly versions: readonly string[] };
