/**
 * The code systems by the addresses that FHIR R4 gives them
 * (hl7.org/fhir/R4/terminologies-systems.html), in one place for all.
 */
import type { Ontology } from './codification.ts';

export const SNOMED = 'http://snomed.info/sct';
export const ICD10CM = 'http://hl7.org/fhir/sid/icd-10-cm';
/** The WHO's, whose codes look alike and mean other things. */
export const ICD10 = 'http://hl7.org/fhir/sid/icd-10';
export const LOINC = 'http://loinc.org';
export const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
export const UCUM = 'http://unitsofmeasure.org';

/**
 * Medication: RxNorm, which all lists on this computer have; the platform's own medicine codes are
 * not of it (contract 3.6).
 */
export const systemOf = {
  snomed: SNOMED,
  'icd-10-cm': ICD10CM,
  loinc: LOINC,
  medication: RXNORM,
} as const satisfies Readonly<Record<Ontology, string>>;
