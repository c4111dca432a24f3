/**
 * Erases what has outlived its days (P27): the sound of visits whose note is here, whole visits where that is
 * wished, and what a person discarded a day ago. Nothing else in Scriba erases sound (P9).
 */
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import { containerPath } from '../../../infrastructure/vault/container/container.ts';
import { purgeContainer } from '../../../infrastructure/vault/purge.ts';
import { forItself, type RecordingsDeps, rowOf } from '../deps.ts';
import { erase } from './erase-visit.ts';

/** How long a person can take back a discarding. */
export const UNDO_TIME = 24 * 3600 * 1000;
const DAY = 24 * 3600 * 1000;

/** `now`: a time that can be trusted, milliseconds since 1970. Days as in the settings. */
export type Limits = {
  readonly now: number;
  readonly keepAudioDays: number;
  readonly keepNotesDays: number;
};
/** Ids of visits. */
export type Expired = { readonly sound: readonly string[]; readonly visits: readonly string[] };

/** Each visit for itself: one whose key is not at hand, or whose files the disk does not let go, waits for the next time. */
export function expire(deps: RecordingsDeps, limits: Limits): Expired {
  const { store, changed } = deps;
  const sound: string[] = [];
  const visits: string[] = [];
  const gone = (row: VisitRow, run: () => void, list: string[]) => {
    forItself(() => {
      run();
      list.push(row.id);
    });
  };
  for (const row of store.visits.inStates('discarded')) {
    if (limits.now - (row.details.discardedAt ?? limits.now) > UNDO_TIME)
      gone(row, () => erase(deps, row), visits);
  }
  for (const found of store.visits.inStates('ready', 'partial', 'reviewed', 'purged')) {
    const row = forItself(() => dated(deps, found, limits.now)) ?? found;
    const age = limits.now - (row.details.readyAt ?? limits.now);
    // The sound is the source of the note: never is it kept longer than its note.
    if (
      limits.keepNotesDays > 0 &&
      age > Math.max(limits.keepNotesDays, limits.keepAudioDays) * DAY
    )
      gone(row, () => eraseVisit(deps, row), visits);
    else if (
      row.state !== 'purged' &&
      age > limits.keepAudioDays * DAY &&
      forItself(() => store.notes.get(row.id))
    )
      gone(row, () => eraseSound(deps, row), sound);
  }
  if (sound.length + visits.length > 0) store.compact();
  sound.forEach(changed);
  return { sound, visits };
}

/** A note that came "in the future" came under a wrong clock: its days count from now. */
function dated({ store }: RecordingsDeps, row: VisitRow, now: number): VisitRow {
  if ((row.details.readyAt ?? 0) <= now + DAY) return row;
  return store.visits.change(row.id, row.rev, { details: { ...row.details, readyAt: now } });
}

/** Files first, then the rows: a crash in between leaves it to be done again, and doing it again is harmless. */
function eraseSound(deps: RecordingsDeps, { id, state }: VisitRow): void {
  const { store } = deps;
  purgeFiles(deps, id);
  store.transaction(() => {
    for (const { fileId } of store.segments.list(id)) store.segments.remove(fileId);
    store.uploads.removeAll(id);
    store.visits.change(id, rowOf(store, id).rev, { state: 'purged', cameFrom: state });
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

function purgeFiles({ store, vault, disk }: RecordingsDeps, id: string): void {
  for (const { generation, fileId } of store.uploads.list(id))
    purgeContainer(disk, containerPath(vault.keys(generation).folder, fileId, 'up'));
  for (const { generation, fileId } of store.segments.list(id))
    purgeContainer(disk, containerPath(vault.keys(generation).folder, fileId, 'seg'));
}
