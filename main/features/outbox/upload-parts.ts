/**
 * The upload files of a visit as they are named to the platform: in order, under one reference,
 * with the bytes that were made (D9).
 */
import { createHash } from 'node:crypto';
import { Failure } from '../../../shared/failure.ts';
import { uploadSeconds } from '../../../shared/model/upload-length.ts';
import type { CommitRequest } from '../../infrastructure/platform/transcription/transcription.ts';
import type { TransactionRow, UploadPartRow, VisitRow } from '../../infrastructure/store/rows.ts';
import type { ExecutorDeps } from './executor.ts';

type Deps = Pick<ExecutorDeps, 'store' | 'reference'>;

/** The name of these files in this order (R2). */
const referenceOfParts = ({ reference }: Deps, parts: readonly UploadPartRow[]) =>
  reference(
    parts.map(({ sha256 }) => sha256),
    parts[0]?.generation,
  );

export const referenceOf = (
  deps: Deps,
  row: VisitRow,
  parts: readonly UploadPartRow[] = deps.store.uploads.list(row.id),
): string => row.details.clientRef ?? referenceOfParts(deps, parts);

/**
 * The parts as they were prepared: none missing, none in another's place. Throws `broken` /
 * `parts-mixed-up`.
 */
export function partsOf(deps: Deps, { id, details: { clientRef } }: VisitRow): UploadPartRow[] {
  const parts = deps.store.uploads.list(id);
  if (parts.length === 0 || clientRef === undefined || referenceOfParts(deps, parts) === clientRef)
    return parts;
  throw new Failure(
    'broken',
    'The list of the files made for sending is damaged. The recording is safe here.',
    { detail: 'parts-mixed-up' },
  );
}

export function additionalOf(
  deps: Deps,
  row: VisitRow,
  parts: readonly UploadPartRow[],
): CommitRequest['additional'] {
  const { practiceCase } = row.details;
  return {
    client_ref: referenceOf(deps, row, parts),
    ...(practiceCase === undefined ? {} : { practice_consultation: practiceCase }),
  };
}

export const commitRequest = (
  deps: Deps,
  row: VisitRow,
  { folder = '', uploadUrl = '' }: TransactionRow,
  parts: readonly UploadPartRow[],
): CommitRequest => ({
  visit: row.details,
  uploadUrl,
  folder,
  files: parts.map(({ name }) => name),
  additional: additionalOf(deps, row, parts),
});

/** What a platform must know of the parts before it takes one. */
export const measuresOf = (parts: readonly UploadPartRow[], { details }: VisitRow) => ({
  largest: Math.max(0, ...parts.map(({ bytes }) => bytes)),
  parts: parts.length,
  longest: Math.max(
    0,
    ...parts.map(({ contentType, bytes }) => uploadSeconds(contentType, bytes) ?? Infinity),
  ),
  plain: parts.every(({ contentType }) => contentType === 'audio/wav'),
  imported: details.imported,
});

export const closing = () => new Failure('busy', 'Scriba is closing.', { detail: 'closing' });

/**
 * The bytes, checked against what was written down when they were made (D9), before the last of
 * them is sent.
 */
export async function* checkedBytes(
  { bytes, sha256 }: UploadPartRow,
  stream: AsyncIterable<Uint8Array>,
  wanted: () => boolean,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let last: Uint8Array | undefined;
  let length = 0;
  for await (const piece of stream) {
    if (!wanted()) throw closing();
    digest.update(piece);
    length += piece.length;
    if (last) yield last;
    last = piece;
  }
  if (length !== bytes || digest.digest('hex') !== sha256)
    throw new Failure(
      'broken',
      'A file of this recording is not what it was when it was made. It is kept as it is.',
      { detail: 'part-damaged' },
    );
  if (last) yield last;
}
