/**
 * Possible errors between what was said and the text of the note: to be looked at before a note is
 * signed.
 */
import type { Span } from '../coding/entities.ts';
import type { NoteSection } from './note-sections.ts';

const differenceKinds = [
  'number',
  'unit',
  'dose',
  'frequency',
  'side',
  'negation',
  'drug',
  'allergy',
  'notation',
  'action',
  'heard',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/**
 * One place where note and transcript do not say the same, or where only one of them says it.
 * `notation`: a number that is easily misread, whatever was said; `action`: a medicine is stopped in
 * one and taken in the other, or increased and reduced; `heard`: both say the same, and the
 * recogniser was unsure of it.
 */
export type Difference = {
  /** The same for the same words in the same place, however often it is asked for. */
  readonly id: string;
  readonly kind: DifferenceKind;
  /** Id of the section of the note. */
  readonly section: string;
  /** In the text of that section; UTF-16 code units. */
  readonly span: Span;
  /** As it stands in the note. Empty where it is missing there; then `span` is empty, too. */
  readonly inNote: string;
  /** As it was said; absent where the transcript has nothing of it. */
  readonly inTranscript?: { readonly text: string; readonly span: Span } | undefined;
  /** The line of the note that it stands in, for showing. */
  readonly text: string;
  /**
   * Nothing that was said speaks against it; it may also have been said in words that the checks do
   * not know. It is shown, and need not be looked at.
   */
  readonly isUncertain?: true | undefined;
  /** Of `heard`, where a name was put in: what was heard, and its number among the doubts. */
  readonly putIn?: { readonly heard: string; readonly doubt: number } | undefined;
};

/** Those that are looked at before the note is signed. */
export const certainOf = (all: readonly Difference[]): readonly Difference[] =>
  all.filter(({ isUncertain }) => !isUncertain);

export type CheckInput = {
  readonly sections: readonly NoteSection[];
  /** Undefined where no transcript came. */
  readonly transcript: string | undefined;
  /** BCP 47, of the note. */
  readonly language: string;
};

/** Pure: the same input gives the same differences. */
export type Checks = (given: CheckInput) => readonly Difference[];
