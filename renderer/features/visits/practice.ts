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

/** The patient whom the note is about, where the visit has another name. */
export function useOtherPatient({ practiceCase, patient }: Visit): string | undefined {
  const patientName = useCase(practiceCase)?.patientName;
  return patientName && patientName !== patient.name?.trim() ? patientName : undefined;
}
