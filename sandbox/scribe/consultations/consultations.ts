/**
 * Loads the practice consultations, all of them invented, and chooses one for a request. The first
 * is given when nothing else fits.
 */
import antenatal from './antenatal.json' with { type: 'json' };
import cardiac from './cardiac.json' with { type: 'json' };
import { type PracticeConsultation, practiceConsultation } from './consultation.ts';
import dermatology from './dermatology.json' with { type: 'json' };
import diabetes from './diabetes.json' with { type: 'json' };
import feverHindi from './fever-hindi.json' with { type: 'json' };
import generalMedicine from './general-medicine.json' with { type: 'json' };
import orthopaedic from './orthopaedic.json' with { type: 'json' };
import paediatrics from './paediatrics.json' with { type: 'json' };

/** Throws ZodError where a file does not have the form of `consultation.ts`. */
export const consultations: readonly PracticeConsultation[] = [
  generalMedicine,
  paediatrics,
  diabetes,
  antenatal,
  orthopaedic,
  cardiac,
  dermatology,
  feverHindi,
].map((file) => practiceConsultation.parse(file));

export type Chosen = {
  readonly consultation: PracticeConsultation;
  /** The id that was asked for and is not there. */
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
