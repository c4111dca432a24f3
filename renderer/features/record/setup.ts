/** Makes the request for a visit out of the form and the settings. */

import { dayAt } from '../../../shared/calendar-day.ts';
import { type Offer, templatesToAsk } from '../../../shared/model/account/account.ts';
import { agreedAt, type Consent, isDeclined } from '../../../shared/model/consent.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { VisitRequest } from '../../../shared/model/visit.ts';
import { noPatient, type PatientValues, perhapsNamed } from '../visits/whole-patient.ts';

type Filled = Pick<PatientValues, 'name' | 'recordNumber'> &
  Partial<PatientValues> & {
    readonly consent: Consent | undefined;
    readonly practiceCase: string | undefined;
    /** Undefined: as is usual. */
    readonly worksHere?: boolean | undefined;
  };

/**
 * Undefined where the day of birth is none. Of a choice that was made under another limit of the
 * platform (contract 3.8) the first ones stay.
 */
export function setupFrom(
  { consent, practiceCase, worksHere, ...filled }: Filled,
  { visit }: Pick<Settings, 'visit'>,
  offer?: Pick<Offer, 'templates' | 'limits'>,
): VisitRequest | undefined {
  const patient = perhapsNamed({ ...noPatient, ...filled }, dayAt(Date.now()));
  if (!patient) return undefined;
  const consentAt = agreedAt(consent);
  const { modelType, outputLanguage, codify } = visit;
  const templates = templatesToAsk(visit.templates, offer);
  const inputLanguages = visit.inputLanguages.slice(0, offer?.limits.inputLanguages);
  return {
    patient,
    // Only the doctor speaks.
    mode: isDeclined({ consent }) ? 'dictation' : visit.mode,
    modelType,
    templates,
    inputLanguages,
    outputLanguage,
    codify,
    ...(practiceCase !== undefined && { practiceCase }),
    ...(worksHere !== undefined && { worksHere }),
    ...(consent && { consent }),
    ...(consentAt !== undefined && { consentAt }),
  };
}
