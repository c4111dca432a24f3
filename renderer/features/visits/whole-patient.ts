/**
 * The patient of a visit in a form and in words: always the whole patient, as a part that is left
 * out is deleted.
 */
import { isAbhaAddress, isAbhaNumber } from '../../../shared/model/abha.ts';
import { type Patient, type Sex, sexes } from '../../../shared/model/visit.ts';
import { localeOf } from '../../ui/times.ts';

export type PatientValues = {
  readonly name: string;
  readonly recordNumber: string;
  readonly birthDate: string /** Empty: not said. */;
  readonly sex: string;
  readonly abhaNumber: string;
  readonly abhaAddress: string;
};

export const noPatient: PatientValues = {
  name: '',
  recordNumber: '',
  birthDate: '',
  sex: '',
  abhaNumber: '',
  abhaAddress: '',
};
export const valuesOfPatient = ({
  name,
  recordNumber,
  birthDate,
  sex,
  abhaNumber,
  abhaAddress,
}: Patient): PatientValues => ({
  name,
  recordNumber: recordNumber ?? '',
  birthDate: birthDate ?? '',
  sex: sex ?? '',
  abhaNumber: abhaNumber ?? '',
  abhaAddress: abhaAddress ?? '',
});

/** Fields of the ABHA that cannot be one; an empty one is not said. */
export const wrongAbha = ({
  abhaNumber,
  abhaAddress,
}: PatientValues): readonly ('abhaNumber' | 'abhaAddress')[] => [
  ...(abhaNumber.trim() === '' || isAbhaNumber(abhaNumber.trim()) ? [] : ['abhaNumber' as const]),
  ...(abhaAddress.trim() === '' || isAbhaAddress(abhaAddress.trim())
    ? []
    : ['abhaAddress' as const]),
];

/**
 * A day as people type it, as it is kept: YYYY-MM-DD, YYYY-MM or YYYY. Day before month, as it is
 * written in India; an order that could be meant otherwise is shown in words beside the field.
 * Undefined: that is no day, or it has not come yet. `today`: YYYY-MM-DD.
 */
export function readBirthDate(typed: string, today: string): string | undefined {
  const text = typed.trim();
  const [, day, month, year] = /^(\d{1,2})[./\s-](\d{1,2})[./\s-](\d{4})$/.exec(text) ?? [];
  const date =
    year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  if (
    !/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(date) ||
    Number(date.slice(0, 4)) < 1880 ||
    date > today.slice(0, date.length)
  )
    return undefined;
  return date.length < 10 || new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
    ? date
    : undefined;
}

/** The whole patient; undefined while there is no name, or a value that cannot be one. */
export const patientFrom = (values: PatientValues, today: string): Patient | undefined =>
  values.name.trim() === '' ? undefined : perhapsNamed(values, today);

/** As `patientFrom`, also without a name. */
export function perhapsNamed(values: PatientValues, today: string): Patient | undefined {
  const { name, recordNumber, birthDate, sex, abhaNumber, abhaAddress } = values;
  const born = birthDate.trim() === '' ? '' : readBirthDate(birthDate, today);
  if (born === undefined || wrongAbha(values).length > 0) return undefined;
  return {
    name: name.trim(),
    ...(recordNumber.trim() && { recordNumber: recordNumber.trim() }),
    ...(born && { birthDate: born }),
    ...(isSex(sex) && { sex }),
    ...(abhaNumber.trim() && { abhaNumber: abhaNumber.trim() }),
    ...(abhaAddress.trim() && { abhaAddress: abhaAddress.trim() }),
  };
}
const isSex = (text: string): text is Sex => (sexes as readonly string[]).includes(text);

/** Day of birth in words of the language, as exact as it is known. */
export function birthInWords(birthDate: string, language: string): string {
  const firstDay = `${birthDate}${'-01-01'.slice(birthDate.length - YEAR)}`;
  return new Intl.DateTimeFormat(localeOf(language), {
    ...formatOfBirth(birthDate),
    timeZone: 'UTC',
  }).format(Date.parse(`${firstDay}T00:00:00Z`));
}

/** Letters of YYYY, YYYY-MM and YYYY-MM-DD. */
const YEAR = 4;
const YEAR_AND_MONTH = 7;

function formatOfBirth({ length }: string): Intl.DateTimeFormatOptions {
  if (length === YEAR) return { year: 'numeric' };
  return length === YEAR_AND_MONTH ? { month: 'long', year: 'numeric' } : { dateStyle: 'long' };
}
