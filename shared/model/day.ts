/** The day's board: the appointments of a clinic's list, and what visits still need. */
import type { Patient } from './visit.ts';

export type Appointment = {
  /** The same for the same time and patient, however often the list comes. */
  readonly id: string;
  /** HH:MM at this place; absent where the list has no times. */
  readonly time?: string | undefined;
  readonly patient: Patient;
};

export type DayList = {
  /** By time; those without a time last. */
  readonly appointments: readonly Appointment[];
};

export type ListProblem =
  | 'no-header' // no column with names of patients
  | 'not-json'
  | 'not-a-bundle'
  | 'no-name'
  | 'name-long'
  | 'number-long'
  | 'time'
  | 'birth-date'
  | 'sex'
  | 'other-day'
  | 'cancelled'
  | 'no-patient' // an appointment whose patient is not in the bundle
  | 'twice'
  | 'quote-open'
  | 'too-many';

/** What was understood of a list before it is taken. */
export type DayPreview = {
  readonly kind: 'csv' | 'bundle';
  readonly appointments: readonly Appointment[];
  /** Rows that were not understood; `line` of the text, or the number of an entry of a bundle. */
  readonly problems: readonly { readonly line: number; readonly why: ListProblem }[];
  /** How many of `appointments` stand in the list already. */
  readonly known: number;
};

/** Characters of a list that is brought in. */
export const LONGEST_LIST = 1_000_000;
/** More than a clinic sees in a day. */
export const MOST_APPOINTMENTS = 500;

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
