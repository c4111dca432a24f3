/** A visit as it is asked for, out of what stands in the form and in the settings. */
import type { VisitSetup } from '../../shared/consultation.ts';
import type { Settings } from '../../shared/settings.ts';

/** What the platform takes of each (contract 3.8); what was chosen under another limit is cut, the first ones stay. */
type Limits = { readonly templates: number; readonly inputLanguages: number };
type Filled = { readonly name: string; readonly recordNumber: string; readonly consentAt: number | undefined; readonly practiceCase: string | undefined };

/** Undefined while there is no patient. */
export function setupFrom({ name, recordNumber, consentAt, practiceCase }: Filled, { visit }: Pick<Settings, 'visit'>, limits?: Limits): VisitSetup | undefined {
  if (name.trim() === '') return undefined;
  const { mode, modelType, outputLanguage, codify } = visit;
  const templates = visit.templates.slice(0, limits?.templates);
  const inputLanguages = visit.inputLanguages.slice(0, limits?.inputLanguages);
  return {
    patient: { name: name.trim(), ...(recordNumber.trim() && { recordNumber: recordNumber.trim() }) },
    mode, modelType, templates, inputLanguages, outputLanguage, codify,
    ...(practiceCase !== undefined && { practiceCase }),
    ...(consentAt !== undefined && { consentAt }),
  };
}
