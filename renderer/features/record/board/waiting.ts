/** The appointments that no visit of today belongs to yet. */
import type { Appointment } from '../../../../shared/model/day.ts';
import type { Patient, Visit } from '../../../../shared/model/visit.ts';

const folded = (text = '') => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();

/** Both numbers known: they decide. Else the names do, and days of birth that contradict. */
function isSame(one: Patient, other: Patient): boolean {
  if (one.recordNumber && other.recordNumber)
    return folded(one.recordNumber) === folded(other.recordNumber);
  if (folded(one.name) !== folded(other.name)) return false;
  return !one.birthDate || !other.birthDate || one.birthDate === other.birthDate;
}

/**
 * Each visit stands for one appointment of its patient, the earliest first; a patient who comes
 * twice has two visits.
 */
export function waitingOf(
  appointments: readonly Appointment[],
  visits: readonly Pick<Visit, 'patient' | 'locked'>[],
): Appointment[] {
  const left = visits.filter(({ locked }) => !locked);
  return appointments.filter(({ patient }) => {
    const at = left.findIndex((visit) => isSame(visit.patient, patient));
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}
