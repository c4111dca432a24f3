/**
 * Marks the computer's sleep in a running recording, once: the computer tells it, and the page
 * notices it too by its clock.
 */
import type { MarkKind } from '../../../../shared/model/recording.ts';
import { MINUTE } from '../../../../shared/time.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import { ignoreErrors } from '../deps.ts';
import type { RecordingSession } from './recording-session.ts';

export type SleepMarks = {
  /**
   * Syncs all sound recorded so far before it returns. A disk that refuses is reported by the next
   * piece.
   */
  fallAsleep(): void;
  wake(): void;
};

/** A mark that the page sends of a sleep that is marked already is not written. */
export function markSleepOnce(
  session: Omit<RecordingSession, keyof SleepMarks>,
  clock: Pick<Clock, 'monotonic'>,
): RecordingSession {
  let asleep = false;
  /** Monotonic. */
  let wokeAt: number | undefined;
  const mark = (kind: MarkKind) =>
    ignoreErrors(() => session.mark({ kind, sample: session.kept().written }));
  const isKnown = () => asleep || (wokeAt !== undefined && clock.monotonic() - wokeAt < MINUTE);

  function wake() {
    if (!asleep) return;
    asleep = false;
    wokeAt = clock.monotonic();
    mark('wake');
  }

  return {
    ...session,
    mark(entry) {
      const { kind } = entry;
      if ((kind !== 'sleep' && kind !== 'wake') || !isKnown()) return session.mark(entry);
      // Some computers tell of their sleep and not of their waking.
      if (kind === 'wake') wake();
    },
    fallAsleep() {
      if (asleep) return;
      asleep = true;
      // A mark of sleep forces what is before it onto the disk.
      mark('sleep');
    },
    wake,
  };
}
