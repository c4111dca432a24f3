/** The starter table. */
import type { StarterRow } from './row.ts';

export const starterRows: readonly StarterRow[] = [
  { kind: 'diagnosis', names: ['Type 2 diabetes mellitus'], snomed: { code: '44054006', term: 'Diabetes mellitus type 2' }, icd10: { code: 'E11.9', name: 'Type 2 diabetes mellitus without complications' } },
  { kind: 'finding', names: ['Fever'], snomed: { code: '386661006', term: 'Fever' }, icd10: { code: 'R50.9', name: 'Fever, unspecified' } },
  { kind: 'test', names: ['Serum potassium'], loinc: { code: '2823-3', name: 'Potassium [Moles/volume] in Serum or Plasma', units: ['mmol/L'], specimen: 'Ser/Plas' } },
  { kind: 'medicine', names: ['Paracetamol'], rxnorm: { code: '161', name: 'acetaminophen' } },
];
