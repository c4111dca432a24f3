/**
 * The code desk: what a doctor decides about the entities of a note. Nothing is coded without such
 * a decision.
 */
import type { Leaving, SaidLeaving } from '../export/leaving.ts';
import type { LinkedEntity, Linker, Ontology } from './codification.ts';
import type { NoteEntity, Status } from './entities.ts';

export type ChosenCode = {
  readonly ontology: Ontology;
  readonly code: string;
  readonly name: string;
  /**
   * Known to have codes below it: chosen knowingly, and not good for a claim. The core puts it
   * down.
   */
  readonly header?: boolean | undefined;
};

/**
 * `accepted`: codes that were offered; `changed`: at least one was searched for, or another than
 * those offered first.
 */
export const verdicts = ['accepted', 'changed', 'rejected'] as const;
export type Verdict = (typeof verdicts)[number];

/** Which answer the doctor had before their eyes. */
export type Seen = {
  readonly linker: Linker;
  readonly ontology: Ontology;
  readonly version: string;
  readonly offered: readonly {
    readonly code: string;
    readonly name: string;
    readonly score: number | null;
    readonly linked: boolean;
  }[];
};

export type Decision = {
  readonly entityId: string;
  readonly verdict: Verdict;
  /** At most one an ontology; none when rejected. */
  readonly codes: readonly ChosenCode[];
  /** Why it was rejected, where the doctor said so. */
  readonly reason?: string | undefined;
  /** Status that the doctor gave it, if other than the one that was read. */
  readonly status?: Status | undefined;
  /** How a medicine, a test or a procedure leaves, where the doctor said other than was read. */
  readonly leaves?: SaidLeaving | undefined;
  /** As the words were read when the doctor said so: other words are none of it. */
  readonly leavesRead?: Leaving | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The account that was signed in; empty where none was. */
  readonly who: string;
  readonly seen: readonly Seen[];
};

export type Desk = {
  readonly visitId: string;
  /** In the order of the note. */
  readonly entities: readonly NoteEntity[];
  /** At most one an entity. */
  readonly decisions: readonly Decision[];
  /**
   * Decisions about words that no longer stand in the note as they did (it was fetched anew): kept
   * and told, and never part of what is exported.
   */
  readonly gone?:
    | readonly { readonly entity: NoteEntity; readonly decision: Decision }[]
    | undefined;
  /** How many decisions the last deed made; undefined: nothing can be taken back. */
  readonly undo?: number | undefined;
  /** Another one after each deed, in whichever window; to be compared for equality alone. */
  readonly revision?: number | undefined;
};

/**
 * Linker to ask: `usual` is the platform if it can be reached, else a hospital's server, else this
 * computer.
 */
export const askedLinkers = ['usual', 'platform', 'server', 'local', 'both'] as const;
export type AskedLinker = (typeof askedLinkers)[number];

/** All answers about one entity: one for each ontology and linker asked. */
export type DeskAnswer = {
  readonly entityId: string;
  readonly answers: readonly LinkedEntity[];
  /**
   * Ontologies in which the first choices of two linkers are, or are not, the same code; only if
   * two linkers answered.
   */
  readonly agree: readonly Ontology[];
  readonly disagree: readonly Ontology[];
};
