/** Contract 3.8 and 3.9: which languages and templates there are to choose from, and how many. */
import type { z } from 'zod';
import type { Offer } from '../../shared/account.ts';
import { languages } from '../../shared/languages.ts';
import { defaultLimits } from '../../shared/templates.ts';
import type { configAnswer } from '../../shared/wire/transcription.ts';

type Named = { readonly id: string; readonly name: string };

/** What is offered until the platform was asked. */
export const defaultOffer: Offer = {
  languages: languages.map(({ id, english }) => ({ id, name: english })),
  templates: [
    { id: 'clinical_notes_template', name: 'Clinical notes' },
    { id: 'eka_emr_template', name: 'EMR' },
    { id: 'transcript_template', name: 'Transcript' },
  ],
  limits: defaultLimits,
  practiceCases: [],
};

/** The eleven languages and three templates, and whatever else the account has. */
export function readOffer({ data }: z.infer<typeof configAnswer>): Offer {
  return {
    languages: joined(defaultOffer.languages, data.supported_languages),
    templates: joined(defaultOffer.templates, data.supported_output_formats, data.my_templates),
    limits: {
      templates: data.max_selection?.supported_output_formats ?? defaultLimits.templates,
      inputLanguages: data.max_selection?.supported_languages ?? defaultLimits.inputLanguages,
    },
    practiceCases: data.practice_consultations,
  };
}

/** By id, the first name wins. */
function joined(...lists: (readonly Named[])[]): Named[] {
  const seen = new Map<string, Named>();
  for (const { id, name } of lists.flat()) if (!seen.has(id)) seen.set(id, { id, name });
  return [...seen.values()];
}
