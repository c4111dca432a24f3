/**
 * The draft of this computer for a visit that is meant for a platform and cannot reach it: what the
 * core makes, and when it may be asked for (docs/decisions/0232).
 */
import type { Hold, Visit, VisitState } from './visit.ts';

export type Fallback = {
  /** `asked`: it is being made, or will be. */
  readonly state: 'asked' | 'made' | 'failed';
  /** Of `failed`: a stable word and a sentence. */
  readonly trouble?: { readonly code: string; readonly message: string } | undefined;
};

/** From being ready to be sent until its note is here. */
const waitingStates: ReadonlySet<VisitState> = new Set([
  'prepared',
  'uploading',
  'committing',
  'processing',
  'attention',
]);

/** Whether a draft of this computer still has a use, and its sound is whole and stays as it is. */
export const isOnItsWay = ({ state }: Pick<Visit, 'state'>): boolean => waitingStates.has(state);

/** Holds that only the platform, or the way to it, can end. */
const holdsOfPlatform: ReadonlySet<Hold> = new Set(['offline', 'sign-in', 'rate-limit', 'clock']);

/** Troubles of the sound, the disk or the keys: no engine would hear more than the platform. */
const troublesOfSound: ReadonlySet<string> = new Set([
  'recording-damaged',
  'nothing-recorded',
  'file-missing',
  'no-parts',
  'part-changed',
  'part-damaged',
  'upload-damaged',
  'encoder-failed',
  'not-prepared',
  'disk-full',
  'key-of-visit-missing',
]);

/**
 * Whether this visit waits because its platform is out of reach, refuses it, or failed: then a
 * draft can be made here. Never of a visit that is worked on here anyway.
 */
export function isOutOfReach({
  worksHere,
  locked,
  state,
  hold,
  trouble,
}: Pick<Visit, 'worksHere' | 'locked' | 'state' | 'hold' | 'trouble'>): boolean {
  if (worksHere || locked || !isOnItsWay({ state })) return false;
  if (hold) return holdsOfPlatform.has(hold);
  return trouble !== undefined && !troublesOfSound.has(trouble.code);
}
