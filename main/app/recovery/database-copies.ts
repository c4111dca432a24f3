/**
 * Databases beside the present one fall under the days that are set, like the present one (P27):
 * what was erased since then would still stand in them. Copies that migrations leave (P10), and
 * those that were set aside (P7).
 */
import path from 'node:path';
import type { PatientDocument } from '../../../shared/model/clinic/document.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { DAY, MINUTE } from '../../../shared/time.ts';
import type { Disk } from '../../infrastructure/ports.ts';
import { type Over, trimOther } from '../../infrastructure/store/recovery/other-copy.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { RowCipher } from '../../infrastructure/store/sealed-columns.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { forgottenAt } from '../../infrastructure/store/tables/remembered-choices.ts';
import { removeOldCopy } from '../../infrastructure/vault/purge.ts';
import { setAsides, takenKey } from './merge-set-aside.ts';

/** For going back to the version before, or for help to look into. */
const KEPT = 30 * DAY;
/** When the copies were looked into last. */
const LOOKED = 'copies.looked';

export type OldCopiesDeps = {
  readonly disk: Disk;
  readonly folder: string;
  readonly store: Pick<Store, 'values' | 'visits' | 'documents'>;
  readonly seal: () => RowCipher;
  /** A time that can be trusted. Days count from when a file was first seen here. */
  readonly now: number;
  readonly privacy: Pick<Settings['privacy'], 'keepAudioDays' | 'keepNotesDays'>;
  /** How many visits and documents were erased just now. */
  readonly erased: number;
};

export function removeOldCopies(deps: OldCopiesDeps): void {
  const { disk, folder, store, privacy, now, erased } = deps;
  const asides = setAsides(disk, folder);
  const takenAt = (name: string) => store.values.get(takenKey(name));
  const taken = (name: string) => takenAt(name) !== undefined;
  const limit =
    privacy.keepNotesDays === 0
      ? Infinity
      : Math.max(privacy.keepNotesDays, privacy.keepAudioDays) * DAY;
  const over = ({ details: { readyAt } }: VisitRow) =>
    readyAt !== undefined && now - readyAt > limit;
  /** As `documents.expire` has it. */
  const overPaper = ({ createdAt, doneAt }: PatientDocument) =>
    privacy.keepNotesDays > 0 && now - (doneAt ?? createdAt) > privacy.keepNotesDays * DAY;
  const forgotten = forgottenAt(store.values);
  const remove = (name: string) => removeOldCopy(disk, path.join(folder, name));

  for (const name of disk.list(folder).filter((each) => /^scriba\.db\.v\d+$/.test(each))) {
    if (ageOf(deps, name) > KEPT) remove(name);
    // While a lost list is not taken up yet, the copy may be all there is of it.
    else if (asides.every(taken) && due(deps))
      trim(
        deps,
        name,
        {
          visit: (id, row) => !store.visits.has(id) || (row !== undefined && over(row)),
          document: (id, document) =>
            !store.documents.has(id) || (document !== undefined && overPaper(document)),
          forgotten,
        },
        () => remove(name),
      );
  }
  if (due(deps)) store.values.set(LOOKED, String(Math.floor(now / MINUTE) * MINUTE));
  for (const name of asides) {
    const age = ageOf(deps, name);
    if (age > limit) remove(name);
    // Readable entries are in the present list and are erased there in time. The rest is unreadable
    // and its age unknown.
    else if (taken(name))
      now - Number(takenAt(name)) > KEPT || (erased > 0 && limit < Infinity)
        ? remove(name)
        : undefined;
    else if (name.includes('.newer-') && limit < Infinity)
      trim(
        deps,
        name,
        {
          visit: (_id, row) => row !== undefined && over(row),
          document: (_id, document) => document !== undefined && overPaper(document),
          forgotten,
        },
        () => {},
      );
  }
}

/** A copy that cannot be kept within its days is not kept. */
function trim(
  { folder, seal }: OldCopiesDeps,
  name: string,
  over: Over,
  otherwise: () => void,
): void {
  try {
    trimOther(path.join(folder, name), over, { seal });
  } catch {
    otherwise();
  }
}

/**
 * A copy has nothing to lose but when the list has; once a day all the same, since Scriba may have
 * ended in between.
 */
function due({ store, now, erased }: OldCopiesDeps): boolean {
  const last = Number(store.values.get(LOOKED)) || 0;
  return erased > 0 || now - last >= DAY || last > now;
}

function ageOf({ store, now }: OldCopiesDeps, name: string): number {
  const key = `copy.${name}`;
  const seen = Number(store.values.get(key)) || undefined;
  if (seen !== undefined && seen <= now) return now - seen;
  store.values.set(key, String(Math.floor(now / MINUTE) * MINUTE));
  return 0;
}
