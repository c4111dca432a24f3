/** State that the operations of a delivery share, and their receipts. */
import { Failure } from '../../../shared/failure.ts';
import type { ExportForm, FhirFlavour } from '../../../shared/model/export/export.ts';
import type { Receipt } from '../../../shared/model/export/exports.ts';
import type { ExportRow } from '../../infrastructure/store/tables/exports.ts';
import type { DeliveryDeps } from './deps.ts';
import type { Queue } from './queue/queue.ts';
import { groundOf, type Source, type Sources } from './queue/source.ts';
import type { Targets } from './targets/targets.ts';

export type DeliveryState = {
  readonly deps: DeliveryDeps;
  readonly targets: Targets;
  readonly sources: Sources;
  readonly queue: Queue;
};

/** A form, with its flavour where it is FHIR. */
export type FormChoice = { readonly form: ExportForm; readonly flavour?: FhirFlavour | undefined };

/** A new row; it is not stored yet. */
export const newRow = (
  { deps: { clock, random, account } }: DeliveryState,
  source: Omit<Source, 'note'>,
  target: Receipt['target'],
  members: FormChoice & Partial<ExportRow>,
): ExportRow => ({
  id: random.uuid(),
  visitId: source.visitId,
  signature: source.signature,
  ground: source.ground,
  branch: source.branch,
  version: source.version,
  at: clock.now(),
  who: account().clientId,
  target,
  where: '',
  sha256: '',
  state: 'waiting',
  attempts: 0,
  ...members,
});

export function storeRow({ deps: { store, changed } }: DeliveryState, row: ExportRow): ExportRow {
  store.exports.put(row);
  changed(row.visitId);
  return row;
}

/** Throws Failure `missing` / `no-receipt`. */
export function knownRow({ deps: { store } }: DeliveryState, id: string): ExportRow {
  const row = store.exports.get(id);
  if (!row) throw new Failure('missing', 'There is no such receipt.', { detail: 'no-receipt' });
  return row;
}

export function presentRows(state: DeliveryState, rows: readonly ExportRow[]): Receipt[] {
  const changes = new Map<string, (row: ExportRow) => boolean>();
  return rows.map((row) => {
    const isChanged = changes.get(row.visitId) ?? changeCheck(state, row.visitId);
    changes.set(row.visitId, isChanged);
    return presentRow(row, isChanged(row));
  });
}

export const presentOne = (state: DeliveryState, row: ExportRow): Receipt =>
  presentRow(row, changeCheck(state, row.visitId)(row));

function presentRow(row: ExportRow, changedSince: boolean): Receipt {
  const {
    ground: _ground,
    placing: _placing,
    posted: _posted,
    location: _location,
    retired: _retired,
    ...receipt
  } = row;
  return { ...receipt, changedSince };
}

/** Tells whether the note of a visit changed since a row was made. */
function changeCheck({ deps: { notes } }: DeliveryState, id: string): (row: ExportRow) => boolean {
  try {
    const { signed } = notes.state(id);
    const now = groundOf(notes.draft(id).note);
    return ({ signature, ground }) =>
      signature === undefined ? ground !== now : signature !== signed?.id || signed.changedSince;
  } catch {
    // The note cannot be read now: no receipt claims to be up to date.
    return () => true;
  }
}
