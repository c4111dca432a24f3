/**
 * Conditions of this Scriba that are not as they should be; told until they are well again or a
 * person has seen them.
 */

export const conditionCodes = [
  'database-rebuilt', // the database could not be read: it is set aside, and everything was made anew from the vault
  'database-newer', // a newer Scriba's database: set aside likewise, and still not to be read by this one
  'database-joined', // a newer Scriba's database that was set aside has been taken up again
  'folder-older', // an older copy of the data folder was put back
  'platform-newer', // the platform has newer visits than this folder: an older copy, or another computer's
  'rows-damaged', // some visits cannot be read, in the database nor out of the vault
  'clock-wrong', // this computer's clock differs from the platform's by more than five minutes
  'answer-not-sealed', // the platform answered an encrypted call in clear
  'policy-wrong', // something in the organisation's policy file is wrong or unknown
  'page-crashed', // the page ended by itself and was opened again
  'app-crashed', // the last run of Scriba ended by itself, or with the computer
] as const;
export type ConditionCode = (typeof conditionCodes)[number];

/** What is told of a condition: what is safe, and what to do. */
export type ConditionNotice = {
  /** A sentence in English, for what has no catalogue. */
  readonly message: string;
  /** Which of the catalogue's sentences of this code says it; `text` where there is one alone. */
  readonly detail?: string | undefined;
  readonly values?: ConditionValues | undefined;
};

/** Figures for the catalogue's sentence, each written as its language writes it. */
type ConditionValues = {
  readonly count?: number | undefined;
  /** A file's name or place. */
  readonly file?: string | undefined;
  /** Milliseconds of a length of time. */
  readonly span?: number | undefined;
  /** A moment. */
  readonly at?: number | undefined;
  /** Sentences that have no catalogue, in English. */
  readonly sentences?: readonly string[] | undefined;
};

export type Condition = ConditionNotice & { readonly code: ConditionCode };

/**
 * Milliseconds our clock is ahead of the platform's, 0 where it is right; `date`: so wrong that no
 * certificate is valid, and no answer comes through.
 */
export type Skew = number | 'date';
