/** Documents that the platform returned for one visit. All of it is untrusted text. */
import type { TemplateId } from '../account/templates.ts';
import type { Doubt, DoubtfulLine } from './doubts.ts';

export type DocumentKind = 'transcript' | 'markdown' | 'emr' | 'text';

export type NoteDocument = {
  readonly templateId: TemplateId;
  readonly name: string;
  readonly kind: DocumentKind;
  readonly status: 'success' | 'partial' | 'failure' | 'not-produced';
  /** The decoded text; for `emr` the JSON as it came. Absent where nothing usable came. */
  readonly text?: string | undefined;
  /** The parsed JSON of an `emr` document, with every key the platform sent. */
  readonly emr?: unknown;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** The platform's own id of it, where it tells one. */
  readonly documentId?: string | undefined;
  /**
   * When it came, for one that a person asked for after the note was here; milliseconds since 1970.
   */
  readonly addedAt?: number | undefined;
  /** Language it was asked for in, if that is not the visit's language. */
  readonly language?: string | undefined;
  /** Asked for as a leaflet for the patient. */
  readonly leaflet?: boolean | undefined;
  /** Made on this computer, or by servers that were set for it, and not by a platform. */
  readonly writtenHere?: WrittenHere | undefined;
  /** Of a transcript that was recognised here: words of which the recogniser was unsure. */
  readonly doubts?: readonly Doubt[] | undefined;
  /** Of a note that was written from it: lines that have such words. */
  readonly doubtfulLines?: readonly DoubtfulLine[] | undefined;
};

export type WrittenHere = {
  /** The engine that heard what was said. */
  readonly speech: string;
  /** The model that wrote it; absent for the words that were said, as they were said. */
  readonly model?: string | undefined;
  /** The version of the words that the model was asked with. */
  readonly prompt?: string | undefined;
};

export type Note = {
  readonly visitId: string;
  readonly documents: readonly NoteDocument[];
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** True when the practice platform wrote it: never a note about a person. */
  readonly practice: boolean;
};
