/**
 * Value sets by which a server may know all codes of a code system: each is tried until the server
 * knows one.
 */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import { ICD10, systemOf } from '../../../../shared/model/coding/fhir-systems.ts';

/**
 * SNOMED CT and LOINC have value sets of their own in FHIR (hl7.org/fhir/R4/snomedct.html,
 * loinc.html). ICD-10-CM and RxNorm have none; servers name one of these. Where the server knows
 * none, the request defines a value set of the whole code system.
 */
export const VALUE_SETS: Readonly<Record<Ontology, readonly string[]>> = {
  snomed: [`${systemOf.snomed}?fhir_vs`],
  'icd-10-cm': [`${systemOf['icd-10-cm']}?vs`, `${systemOf['icd-10-cm']}?fhir_vs`],
  loinc: [`${systemOf.loinc}/vs`],
  medication: [`${systemOf.medication}?fhir_vs`],
};

/**
 * Maps of SNOMED CT, by the reference set that each is (docs.snomed.org): the extended map to
 * ICD-10, the US map to ICD-10-CM.
 */
export const MAPS = {
  'icd-10-cm': { url: `${systemOf.snomed}?fhir_cm=6011000124106`, target: systemOf['icd-10-cm'] },
  'icd-10': { url: `${systemOf.snomed}?fhir_cm=447562003`, target: ICD10 },
} as const;
export type MapTarget = keyof typeof MAPS;
