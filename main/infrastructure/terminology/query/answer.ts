/** What every linker here answers, whatever the ontology, and what it has to answer with. */
import type { Why } from '../../../../shared/model/coding/codification.ts';
import type { More } from '../index/code-metadata.ts';
import type { Index } from '../index/open-index.ts';
import type { Linker } from './link.ts';

export type Answer = {
  readonly code: string;
  readonly name: string;
  /** 0 to 1, comparable within one answer only; null for medication, which is right or not (contract 2.2). */
  readonly score: number | null;
  /** A promise, on one answer at most: this is the single right concept. */
  readonly isLinked: boolean;
  /** Undefined where the ontology, or the list, does not tell. */
  readonly billable?: boolean | undefined;
  readonly header?: boolean | undefined;
  /** What else is told of it. */
  readonly about?: readonly (readonly [label: string, value: string])[] | undefined;
  readonly why: Why;
};

/** Contract 2.2: LOINC looks at `unit`, `specimen` (`specimen_text`, `value`); medication at `form`, `generic_name`, `dose_unit`, `dose_custom`. */
export type Hints = Readonly<Record<string, string>>;

/** One ontology, opened. */
export type Opened = {
  readonly index: Index;
  readonly linker: Linker;
  readonly more: More;
  /** Not the starter. */
  readonly imported: boolean;
  /** A whole release. The starter, or a part of a release, has few of each kind, so that being the only one there means nothing. */
  readonly whole: boolean;
};

/** As many as the linker looks at closely. */
export const MANY = 24;
export const SURE = 0.955;
/** The very words: in a short list nothing less is a promise, since what would contradict it may not be there. */
export const EXACT = 0.99;
/** Another that says it nearly as well leaves it open. */
export const APART = 0.05;

export const detailText = (value: string | number | readonly string[] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
export const corrects = (why: Why): boolean => Object.keys(why.corrected ?? {}).length > 0;
export const lacking = (why: Why, lacks: readonly string[]): Why =>
  lacks.length === 0 ? why : { ...why, lacks: [...new Set(lacks)] };
