/** The recordings as the rest of the core sees them. */
import type { Kept, Unfinished } from '../../../shared/model/recording.ts';
import type { VisitSetup } from '../../../shared/model/visit.ts';
import type { Withdrawal } from '../../../shared/model/withdrawal.ts';
import type { UploadPartRow, VisitRow } from '../../infrastructure/store/rows.ts';
import type { Expired, Limits } from './erase/expire.ts';
import type { Forgotten } from './forget/forget-sound.ts';
import type { ImportFile } from './import/import-file.ts';
import type { VisitSound } from './playback/sound-files.ts';
import type { PieceOfFile } from './playback/sound-so-far.ts';
import type { Preparing } from './prepare/prepare.ts';
import type { Mark } from './segments/segment-content.ts';
import type { RecordingSession } from './session/recording-session.ts';

export type Recordings = {
  /**
   * Fixes the transaction id and makes the first file. Throws Failure `busy` / `already-recording`,
   * `refused` / `disk-full`, `busy` / `disk-failing`, `locked`.
   */
  start(setup: VisitSetup): VisitRow;
  /**
   * s16le, 16 kHz, mono. Throws Failure `missing` / `not-recording`, `refused` / `disk-full`,
   * `busy` / `disk-failing` (send it again), `invalid` / `gap-too-long`.
   */
  append(id: string, firstSample: number, audio: Uint8Array): Kept;
  mark(id: string, mark: Pick<Mark, 'kind' | 'sample' | 'text'>): void;
  /** Of the running recording: to be told of the computer's sleep. */
  sleepMarks(): Pick<RecordingSession, 'fallAsleep' | 'wake'> | undefined;
  /**
   * `samples`: how many the page sent in all. Repeated after a lost answer it returns the same.
   * Throws Failure `refused` / `pieces-missing`, `busy` / `disk-failing`.
   */
  finish(id: string, samples: number): VisitRow;
  /**
   * Finishes while the vault is locked: the sound is whole on the disk, and its row is sealed when
   * the vault opens. False where this is not the recording.
   */
  finishLocked(id: string, samples: number): boolean;
  /** Throws Failure `refused` / `too-late` once the platform may have it. */
  discard(id: string): VisitRow;
  /** Throws Failure `refused` / `discard-final` after 24 hours. */
  undoDiscard(id: string): VisitRow;
  unfinished(): Unfinished[];
  /** Goes on in a new file; a file is never opened again for writing. Throws like `start`. */
  goOn(id: string): { row: VisitRow; samples: number };
  finishUnfinished(id: string): VisitRow;
  recover(): void;
  /** Seals what ended while the vault was locked; these generations have keys for the first time. */
  rejoin(fresh: readonly string[]): void;
  /** Erases what has outlived its days (P27). */
  expire(limits: Limits): Expired;
  /**
   * Destroys a stretch by its key, in a running recording or in one that is still held back. Throws
   * Failure `refused` / `pieces-missing`, `too-late` (the platform may have it), `sound-unread`,
   * `disk-full`, `busy` / `disk-failing`, `locked`.
   */
  forget(id: string, stretch: Forgotten): VisitRow;
  /**
   * Erases the visit for good, also while it is recorded. Throws Failure `busy` / `being-prepared`,
   * `missing` / `consultation-gone`, `locked`, and the disk's: it is then still asked for.
   */
  withdraw(id: string): Withdrawal;
  withdrawals(): readonly Withdrawal[];
  pageLost(): void;
  importFile(setup: VisitSetup, file: ImportFile): Promise<VisitRow>;
  readonly prepare: Preparing['prepare'];
  /**
   * Plain bytes in pieces of 256 KiB at most. Throws Failure `broken` / `upload-damaged` before the
   * last piece of a damaged file.
   */
  openUpload(part: UploadPartRow): AsyncIterable<Uint8Array>;
  /**
   * The visit's sound as files for a person. Throws Failure `busy` / `still-recording`, `locked`,
   * `refused` / `too-long-to-save`.
   */
  sound(id: string): Promise<VisitSound>;
  /** Seconds of recording that fit on the disk. */
  room(): number;
  /**
   * The sound of the recording that runs from this sample on, as far as it is on the disk; nothing
   * of another visit. As `soundSoFar` says.
   */
  soundSoFar(id: string, from: number): AsyncGenerator<PieceOfFile, void, void>;
  live(): { readonly id: string; readonly samples: number } | undefined;
};
