/**
 * How a medicine, a test or a procedure of a note leaves: as its words were read, or as the doctor
 * said (docs/export.md).
 */
import type { NeutralEntity } from './export.ts';

export const actKinds = ['medicine', 'test', 'procedure'] as const;
export type ActKind = (typeof actKinds)[number];

/** What a person may say of each. `words`: in the text of the note, and nowhere else. */
export const sayable = {
  medicine: ['ordered', 'taken', 'stopped', 'past', 'words'],
  test: ['ordered', 'words'],
  procedure: ['ordered', 'done', 'words'],
} as const;
export const saidLeavings = ['ordered', 'taken', 'stopped', 'past', 'done', 'words'] as const;
export type SaidLeaving = (typeof saidLeavings)[number];
/** `unclear`: it leaves as something whose state is not known; `result`: a test with its value. */
export const leavings = [
  ...saidLeavings,
  'on-hold',
  'not-taken',
  'unclear',
  'allergy',
  'result',
] as const;
export type Leaving = (typeof leavings)[number];

/** One row for all places of a note that name the same thing in the same way. */
export type LeavingRow = {
  /** Entities of the code desk. */
  readonly entities: readonly string[];
  readonly of: ActKind;
  readonly text: string;
  /** As the words are read. */
  readonly read: Leaving;
  /** As it leaves: what the doctor said, else `read`. */
  readonly as: Leaving;
  /** Lines of the note that name it. */
  readonly lines: readonly string[];
};

/**
 * An entity as it leaves. `origin`: of a medicine, a test or a procedure; it is no part of what is
 * signed.
 */
export type DecidedEntity = NeutralEntity & { readonly origin?: Origin };
type Origin = {
  readonly entityId: string;
  readonly of: ActKind;
  /** As the words of the note are read. */
  readonly read: NeutralEntity;
  /** The doctor said how it leaves. */
  readonly isSaid: boolean;
  /** As the words were read when the doctor said so. */
  readonly saidOf?: Leaving | undefined;
};
