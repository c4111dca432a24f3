/** Kinds of documents: what a note is, by its title, and the codes that say so. */
import type { NeutralNote } from '../../../../shared/model/export/export.ts';

export type DocumentKind = 'consultation' | 'discharge';

/** In doubt it is a consultation. */
export const documentKindOf = ({ title }: Pick<NeutralNote, 'title'>): DocumentKind =>
  /\bdischarge\s+(?:summary|note|letter|report|card)\b/i.test(title) ? 'discharge' : 'consultation';

/** LOINC, of HL7's value set c80-doc-typecodes. */
export const documentTypes = {
  consultation: { code: '11488-4', display: 'Consult note' },
  discharge: { code: '18842-5', display: 'Discharge summary' },
  prescription: { code: '57833-6', display: 'Prescription for medication Document' },
} as const;
