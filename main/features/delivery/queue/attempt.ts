/** One try to bring a note to its target. */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { isTargetName, type TargetName } from '../../../../shared/model/export/exports.ts';
import type { ExportRow } from '../../../infrastructure/store/tables/exports.ts';
import { checkAllowed } from '../allowed.ts';
import type { DeliveryDeps } from '../deps.ts';
import { sha256 } from '../digest.ts';
import { superseded } from '../failures.ts';
import { createDrop } from '../targets/drop-folder.ts';
import type { EmrServer } from '../targets/emr-server.ts';
import { toReceiver } from '../targets/mllp/send-to-receiver.ts';
import { savedText, saveOnPlatform } from '../targets/save-on-platform.ts';
import { toServer } from '../targets/send-to-server.ts';
import { type Targets, whereIs } from '../targets/targets.ts';
import { isPrescription, type Sources } from './source.ts';

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
  const { target } = row;
  if (target === 'platform') {
    checkAllowed(given.deps.policy, 'platform');
    return toPlatform(given, row, signal);
  }
  if (!isTargetName(target)) return {};
  checkAllowed(given.deps.policy, target, row.form);
  return ways[target](given, row, signal);
};

type Way = (given: AttemptDeps, row: ExportRow, signal: AbortSignal) => Promise<Partial<ExportRow>>;
const ways: Readonly<Record<TargetName, Way>> = {
  folder: (given, row, signal) => toFolder(given, row, signal),
  server: (given, row, signal) => toEmr(given, row, signal),
  mllp: (given, row, signal) => toHl7(given, row, signal),
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
  const { where, file, form } = row;
  if (folder.where !== where || file === undefined)
    throw new Failure('refused', 'The drop folder is another one since. Send the note again.', {
      detail: 'target-changed',
    });
  if (folder.from === 'own' && !disk.exists(ownFolder)) disk.makeFolder(ownFolder);
  const drop = createDrop({ disk, removePart, folder: where, file, tag: targets.tag() });
  if (!row.placing) {
    const { bytes } = await sources.content(signedSource(given, row), form, row);
    checkOpen(signal);
    drop.write(bytes);
    if (!patch(row.id, { placing: true, sha256: sha256(bytes) })) return {};
  } else if (isOvertaken(given.deps, row) && drop.withdraw()) throw superseded();
  drop.place(() => void patch(row.id, { placing: undefined }));
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
  if (target.withPdf) checkAllowed(deps.policy, 'server', 'pdf');
  const { earlier } = neighboursOf(deps, row);
  return toServer({
    server,
    sources,
    source: signedSource(given, row),
    row,
    target,
    sha256,
    signal,
    overtaken: (arrived) =>
      neighboursOf(deps, row).later.some(
        ({ signature, state }) =>
          signature !== row.signature && (arrived === undefined || state === 'done'),
      ),
    earlier: earlier
      .filter(
        (one) =>
          one.state === 'done' &&
          one.signature !== row.signature &&
          !one.retired &&
          isPrescription(one) === isPrescription(row),
      )
      .map(({ id, signature = '' }) => ({
        signature,
        retired: () => void patch(id, { retired: true }),
      })),
    before(digest) {
      checkOpen(signal);
      patch(row.id, { posted: true, sha256: digest });
    },
  });
}

async function toHl7(
  given: AttemptDeps,
  row: ExportRow,
  signal: AbortSignal,
): Promise<Partial<ExportRow>> {
  const { deps, targets, sources, patch } = given;
  if (whereIs(targets, 'mllp') !== row.where)
    throw new Failure('refused', 'The HL7 receiver is another one since. Send the note again.', {
      detail: 'target-changed',
    });
  const { later, earlier } = neighboursOf(deps, row);
  const isOther = ({ signature }: ExportRow) => signature !== row.signature;
  if (!row.posted && later.some(isOther)) throw superseded();
  // Only once it is known what became of the earlier one can this one say what it replaces.
  if (earlier.some((one) => isOther(one) && one.state === 'waiting' && one.posted))
    throw new Failure(
      'busy',
      'It is not known yet whether the HL7 receiver has the version before this one. This one goes after it.',
      { detail: 'mllp-earlier-waits' },
    );
  const { bytes } = await sources.content(signedSource(given, row), row.form, row);
  checkOpen(signal);
  patch(row.id, { posted: true, sha256: sha256(bytes) });
  await toReceiver({ tcp: deps.tcp, receiver: targets.receiver(), signal }, bytes);
  return {};
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
  if (newest && newest.id !== row.signature) throw superseded();
  const { note } = signedSource(given, row);
  checkOpen(signal);
  patch(row.id, { posted: true, sha256: sha256(Buffer.from(savedText(note))) });
  const location = await saveOnPlatform(deps.platformCopy, row.visitId, row, note, (id) => {
    patch(row.id, { location: id });
  });
  return { location };
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
