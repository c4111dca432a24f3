/**
 * The note as a document: what the machine wrote, what a doctor made of it, and what was signed.
 *
 * Each document that the platform wrote is the root of a branch, and stays its first version.
 * Editing makes a version of the doctor's on top of it; that version is replaced while one types,
 * until it is kept. Nothing ever overwrites a kept version.
 */

import type { TemplateId } from '../account/templates.ts';
import type { NeutralNote } from '../export/export.ts';
import type { LeavingRow } from '../export/leaving.ts';
import type { Doubt } from './doubts.ts';
import type { DocumentKind, WrittenHere } from './note.ts';
import type { NoteSection } from './note-sections.ts';

export const authors = ['machine', 'doctor'] as const;
/**
 * `platform`: as it came; `dictionary`: the doctor's own dictionary, applied to it; `details`: what
 * was added to its lines (`notes.add`); `patient`: the same words for the right patient.
 */
export const makings = ['platform', 'dictionary', 'details', 'edit', 'restore', 'patient'] as const;

export type VersionInfo = {
  /** From 1; counted in each branch for itself. */
  readonly number: number;
  readonly author: (typeof authors)[number];
  readonly made: (typeof makings)[number];
  /** When its words were last changed; milliseconds since 1970. */
  readonly at: number;
  /** The account that was signed in; empty for the machine's, and where none was. */
  readonly who: string;
  /** The version that it was made from. */
  readonly basedOn?: number | undefined;
  /** False: a draft, which the next edit replaces. At most one in a branch. */
  readonly kept: boolean;
};
export type NoteVersion = VersionInfo & { readonly sections: readonly NoteSection[] };

/**
 * `leaflet`: for the patient, in a language of its own; `transcript`: what was said, which nobody
 * edits.
 */
export const purposes = ['note', 'leaflet', 'transcript'] as const;
export type Purpose = (typeof purposes)[number];

export type NoteBranch = {
  readonly id: string;
  readonly purpose: Purpose;
  /**
   * Its place in the note's documents (`notes.get`); undefined where the document is there no more.
   */
  readonly document?: number | undefined;
  readonly templateId: TemplateId;
  readonly name: string;
  readonly kind: DocumentKind;
  readonly language: string;
  /** False for a transcript. */
  readonly editable: boolean;
  /**
   * Grows with each change of the branch; an edit that names an old one is refused (`busy` /
   * `stale`).
   */
  readonly rev: number;
  /** Oldest first. */
  readonly versions: readonly VersionInfo[];
  /** The version in hand: the doctor's latest, else the machine's. */
  readonly head: number;
  /** Sections of the head. */
  readonly sections: readonly NoteSection[];
  /** SHA-256 of the words of the head, for `notes.sign`; lower-case hex. */
  readonly digest: string;
  /**
   * A version that the machine sent after the head was begun: to be compared, never taken over by
   * itself.
   */
  readonly arrived?: number | undefined;
  /** True where it was written on this computer, by no platform. */
  readonly isHere?: true | undefined;
  /**
   * Of a draft that this computer made while the platform was out of reach: what wrote it, and what
   * is to be known of it. It is never the note, and never signed.
   */
  readonly fallback?:
    | {
        readonly by?: WrittenHere | undefined;
        readonly remarks: readonly string[];
        /** Of a transcript: words of which the recogniser was unsure. */
        readonly doubts?: readonly Doubt[] | undefined;
      }
    | undefined;
};

/** Why a note cannot be signed now, each with a remedy of its own on the page. */
const hindrances = [
  'sign-in', // nobody is signed in
  'doctor-name', // settings, `exportProfile`
  'no-speech', // nothing was said in the recording, so nothing can have been written from it
  'empty', // the head has no words
] as const;
export type Hindrance = (typeof hindrances)[number];

/** Signed version, kept for good: no row of it is ever changed. */
export type Signed = {
  /** UUID; exports refer to it, together with `sha256`. */
  readonly id: string;
  readonly visitId: string;
  readonly branch: string;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The account that was signed in; `person` where none was, as a visit that was worked on here needs none. */
  readonly who: string;
  /** Of the canonical JSON of `note` (keys sorted, no blanks, UTF-8); lower-case hex. */
  readonly sha256: string;
  /**
   * As it leaves: made from the sections, the patient, the practitioner and the decided codes of
   * that moment.
   */
  readonly note: NeutralNote;
  /** Differences that the doctor had looked at. */
  readonly looked: readonly string[];
  /** The practice platform wrote it: never a note about a person. */
  readonly practice: boolean;
};

/**
 * SHA-256 of what is signed beside the words, each of the moment at which a page read it:
 * `patient` with consent and date, decided `codes`, and the `signer` as in the settings.
 */
export type SeenFacts = {
  readonly patient: string;
  readonly codes: string;
  readonly signer: string;
};
/** All that the doctor had in view when signing began; `words`: `digest` of the branch. */
export type Seen = SeenFacts & { readonly words: string };

export type NoteState = {
  readonly visitId: string;
  /** In the order of the documents. */
  readonly branches: readonly NoteBranch[];
  /** The branch that is the note, the one to sign; undefined where there is none that could be. */
  readonly note?: string | undefined;
  /**
   * The newest signature. `changedSince`: the note is no longer what was signed, in its words, its
   * patient or its codes. `sameText`: its words and its codes are, whatever became of the patient.
   */
  readonly signed?:
    | (Omit<Signed, 'note' | 'looked'> & {
        readonly changedSince: boolean;
        readonly sameText: boolean;
      })
    | undefined;
  readonly facts: SeenFacts;
  /** Of `note`; empty where it may be signed. */
  readonly hindrances: readonly Hindrance[];
  readonly practice: boolean;
  /**
   * Words that were decided at the code desk and no longer stand in the head as they did: signed
   * without a code, unless they are decided anew.
   */
  readonly uncoded?: readonly string[] | undefined;
  /** How the decided medicines, tests and procedures of the head would leave. */
  readonly leaving?: readonly LeavingRow[] | undefined;
  /** Other visits whose notes belong to the same encounter (`notes.join`): their ids. */
  readonly joined: readonly string[];
};

/**
 * A run of words. Those of `same` and `removed` together are the old text, those of `same` and
 * `added` the new one.
 */
export type DiffPart = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string };
export type SectionDiff = {
  readonly section: string;
  readonly title: string;
  readonly kind: 'same' | 'changed' | 'added' | 'removed';
  /** The old title, where it was another. */
  readonly titleBefore?: string | undefined;
  readonly parts: readonly DiffPart[];
};

/** A mark in a recording, where it may be cut. */
export type CutMark = {
  readonly kind: string;
  readonly sample: number;
  readonly text?: string | undefined;
};
/** Samples `from` up to but not including `to` of a visit's recording. */
export type SoundPiece = { readonly id: string; readonly from: number; readonly to: number };
/** Visits that were made out of others' sound: undone as one, for a day. */
export type Rearrangement = {
  readonly deed: string;
  /** Milliseconds since 1970, to the minute. */
  readonly at: number;
  readonly sources: readonly string[];
  readonly made: readonly string[];
};
