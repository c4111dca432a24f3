/** A visit: one visit, its recording, and its way to a note. */

import type { LanguageId } from './account/languages.ts';
import type { TemplateId } from './account/templates.ts';
import type { Consent } from './consent.ts';
import type { Fallback } from './fallback.ts';
import type { Addition } from './note/findings.ts';

/** The states of the outbox machine, in the order in which a visit walks through them. */
export const visitStates = [
  'draft', // has its transaction id; the microphone is not open yet
  'recording',
  'sealed', // the recording is whole and on disk
  'prepared', // encoded for the platform, digests stored
  'uploading',
  'committing', // the platform was, or may have been, told to begin
  'processing',
  'ready',
  'partial', // some documents failed; the good ones are here
  'reviewed',
  'purged', // audio erased after its time
  'attention', // a person has to decide
  'discarded', // can be undone for 24 hours
] as const;
export type VisitState = (typeof visitStates)[number];

/** Why a visit waits although nothing is wrong with it. A hold costs no attempt. */
export const holds = ['offline', 'sign-in', 'rate-limit', 'clock', 'disk', 'locked'] as const;
export type Hold = (typeof holds)[number];

/** As FHIR's administrative gender names them. */
export const sexes = ['female', 'male', 'other', 'unknown'] as const;
export type Sex = (typeof sexes)[number];
export type Patient = {
  readonly name: string;
  readonly recordNumber?: string | undefined;
  /** YYYY-MM-DD, or as much of it as is known: YYYY-MM, YYYY. */
  readonly birthDate?: string | undefined;
  readonly sex?: Sex | undefined;
  /** Of the patient's Ayushman Bharat Health Account. */
  readonly abhaNumber?: string | undefined;
  readonly abhaAddress?: string | undefined;
};

export const modes = ['consultation', 'dictation'] as const;
export const modelTypes = ['pro', 'lite'] as const;

/** Choices that the doctor made before pressing Record; fixed for the transaction. */
export type VisitSetup = {
  readonly patient: Patient;
  readonly mode: (typeof modes)[number];
  readonly modelType: (typeof modelTypes)[number];
  /** One or two (contract 3.4), the first is the one shown first. */
  readonly templates: readonly TemplateId[];
  /** Languages spoken, by priority; one or two (contract 3.4). */
  readonly inputLanguages: readonly LanguageId[];
  readonly outputLanguage: LanguageId;
  /** Whether the platform is asked to add codes (contract 2.8, codification_needed). */
  readonly codify: boolean;
  /** Which written visit the practice platform answers with; unused elsewhere. */
  readonly practiceCase?: string | undefined;
  /**
   * Speech is recognised and the note is drafted on this computer, or by servers that were set for
   * it: no platform is told of the visit. Fixed when the visit begins.
   */
  readonly worksHere?: true | undefined;
  /** When the patient agreed to being recorded; milliseconds since 1970. */
  readonly consentAt?: number | undefined;
  /** The whole answer; absent in visits from before it was kept, and where nobody was asked. */
  readonly consent?: Consent | undefined;
};

/**
 * A visit as a page asks for it. `worksHere`: false is no; left out, it is as is usual on this
 * computer.
 */
export type VisitRequest = Omit<VisitSetup, 'worksHere'> & {
  readonly worksHere?: boolean | undefined;
};

/**
 * The milestones of the safe-to-walk-away line; each in milliseconds since 1970, absent until
 * reached.
 */
export type Milestones = {
  readonly startedAt?: number | undefined;
  readonly sealedAt?: number | undefined;
  readonly sentAt?: number | undefined;
  readonly readyAt?: number | undefined;
  /** The first signature. */
  readonly signedAt?: number | undefined;
  readonly discardedAt?: number | undefined;
};

export type Visit = VisitSetup &
  Milestones & {
    /** UUID. */
    readonly id: string;
    /** The id the platform knows this visit by, fixed before the microphone opens. */
    readonly transactionId: string;
    readonly state: VisitState;
    readonly hold?: Hold | undefined;
    /** Not tried again before this time by itself; milliseconds since 1970. */
    readonly waitsUntil?: number | undefined;
    /** Why a person is asked, or what the last attempt ran into: a stable word and a sentence. */
    readonly trouble?: { readonly code: string; readonly message: string } | undefined;
    readonly createdAt: number;
    /**
     * Recorded samples (SAMPLE_RATE a second). 0 for an imported file whose length is not known.
     */
    readonly samples: number;
    /** Upload parts that the platform has, and how many there are (0 before they are prepared). */
    readonly parts: { readonly sent: number; readonly of: number };
    /** Bytes of all upload parts; 0 before they are prepared. */
    readonly bytes: number;
    /** Whether the recording came from a file. */
    readonly imported: boolean;
    /** By which that file holds less than it says: it was cut. */
    readonly missingSeconds?: number | undefined;
    /** A draft of this computer, made while the platform was out of reach. */
    readonly fallback?: Fallback | undefined;
    /** Additions of the doctor to lines of the note. */
    readonly additions?: readonly Addition[] | undefined;
    /**
     * Its key is not at hand: only its id, its state and its day are known; the patient's name is
     * empty.
     */
    readonly locked?: boolean | undefined;
  };
