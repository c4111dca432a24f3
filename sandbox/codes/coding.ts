/** Codes as the practice platform writes them down. */
import { z } from 'zod';

export const coding = z.strictObject({
  ontology: z.enum(['icd-10-cm', 'snomed', 'loinc']),
  code: z.string().min(1),
  display: z.string().min(1),
});
export type Coding = z.infer<typeof coding>;

export const icd = (code: string, display: string): Coding => ({
  ontology: 'icd-10-cm',
  code,
  display,
});
export const snomed = (code: string, display: string): Coding => ({
  ontology: 'snomed',
  code,
  display,
});
export const loinc = (code: string, display: string): Coding => ({
  ontology: 'loinc',
  code,
  display,
});
