/**
 * Encodes and decodes the records of a recording: META, AUDIO, MARK and END (safekeeping, SCRB1).
 */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { markKinds } from '../../../../shared/model/recording.ts';
import { keptSetup } from '../../../../shared/model/visit-setup.ts';
import { readVisitId, writeVisitId } from '../../../infrastructure/store/stored-visit-id.ts';

const fileId = z.string().regex(/^[0-9a-f]{32}$/);
const count = z.int().min(0);

const common = {
  form: z.literal(1),
  visitId: z.uuid(),
  transactionId: z.string().min(1).max(64),
  /** From 1. */
  part: z.int().min(1),
  setup: keptSetup,
  /** Milliseconds since 1970. */
  createdAt: z.number(),
};

const segmentMeta = z.object({
  ...common,
  kind: z.literal('recording'),
  /** The part before this one, and what recovery found of it: the chain goes on across files. */
  previous: z
    .object({
      fileId,
      lastTag: z.string(),
      verdict: z.enum(['open', 'sealed', 'recovered', 'damaged']),
    })
    .optional(),
  codec: z.literal('s16le'),
  rate: z.literal(16_000),
  channels: z.literal(1),
  firstSample: count,
  startedAt: z.number(),
  monotonic: z.number(),
});
export type SegmentMeta = z.infer<typeof segmentMeta>;

const uploadMeta = z.object({
  ...common,
  kind: z.literal('upload'),
  name: z.string().regex(/^[A-Za-z0-9._-]{1,80}$/),
  contentType: z.string(),
  /** True when this file is the recording itself, not made from one. */
  imported: z.boolean(),
  /**
   * The files that were made together, and how many they are: without the database, only a whole
   * set may be sent.
   */
  set: z.object({ id: fileId, of: z.int().min(1) }).optional(),
});
export type UploadMeta = z.infer<typeof uploadMeta>;

const meta = readVisitId(z.discriminatedUnion('kind', [segmentMeta, uploadMeta]));

const mark = z.object({
  kind: z.enum(markKinds),
  /** Position; samples from the beginning of the recording. */
  sample: count,
  text: z.string().max(200).optional(),
  /** Missing samples, of a gap. */
  missing: count.optional(),
  /** Of a clock checkpoint. */
  wall: z.number().optional(),
  monotonic: z.number().optional(),
});
export type Mark = z.infer<typeof mark>;

const end = z.object({
  reason: z.enum(['stop', 'recovered', 'disk-full', 'rotated']),
  /** Records before this one. */
  records: count,
  samples: count,
  /** Of all audio bytes in this file, or of the file it carries. */
  sha256: z.string(),
});
export type End = z.infer<typeof end>;

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8');

export const encodeMeta = (value: SegmentMeta | UploadMeta): Buffer => toJson(writeVisitId(value));
export const decodeMeta = (plain: Buffer) => read(meta, plain);
export const encodeMark = (value: Mark): Buffer => toJson(value);
/**
 * Undefined for a mark that this version does not know: it is of a newer Scriba, and no reason to
 * leave the sound unread.
 */
export function decodeMark(plain: Buffer): Mark | undefined {
  try {
    return read(mark, plain);
  } catch {
    return undefined;
  }
}
export const encodeEnd = (value: End): Buffer => toJson(value);
export const decodeEnd = (plain: Buffer): End => read(end, plain);

const POSITION_BYTES = 8;

/** u64 first sample, little endian, then the sound; in the beginning of `memory` where it fits. */
export function encodeAudio(
  firstSample: number,
  audio: Uint8Array,
  memory: Buffer = Buffer.alloc(0),
): Buffer {
  const size = POSITION_BYTES + audio.length;
  const record = size <= memory.length ? memory.subarray(0, size) : Buffer.allocUnsafe(size);
  record.writeBigUInt64LE(BigInt(firstSample), 0);
  record.set(audio, POSITION_BYTES);
  return record;
}
export const decodeAudio = (plain: Buffer) => ({
  firstSample: Number(plain.readBigUInt64LE(0)),
  audio: plain.subarray(POSITION_BYTES),
});

function read<T>(schema: z.ZodType<T>, plain: Buffer): T {
  try {
    return schema.parse(JSON.parse(plain.toString('utf8')));
  } catch {
    // The sealed words are the patient's: they stay out of the error.
    throw new Failure(
      'broken',
      'A file of the vault holds an entry that this version of Scriba does not know. It is kept as it is.',
      { detail: 'entry-unknown' },
    );
  }
}
