/** Sends a signed note to a target: a drop folder, a FHIR server or an HL7 receiver. */
import type { Input } from '../../../shared/contract/contract.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { ExportForm } from '../../../shared/model/export/export.ts';
import type { Receipt, TargetName } from '../../../shared/model/export/exports.ts';
import type { ExportRow } from '../../infrastructure/store/tables/exports.ts';
import { refusalOf } from './allowed.ts';
import { SUPERSEDED } from './failures.ts';
import type { Source } from './queue/source.ts';
import { type DeliveryState, type FormChoice, newRow, presentRows } from './state.ts';
import { whereIs } from './targets/targets.ts';
import { unmetFor } from './unmet-requirements.ts';

/**
 * `again`: into the folder once more, even where it arrived. Throws the first unmet requirement,
 * and what `Sources.of` and `Targets.check` throw.
 */
export async function sendNote(
  state: DeliveryState,
  input: Input<'exports.send'>,
): Promise<Receipt[]> {
  const { deps, sources, targets, queue } = state;
  const { id, target } = input;
  const source = sources.of(id, false);
  targets.check(target);
  const [unmet] = unmetForTarget(state, source, target);
  if (unmet) throw unmet;
  const where = whereIs(targets, target);
  const earlier = deps.store.exports
    .list(id)
    .filter((row) => row.target === target && row.where === where);
  const rows = formsOf(state, target).map((choice) =>
    rowFor(state, source, input, { choice, where, earlier }),
  );
  deps.store.transaction(() => {
    for (const old of earlier) if (isSuperseded(old, source)) putSuperseded(state, old);
    for (const row of rows) if (row.state !== 'done') deps.store.exports.put(row);
  });
  const sent = rows.map((row) => (row.state === 'done' ? row : queue.run(row)));
  return presentRows(state, await Promise.all(sent));
}

/** The row of an earlier try of this signature in this form, or a new one. */
function rowFor(
  state: DeliveryState,
  source: Source,
  { target, again = false }: Input<'exports.send'>,
  {
    choice,
    where,
    earlier,
  }: {
    readonly choice: FormChoice;
    readonly where: string;
    readonly earlier: readonly ExportRow[];
  },
): ExportRow {
  const same = earlier.find(
    ({ signature, form, flavour }) =>
      signature === source.signature && form === choice.form && flavour === choice.flavour,
  );
  if (same && same.state !== 'done') return { ...same, state: 'waiting', waitsUntil: undefined };
  if (same && !(again && target === 'folder')) return same;
  return newRow(state, source, target, {
    ...choice,
    where,
    ...(target === 'folder' && {
      file: state.sources.fileName(source, choice.form, choice.flavour),
    }),
  });
}

/**
 * Returns whether an earlier version still waits and nothing of it has left: the new version
 * replaces it.
 */
const isSuperseded = (old: ExportRow, source: Source) =>
  old.state === 'waiting' && old.signature !== source.signature && !old.placing && !old.posted;

const putSuperseded = ({ deps: { store } }: DeliveryState, old: ExportRow) =>
  store.exports.put({
    ...old,
    state: 'failed',
    waitsUntil: undefined,
    trouble: { detail: 'superseded', message: SUPERSEDED },
  });

function formsOf({ targets }: DeliveryState, target: TargetName): FormChoice[] {
  const { folder, server } = targets.get();
  if (target === 'mllp') return [{ form: 'hl7' }];
  if (target === 'server')
    return [{ form: server.form, ...(server.form === 'fhir' && { flavour: server.flavour }) }];
  return folder.forms.map((form) => ({
    form,
    ...(form === 'fhir' && { flavour: folder.flavour }),
  }));
}

/** All unmet requirements of the target's forms, each once. */
export function unmetForTarget(
  state: DeliveryState,
  source: Source,
  target: TargetName,
): Failure[] {
  const all = formsOf(state, target).flatMap(({ form, flavour = 'r4' }) => {
    const refusal = refusalOf(state.deps.policy, target, form) ?? pdfRefusal(state, target);
    if (refusal) return [refusal];
    return [...new Set([form, neededForm(target, form)])].flatMap((each) =>
      unmetFor(source, each, flavour, state.sources.profile()),
    );
  });
  return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at);
}

const pdfRefusal = ({ deps, targets }: DeliveryState, target: TargetName) =>
  target === 'server' && targets.get().server.withPdf
    ? refusalOf(deps.policy, 'server', 'pdf')
    : undefined;

/**
 * The server looks up the patient by record number whatever the form: HL7 has the requirements that
 * this needs.
 */
const neededForm = (target: TargetName, form: ExportForm): ExportForm =>
  target === 'server' && form !== 'fhir' ? 'hl7' : form;

const isSame = (one: Failure, other: Failure) =>
  one.detail === other.detail && (one.detail !== 'export-code' || one.message === other.message);
