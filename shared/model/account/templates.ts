/**
 * The three templates that every account is offered (contract 3.9); custom ones pass through by
 * their id.
 */
export const templates = [
  { id: 'clinical_notes_template', kind: 'markdown' },
  { id: 'eka_emr_template', kind: 'emr' },
  { id: 'transcript_template', kind: 'transcript' },
] as const;

export type TemplateId = string;

/** The platform's limits where its settings list cannot be read (contract 3.8). */
export const defaultLimits = { templates: 2, inputLanguages: 2 } as const;
