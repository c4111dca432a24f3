/** What was heard of a recording that runs. A draft: no note is made of it. */
import type { Span } from './coding/entities.ts';

export type LiveDraft = {
  /** The newest last. */
  readonly lines: readonly LiveLine[];
};

export type LiveLine = {
  /** What was said between two pauses. */
  readonly text: string;
  /** Seconds of the recording. */
  readonly from: number;
  /** Places of which the recogniser was unsure; absent where there are none. */
  readonly doubts?: readonly Span[] | undefined;
};
