/** The little of FHIR R4 that is built here; a resource is JSON with a type and an id. */
export type Coding = {
  readonly system: string;
  readonly code: string;
  readonly display?: string;
  readonly userSelected?: boolean;
};
export type CodeableConcept = { readonly coding?: readonly Coding[]; readonly text?: string };
export type Reference = {
  readonly reference: string;
  readonly type?: string;
  readonly display?: string;
};
export type Resource = {
  readonly resourceType: string;
  readonly id: string;
  readonly [member: string]: unknown;
};
export type Entry = { readonly fullUrl: string; readonly resource: Resource };
export type Bundle = Resource & {
  readonly meta: {
    readonly versionId: string;
    readonly lastUpdated: string;
    readonly profile?: readonly string[];
  };
  readonly resourceType: 'Bundle';
  readonly entry: readonly Entry[];
};

export { ICD10CM, LOINC, SNOMED, UCUM } from '../../../../../shared/model/coding/fhir-systems.ts';
/** The profiles of India's ABDM (NRCeS). */
export const NRCES = 'https://nrces.in/ndhm/fhir/r4/StructureDefinition';
