/**
 * Finds the upload files in the vault, as the sets in which they were made: a lost database does
 * not know them any more.
 */
import type { UploadPartRow } from '../../../infrastructure/store/rows.ts';
import { fileIdPattern } from '../../../infrastructure/vault/container/container.ts';
import type { VaultKeys } from '../../../infrastructure/vault/keys/keys.ts';
import type { RecordingsDeps } from '../deps.ts';
import { describeUpload } from '../prepare/upload-file.ts';
import type { UploadMeta } from '../segments/segment-content.ts';

export type FoundSet = {
  /** Of its first file. */
  readonly meta: UploadMeta;
  /** In order; of these files, whole or not. */
  readonly parts: readonly UploadPartRow[];
  /** Every file of the set is there and not changed. */
  readonly complete: boolean;
  /** A file was cut short, as by a crash while it was made; none is damaged in another way. */
  readonly unfinished: boolean;
};

/** Ids of the vault's files of one kind. */
export const fileIds = (
  { disk }: Pick<RecordingsDeps, 'disk'>,
  { folder }: VaultKeys,
  extension: 'seg' | 'up',
): string[] =>
  disk
    .list(folder)
    .flatMap((name) =>
      name.endsWith(`.${extension}`) &&
      name.length === 33 + extension.length &&
      fileIdPattern.test(name.slice(0, 32))
        ? name.slice(0, 32)
        : [],
    );

/**
 * Returns every upload set that was ever made for one visit. Reads the whole vault: for repairs
 * only.
 */
export const setsOf = (deps: Pick<RecordingsDeps, 'disk' | 'vault'>, visitId: string): FoundSet[] =>
  deps.vault.generations().flatMap((generation) => {
    const keys = deps.vault.keys(generation);
    return findUploads(deps, keys, fileIds(deps, keys, 'up')).filter(
      ({ meta }) => meta.visitId === visitId,
    );
  });

/** Files that cannot be read at all are left out, and left as they are. */
export function findUploads(
  { disk }: Pick<RecordingsDeps, 'disk'>,
  keys: VaultKeys,
  fileIds: readonly string[],
): FoundSet[] {
  const sets = new Map<
    string,
    { part: UploadPartRow; meta: UploadMeta; state: 'complete' | 'truncated' | 'damaged' }[]
  >();
  for (const fileId of fileIds) {
    let found: ReturnType<typeof describeUpload>;
    try {
      found = describeUpload(disk, keys, fileId);
    } catch {
      continue;
    }
    if (!found) continue;
    const { meta, state, bytes, sha256 } = found;
    const part = {
      fileId,
      visitId: meta.visitId,
      ordinal: meta.part,
      generation: keys.generation,
      name: meta.name,
      contentType: meta.contentType,
      bytes,
      sha256,
    };
    const name = `${meta.visitId} ${meta.imported ? fileId : (meta.set?.id ?? '')}`;
    sets.set(name, [...(sets.get(name) ?? []), { part, meta, state }]);
  }
  return [...sets.values()].flatMap((files) => {
    files.sort((one, other) => one.meta.part - other.meta.part);
    const [first] = files;
    if (!first) return [];
    const { meta } = first;
    const of = meta.imported ? 1 : meta.set?.of;
    return {
      meta,
      parts: files.map(({ part }) => part),
      complete:
        files.length === of &&
        files.every(
          ({ state, meta: { part } }, index) => state === 'complete' && part === index + 1,
        ),
      unfinished: files.every(({ state }) => state !== 'damaged'),
    };
  });
}
