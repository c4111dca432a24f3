/**
 * A patient's document that was sent to the platform to be read: a laboratory report, mostly. What
 * it says is untrusted text.
 */

/**
 * Tasks that the platform can do (contract 10.1): read the tests, find what names a person,
 * classify the document.
 */
export const documentTasks = ['smart', 'pii', 'classification'] as const;
export type DocumentTask = (typeof documentTasks)[number];

export const documentTypes = ['pdf', 'jpeg', 'png'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Bytes; contract 10.1. */
export const LARGEST_DOCUMENT = 10 * 1024 * 1024;

export const documentStates = [
  'sending',
  'not-sent', // nothing of it is on the platform, and nothing here: choose the file again
  'unclear', // the line broke while it was sent: it may be there; it is never sent again by itself
  'working', // the platform reads it
  'done',
  'failed', // the platform could not read it
  'gone', // the platform says that it was removed
  'given-up', // no result within half an hour; a person may ask again
] as const;
export type DocumentState = (typeof documentStates)[number];

/** One line of a report; the words as the platform gave them, empty where it gave none. */
export type LabTest = {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly range: string;
  readonly loinc: string;
  readonly confidence: string;
};

export type DocumentResult = {
  readonly tests: readonly LabTest[];
  /** Whatever else it found, by name. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** Whether a FHIR bundle came with it. */
  readonly fhir: boolean;
};

export type PatientDocument = {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: DocumentType;
  readonly task: DocumentTask;
  /** For the list here alone. */
  readonly patientName?: string | undefined;
  /** The patient's profile on the platform, sent along. */
  readonly patientId?: string | undefined;
  readonly state: DocumentState;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly sentAt?: number | undefined;
  readonly doneAt?: number | undefined;
  /** Went out in the encrypted envelope. */
  readonly sealed: boolean;
  readonly practice: boolean;
  /** The platform's own name for it. */
  readonly documentId?: string | undefined;
  readonly trouble?: { readonly code: string; readonly message: string } | undefined;
  readonly result?: DocumentResult | undefined;
};

const magic: readonly (readonly [DocumentType, readonly number[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** By its first bytes (eight are enough); what a file is called says nothing. */
export const documentTypeOf = (head: Uint8Array): DocumentType | undefined =>
  magic.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))?.[0];
