/**
 * The safe-to-walk-away line: the milestones that a visit has passed, and one calm sentence that
 * says if closing the lid would lose anything. Later milestones (exported, erased) join when they
 * exist.
 */
import type { Visit } from '../../../../shared/model/visit.ts';
import { hasNote, retries } from './visit-format.ts';

export type Step = {
  readonly id: 'recorded' | 'sealed' | 'sent' | 'ready' | 'signed';
  readonly state: 'done' | 'now' | 'todo';
  /** Milliseconds since 1970; only where it is known. */
  readonly at?: number | undefined;
};
export type WalkAway = {
  readonly steps: readonly Step[];
  /** No sound or note is lost if the lid is closed now. */
  readonly safe: boolean;
  /** A key under `safety`. */
  readonly sentence: string;
};

/**
 * Condition of a running recording: an obstacle between it and the disk, or a reason why nothing is
 * recorded.
 */
export type Strain =
  | 'stalled'
  | 'paused-stalled'
  | 'disk-full'
  | 'paused'
  | 'finishing'
  | undefined;

const whileLive: Readonly<Record<NonNullable<Strain>, string>> = {
  stalled: 'safety.stalled',
  'paused-stalled': 'safety.pausedStalled',
  'disk-full': 'safety.diskFull',
  paused: 'safety.paused',
  finishing: 'safety.finishing',
};

/** Reasons for which some of the sound cannot be had back. */
const damages = new Set(['recording-damaged', 'file-missing']);

/** `live`: this page is recording it, under that `strain`. */
export function walkAway(visit: Visit, live = false, strain: Strain = undefined): WalkAway {
  // A file that was handed in was never recorded here; its line begins with the seal.
  const recorded: Step[] = visit.imported
    ? []
    : [{ id: 'recorded', at: visit.startedAt, state: recordedState(visit, live) }];
  const sealed = visit.sealedAt !== undefined;
  const sent = visit.sentAt !== undefined;
  const ready = hasNote(visit) || visit.readyAt !== undefined;
  return {
    steps: [
      ...recorded,
      { id: 'sealed', at: visit.sealedAt, state: sealed ? 'done' : 'todo' },
      {
        id: 'sent',
        at: visit.sentAt,
        state: stepState(sent, sealed && isGoing(visit)),
      },
      {
        id: 'ready',
        at: visit.readyAt,
        state: stepState(ready, sent && isGoing(visit)),
      },
      { id: 'signed', at: visit.signedAt, state: visit.signedAt === undefined ? 'todo' : 'done' },
    ],
    ...verdict(visit, live, strain),
  };
}

function stepState(done: boolean, underWay: boolean): Step['state'] {
  if (done) return 'done';
  return underWay ? 'now' : 'todo';
}

/** A recording that was cut short counts as done: it goes no further by itself. */
function recordedState({ state }: Visit, live: boolean): Step['state'] {
  if (state === 'draft') return 'todo';
  return stepState(!(state === 'recording' && live), true);
}

/** A visit that failed and waits for its next attempt is not under way. */
const isGoing = (visit: Visit) =>
  visit.state !== 'attention' &&
  visit.state !== 'discarded' &&
  visit.hold === undefined &&
  !visit.locked &&
  !retries(visit);

const isDamaged = (visit: Visit) =>
  (visit.state === 'attention' || retries(visit)) && damages.has(visit.trouble?.code ?? '');

function verdict(visit: Visit, live: boolean, strain: Strain): Pick<WalkAway, 'safe' | 'sentence'> {
  if (visit.locked) return { safe: true, sentence: 'safety.keyMissing' };
  if (isDamaged(visit)) return { safe: false, sentence: 'safety.damaged' };
  switch (visit.state) {
    case 'draft':
      return { safe: false, sentence: 'safety.draft' };
    case 'recording':
      if (!live) return { safe: true, sentence: 'safety.unfinished' };
      return {
        safe: strain === 'disk-full',
        sentence: strain === undefined ? 'safety.recording' : whileLive[strain],
      };
    case 'ready':
      return { safe: true, sentence: 'safety.ready' };
    case 'reviewed':
      return { safe: true, sentence: 'safety.signed' };
    case 'partial':
      return { safe: true, sentence: 'safety.partial' };
    case 'purged':
      return { safe: true, sentence: 'safety.purged' };
    case 'attention':
      return {
        safe: true,
        sentence:
          visit.trouble?.code === 'nothing-recorded' ? 'safety.nothing' : 'safety.attention',
      };
    case 'discarded':
      return { safe: true, sentence: 'safety.discarded' };
    case 'sealed':
    case 'prepared':
    case 'uploading':
    case 'committing':
    case 'processing':
      if (visit.hold) return { safe: true, sentence: `safety.hold.${visit.hold}` };
      if (retries(visit)) return { safe: true, sentence: 'safety.retrying' };
      if (visit.worksHere) return { safe: true, sentence: 'safety.here' };
      return {
        safe: true,
        sentence: visit.state === 'processing' ? 'safety.processing' : 'safety.saved',
      };
  }
}
