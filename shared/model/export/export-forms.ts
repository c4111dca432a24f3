/**
 * The forms in which a note leaves; apart from shared/model/export/export.ts, so that a page can
 * ask without a validator.
 */
export const exportForms = ['text', 'markdown', 'html', 'fhir', 'hl7', 'pdf'] as const;
export type ExportForm = (typeof exportForms)[number];
/**
 * `r4`: plain FHIR R4. `nrces`: India's ABDM, as OPConsultRecord, or as DischargeSummaryRecord where
 * the note is a discharge summary. `nrces-prescription`: its medicines alone, as PrescriptionRecord.
 */
export const fhirFlavours = ['r4', 'nrces', 'nrces-prescription'] as const;
export type FhirFlavour = (typeof fhirFlavours)[number];
/** The profiles of India's ABDM (NRCeS). */
export const isAbdm = (flavour: FhirFlavour): boolean => flavour !== 'r4';
