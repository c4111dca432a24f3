/**
 * Destroys a stretch of a recording by its key (promise P32), while nothing of it has been sent.
 *
 * A file of the vault has one key. The files from the stretch on are written again under new keys,
 * with silence in its place and a mark; then the old keys are overwritten, and with them goes the
 * only way to what the disk may still have of the old files. Positions in the recording stay what
 * they were.
 */
import { Failure } from '../../../../shared/failure.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import type { SegmentRow } from '../../../infrastructure/store/rows.ts';
import {
  containerPath,
  readContainer,
  recordTypes,
} from '../../../infrastructure/vault/container/container.ts';
import type { WriteKeys } from '../../../infrastructure/vault/keys/keys.ts';
import { purgeContainer } from '../../../infrastructure/vault/purge.ts';
import { release } from '../../../infrastructure/vault/release-memory.ts';
import { ignoreErrors, type RecordingsDeps, segmentFiles } from '../deps.ts';
import { firstMeta } from '../recovery/recover-orphans.ts';
import {
  type RecordingScan,
  type SegmentFile,
  type SegmentReport,
  scanRecording,
} from '../recovery/scan-recording.ts';
import {
  decodeAudio,
  decodeMark,
  type End,
  type SegmentMeta,
} from '../segments/segment-content.ts';
import { type SegmentWriter, writeSegment } from '../segments/segments.ts';
import { letGo, readableDisk } from '../session/disk-trouble.ts';
import { LEAST_ROOM, roomOn } from '../session/reserve.ts';
import { purgeForgotten, readForgets, writeForget } from './forget-journal.ts';

/** Samples [from, to) of a recording. */
export type Forgotten = { readonly from: number; readonly to: number };

/** The word that stands as the text of the mark. */
const FORGOTTEN = 'forgotten';
/** Samples; more than a recorder ever holds unsynced. */
const WRITTEN_AGAIN = 5 * SAMPLE_RATE;

type Rewrite = {
  readonly deps: RecordingsDeps;
  readonly keys: WriteKeys;
  readonly stretch: Forgotten;
  readonly rows: SegmentRow[];
  /** Ids of all copies, also of one that was not finished. */
  readonly created: string[];
  isMarked: boolean;
};

/**
 * When this returns, no key of the stretch is left on this computer. Nobody may write into the
 * recording meanwhile. Throws Failure `refused` / `sound-unread`, `disk-full`, `busy` /
 * `disk-failing`, `locked`: what was begun is then undone, or completed at the next start.
 */
export function forgetSound(deps: RecordingsDeps, id: string, stretch: Forgotten): void {
  const { store, vault } = deps;
  const old = filesFrom(deps, segmentFiles(deps, id), stretch.from);
  const scan = scanRecording(deps.disk, old);
  checkReadable(scan);
  const ids = old.map(({ fileId, keys }) => ({ fileId, generation: keys.generation }));
  checkRoom(deps, scan);
  const rewrite: Rewrite = {
    deps,
    keys: vault.keys().writeOnly(),
    stretch,
    rows: [],
    created: [],
    isMarked: false,
  };
  try {
    writeForget(deps, id, { old: ids, state: 'copying' });
    for (const [index, file] of old.entries())
      rewriteFile(rewrite, file, scan.files[index], scan.files[0]);
    store.transaction(() => {
      for (const { fileId } of old) store.segments.remove(fileId);
      for (const row of rewrite.rows) store.segments.put(row);
      // With their sound go the words that were recognised in it while the recording ran.
      store.spoken.cutAhead(id, stretch.from / SAMPLE_RATE);
      // And a draft of them: only a visit that was brought back has one by then, and no note.
      if (store.fallbackDrafts.stage(id)) store.fallbackDrafts.forget(id);
      writeForget(deps, id, { old: ids, state: 'purging' });
    });
  } catch (error) {
    abandon(rewrite, id);
    throw readableDisk(error);
  } finally {
    rewrite.keys.forget();
  }
  try {
    purgeForgotten(deps, { visitId: id, old: ids, state: 'purging' });
  } catch (error) {
    throw readableDisk(error);
  }
}

/** Throws where a file cannot be read whole: what is in it would be lost with its key. */
function checkReadable({ files }: RecordingScan): void {
  if (files.some(({ failure, verdict, meta }) => failure || verdict.state === 'damaged' || !meta))
    throw unread();
}

const unread = () =>
  new Failure(
    'refused',
    'Some of this recording cannot be read. It stays as it is; nothing was changed.',
    { detail: 'sound-unread' },
  );

/**
 * The files that may hold sound from this sample on. A file ends before the next one begins, but
 * for what was written again after a disk failure (two seconds).
 */
function filesFrom(
  deps: RecordingsDeps,
  files: readonly SegmentFile[],
  from: number,
): readonly SegmentFile[] {
  const last = files.findIndex((_file, index) => {
    const next = files[index + 1];
    return next === undefined || beginningOf(deps, next) + WRITTEN_AGAIN > from;
  });
  return files.slice(Math.max(0, last));
}

function beginningOf(deps: RecordingsDeps, { keys, fileId }: SegmentFile): number {
  const meta = firstMeta(deps, keys, fileId);
  if (!meta) throw unread();
  return meta.firstSample;
}

function checkRoom({ disk, vault }: RecordingsDeps, { files }: RecordingScan): void {
  const samples = files.reduce((sum, file) => sum + file.samples, 0);
  if (roomOn(disk, vault.keys().folder) < samples / SAMPLE_RATE + LEAST_ROOM)
    throw new Failure(
      'refused',
      'There is not enough room on the disk for this. Nothing was changed.',
      { detail: 'disk-full' },
    );
}

/** `first`: the first file that is written again; the one before it stays the one before. */
function rewriteFile(
  rewrite: Rewrite,
  { fileId, keys }: SegmentFile,
  report: SegmentReport | undefined,
  first: SegmentReport | undefined,
): void {
  const { deps, rows } = rewrite;
  if (!report?.meta) return;
  const writer = openCopy(rewrite, report.meta, first?.meta?.previous);
  try {
    const name = containerPath(keys.folder, fileId, 'seg');
    for (const { type, plain } of readContainer({ disk: deps.disk, keys }, name).records()) {
      if (type === recordTypes.audio) copyAudio(rewrite, writer, plain);
      else if (type === recordTypes.mark) {
        const mark = decodeMark(plain);
        if (mark) writer.write({ mark });
      }
    }
    writer.end(endOf(report.end));
    rows.push(writer.row('sealed'));
  } finally {
    letGo(writer);
  }
}

/** A file that a crash cut off gets an END of its own: the copy is whole. */
const endOf = (end: End | undefined): End['reason'] => end?.reason ?? 'rotated';

function openCopy(
  { deps: { disk, random }, keys, rows, created }: Rewrite,
  meta: SegmentMeta,
  before: SegmentMeta['previous'],
): SegmentWriter {
  const last = rows.at(-1);
  const previous = last
    ? { fileId: last.fileId, lastTag: last.lastTag, verdict: last.status }
    : before;
  const { previous: _replaced, ...rest } = meta;
  const writer = writeSegment({
    disk,
    random,
    keys,
    meta: { ...rest, ...(previous && { previous }) },
  });
  created.push(writer.fileId);
  return writer;
}

function copyAudio(rewrite: Rewrite, writer: SegmentWriter, plain: Buffer): void {
  const { from, to } = rewrite.stretch;
  const { firstSample, audio } = decodeAudio(plain);
  const end = firstSample + audio.length / 2;
  if (firstSample < to && end > from) {
    if (!rewrite.isMarked)
      writer.write({ mark: { kind: 'gap', sample: from, missing: to - from, text: FORGOTTEN } });
    rewrite.isMarked = true;
    audio.fill(0, Math.max(0, from - firstSample) * 2, (Math.min(end, to) - firstSample) * 2);
  }
  writer.write({ firstSample, audio });
  release(plain);
}

/** Removes the copies, where the rows still name the old files. */
function abandon({ deps, created, keys }: Rewrite, id: string): void {
  ignoreErrors(() => {
    const state = readForgets(deps).find(({ visitId }) => visitId === id)?.state;
    if (state !== 'copying') return;
    for (const fileId of created)
      purgeContainer(deps.disk, containerPath(keys.folder, fileId, 'seg'));
    writeForget(deps, id, undefined);
  });
}
