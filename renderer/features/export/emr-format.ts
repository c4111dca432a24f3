/** What may stand in the fields of the EMR settings. */
import type { Settings } from '../../../shared/model/settings.ts';

/** The name of a system of numbers, as FHIR wants it: `https://clinic.example/mrn`, `urn:oid:2.16…`. */
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
};
const MOST_LINES = 6;
const LONGEST_LINE = 120;

export const profileValues = ({
  addressLines,
  facilityRegistration,
  doctorName,
  registrationNumber,
  registrationSystem,
  facility,
  mrnSystem,
}: Settings['exportProfile']): ProfileValues => ({
  doctorName,
  registrationNumber,
  registrationSystem,
  facility,
  mrnSystem,
  address: (addressLines ?? []).join('\n'),
  facilityRegistration: facilityRegistration ?? '',
});

/** What is wrong, by field: keys of `emr.profile`. */
export function profileProblems(
  values: ProfileValues,
): Partial<Record<keyof ProfileValues, string>> {
  const lines = linesOf(values.address);
  return {
    ...(values.registrationSystem.trim() !== '' &&
      !isUri(values.registrationSystem.trim()) && { registrationSystem: 'uriWrong' }),
    ...(values.mrnSystem.trim() !== '' &&
      !isUri(values.mrnSystem.trim()) && { mrnSystem: 'uriWrong' }),
    ...(lines.length > MOST_LINES
      ? { address: 'addressLines' }
      : lines.some((line) => line.length > LONGEST_LINE) && { address: 'addressLong' }),
  };
}
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The whole group, as a change of settings replaces it; what has no field here stays. */
export function profileFrom(
  before: Settings['exportProfile'],
  { address, ...values }: ProfileValues,
): Settings['exportProfile'] {
  const trimmed = Object.fromEntries(
    Object.entries(values).map(([field, text]) => [field, text.trim()]),
  ) as Omit<ProfileValues, 'address'>;
  return { ...before, ...trimmed, addressLines: linesOf(address) };
}
