/**
 * The shapes in which the practice platform keeps what it knows; each is read back through its
 * schema.
 */
import { z } from 'zod';
import { isKeyText } from '../../shared/model/account/envelope.ts';
import { sessionRequest } from '../../shared/wire/session-protocol.ts';
import { initRequest, processingStatuses, userStatuses } from '../../shared/wire/transcription.ts';
import { transactionFault } from '../faults/faults.ts';

/** A client of the platform; each has a business and one user of its own. */
const clientRecord = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  number: z.int().positive(),
});
export type ClientRecord = z.infer<typeof clientRecord>;

/**
 * Times in milliseconds since 1970. A replaced token is honoured for a short grace (contract 1.5).
 */
const refreshRecord = z.object({
  token: z.string(),
  clientId: z.string(),
  expiresAt: z.number(),
  replacedAt: z.number().optional(),
  workspace: z.string().optional(),
  /** Name of the person, for a sign-in that is not a client's. */
  person: z.string().optional(),
});

const templateRecord = z.object({
  id: z.string(),
  clientId: z.string(),
  title: z.string(),
  desc: z.string(),
  section_ids: z.array(z.string()),
});
export type TemplateRecord = z.infer<typeof templateRecord>;

/** `text`: 16 bytes in UTF-8. */
export const envelopeKeyRecord = z.object({
  kid: z.string().min(1).max(200),
  text: z.string().refine(isKeyText, 'must be 16 bytes in UTF-8'),
});
export type EnvelopeKeyRecord = z.infer<typeof envelopeKeyRecord>;

export const accountRecord = z.object({
  /** Signs tokens and upload permits; hex. */
  key: z.string(),
  /** Access tokens of an older epoch are refused. */
  epoch: z.int(),
  /** How many ids were made; ids never repeat over a restart. */
  count: z.int(),
  clients: z.array(clientRecord),
  refreshTokens: z.array(refreshRecord),
  templates: z.array(templateRecord),
  /** Of the encrypted envelope (contract 5.2). */
  envelopeKeys: z.array(envelopeKeyRecord).default([]),
});
export type AccountRecord = z.infer<typeof accountRecord>;

/** One object that was uploaded. `times` counts how often the same key came. */
const fileRecord = z.object({
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  contentType: z.string(),
  times: z.int(),
  audio: z.boolean(),
});
export type FileRecord = z.infer<typeof fileRecord>;

/** Measurements of one sound file. Loudness in dBFS (0 is full scale), duration in seconds. */
const heardRecord = z.object({
  name: z.string(),
  duration: z.number(),
  loudness: z.number(),
  peak: z.number(),
  /** 0..1: frames that sound like a voice. */
  speech: z.number(),
  /** Why nothing can be made of it; absent when it is good. */
  problem: z.object({ code: z.string(), msg: z.string() }).optional(),
  /** False where only the length could be read. */
  decoded: z.boolean(),
});
export type Heard = z.infer<typeof heardRecord>;

const remark = z.union([
  z.string(),
  z.object({ type: z.string(), code: z.string(), msg: z.string() }),
]);

/** One document of a result. `value` is text here; it becomes Base64 at the door. */
const documentRecord = z.object({
  document_id: z.string(),
  template_id: z.string(),
  name: z.string(),
  type: z.string(),
  lang: z.string(),
  status: z.enum(['success', 'partial_success', 'failure']),
  value: z.string().optional(),
  /** The value goes out as it is, not as Base64. */
  raw: z.boolean().optional(),
  errors: z.array(remark),
  warnings: z.array(remark),
  archived: z.boolean().optional(),
  /**
   * End of the work on the document; absent if it was part of the first result. Milliseconds since
   * 1970 on the true clock.
   */
  readyAt: z.number().optional(),
});
export type DocumentRecord = z.infer<typeof documentRecord>;

export const transactionRecord = z.object({
  txn_id: z.string(),
  clientId: z.string(),
  folder: z.string(),
  created_at: z.number(),
  files: z.array(fileRecord),
  /** Metadata given at presign. */
  extra: z.record(z.string(), z.unknown()),
  /** How often init was asked, whatever the answer. */
  inits: z.int(),
  presigns: z.int(),
  /** The accepted init; absent until then. */
  init: initRequest.optional(),
  user_status: z.enum(userStatuses),
  processing_status: z.enum(processingStatuses),
  processing_error: z.unknown().optional(),
  patient_details: z.record(z.string(), z.unknown()).optional(),
  session_details: z.record(z.string(), z.unknown()).optional(),
  additional_data: z.record(z.string(), z.unknown()),
  /** When the note may be ready; milliseconds since 1970 on the true clock. */
  readyAt: z.number().optional(),
  heard: z.array(heardRecord).optional(),
  documents: z.array(documentRecord).optional(),
  archived: z.boolean(),
  /**
   * How it was opened, for one of the session protocol (contract 11), and when that ends if nothing
   * was begun.
   */
  session: sessionRequest.optional(),
  expiresAt: z.number().optional(),
  /** Faults that this transaction met. */
  ordered: z.array(transactionFault),
});
export type TransactionRecord = z.infer<typeof transactionRecord>;
