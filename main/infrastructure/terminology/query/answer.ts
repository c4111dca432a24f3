/** The result of every linker here, whatever the ontology, and the open files of an ontology. */
import type { Why } from '../../../../shared/model/coding/codification.ts';
import type { CodeMetadata } from '../index/code-metadata.ts';
import type { Index } from '../index/open-index.ts';
import type { Brands } from '../text/brands.ts';
import type { Linker } from './link.ts';

export type Answer = {
  readonly code: string;
  readonly name: string;
  /**
   * 0 to 1, comparable within one answer only; null for medication, which is right or not (contract
   * 2.2).
   */
  readonly score: number | null;
  /** A promise, on one answer at most: this is the single right concept. */
  readonly isLinked: boolean;
  /** Undefined where the ontology, or the list, does not say. */
  readonly billable?: boolean | undefined;
  readonly header?: boolean | undefined;
  /** Further details for a person. */
  readonly about?: readonly (readonly [label: string, value: string])[] | undefined;
  readonly why: Why;
};

/**
 * `kind`: of the entity that is asked for, read by SNOMED CT. Contract 2.2: LOINC reads `unit`, `specimen` (`specimen_text`, `value`); medication at `form`,
 * `generic_name`, `dose_unit`, `dose_custom`.
 */
export type Hints = Readonly<Record<string, string>>;

/** One ontology, opened. */
export type Opened = {
  readonly index: Index;
  readonly linker: Linker;
  readonly metadata: CodeMetadata;
  /** False for the starter. */
  readonly imported: boolean;
  /**
   * False for the starter and for a part of a release: these have few concepts of each kind, so
   * that being the only one means nothing.
   */
  readonly whole: boolean;
  /** True for a list in the box. */
  readonly boxed: boolean;
  /** Medicines alone: brands and what they are made of. */
  readonly brands?: Brands | undefined;
  /** The starter's names for codes of this list. */
  readonly starter?: Opened | undefined;
};

export function detailText(value: string | number | readonly string[] | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? value.join(', ') : String(value);
}
export const corrects = (why: Why): boolean => Object.keys(why.corrected ?? {}).length > 0;
export const withLacks = (why: Why, lacks: readonly string[]): Why =>
  lacks.length === 0 ? why : { ...why, lacks: [...new Set(lacks)] };
