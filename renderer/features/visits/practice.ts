/** The written visits of the practice platform, and the invented patients that they are about. */
import type { Offer } from '../../../shared/model/account/account.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { useSession } from '../../common/stores/session.ts';

type Case = Offer['practiceCases'][number];

/** Undefined outside of practice. */
export const useCase = (id: string | undefined): Case | undefined =>
  useSession(({ offer }) =>
    id === undefined ? undefined : offer?.practiceCases.find((one) => one.id === id),
  );

/**
 * Whom the note of a practice visit is about, where it is another than the visit's patient. Without
 * a name where that is not known: the platform has not told its written visits, or no longer has
 * this one. A warning too many is read; one that is missing lets an invented note pass for a real
 * patient's.
 */
export function otherPatient(
  { practiceCase, patient }: Pick<Visit, 'practiceCase' | 'patient'>,
  cases: readonly Case[],
): { readonly name?: string } | undefined {
  const known = cases.find(({ id }) => id === practiceCase);
  if (!known) return {};
  return known.patientName === patient.name?.trim() ? undefined : { name: known.patientName };
}

/** Undefined outside of practice. */
export function useOtherPatient(visit: Visit): { readonly name?: string } | undefined {
  const isPractice = useSession(({ info }) => info?.profile === 'practice');
  const offer = useSession((session) => session.offer);
  return isPractice ? otherPatient(visit, offer?.practiceCases ?? []) : undefined;
}
