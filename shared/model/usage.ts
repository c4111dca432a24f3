/** Work at a glance: counts of the visits that are still on this computer, nothing of a patient. */

export type UsageDay = {
  /** YYYY-MM-DD, in the computer's own time. */
  readonly day: string;
  readonly visits: number;
  readonly samples: number;
  readonly signed: number;
  /** Codes that the doctor accepted or chose. */
  readonly codes: number;
};

export type Usage = {
  /** Oldest first, one for each day, also for those without a visit. */
  readonly days: readonly UsageDay[];
  /** Median milliseconds from the end of a recording to the first signature. */
  readonly toSignature?: number | undefined;
};
