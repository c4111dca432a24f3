/** Makes the request for a visit out of the form and the settings. */

import { dayAt } from '../../../shared/model/clinic/user-rules.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { VisitSetup } from '../../../shared/model/visit.ts';
import { noPatient, type PatientValues, patientFrom } from '../visits/whole-patient.ts';

/**
 * The platform's limits (contract 3.8); of a longer choice, made under another limit, the first
 * ones stay.
 */
type Limits = { readonly templates: number; readonly inputLanguages: number };
type Filled = Pick<PatientValues, 'name' | 'recordNumber'> &
  Partial<PatientValues> & {
    readonly consentAt: number | undefined;
    readonly practiceCase: string | undefined;
  };

/** Undefined while there is no patient, or their day of birth is none. */
export function setupFrom(
  { consentAt, practiceCase, ...filled }: Filled,
  { visit }: Pick<Settings, 'visit'>,
  limits?: Limits,
): VisitSetup | undefined {
  const patient = patientFrom({ ...noPatient, ...filled }, dayAt(Date.now()));
  if (!patient) return undefined;
  const { mode, modelType, outputLanguage, codify } = visit;
  const templates = visit.templates.slice(0, limits?.templates);
  const inputLanguages = visit.inputLanguages.slice(0, limits?.inputLanguages);
  return {
    patient,
    mode,
    modelType,
    templates,
    inputLanguages,
    outputLanguage,
    codify,
    ...(practiceCase !== undefined && { practiceCase }),
    ...(consentAt !== undefined && { consentAt }),
  };
}
