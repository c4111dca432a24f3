/** Makes plain files of zips, before an import: what a release does not need stays in the zip. */
import { isReleaseFile, isZip, LARGEST_RELEASE, MOST_RELEASE_FILES, type ReleaseName } from '../../shared/terminology.ts';
import { Failure } from '../../shared/failure.ts';
import { diskFailure, type Taken, type Taking } from './taking.ts';
import { listZip, unpack } from './unzip.ts';

/**
 * The files as they are, each zip replaced by what is in it. Throws Failure `invalid` (`zip-damaged`, `zip-encrypted`,
 * `release-too-large`, `terminology-file`), `refused` (`disk-full`, `cancelled`).
 */
export async function unpackAll(release: ReleaseName, files: readonly Taken[], { taking, cancel, progress }: { taking: Pick<Taking, 'place' | 'checkRoom'>; cancel: AbortSignal; progress(share: number): void }): Promise<Taken[]> {
  const plain = files.filter(({ name }) => !isZip(name));
  const zips = [];
  for (const zip of files.filter(({ name }) => isZip(name))) {
    const entries = (await listZip(zip.path)).filter(({ name }) => isReleaseFile(release, name));
    if (entries.length === 0 && zip.chosen) throw new Failure('invalid', `${zip.path.split(/[\\/]/).at(-1)} holds no file of such a release.`, { detail: 'terminology-file' });
    zips.push({ zip, entries });
  }
  const all = zips.reduce((sum, { entries }) => entries.reduce((bytes, { size }) => bytes + size, sum), 0);
  if (all > LARGEST_RELEASE || zips.reduce((count, { entries }) => count + entries.length, 0) > MOST_RELEASE_FILES) {
    throw new Failure('invalid', 'What is in the zip is larger than a release can be.', { detail: 'release-too-large' });
  }
  if (all > 0) taking.checkRoom(all);
  const unpacked: Taken[] = [];
  let done = 0;
  for (const { zip, entries } of zips) {
    for (const entry of entries) {
      const into = taking.place(entry.name);
      try {
        await unpack(zip.path, entry, into, { cancel, wrote: (bytes) => progress((done += bytes) / all) });
      } catch (cause) {
        if (cancel.aborted) throw new Failure('refused', 'The import was cancelled. What was installed before is unchanged.', { detail: 'cancelled', cause });
        throw diskFailure(cause);
      }
      // What came along in a zip may be anything.
      unpacked.push({ path: into, name: entry.name, bytes: entry.size, chosen: false });
    }
  }
  return [...plain, ...unpacked];
}
