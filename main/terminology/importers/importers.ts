/** All importers there are; a new one is a line here. */
import { icd10cm } from './icd10cm.ts';
import type { Importer } from './port.ts';

export const importers: readonly Importer[] = [icd10cm];
