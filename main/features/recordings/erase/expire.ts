/**
 * Erases what has outlived its days (P27): the sound of visits whose note is here, whole visits
 * where that is wished, and what a person discarded a day ago. Nothing else in Scriba erases sound
 * (P9).
 */
import { allows, noteStates } from '../../../../shared/model/visit-state.ts';
import { DAY } from '../../../../shared/time.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import { ignoreErrors, type RecordingsDeps, rowOf } from '../deps.ts';
import { settleWithdrawals } from '../withdraw/withdraw.ts';
import { erase, purgeFiles } from './erase-visit.ts';

/** How long a person can undo a discard. */
export const UNDO_TIME = DAY;

/** `now`: a time that can be trusted, milliseconds since 1970. Days as in the settings. */
export type Limits = {
  readonly now: number;
  readonly keepAudioDays: number;
  readonly keepNotesDays: number;
};
/** Ids of visits. */
export type Expired = { readonly sound: readonly string[]; readonly visits: readonly string[] };

/**
 * Each visit for itself: one whose key is not at hand, or whose files the disk does not let go,
 * waits for the next time.
 */
export function expire(deps: RecordingsDeps, limits: Limits): Expired {
  const { store, changed } = deps;
  const sound: string[] = [];
  const visits: string[] = [];
  settleWithdrawals(deps);
  for (const row of store.visits.inStates('discarded')) {
    if (limits.now - (row.details.discardedAt ?? limits.now) > UNDO_TIME)
      attempt(row, () => erase(deps, row), visits);
  }
  // Most visits of many years have lost their sound: where notes stay, there is nothing to look for.
  const dying = noteStates.filter((state) => limits.keepNotesDays > 0 || state !== 'purged');
  for (const found of store.visits.eachInStates(...dying)) {
    const row = ignoreErrors(() => dated(deps, found, limits.now)) ?? found;
    const age = limits.now - (row.details.readyAt ?? limits.now);
    // The sound is the source of the note: never is it kept longer than its note.
    const notesUpTo = Math.max(limits.keepNotesDays, limits.keepAudioDays) * DAY;
    if (limits.keepNotesDays > 0 && age > notesUpTo)
      attempt(row, () => eraseVisit(deps, row), visits);
    else if (
      allows(row.state, 'sound-erased') &&
      age > limits.keepAudioDays * DAY &&
      ignoreErrors(() => store.notes.get(row.id))
    )
      attempt(row, () => eraseSound(deps, row), sound);
  }
  if (sound.length + visits.length > 0) store.compact();
  for (const id of sound) changed(id);
  return { sound, visits };
}

/** Adds the visit to `done` where the erasing went through. */
function attempt({ id }: VisitRow, erasing: () => void, done: string[]): void {
  ignoreErrors(() => {
    erasing();
    done.push(id);
  });
}

/** A note that came "in the future" came under a wrong clock: its days count from now. */
function dated({ store }: RecordingsDeps, row: VisitRow, now: number): VisitRow {
  if ((row.details.readyAt ?? 0) <= now + DAY) return row;
  return store.visits.change(row.id, row.rev, { details: { ...row.details, readyAt: now } });
}

/**
 * Files first, then the rows: a crash in between leaves it to be done again, and doing it again is
 * harmless.
 */
function eraseSound(deps: RecordingsDeps, { id }: VisitRow): void {
  const { store } = deps;
  purgeFiles(deps, id);
  store.transaction(() => {
    for (const { fileId } of store.segments.list(id)) store.segments.remove(fileId);
    store.uploads.removeAll(id);
    store.visits.apply(id, rowOf(store, id).rev, 'sound-erased');
  });
}

function eraseVisit(deps: RecordingsDeps, { id }: VisitRow): void {
  const { store } = deps;
  purgeFiles(deps, id);
  store.transaction(() => {
    store.notes.remove(id);
    store.visits.remove(id);
  });
}
