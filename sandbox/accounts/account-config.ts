/** Offer of the practice platform: languages, templates, modes and limits (contract 3.8, 3.9). */
import { languages } from '../../shared/model/account/languages.ts';

export const outputLanguages: readonly string[] = [...languages.map(({ id }) => id), 'or'];
export const inputLanguages: readonly string[] = [...outputLanguages, 'auto_detect'];

export const defaultTemplates = [
  { id: 'clinical_notes_template', title: 'Clinical notes', desc: 'Comprehensive clinical notes' },
  { id: 'eka_emr_template', title: 'EMR', desc: 'For electronic medical records' },
  { id: 'transcript_template', title: 'Transcript', desc: 'What was said, with little structure' },
] as const;

export const supportedLanguages = languages.map(({ id, english }) => ({ id, name: english }));

export const modes = [
  { id: 'consultation', name: 'Consultation', desc: 'Doctor and patient talk' },
  { id: 'dictation', name: 'Dictation', desc: 'The doctor dictates' },
];

export const limits = {
  supported_languages: 2,
  supported_output_formats: 2,
  consultation_modes: 1,
};
