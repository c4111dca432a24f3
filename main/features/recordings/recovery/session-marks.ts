/**
 * Session marks: beside the recording, sealed, the session in which it goes to a platform that
 * numbers sessions itself. Such a session cannot be found by a number of ours; with the mark it can
 * be asked for also after the database was lost or put back (P7, decision 0150). A mark is written
 * before any sound is sent there, so it is never behind the database.
 */
import path from 'node:path';
import { z } from 'zod';
import { noteStates } from '../../../../shared/model/visit-state.ts';
import type { TransactionRow, VisitRow } from '../../../infrastructure/store/rows.ts';
import { openJson, sealJson } from '../../../infrastructure/store/sealed-columns.ts';
import { readWhole, replaceFile } from '../../../infrastructure/vault/files.ts';
import { unlinkSessionMark } from '../../../infrastructure/vault/purge.ts';
import { ignoreErrors, type RecordingsDeps, readableRow } from '../deps.ts';

type Deps = Pick<RecordingsDeps, 'disk' | 'vault'>;
/** `folder`: as a transaction keeps it. */
export type SessionMark = { readonly transactionId: string; readonly folder: string };

const pattern = /^([0-9a-f-]{36})\.session$/;
const nameIn = (folder: string, id: string) => path.join(folder, `${id}.session`);
const placeOf = (id: string) => ({ table: 'session-marks', column: 'session', row: id });
const markSchema = z.object({ transactionId: z.string().min(1), folder: z.string().min(1) });
const noNote = ({ state }: VisitRow) => !noteStates.some((one) => one === state);

/** On the disk when this returns. Throws the disk's error, Failure `locked`. */
export function writeSessionMark(deps: Deps, id: string, mark: SessionMark): void {
  const known = newestMark(deps, id);
  if (known?.transactionId === mark.transactionId && known.folder === mark.folder) return;
  const { disk, vault } = deps;
  const { folder: newest } = vault.keys();
  replaceFile(disk, nameIn(newest, id), sealJson(vault.rows(), placeOf(id), mark));
  for (const folder of foldersOf(deps))
    if (folder !== newest) unlinkSessionMark(disk, nameIn(folder, id));
}

/** In every generation: a mark is written with the newest key of its day. */
export function removeSessionMark(deps: Deps, id: string): void {
  for (const folder of foldersOf(deps)) unlinkSessionMark(deps.disk, nameIn(folder, id));
}

/**
 * Gives each visit without a note the session that its mark names, where the database does not know
 * it: the platform is then asked for it before anything is sent.
 */
export function restoreSessions(deps: RecordingsDeps): void {
  const ids = foldersOf(deps).flatMap((folder) =>
    deps.disk.list(folder).flatMap((name) => pattern.exec(name)?.[1] ?? []),
  );
  for (const id of new Set(ids)) ignoreErrors(() => restoreSession(deps, id));
}

function restoreSession(deps: RecordingsDeps, id: string): void {
  const { store } = deps;
  const row = readableRow(store, id);
  const mark = row && noNote(row) ? newestMark(deps, id) : undefined;
  if (!row || !mark) return;
  const known = store.transactions.get(mark.transactionId);
  const present = store.transactions.get(row.transactionId);
  const isPresent = row.transactionId === mark.transactionId;
  // What ended, and what another transaction followed, the database knows better than the mark.
  if (known && (!isPresent || known.status !== 'open' || known.folder === mark.folder)) return;
  store.transaction(() => {
    if (!isPresent)
      store.transactions.put({ ...(present ?? freshOf(row.transactionId, id)), status: 'dead' });
    const before = known ?? present ?? freshOf(mark.transactionId, id);
    store.transactions.put({
      ...freshOf(mark.transactionId, id),
      // Another epoch: the parts that the database remembers may have gone to another session.
      epoch: before.epoch + 1,
      folder: mark.folder,
      commitAttempts: Math.max(1, known?.commitAttempts ?? 0),
    });
    adopt(deps, row, mark.transactionId);
  });
}

/** What a person was asked before is out of date: the outbox asks the platform first. */
function adopt({ store }: RecordingsDeps, row: VisitRow, transactionId: string): void {
  if (row.state !== 'attention' || row.cameFrom === 'recording') {
    store.visits.change(row.id, row.rev, { transactionId });
    return;
  }
  store.visits.apply(row.id, row.rev, 'retried-sending', {
    transactionId,
    attempts: 0,
    hold: undefined,
    waitsUntil: undefined,
    details: { ...row.details, trouble: undefined },
  });
}

const freshOf = (transactionId: string, visitId: string): TransactionRow => ({
  transactionId,
  visitId,
  epoch: 0,
  commitAttempts: 0,
  status: 'open',
});

/** Undefined where there is none, or none that opens. */
function newestMark(deps: Deps, id: string): SessionMark | undefined {
  const newest = deps.vault.keys().folder;
  const folders = foldersOf(deps).sort((one, other) => rank(other, newest) - rank(one, newest));
  for (const folder of folders) {
    const mark = ignoreErrors(() => readMark(deps, nameIn(folder, id), id));
    if (mark) return mark;
  }
  return undefined;
}
const rank = (folder: string, newest: string) => (folder === newest ? 1 : 0);

function readMark({ disk, vault }: Deps, name: string, id: string): SessionMark | undefined {
  if (!disk.exists(name)) return undefined;
  return openJson(vault.rows(), placeOf(id), readWhole(disk, name), markSchema);
}

function foldersOf({ disk, vault }: Deps): string[] {
  const vaultFolder = path.dirname(vault.keys().folder);
  return disk
    .list(vaultFolder)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => path.join(vaultFolder, name));
}
