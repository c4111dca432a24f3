/**
 * Makes the files for the platform out of a sealed recording: once, sealed again, with their
 * digests (D9).
 */
import { Failure } from '../../../../shared/failure.ts';
import { type PartLimit, uploadSeconds } from '../../../../shared/model/upload-length.ts';
import { allows } from '../../../../shared/model/visit-state.ts';
import { isOpening } from '../../../infrastructure/platform/transcription/session-folder.ts';
import type { UploadPartRow, VisitRow } from '../../../infrastructure/store/rows.ts';
import { containerPath } from '../../../infrastructure/vault/container/container.ts';
import type { VaultKeys } from '../../../infrastructure/vault/keys/keys.ts';
import { purgeContainer } from '../../../infrastructure/vault/purge.ts';
import { type RecordingsDeps, referenceOf, rowOf, segmentFiles, setupOf } from '../deps.ts';
import { setsOf } from '../recovery/found-uploads.ts';
import { type Piece, scanSteps } from '../recovery/scan-recording.ts';
import { inSlices, runInSlices } from '../run-in-slices.ts';
import type { UploadMeta } from '../segments/segment-content.ts';
import { timeline } from '../segments/timeline.ts';
import { readableDisk } from '../session/disk-trouble.ts';
import { cutRecording, longestPart } from './cuts.ts';
import { createEncoder, encodings } from './encode.ts';
import { type UploadWriter, writeUpload } from './upload-file.ts';

/** `limit`: what the platform takes, where it is known. */
export type Preparing = {
  /** Asked twice at once, a recording is prepared once. */
  prepare(id: string, limit?: PartLimit): Promise<void>;
  isRunning(id: string): boolean;
};

export function createPreparing(deps: RecordingsDeps): Preparing {
  const running = new Map<string, Promise<void>>();
  return {
    prepare(id, limit) {
      const one =
        running.get(id) ?? prepareRecording(deps, id, limit).finally(() => running.delete(id));
      running.set(id, one);
      return one;
    },
    isRunning: (id) => running.has(id),
  };
}

/**
 * SEALED to PREPARED. What was prepared before is not made again: the platform must get the same
 * bytes each time. Only parts that are longer than `limit` are cut anew, as long as no part of them
 * was sent. Throws Failure `refused` / `nothing-recorded`, `broken` / `encoder-failed` or
 * `file-missing`, `refused` / `disk-full`, `busy` / `disk-failing`; the row then stays as it was
 * and nothing half-made is left.
 */
async function prepareRecording(
  deps: RecordingsDeps,
  id: string,
  limit?: PartLimit,
): Promise<void> {
  const { store } = deps;
  const row = rowOf(store, id);
  if (!allows(row.state, 'prepared')) return;
  const made = madeBefore(deps, row);
  const tooLong = made !== undefined && mayCutAnew(deps, row) && !isWithin(made, limit);
  if (made && !tooLong) {
    storeParts(deps, id, made);
    return;
  }
  if (row.details.imported)
    throw new Failure('broken', 'The imported file is not in the vault.', {
      detail: 'file-missing',
    });

  const parts: Part[] = [];
  const abandon = () => {
    for (const { file } of parts) file.abandon();
  };
  try {
    await makeParts(deps, row, parts, limit);
    // Discarded meanwhile.
    if (!allows(rowOf(store, id).state, 'prepared')) {
      abandon();
      return;
    }
    storeParts(
      deps,
      id,
      parts.map((part) => part.row()),
    );
    // After the new ones are stored: a kill in between leaves files that nothing refers to.
    for (const { generation, fileId } of made ?? [])
      purgeContainer(deps.disk, containerPath(deps.vault.keys(generation).folder, fileId, 'up'));
  } catch (error) {
    abandon();
    throw readableDisk(error);
  }
}

/**
 * The parts of an earlier preparing, if they are all there; out of the vault where the store has
 * them wrong.
 */
function madeBefore(
  deps: RecordingsDeps,
  { id, details }: VisitRow,
): readonly UploadPartRow[] | undefined {
  const { store, disk, vault } = deps;
  const there = ({ generation, fileId }: UploadPartRow) =>
    disk.exists(containerPath(vault.keys(generation).folder, fileId, 'up'));
  const meant = (parts: readonly UploadPartRow[]) =>
    parts.length > 0 &&
    parts.every(there) &&
    (details.clientRef === undefined || referenceOf(vault, parts) === details.clientRef);
  const known = store.uploads.list(id);
  if (meant(known)) return known;
  if (details.clientRef === undefined) return undefined;
  return setsOf(deps, id).find(({ complete, parts }) => complete && meant(parts))?.parts;
}

/** Nothing of the present transaction was begun, and the recording itself is here. */
function mayCutAnew({ store }: RecordingsDeps, { transactionId, details }: VisitRow): boolean {
  const folder = store.transactions.get(transactionId)?.folder;
  return !details.imported && (folder === undefined || isOpening(folder));
}

function isWithin(parts: readonly UploadPartRow[], limit: PartLimit | undefined): boolean {
  if (limit === undefined) return true;
  if (limit.format && parts.some(({ contentType }) => contentType !== 'audio/wav')) return false;
  if (limit.single && parts.length === 1) return true;
  return parts.every(
    ({ contentType, bytes }) => (uploadSeconds(contentType, bytes) ?? 0) <= limit.seconds,
  );
}

/**
 * In one transaction: the parts with their digests, the name of them all, and the state that says
 * so.
 */
function storeParts(
  { store, vault, changed }: RecordingsDeps,
  id: string,
  parts: readonly UploadPartRow[],
): void {
  store.transaction(() => {
    store.uploads.removeAll(id);
    for (const part of parts) store.uploads.put(part);
    const { rev, details } = rowOf(store, id);
    store.visits.apply(id, rev, 'prepared', {
      details: { ...details, clientRef: referenceOf(vault, parts) },
    });
  });
  changed(id);
}

type Part = { readonly file: UploadWriter; finish(): void; row(): UploadPartRow };

/** Adds each part to `parts` before its first byte, so that the caller can erase it. */
async function makeParts(
  deps: RecordingsDeps,
  row: VisitRow,
  parts: Part[],
  limit: PartLimit | undefined,
): Promise<void> {
  const { store, disk, random, vault } = deps;
  // The same for all parts, whatever happens to the vault meanwhile.
  const keys = vault.keys();
  const files = segmentFiles(deps, row.id);
  const scan = await runInSlices(scanSteps(disk, files));
  const sound = () => inSlices(timeline(disk, files, scan));
  const cuts = await cutRecording(scan.samples, sound, longestPart(scan.samples, limit));
  if (cuts.length === 0)
    throw new Failure('refused', 'Nothing was recorded.', { detail: 'nothing-recorded' });
  const format = limit?.format ?? store.settings.get().upload.format;
  const soundUpTo = inSections(timeline(disk, files, scan));
  const set = { id: random.bytes(16).toString('hex'), of: cuts.length };
  const encoder = createEncoder(format);
  try {
    for (const [index, { from, to }] of cuts.entries()) {
      const part = beginPart(deps, row, { part: index + 1, set, format, keys });
      parts.push(part);
      for await (const bytes of encoder.encode({ samples: to - from }, soundUpTo(to)))
        part.file.append(bytes);
      part.finish();
    }
  } finally {
    await encoder.end();
  }
}

type PartPlan = Pick<UploadMeta, 'part' | 'set'> & {
  readonly format: keyof typeof encodings;
  readonly keys: VaultKeys;
};

/** Creates the file of one part; nothing is in it yet. */
function beginPart(
  deps: RecordingsDeps,
  row: VisitRow,
  { part, set, format, keys }: PartPlan,
): Part {
  const { disk, random } = deps;
  const { id: visitId, transactionId, details } = row;
  const { extension, contentType } = encodings[format];
  const name = `audio_${String(part).padStart(4, '0')}.${extension}`;
  const file = writeUpload(
    { disk, random, keys },
    {
      visitId,
      transactionId,
      part,
      setup: setupOf(details),
      createdAt: details.createdAt,
      name,
      contentType,
      imported: false,
      set,
    },
  );
  let made = { bytes: 0, sha256: '' };
  return {
    file,
    finish() {
      made = file.finish();
    },
    row: () => ({
      fileId: file.fileId,
      visitId,
      ordinal: part,
      generation: keys.generation,
      name,
      contentType,
      ...made,
    }),
  };
}

/** Walks once through the sound and returns it in sections; each call yields up to sample `to`. */
function inSections(sound: Iterator<Piece, void, void>) {
  let rest: Piece | undefined;
  return function* upTo(to: number): Generator<Uint8Array, void, void> {
    for (;;) {
      const piece = rest ?? sound.next().value;
      rest = undefined;
      if (!piece) return;
      const room = (to - piece.firstSample) * 2;
      if (room <= 0) {
        rest = piece;
        return;
      }
      if (room < piece.audio.length) rest = { firstSample: to, audio: piece.audio.subarray(room) };
      yield piece.audio.subarray(0, room);
      if (rest) return;
    }
  };
}
