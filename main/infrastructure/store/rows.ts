/** Rows of the store as the layers above see them: typed, opened, in our own words. */

import type { Addition } from '../../../shared/model/note/findings.ts';
import type { VisitSpeakers } from '../../../shared/model/note/speakers.ts';
import type { Hold, Milestones, VisitSetup, VisitState } from '../../../shared/model/visit.ts';

/** Sealed with the vault's row key; everything a visit could be recognised by. */
export type VisitDetails = VisitSetup &
  Milestones & {
    readonly createdAt: number;
    /** Recorded samples, over all segment files. */
    readonly samples: number;
    readonly imported: boolean;
    /** By which the imported file holds less than it says: it was cut. */
    readonly missingSeconds?: number | undefined;
    readonly trouble?: { readonly code: string; readonly message: string } | undefined;
    /**
     * HMAC of the upload parts' digests, sent along so that a conflict can be told from our own
     * attempt (R2, 409).
     */
    readonly clientRef?: string | undefined;
    /** Additions of the doctor to lines of the note; removed with the visit. */
    readonly additions?: readonly Addition[] | undefined;
    /** Which branch the doctor says is the note. */
    readonly noteBranch?: string | undefined;
    /** Who spoke, where a person said it. */
    readonly speakers?: VisitSpeakers | undefined;
    /** Other visits of the same encounter; each names the other. */
    readonly joined?: readonly string[] | undefined;
  };

export type VisitRow = {
  readonly id: string;
  /** Grows by one with each change; a change that names an old one is refused (R6). */
  readonly rev: number;
  readonly state: VisitState;
  /** The state that `attention` or `discarded` was entered from. */
  readonly cameFrom?: VisitState | undefined;
  readonly hold?: Hold | undefined;
  /** Rounded up to the minute when stored; milliseconds since 1970. */
  readonly waitsUntil?: number | undefined;
  /** Failed attempts in a row in the present state. */
  readonly attempts: number;
  readonly transactionId: string;
  readonly details: VisitDetails;
};

/** One sealed segment file of the recording. */
export type SegmentRow = {
  readonly fileId: string;
  readonly visitId: string;
  /** From 1. */
  readonly ordinal: number;
  readonly generation: string;
  /** `open`: being written, or left so by a crash. */
  readonly status: 'open' | 'sealed' | 'recovered' | 'damaged';
  readonly records: number;
  readonly samples: number;
  /** Tag of the last record known: the anchor against a shortened tail; hex. */
  readonly lastTag: string;
};

/** One file for the platform, encoded once (D9). */
export type UploadPartRow = {
  readonly fileId: string;
  readonly visitId: string;
  /** From 1; the order on the platform. */
  readonly ordinal: number;
  readonly generation: string;
  /** e.g. `audio_0001.mp3`. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Of the plain bytes; lower-case hex. */
  readonly sha256: string;
  /** The epoch in which the platform took it; undefined before. */
  readonly uploadedEpoch?: number | undefined;
};

/**
 * One transaction id on the platform; a visit gets a new one only when the platform declared the
 * last one dead.
 */
export type TransactionRow = {
  readonly transactionId: string;
  readonly visitId: string;
  /** Which presign we are at; all parts of a commit belong to one epoch. */
  readonly epoch: number;
  readonly folder?: string | undefined;
  /** `uploadData.url` of the present epoch. */
  readonly uploadUrl?: string | undefined;
  /** How often init was sent, counted before it is sent (R1). */
  readonly commitAttempts: number;
  /** When init was accepted; rounded up to the minute when stored; milliseconds since 1970. */
  readonly committedAt?: number | undefined;
  readonly status: 'open' | 'committed' | 'dead';
};
