/** A quantity of a text, as it is compared. */
import type { Numeral } from './number-words.ts';

export type Place = { readonly start: number; readonly end: number };
export type Quantity = {
  readonly kind: 'number' | 'measure' | 'dose' | 'frequency';
  /**
   * In the unit that all of its dimension are compared in; a frequency in times a day, 0 for "when
   * needed".
   */
  readonly value: number;
  readonly upTo?: number | undefined;
  /** The diastolic value of a blood pressure. */
  readonly second?: number | undefined;
  /** Undefined for a bare number. */
  readonly dimension?: string | undefined;
  readonly system?: 'metric' | 'us' | undefined;
  /** Amount of each part of the day (morning, noon, night), where a frequency names them. */
  readonly parts?: readonly number[] | undefined;
  /** The days of a week, where they are named: "0,2,4". */
  readonly weekdays?: string | undefined;
  /** The number as spoken or written, without its unit. */
  readonly bare: number;
  readonly decimals: number;
  /** What one of the last written figure stands for, in the unit of `value`. */
  readonly step: number;
  readonly vague: boolean;
  readonly notation?: Numeral['notation'];
  readonly start: number;
  readonly end: number;
};

/** So many times a day. `bare`: the number in its words. */
export const frequency = (value: number, bare = value) =>
  ({ kind: 'frequency', value, bare, decimals: 0, step: 1, vague: false }) as const;

/** Dimension of the "5 ml" in "250 mg/5 ml". */
export const STRENGTH_VOLUME = 'volume of a strength';
/** "13/15": `second` is the best that there is. */
export const SCORE = 'score';
/** The hour of "at 10 pm". */
export const CLOCK = 'clock';
