/**
 * A draft of a note, made of the words of a transcript alone: whole sentences as they were said,
 * sorted into sections.
 */
import type { Span, Status } from '../coding/entities.ts';
import type { EntityKind } from '../export/export.ts';

/** Seconds since the beginning of the recording; confidence from 0 to 1. */
export type TimedWord = {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly confidence: number;
  /** What was heard, where a name that is known was put in its place. */
  readonly heard?: string | undefined;
  /** A name was put in its place, and a person put it back. */
  readonly isTakenBack?: true | undefined;
};

/** A word of a lower confidence is told apart: "three" and "thirty" sound alike. */
export const UNSURE_BELOW = 0.6;

/** What one person said at a time. */
export type SpokenTurn = {
  /** As the transcript names them; absent where it does not. */
  readonly speaker?: string | undefined;
  readonly text: string;
  /** Seconds since the beginning of the recording. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** As a recogniser heard them: `text` is these, with a blank between two. */
  readonly words?: readonly TimedWord[] | undefined;
};

/** A place in the text of a turn; `turn` counts from 0. */
export type SpokenPlace = Span & { readonly turn: number };

export type DraftFinding = {
  readonly text: string;
  readonly kind: EntityKind;
  readonly status: Status;
};

export type DraftLine = {
  /** The words at `said`, in that order, with ` — ` between two places; blanks are made single. */
  readonly text: string;
  /** At least one place; a question stands before its answer. */
  readonly said: readonly SpokenPlace[];
  /**
   * Seconds, where they are known: of its first and last word, else from the first turn's beginning
   * to the last one's end.
   */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly findings: readonly DraftFinding[];
  /** Words that the recogniser doubted, in their order; absent where there are none. */
  readonly unsure?: readonly string[] | undefined;
};

export type DraftSection = {
  readonly title: string;
  /** In the order in which they were said. */
  readonly lines: readonly DraftLine[];
};

/** Sentences that the recogniser did not understand; what it wrote for them was never said. */
export type NotUnderstood = {
  /** In the order in which they were heard; `from`: seconds since the beginning of the recording. */
  readonly places: readonly (SpokenPlace & { readonly from?: number | undefined })[];
  /** Most of the visit: no sentence of it is trusted. */
  readonly isWhole: boolean;
};

export type NoteDraft = { readonly sections: readonly DraftSection[] };
