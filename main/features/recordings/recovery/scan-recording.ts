/**
 * Reads a whole recording, over all its files, and reports what is there: how long, what is
 * missing, how each file ended.
 */
import { createHash } from 'node:crypto';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { Disk } from '../../../infrastructure/ports.ts';
import type { SegmentRow } from '../../../infrastructure/store/rows.ts';
import {
  containerPath,
  readContainer,
  recordTypes,
  type Verdict,
} from '../../../infrastructure/vault/container/container.ts';
import type { VaultKeys } from '../../../infrastructure/vault/keys/keys.ts';
import { release } from '../../../infrastructure/vault/release-memory.ts';
import {
  decodeAudio,
  decodeEnd,
  decodeMark,
  decodeMeta,
  type End,
  type Mark,
  type SegmentMeta,
} from '../segments/segment-content.ts';
import { type Stretch, without } from '../segments/stretches.ts';

/** One file of a recording, and the keys of its generation. */
export type SegmentFile = { readonly fileId: string; readonly keys: VaultKeys };
export type Piece = { readonly firstSample: number; readonly audio: Buffer };

export type SegmentReport = {
  readonly fileId: string;
  readonly generation: string;
  readonly meta: SegmentMeta | undefined;
  readonly end: End | undefined;
  readonly verdict: Verdict;
  /** Why the file could not be read at all. */
  readonly failure: Failure | undefined;
  /** Samples in this file. */
  readonly samples: number;
};

export type RecordingScan = {
  readonly files: readonly SegmentReport[];
  /** Samples from the beginning to the last one known, silence for what is missing included. */
  readonly samples: number;
  /** Stretches for which no sound is there. */
  readonly holes: readonly Stretch[];
  /** Sound that came after what follows it; few and short. */
  readonly late: readonly Piece[];
  readonly marks: readonly Mark[];
};

const unreadable: Verdict = { state: 'damaged', records: 0, lost: 0, lastTag: '' };

export function scanRecording(disk: Disk, files: readonly SegmentFile[]): RecordingScan {
  const scan = scanSteps(disk, files);
  for (;;) {
    const step = scan.next();
    if (step.done) return step.value;
  }
}

type ScanState = {
  readonly late: Piece[];
  readonly marks: Mark[];
  holes: readonly Stretch[];
  samples: number;
};

/** Scans in steps of one record, for a caller who has other things to do in between. */
export function* scanSteps(
  disk: Disk,
  files: readonly SegmentFile[],
): Generator<void, RecordingScan, void> {
  const state: ScanState = { late: [], marks: [], holes: [], samples: 0 };
  const reports: SegmentReport[] = [];
  for (const file of files) reports.push(yield* scanFile(state, disk, file));
  return { files: reports, ...state };
}

function* scanFile(
  state: ScanState,
  disk: Disk,
  { fileId, keys }: SegmentFile,
): Generator<void, SegmentReport, void> {
  const hash = createHash('sha256');
  let meta: SegmentMeta | undefined;
  let end: End | undefined;
  let samples = 0;
  let verdict = unreadable;
  let failure: Failure | undefined;
  try {
    const name = containerPath(keys.folder, fileId, 'seg');
    const reading = readContainer({ disk, keys }, name).records();
    for (let step = reading.next(); ; step = reading.next()) {
      if (step.done) {
        verdict = step.value;
        break;
      }
      const { type, plain } = step.value;
      if (type === recordTypes.meta) {
        const read = decodeMeta(plain);
        if (read.kind === 'recording') meta = read;
      } else if (type === recordTypes.audio) {
        const piece = decodeAudio(plain);
        hash.update(piece.audio);
        samples += piece.audio.length / 2;
        placePiece(state, piece);
        release(plain);
      } else if (type === recordTypes.mark) {
        const mark = decodeMark(plain);
        if (mark) state.marks.push(mark);
      } else if (type === recordTypes.end) end = decodeEnd(plain);
      yield;
    }
    const counted =
      end === undefined ||
      (end.records === verdict.records - 1 &&
        end.samples === samples &&
        end.sha256 === hash.digest('hex'));
    if (verdict.state === 'complete' && !counted) verdict = { ...verdict, state: 'damaged' };
  } catch (error) {
    failure = asFailure(error);
  }
  return { fileId, generation: keys.generation, meta, end, verdict, failure, samples };
}

function placePiece(state: ScanState, piece: Piece): void {
  const { firstSample: from } = piece;
  const to = from + piece.audio.length / 2;
  if (from > state.samples) state.holes = [...state.holes, [state.samples, from]];
  else if (state.holes.some(([a, b]) => from < b && to > a)) {
    state.late.push({ ...piece, audio: Buffer.from(piece.audio) });
    state.holes = without(state.holes, from, to);
  }
  state.samples = Math.max(state.samples, to);
}

const statusOf: Readonly<Record<Verdict['state'], SegmentRow['status']>> = {
  complete: 'sealed',
  truncated: 'recovered',
  damaged: 'damaged',
};

/** Returns the row of a file after it was read; `anchor` is what the store knew before. */
export function reconciledRow(
  report: SegmentReport,
  visitId: string,
  ordinal: number,
  anchor: SegmentRow | undefined,
): SegmentRow {
  const { state, records, lastTag } = report.verdict;
  // A file shorter than the anchor lost what was once on the disk: no crash of Scriba does that.
  const shortened = anchor !== undefined && records < anchor.records;
  return {
    fileId: report.fileId,
    visitId,
    ordinal,
    generation: report.generation,
    status: shortened ? 'damaged' : statusOf[state],
    records,
    samples: report.samples,
    lastTag,
  };
}
