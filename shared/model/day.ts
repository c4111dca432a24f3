/** The day's board: what visits still need. */

/** What is still to be done with the note of a visit, in numbers. */
export type Standing = {
  /** Of the visit. */
  readonly id: string;
  /** Findings that no code was decided for. */
  readonly codesLeft: number;
  /** Differences between note and transcript; absent where nothing can be compared. */
  readonly differences?: number | undefined;
  /** The last signature arrived in the EMR. */
  readonly sent: boolean;
};
