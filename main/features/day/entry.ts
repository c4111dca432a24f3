/** One row of a list: an appointment, or the reason why it is none. */
import { createHash } from 'node:crypto';
import type { Appointment, DayPreview, ListProblem } from '../../../shared/model/day.ts';
import { MOST_APPOINTMENTS } from '../../../shared/model/day.ts';
import type { Patient } from '../../../shared/model/visit.ts';

export type Entry = { readonly line: number } & (
  | { readonly appointment: Omit<Appointment, 'id'> }
  | { readonly why: ListProblem }
);

const folded = (text = '') => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();

/** The same time and patient have the same id, whatever else the list says of them. */
const idOf = ({ time = '', patient }: Omit<Appointment, 'id'>) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        time,
        folded(patient.name),
        folded(patient.recordNumber),
        patient.recordNumber ? '' : (patient.birthDate ?? ''),
      ]),
    )
    .digest('hex')
    .slice(0, 24);

const longestName = 200;
const longestNumber = 60;

/** Checks the limits that a visit's patient has. */
export function checkedPatient(patient: Patient): Patient | ListProblem {
  if (patient.name === '') return 'no-name';
  if (patient.name.length > longestName) return 'name-long';
  if ((patient.recordNumber ?? '').length > longestNumber) return 'number-long';
  return patient;
}

/** Each appointment once; a row that comes again is told. */
export function collect(entries: Iterable<Entry>): Pick<DayPreview, 'appointments' | 'problems'> {
  const found = new Map<string, Appointment>();
  const problems: { line: number; why: ListProblem }[] = [];
  for (const entry of entries) {
    if ('why' in entry) {
      problems.push({ line: entry.line, why: entry.why });
      continue;
    }
    const id = idOf(entry.appointment);
    if (found.has(id)) problems.push({ line: entry.line, why: 'twice' });
    else if (found.size >= MOST_APPOINTMENTS) problems.push({ line: entry.line, why: 'too-many' });
    else found.set(id, { id, ...entry.appointment });
  }
  return { appointments: byTime([...found.values()]), problems };
}

/** Those without a time last; the order of the list stays otherwise. */
export const byTime = (appointments: readonly Appointment[]): Appointment[] =>
  [...appointments].sort((one, other) => (one.time ?? '~').localeCompare(other.time ?? '~'));
