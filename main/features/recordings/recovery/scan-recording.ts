/** Reads a whole recording, over all its files, and says what is there: how long, what is missing, how each file ended. */
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

export type Survey = {
  readonly files: readonly SegmentReport[];
  /** Samples from the beginning to the last one known, silence for what is missing included. */
  readonly samples: number;
  /** Stretches for which no sound is there; [from, to) in samples. */
  readonly holes: readonly (readonly [from: number, to: number])[];
  /** Sound that came after what follows it; few and short. */
  readonly late: readonly Piece[];
  readonly marks: readonly Mark[];
};

const unreadable: Verdict = { state: 'damaged', records: 0, lost: 0, lastTag: '' };

export function surveyRecording(disk: Disk, files: readonly SegmentFile[]): Survey {
  const survey = surveySteps(disk, files);
  for (;;) {
    const step = survey.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of one record, for a caller who has other things to do in between. */
export function* surveySteps(
  disk: Disk,
  files: readonly SegmentFile[],
): Generator<void, Survey, void> {
  const reports: SegmentReport[] = [];
  const late: Piece[] = [];
  const marks: Mark[] = [];
  let holes: (readonly [number, number])[] = [];
  let samples = 0;

  function place(piece: Piece) {
    const to = piece.firstSample + piece.audio.length / 2;
    if (piece.firstSample > samples) holes.push([samples, piece.firstSample]);
    else if (holes.some(([a, b]) => piece.firstSample < b && to > a)) {
      late.push({ ...piece, audio: Buffer.from(piece.audio) });
      holes = holes.flatMap(([a, b]) =>
        (
          [
            [a, Math.min(b, piece.firstSample)],
            [Math.max(a, to), b],
          ] as const
        ).filter(([x, y]) => x < y),
      );
    }
    samples = Math.max(samples, to);
  }

  for (const { fileId, keys } of files) {
    const hash = createHash('sha256');
    let meta: SegmentMeta | undefined;
    let end: End | undefined;
    let own = 0;
    let verdict = unreadable;
    let failure: Failure | undefined;
    try {
      const reading = readContainer(
        { disk, keys },
        containerPath(keys.folder, fileId, 'seg'),
      ).records();
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
          own += piece.audio.length / 2;
          place(piece);
          release(plain);
        } else if (type === recordTypes.mark) {
          const said = decodeMark(plain);
          if (said) marks.push(said);
        } else if (type === recordTypes.end) end = decodeEnd(plain);
        yield;
      }
      const counted =
        end === undefined ||
        (end.records === verdict.records - 1 &&
          end.samples === own &&
          end.sha256 === hash.digest('hex'));
      if (verdict.state === 'complete' && !counted) verdict = { ...verdict, state: 'damaged' };
    } catch (error) {
      failure = asFailure(error);
    }
    reports.push({
      fileId,
      generation: keys.generation,
      meta,
      end,
      verdict,
      failure,
      samples: own,
    });
  }
  return { files: reports, samples, holes, late, marks };
}

/** What the store keeps of a file after it was read; `anchor` is what the store knew before. */
export function settledRow(
  report: SegmentReport,
  visitId: string,
  ordinal: number,
  anchor: SegmentRow | undefined,
): SegmentRow {
  const { state, records, lastTag } = report.verdict;
  // A file shorter than the anchor lost what was once on the disk: no crash of Scriba does that.
  const shortened = anchor !== undefined && records < anchor.records;
  const status =
    shortened || state === 'damaged' ? 'damaged' : state === 'complete' ? 'sealed' : 'recovered';
  return {
    fileId: report.fileId,
    visitId,
    ordinal,
    generation: report.generation,
    status,
    records,
    samples: report.samples,
    lastTag,
  };
}
