/** A note on its way out, in words: what can be done with it now, what is lacking, and what became of each export. */
import type { ExportForm, FhirFlavour } from '../../../shared/model/export/export.ts';
import type {
  ExportTargets,
  Receipt,
  TargetName,
  UnmetRequirement,
} from '../../../shared/model/export/exports.ts';
import type { Settings } from '../../../shared/model/settings.ts';

/** `section`: its place among the sections that have words. */
export type Deed =
  | { readonly kind: 'copy'; readonly section?: number | undefined }
  | { readonly kind: 'save'; readonly form: ExportForm; readonly flavour?: FhirFlavour | undefined }
  | { readonly kind: 'send'; readonly target: TargetName; readonly again?: boolean | undefined };

/** What may leave before it is signed, marked as a draft. */
export const goesAsDraft = (deed: Deed): boolean =>
  deed.kind === 'copy' || (deed.kind === 'save' && deed.form === 'pdf');

/** Where "Send to EMR" goes; undefined while nothing is set up. A choice of a target that is not set up any more counts for nothing. */
export function targetOf(
  { folder, server }: Pick<ExportTargets, 'folder' | 'server'>,
  wish?: TargetName,
): TargetName | undefined {
  const ready = readyTargets({ folder, server });
  return wish !== undefined && ready.includes(wish) ? wish : ready[0];
}
export const readyTargets = ({
  folder,
  server,
}: Pick<ExportTargets, 'folder' | 'server'>): TargetName[] => [
  ...(folder.on ? ['folder' as const] : []),
  ...(server.address === '' ? [] : ['server' as const]),
];

/** What is asked for in the dialog; the rest is said, with the way to its place. */
export const patientFields = ['name', 'recordNumber', 'birthDate', 'sex'] as const;
export const profileFields = [
  'doctorName',
  'registrationNumber',
  'registrationSystem',
  'facility',
  'mrnSystem',
] as const satisfies readonly (keyof Settings['exportProfile'])[];
export type PatientField = (typeof patientFields)[number];
export type ProfileField = (typeof profileFields)[number];

export type Wanted = {
  readonly patient: readonly PatientField[];
  readonly profile: readonly ProfileField[];
  readonly elsewhere: readonly UnmetRequirement[];
};
/** Each field once, in the order in which a person would fill them in. */
export function wantedOf(lacks: readonly UnmetRequirement[]): Wanted {
  const at = (place: UnmetRequirement['place'], field: string) =>
    lacks.some((lack) => lack.place === place && lack.field === field);
  const patient = patientFields.filter((field) => at('visit', field));
  const profile = profileFields.filter((field) => at('profile', field));
  const asked = ({ place, field }: UnmetRequirement) =>
    (place === 'visit' && patient.some((one) => one === field)) ||
    (place === 'profile' && profile.some((one) => one === field));
  return { patient, profile, elsewhere: lacks.filter((lack) => !asked(lack)) };
}

/** What the doctor is told after a deed: a key of `export.said`, its time, and how it looks. */
export type Said = { readonly key: string; readonly tone: 'done' | 'waits' | 'trouble' };
/** Of what was sent. `since`: when it was asked for; an older receipt says that it was there already. */
export function saidOfSent(target: TargetName, receipts: readonly Receipt[], since: number): Said {
  if (receipts.some(({ state }) => state === 'failed')) return { key: 'failed', tone: 'trouble' };
  if (receipts.some(({ state }) => state === 'waiting'))
    return { key: `waiting.${target}`, tone: 'waits' };
  return receipts.length > 0 && receipts.every(({ at, doneAt = at }) => doneAt < since)
    ? { key: `before.${target}`, tone: 'done' }
    : { key: `sent.${target}`, tone: 'done' };
}
export const saidOfSaved = (how: 'saved' | 'cancelled' | 'download'): Said => ({
  key: `saved.${how}`,
  tone: 'done',
});

/** How a receipt stands: its key in `export.receipt`. */
export const receiptWord = ({ state, target }: Pick<Receipt, 'state' | 'target'>): string =>
  state === 'done' ? `done.${target}` : state;
/** Those of which somebody has to know first, then the newest. */
export const inOrder = (receipts: readonly Receipt[]): Receipt[] => {
  const rank = ({ state }: Receipt) => (state === 'failed' ? 0 : state === 'waiting' ? 1 : 2);
  return [...receipts].sort((one, other) => rank(one) - rank(other) || other.at - one.at);
};
/** A failure that was made good by a later export of the same to the same place needs nobody any more. */
export const needsHelp = (receipt: Receipt, all: readonly Receipt[]): boolean =>
  receipt.state !== 'done' &&
  !all.some(
    (later) =>
      later.state === 'done' &&
      later.at > receipt.at &&
      later.target === receipt.target &&
      later.form === receipt.form,
  );
