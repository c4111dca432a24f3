/**
 * Merges databases that were set aside (P7): a newer Scriba's list once this Scriba can read it,
 * and the rows of a damaged one that still open: visits with their notes and decisions, documents,
 * own choices of codes. A visit that was discarded there is discarded here. Notes of visits whose
 * sound is long erased stand nowhere else, decisions nowhere else at all.
 */
import path from 'node:path';
import type { AuditWord } from '../../../shared/model/audit.ts';
import { settingsSchema } from '../../../shared/model/settings.ts';
import { allows, firstStates } from '../../../shared/model/visit-state.ts';
import { MINUTE } from '../../../shared/time.ts';
import { ignoreErrors, readableRow } from '../../features/recordings/deps.ts';
import { keepDiscarded } from '../../features/recordings/recovery/recovery.ts';
import type { Clock, Disk } from '../../infrastructure/ports.ts';
import {
  type Other,
  type OtherVisit,
  readOther,
} from '../../infrastructure/store/recovery/other-copy.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { forgottenAt } from '../../infrastructure/store/tables/remembered-choices.ts';
import { removeLeftover } from '../../infrastructure/vault/purge.ts';
import type { Vault } from '../../infrastructure/vault/vault.ts';

export type MergeDeps = {
  readonly disk: Disk;
  readonly folder: string;
  readonly store: Store;
  readonly vault: Pick<Vault, 'rows' | 'keys' | 'generations'>;
  readonly clock: Clock;
};
export type MergeResult = {
  /** Visits that came back out of a newer Scriba's list. */
  readonly fromNewer: number;
  /** The latest newer list that still cannot be read; a file in the profile's folder. */
  readonly newer: string | undefined;
};

const aside = /^scriba\.db\.(damaged|newer)-\w+(-\d+)?$/;
const copy = /^scriba\.db\.v\d+$/;

/**
 * Databases that were set aside, the latest first; of one that was deleted there may be the log
 * alone.
 */
export const setAsides = (disk: Disk, folder: string): string[] =>
  [...new Set(disk.list(folder).map((name) => name.replace(/-(wal|shm)$/, '')))]
    .filter((name) => aside.test(name))
    .sort((one, other) => stampOf(other).localeCompare(stampOf(one)));
const stampOf = (name: string) => name.slice(name.indexOf('-'));

/** Key under which it is stored that a set-aside database was merged. */
export const takenKey = (name: string) => `aside.${name}`;

type Merge = {
  readonly deps: MergeDeps;
  readonly erased: (id: string) => boolean;
  /**
   * Visits and documents that a later list has: an older copy may still hold what was taken back,
   * or removed.
   */
  readonly visitsOfLater: Set<string>;
  documentsOfLater: boolean;
  fromNewer: number;
  newer: string | undefined;
};

/**
 * With the vault open, after the recordings were recovered and before anything is sent. A file that
 * cannot be read now is looked at again the next time.
 */
export function mergeSetAside(deps: MergeDeps): MergeResult {
  const { disk, folder } = deps;
  const merge: Merge = {
    deps,
    erased: erasedOnes(deps),
    visitsOfLater: new Set(),
    documentsOfLater: false,
    fromNewer: 0,
    newer: undefined,
  };
  const work = path.join(folder, 'scriba.db.looked-at.new');
  for (const name of filesToMerge(deps)) {
    ignoreErrors(() => mergeFile(merge, name, work));
    ignoreErrors(() => removeLeftover(disk, work));
  }
  return { fromNewer: merge.fromNewer, newer: merge.newer };
}

/**
 * The latest first; with the copies of migrations, for what they hold may be gone from the list
 * that was lost.
 */
function filesToMerge({ disk, folder, store }: MergeDeps): string[] {
  const pending = setAsides(disk, folder).filter(
    (name) => store.values.get(takenKey(name)) === undefined,
  );
  if (pending.length === 0) return [];
  const copies = disk.list(folder).filter((name) => copy.test(name));
  return [...pending, ...copies.sort().reverse()];
}

function mergeFile(merge: Merge, name: string, work: string): void {
  const { disk, folder, store, vault } = merge.deps;
  const isAside = aside.test(name);
  if (!disk.exists(path.join(folder, name))) {
    markMerged(merge.deps, name);
    return;
  }
  const found = readOther(path.join(folder, name), work, { seal: vault.rows });
  if (found.newer) {
    merge.newer ??= name;
    return;
  }
  const back = mergeVisits(merge, found);
  mergeDocuments(merge, found);
  if (isAside) keepRememberedChoices(store, found.rememberedChoices);
  if (aside.exec(name)?.[1] === 'newer') merge.fromNewer += back;
  keepSettings(store, found.settings);
  if (!found.locked && isAside) markMerged(merge.deps, name);
}

/** Time to the minute, like every time in clear. */
const markMerged = ({ store, clock }: MergeDeps, name: string): void =>
  store.values.set(takenKey(name), String(Math.floor(clock.now() / MINUTE) * MINUTE));

/** Returns how many visits came back. */
function mergeVisits({ deps, erased, visitsOfLater }: Merge, found: Other): number {
  const { store, clock } = deps;
  for (const id of found.discarded) ignoreErrors(() => keepDiscarded({ store, clock }, id));
  const back = found.visits.filter((visit) => ignoreErrors(() => join(store, visit, erased)));
  for (const visit of found.visits)
    if (!visitsOfLater.has(visit.row.id)) ignoreErrors(() => joinDesk(store, visit));
  for (const visit of found.visits) ignoreErrors(() => joinExports(store, visit));
  for (const { row } of found.visits) visitsOfLater.add(row.id);
  return back.length;
}

function mergeDocuments(merge: Merge, found: Other): void {
  const { store } = merge.deps;
  if (!merge.documentsOfLater)
    for (const document of found.documents)
      ignoreErrors(() => {
        if (!store.documents.has(document.id) && !merge.erased(document.id))
          store.documents.put(document);
      });
  merge.documentsOfLater ||= found.documentsWhole;
}

/**
 * Pseudonyms of visits and documents that were discarded, removed or erased since: they do not come
 * back.
 */
function erasedOnes({ store, vault }: MergeDeps): (id: string) => boolean {
  let found: Set<string> | undefined;
  return (id) => {
    const pseudonyms =
      found ??
      new Set(
        store.audit
          .list(1_000_000)
          .flatMap(({ what, visit }) =>
            visit !== undefined && goings.includes(what) ? [visit] : [],
          ),
      );
    found = pseudonyms;
    return vault
      .generations()
      .some((generation) =>
        pseudonyms.has(vault.keys(generation).reference(['visit', id]).slice(0, 12)),
      );
  };
}

const goings: readonly AuditWord[] = [
  'visit-erased',
  'consent-withdrawn',
  'visit-discarded',
  'document-erased',
  'document-removed',
];
const results = ['ready', 'partial', 'reviewed'] as const;

/** True when it is back. What the present list knows better stays as it is. */
function join(store: Store, visit: OtherVisit, erased: (id: string) => boolean): boolean {
  const { row, note } = visit;
  const { id, transactionId } = row;
  const state =
    results.find(
      (each) => each === row.state || (row.state === 'purged' && each === row.cameFrom),
    ) ?? (row.state === 'purged' ? 'ready' : undefined);
  if (!state) return false;
  const sent = () =>
    store.transactions.put({
      epoch: 0,
      commitAttempts: 1,
      ...store.transactions.get(transactionId),
      transactionId,
      visitId: id,
      status: 'committed',
    });
  if (!store.visits.has(id)) {
    if (erased(id)) return false;
    store.transaction(() => {
      // Its sound would have been found in the vault.
      store.visits.insert({
        ...row,
        rev: 1,
        state: firstStates['note-found'],
        cameFrom: state,
        hold: undefined,
        waitsUntil: undefined,
        attempts: 0,
      });
      sent();
      store.notes.put(note);
      takeWork(store, visit);
    });
    return true;
  }
  const present = readableRow(store, id);
  if (!present) return false;
  // Its note came anew meanwhile; what was made of the old one did not.
  if (store.notes.get(id)) return rejoin(store, present, visit);
  // Made anew from its files, and the platform has not answered for it.
  const event = `note-found-${state}` as const;
  if (!allows(present.state, event) || present.transactionId !== transactionId) return false;
  const { patient, sentAt, readyAt, signedAt, noteBranch, joined } = row.details;
  store.transaction(() => {
    sent();
    store.notes.put(note);
    takeWork(store, visit);
    store.visits.apply(id, present.rev, event, {
      hold: undefined,
      waitsUntil: undefined,
      attempts: 0,
      details: {
        ...present.details,
        patient,
        sentAt,
        readyAt,
        signedAt,
        noteBranch,
        joined,
        trouble: undefined,
      },
    });
  });
  return true;
}

/**
 * Marks each export that was under way as failed: it may have arrived, and Scriba cannot know. A
 * person looks, and sends it again if it did not arrive.
 */
function joinExports(store: Store, { row: { id }, exports }: OtherVisit): void {
  if (!store.notes.get(id)) return;
  for (const row of [...exports].reverse().filter((one) => !store.exports.has(one.id))) {
    store.exports.put(
      row.state === 'waiting'
        ? {
            ...row,
            state: 'failed',
            waitsUntil: undefined,
            trouble: {
              detail: 'export-interrupted',
              message:
                'Scriba’s list was lost while this was on its way. Look whether it arrived; if not, send it again.',
            },
          }
        : row,
    );
  }
}

/**
 * Takes over a doctor's drafts and signatures, but only where no new work has begun: two histories
 * cannot be joined into one.
 */
function takeWork(store: Store, { row: { id }, branches, signatures }: OtherVisit): boolean {
  if (
    store.noteVersions.branches(id).length > 0 ||
    store.signatures.has(id) ||
    branches.length + signatures.length === 0
  )
    return false;
  for (const { row, versions } of branches) {
    store.noteVersions.putBranch(id, row);
    for (const version of versions) store.noteVersions.put(id, row.branch, version);
  }
  for (const signature of signatures) store.signatures.add(signature);
  return true;
}

function rejoin(store: Store, present: VisitRow, visit: OtherVisit): boolean {
  const { signedAt, noteBranch, joined, patient } = visit.row.details;
  return store.transaction(() => {
    if (!takeWork(store, visit)) return false;
    const signed = visit.signatures.length > 0;
    const { id, rev, state, details } = present;
    const patch = {
      details: { ...details, signedAt, noteBranch, joined, ...(signed && { patient }) },
    };
    if (signed && allows(state, 'signed')) store.visits.apply(id, rev, 'signed', patch);
    else store.visits.change(id, rev, patch);
    return true;
  });
}

/**
 * Decisions are clinical work: they come back with their visit, also to one whose note was here
 * before. What was decided here since stays as it is.
 */
function joinDesk(store: Store, { row: { id }, decided, marks }: OtherVisit): void {
  if (decided.length + marks.length === 0 || !store.notes.get(id)) return;
  if (store.decisions.list(id).length + store.decisions.marks(id).length > 0) return;
  store.transaction(() => {
    store.decisions.restore(id, decided);
    for (const mark of marks) store.decisions.mark(id, mark);
  });
}

/** Not those that the doctor wished forgotten since. */
function keepRememberedChoices(store: Store, found: Other['rememberedChoices']): void {
  const forgotten = forgottenAt(store.values);
  for (const [name, { who, choices }] of found) {
    const since = choices.filter(({ last }) => last > forgotten);
    if (since.length > 0)
      ignoreErrors(
        () =>
          store.rememberedChoices.get(name) ??
          store.rememberedChoices.put(name, { who, choices: since }),
      );
  }
}

/**
 * How long things are kept is for the doctor to say: a new list must not fall back to the usual
 * days.
 */
function keepSettings(store: Store, settings: string | undefined): void {
  if (settings === undefined || store.values.get('settings') !== undefined) return;
  if (settingsSchema.safeParse(JSON.parse(settings)).success)
    store.values.set('settings', settings);
}
