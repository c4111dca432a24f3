/** One try to bring a note to its target. */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type { ExportRow } from '../../../infrastructure/store/tables/exports.ts';
import { checkAllowed } from '../allowed.ts';
import type { DeliveryDeps } from '../deps.ts';
import { sha256 } from '../digest.ts';
import { superseded } from '../failures.ts';
import { createDrop } from '../targets/drop-folder.ts';
import type { EmrServer } from '../targets/emr-server.ts';
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
  } else if (isOvertaken(given.deps, row) && drop.withdraw()) throw superseded();
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

/** A later signature arrived in the folder while the file of this one waited for its name. */
const isOvertaken = (deps: DeliveryDeps, row: ExportRow): boolean =>
  neighboursOf(deps, row).later.some(
    ({ state, signature }) => state === 'done' && signature !== row.signature,
  );

/**
 * Rows of the same visit to the same target, later and earlier than this one, each newest first.
 */
function neighboursOf({ store }: DeliveryDeps, row: ExportRow) {
  const all = store.exports
    .list(row.visitId)
    .filter((one) => one.target === row.target && one.where === row.where);
  const place = all.findIndex(({ id }) => id === row.id);
  return { later: all.slice(0, place), earlier: all.slice(place + 1) };
}
