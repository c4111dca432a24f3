/** One row of the starter table: a finding, diagnosis, procedure, test or medicine, with the codes that could be verified; a code that could not is left out. */
export type StarterRow = {
  readonly kind: 'finding' | 'diagnosis' | 'procedure' | 'test' | 'medicine';
  /** The first is the preferred name. Written for this project. */
  readonly names: readonly string[];
  readonly snomed?: { readonly code: string; readonly term: string };
  /** ICD-10-CM; its name as the tabular list has it. */
  readonly icd10?: { readonly code: string; readonly name: string };
  readonly loinc?: {
    readonly code: string;
    readonly name: string;
    readonly units: readonly string[];
    readonly specimen: string;
  };
  readonly rxnorm?: { readonly code: string; readonly name: string };
};
