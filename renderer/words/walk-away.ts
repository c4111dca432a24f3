/**
 * The safe-to-walk-away line: which milestones a visit has passed, and one calm sentence on whether
 * closing the lid would lose anything. Later milestones (signed, exported, erased) join when they exist.
 */
import type { Consultation } from '../../shared/consultation.ts';
import { hasNote } from './visit.ts';

export type Step = {
  readonly id: 'recorded' | 'sealed' | 'sent' | 'ready';
  readonly state: 'done' | 'now' | 'todo';
  /** Milliseconds since 1970; only where it is known. */
  readonly at?: number | undefined;
};
export type WalkAway = {
  readonly steps: readonly Step[];
  /** Nothing is lost when the lid closes now. */
  readonly safe: boolean;
  /** A key under `safety`. */
  readonly sentence: string;
};

export function walkAway(visit: Consultation, live = false): WalkAway {
  // A file that was handed in was never recorded here; its line begins with the seal.
  const recorded: Step[] = visit.imported ? [] : [{ id: 'recorded', at: visit.startedAt, state: recordedState(visit) }];
  const sealed = visit.sealedAt !== undefined;
  const sent = visit.sentAt !== undefined;
  const ready = hasNote(visit) || visit.readyAt !== undefined;
  return {
    steps: [
      ...recorded,
      { id: 'sealed', at: visit.sealedAt, state: sealed ? 'done' : 'todo' },
      { id: 'sent', at: visit.sentAt, state: sent ? 'done' : sealed && isGoing(visit) ? 'now' : 'todo' },
      { id: 'ready', at: visit.readyAt, state: ready ? 'done' : sent && isGoing(visit) ? 'now' : 'todo' },
    ],
    ...verdict(visit, live),
  };
}

const recordedState = (visit: Consultation): Step['state'] =>
  visit.state === 'draft' ? 'todo' : visit.sealedAt === undefined ? 'now' : 'done';

const isGoing = ({ state, hold }: Consultation) => state !== 'attention' && state !== 'discarded' && hold === undefined;

function verdict(visit: Consultation, live: boolean): Pick<WalkAway, 'safe' | 'sentence'> {
  switch (visit.state) {
    case 'draft': return { safe: false, sentence: 'safety.draft' };
    case 'recording': return live ? { safe: false, sentence: 'safety.recording' } : { safe: true, sentence: 'safety.unfinished' };
    case 'ready':
    case 'reviewed': return { safe: true, sentence: 'safety.ready' };
    case 'partial': return { safe: true, sentence: 'safety.partial' };
    case 'purged': return { safe: true, sentence: 'safety.purged' };
    case 'attention': return { safe: true, sentence: 'safety.attention' };
    case 'discarded': return { safe: true, sentence: 'safety.discarded' };
    case 'sealed':
    case 'prepared':
    case 'uploading':
    case 'committing':
    case 'processing':
      if (visit.hold) return { safe: true, sentence: `safety.hold.${visit.hold}` };
      return { safe: true, sentence: visit.state === 'processing' ? 'safety.processing' : 'safety.saved' };
  }
}
