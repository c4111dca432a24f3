/**
 * The forms in which a note leaves; apart from shared/model/export/export.ts, so that a page can
 * ask without a validator.
 */
export const exportForms = ['text', 'markdown', 'html', 'fhir', 'hl7', 'pdf'] as const;
export type ExportForm = (typeof exportForms)[number];
/** `r4`: plain FHIR R4. `nrces`: India's OPConsultRecord, NRCeS 2.0.1. */
export const fhirFlavours = ['r4', 'nrces'] as const;
export type FhirFlavour = (typeof fhirFlavours)[number];
