/** All importers there are; a new one is a line here. */
import { icd10cm } from './icd10cm/icd10cm.ts';
import { loinc } from './loinc.ts';
import type { Importer } from './port.ts';
import { rxnorm } from './rxnorm.ts';
import { snomed } from './snomed/snomed.ts';

export const importers: readonly Importer[] = [icd10cm, snomed, loinc, rxnorm];
