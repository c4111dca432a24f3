/** A visit as it is asked for, out of what stands in the form and in the settings. */
import type { VisitSetup } from '../../shared/consultation.ts';
import type { Settings } from '../../shared/settings.ts';

type Filled = { readonly name: string; readonly recordNumber: string; readonly consentAt: number | undefined; readonly practiceCase: string | undefined };

/** Undefined while there is no patient. */
export function setupFrom({ name, recordNumber, consentAt, practiceCase }: Filled, { visit }: Pick<Settings, 'visit'>): VisitSetup | undefined {
  if (name.trim() === '') return undefined;
  const { mode, modelType, templates, inputLanguages, outputLanguage, codify } = visit;
  return {
    patient: { name: name.trim(), ...(recordNumber.trim() && { recordNumber: recordNumber.trim() }) },
    mode, modelType, templates, inputLanguages, outputLanguage, codify,
    ...(practiceCase !== undefined && { practiceCase }),
    ...(consentAt !== undefined && { consentAt }),
  };
}
