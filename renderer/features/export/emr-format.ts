/** Fields of the EMR settings: their values, and what is wrong with them. */
import type { Settings } from '../../../shared/model/settings.ts';

/**
 * Name of a numbering system, as FHIR requires it: `https://clinic.example/mrn`, `urn:oid:2.16…`.
 */
export const isUri = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && !/^https?:(\/\/)?$/i.test(text);

export type ProfileValues = {
  readonly doctorName: string;
  readonly registrationNumber: string;
  readonly registrationSystem: string;
  readonly facility: string;
  readonly address: string;
  readonly facilityRegistration: string;
  readonly mrnSystem: string;
  readonly hprId: string;
  readonly hfrId: string;
};
const MAX_LINES = 6;
const MAX_LINE_LENGTH = 120;

export const profileValues = ({
  addressLines,
  facilityRegistration,
  doctorName,
  registrationNumber,
  registrationSystem,
  facility,
  mrnSystem,
  hprId,
  hfrId,
}: Settings['exportProfile']): ProfileValues => ({
  doctorName,
  registrationNumber,
  registrationSystem,
  facility,
  mrnSystem,
  address: (addressLines ?? []).join('\n'),
  facilityRegistration: facilityRegistration ?? '',
  hprId: hprId ?? '',
  hfrId: hfrId ?? '',
});

/** Problems by field: keys of `emr.profile`. */
export function profileProblems(
  values: ProfileValues,
): Partial<Record<keyof ProfileValues, string>> {
  const lines = linesOf(values.address);
  return {
    ...(values.registrationSystem.trim() !== '' &&
      !isUri(values.registrationSystem.trim()) && { registrationSystem: 'uriWrong' }),
    ...(values.mrnSystem.trim() !== '' &&
      !isUri(values.mrnSystem.trim()) && { mrnSystem: 'uriWrong' }),
    ...(lines.length > MAX_LINES
      ? { address: 'addressLines' }
      : lines.some((line) => line.length > MAX_LINE_LENGTH) && { address: 'addressLong' }),
  };
}
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The whole group of settings, as a change replaces it; values without a field here stay. */
export function profileFrom(
  before: Settings['exportProfile'],
  { address, ...values }: ProfileValues,
): Settings['exportProfile'] {
  const trimmed = Object.fromEntries(
    Object.entries(values).map(([field, text]) => [field, text.trim()]),
  ) as Omit<ProfileValues, 'address'>;
  return { ...before, ...trimmed, addressLines: linesOf(address) };
}
