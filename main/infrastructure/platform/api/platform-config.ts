/** Contract 3.8 and 3.9: which languages and templates there are to choose from, and how many. */
import type { z } from 'zod';
import type { Offer } from '../../../../shared/model/account/account.ts';
import { languages } from '../../../../shared/model/account/languages.ts';
import { defaultLimits } from '../../../../shared/model/account/templates.ts';
import type { configAnswer } from '../../../../shared/wire/transcription.ts';
import { sanitizeText } from '../client/sanitize-text.ts';

/**
 * What settings and visits can hold of it (shared/contract/contract.ts): whatever else a platform
 * lists could not be chosen.
 */
const LONGEST_ID = 100;
const LONGEST_NAME = 100;
/** Of a dialogue. */
const LONGEST_LINE = 1000;
const MOST_CHOICES = 300;
const MOST_CHOSEN = 10;

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
export function readPlatformConfig({ data }: z.infer<typeof configAnswer>): Offer {
  return {
    languages: joined(defaultOffer.languages, data.supported_languages),
    templates: joined(defaultOffer.templates, data.supported_output_formats, data.my_templates),
    limits: {
      templates: Math.min(
        data.max_selection?.supported_output_formats ?? defaultLimits.templates,
        MOST_CHOSEN,
      ),
      inputLanguages: Math.min(
        data.max_selection?.supported_languages ?? defaultLimits.inputLanguages,
        MOST_CHOSEN,
      ),
    },
    practiceCases: withUsableIds(data.practice_consultations).map(
      ({ id, title, language, patient_name: patient = '', dialogue = [] }) => ({
        id,
        title: sanitizeText(title, LONGEST_NAME),
        language: sanitizeText(language, LONGEST_NAME),
        patientName: sanitizeText(patient, LONGEST_NAME),
        dialogue: dialogue.map((line) => sanitizeText(line, LONGEST_LINE)),
      }),
    ),
  };
}

/** By id, the first name wins. */
function joined(...lists: (readonly Named[])[]): Named[] {
  const seen = new Map<string, Named>();
  for (const { id, name } of lists.flatMap(withUsableIds))
    if (!seen.has(id)) seen.set(id, { id, name: sanitizeText(name, LONGEST_NAME) || id });
  return [...seen.values()];
}

/** An id is sent back as it is, so it is taken as it is or not at all. */
const withUsableIds = <T extends { readonly id: string }>(list: readonly T[]): T[] =>
  list
    .filter(({ id }) => id.length > 0 && id === sanitizeText(id, LONGEST_ID))
    .slice(0, MOST_CHOICES);
