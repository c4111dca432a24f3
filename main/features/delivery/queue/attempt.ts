/** One try to bring a note to its target. */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type { ExportRow } from '../../../infrastructure/store/tables/exports.ts';
import { checkAllowed } from '../allowed.ts';
import type { DeliveryDeps } from '../deps.ts';
import { sha256 } from '../digest.ts';
import { SUPERSEDED } from '../failures.ts';
import { createDrop } from '../targets/drop-folder.ts';
import type { EmrServer } from '../targets/emr-server.ts';
import { savedText, saveOnPlatform } from '../targets/save-on-platform.ts';
import { toServer } from '../targets/send-to-server.ts';
import type { Targets } from '../targets/targets.ts';
import type { Sources } from './source.ts';

export type AttemptDeps = {
  readonly deps: DeliveryDeps;
  readonly targets: Targets;
  readonly sources: Sources;
  readonly server: EmrServer;
  /** Changes the stored row. Undefined where the row was removed. */
  readonly patch: (id: string, change: Partial<ExportRow>) => ExportRow | undefined;
};

/**
 * Returns what is stored with the row when it arrived. Throws what the target throws, and `locked`
 * where the vault was locked meanwhile.
 */
export const attempt = async (
  given: AttemptDeps,
  row: ExportRow,
  signal: AbortSignal,
): Promise<Partial<ExportRow>> => {
  // Back to where the note came from: no way out of the clinic that a rule could forbid.
  if (row.target === 'platform') return toPlatform(given, row, signal);
  // A note may have waited here since before the rule.
  checkAllowed(given.deps.policy, row.target === 'folder' ? 'folder' : 'server', row.form);
  return row.target === 'folder' ? toFolder(given, row, signal) : toEmr(given, row, signal);
};

/** A vault that was locked meanwhile ends the try before anything is written. */
function checkOpen(signal: AbortSignal): void {
  if (signal.aborted) throw failures.vaultClosed();
}

/** Throws Failure `missing` / `no-signature` for a row without one: only signed notes are sent. */
function signedSource({ sources }: AttemptDeps, { visitId, signature = '' }: ExportRow) {
  return sources.signed(visitId, signature);
}

async function toFolder(
  given: AttemptDeps,
  row: ExportRow,
  signal: AbortSignal,
): Promise<Partial<ExportRow>> {
  const { targets, sources, patch } = given;
  const { disk, removePart, ownFolder } = given.deps;
  const { folder } = targets.get();
  const { where, file, form, flavour = 'r4' } = row;
  if (folder.where !== where || file === undefined)
    throw new Failure('refused', 'The drop folder is another one since. Send the note again.', {
      detail: 'target-changed',
    });
  if (folder.from === 'own' && !disk.exists(ownFolder)) disk.makeFolder(ownFolder);
  const drop = createDrop({ disk, removePart, folder: where, file, tag: targets.tag() });
  if (!row.placing) {
    const { bytes } = await sources.content(signedSource(given, row), form, flavour);
    checkOpen(signal);
    drop.write(bytes);
    if (!patch(row.id, { placing: true, sha256: sha256(bytes) })) return {};
  }
  drop.place();
  return {};
}

async function toEmr(
  given: AttemptDeps,
  row: ExportRow,
  signal: AbortSignal,
): Promise<Partial<ExportRow>> {
  const { deps, targets, sources, server, patch } = given;
  const { server: target } = targets.get();
  if (target.address !== row.where)
    throw new Failure('refused', 'The FHIR server is another one since. Send the note again.', {
      detail: 'target-changed',
    });
  const { earlier } = neighboursOf(deps, row);
  return toServer({
    server,
    sources,
    source: signedSource(given, row),
    row,
    patients: target.patients,
    sha256,
    signal,
    overtaken: () =>
      neighboursOf(deps, row).later.some(({ signature }) => signature !== row.signature),
    replaces: earlier.find(
      ({ state, signature }) => state === 'done' && signature !== row.signature,
    )?.signature,
    before(digest) {
      checkOpen(signal);
      patch(row.id, { posted: true, sha256: digest });
    },
  });
}

async function toPlatform(
  given: AttemptDeps,
  row: ExportRow,
  signal: AbortSignal,
): Promise<Partial<ExportRow>> {
  const { deps, patch } = given;
  if (deps.account().baseUrl !== row.where)
    throw new Failure(
      'refused',
      'You are signed in to another platform since. This note was not saved there.',
      {
        detail: 'target-changed',
      },
    );
  const [newest] = deps.store.signatures.list(row.visitId);
  if (newest && newest.id !== row.signature)
    throw new Failure('refused', SUPERSEDED, { detail: 'superseded' });
  const { note } = signedSource(given, row);
  checkOpen(signal);
  patch(row.id, { posted: true, sha256: sha256(Buffer.from(savedText(note))) });
  const location = await saveOnPlatform(deps.platformCopy, row.visitId, row, note, (id) => {
    patch(row.id, { location: id });
  });
  return { location };
}

/**
 * Rows of the same visit to the same server, later and earlier than this one, each newest first.
 */
function neighboursOf({ store }: DeliveryDeps, row: ExportRow) {
  const all = store.exports
    .list(row.visitId)
    .filter((one) => one.target === 'server' && one.where === row.where);
  const place = all.findIndex(({ id }) => id === row.id);
  return { later: all.slice(0, place), earlier: all.slice(place + 1) };
}
