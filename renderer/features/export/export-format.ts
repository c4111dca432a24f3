/**
 * Rules of the export bar: what can be done with a note now, what is missing for it, and the
 * message after it.
 */
import type { ExportForm, FhirFlavour } from '../../../shared/model/export/export.ts';
import type {
  ExportTargets,
  Receipt,
  TargetName,
  UnmetRequirement,
} from '../../../shared/model/export/exports.ts';
import type { Policy } from '../../../shared/model/policy.ts';
import { mayLeave } from '../../../shared/model/policy-rules.ts';
import type { Settings } from '../../../shared/model/settings.ts';

/** `section`: index among the sections that have text. */
export type ExportAction =
  | { readonly kind: 'copy'; readonly section?: number | undefined }
  | { readonly kind: 'save'; readonly form: ExportForm; readonly flavour?: FhirFlavour | undefined }
  | { readonly kind: 'send'; readonly target: TargetName; readonly again?: boolean | undefined };

/** Copy and PDF may leave before the signature, marked as a draft. */
export const isAllowedAsDraft = (action: ExportAction): boolean =>
  action.kind === 'copy' || (action.kind === 'save' && action.form === 'pdf');

type ReadyParts = Pick<ExportTargets, 'folder' | 'server' | 'mllp'>;

/**
 * Target of "Send to EMR"; undefined while none is set up. A preferred target counts only while it
 * is set up.
 */
export function targetOf(
  { folder, server, mllp }: ReadyParts,
  preferred?: TargetName,
): TargetName | undefined {
  const ready = readyTargets({ folder, server, mllp });
  return preferred !== undefined && ready.includes(preferred) ? preferred : ready[0];
}
export const readyTargets = ({ folder, server, mllp }: ReadyParts): TargetName[] => [
  ...(folder.on ? ['folder' as const] : []),
  ...(server.address === '' ? [] : ['server' as const]),
  ...(mllp.host === '' ? [] : ['mllp' as const]),
];

/** The same targets as far as the organisation allows them; the core refuses the others. */
export const allowedTargets = (
  { folder, server, mllp }: ExportTargets,
  policy: Policy | undefined,
): ReadyParts => ({
  folder,
  server: mayLeave(policy, 'server', server.form) ? server : { ...server, address: '' },
  mllp: mayLeave(policy, 'mllp', 'hl7') ? mllp : { ...mllp, host: '' },
});

/** Fields that the dialog asks for; any other requirement is named, with a button to its screen. */
const patientFields = ['name', 'recordNumber', 'birthDate', 'sex'] as const;
const profileFields = [
  'doctorName',
  'registrationNumber',
  'registrationSystem',
  'facility',
  'mrnSystem',
] as const satisfies readonly (keyof Settings['exportProfile'])[];
export type PatientField = (typeof patientFields)[number];
export type ProfileField = (typeof profileFields)[number];

export type MissingFields = {
  readonly patient: readonly PatientField[];
  readonly profile: readonly ProfileField[];
  readonly elsewhere: readonly UnmetRequirement[];
};
/** Each field once, in the order in which a person would fill them in. */
export function missingFieldsOf(requirements: readonly UnmetRequirement[]): MissingFields {
  const isMissing = (place: UnmetRequirement['place'], field: string) =>
    requirements.some((one) => one.place === place && one.field === field);
  const patient = patientFields.filter((field) => isMissing('visit', field));
  const profile = profileFields.filter((field) => isMissing('profile', field));
  const hasField = ({ place, field }: UnmetRequirement) =>
    (place === 'visit' && patient.some((one) => one === field)) ||
    (place === 'profile' && profile.some((one) => one === field));
  return { patient, profile, elsewhere: requirements.filter((one) => !hasField(one)) };
}

/** The message after an export: a key of `export.said`, and its look. */
export type ExportMessage = { readonly key: string; readonly tone: 'done' | 'waits' | 'trouble' };

/** `since`: when the export was requested; if every receipt is older, all had arrived before. */
export function messageForSent(
  target: TargetName,
  receipts: readonly Receipt[],
  since: number,
): ExportMessage {
  if (receipts.some(({ state }) => state === 'failed')) return { key: 'failed', tone: 'trouble' };
  if (receipts.some(({ state }) => state === 'waiting'))
    return { key: `waiting.${target}`, tone: 'waits' };
  const allBefore = receipts.length > 0 && receipts.every(({ at, doneAt = at }) => doneAt < since);
  return { key: allBefore ? `before.${target}` : `sent.${target}`, tone: 'done' };
}
export const messageForSaved = (how: 'saved' | 'cancelled' | 'download'): ExportMessage => ({
  key: `saved.${how}`,
  tone: 'done',
});

/** State of a receipt: a key of `export.receipt`. */
export function receiptWord({ state, target }: Pick<Receipt, 'state' | 'target'>): string {
  if (state === 'done') return `done.${target}`;
  return state === 'failed' && target === 'clipboard' ? 'copyFailed' : state;
}
const rankOf: Record<Receipt['state'], number> = { failed: 0, waiting: 1, done: 2 };
/** Failed first, then waiting, then done; the newest first in each. */
export const inOrder = (receipts: readonly Receipt[]): Receipt[] =>
  [...receipts].sort((one, other) => rankOf[one.state] - rankOf[other.state] || other.at - one.at);
/** False if done, or if a later export of the same form to the same target is done. */
export const needsHelp = (receipt: Receipt, all: readonly Receipt[]): boolean =>
  receipt.state !== 'done' &&
  !all.some(
    (later) =>
      later.state === 'done' &&
      later.at > receipt.at &&
      later.target === receipt.target &&
      later.form === receipt.form,
  );
