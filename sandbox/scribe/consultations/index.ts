/** All practice consultations, and which one a request gets. The first is given when nothing else fits. */
import { antenatal } from './antenatal.ts';
import { cardiac } from './cardiac.ts';
import type { PracticeConsultation } from './consultation.ts';
import { dermatology } from './dermatology.ts';
import { diabetes } from './diabetes.ts';
import { feverHindi } from './fever-hindi.ts';
import { generalMedicine } from './general-medicine.ts';
import { orthopaedic } from './orthopaedic.ts';
import { paediatrics } from './paediatrics.ts';

export const consultations: readonly PracticeConsultation[] = [
  generalMedicine,
  paediatrics,
  diabetes,
  antenatal,
  orthopaedic,
  cardiac,
  dermatology,
  feverHindi,
];

export type Chosen = {
  readonly consultation: PracticeConsultation /** The id that was asked for and is not there. */;
  readonly unknown?: string;
};

/** By its id, else by speciality ("Cardiology", "general_medicine"), else the first. */
export function chooseConsultation(id: unknown, speciality: string | undefined): Chosen {
  const named = consultations.find((one) => one.id === id);
  if (named) return { consultation: named };
  const word = speciality?.toLowerCase().replace(/[^a-z]+/g, '_');
  const fitting =
    consultations.find((one) => word !== undefined && one.specialities.includes(word)) ??
    (consultations[0] as PracticeConsultation);
  return typeof id === 'string'
    ? { consultation: fitting, unknown: id }
    : { consultation: fitting };
}
