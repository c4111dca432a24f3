/** Names of code systems as a clinic may write them. */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import { ICD10, systemOf } from '../../../../shared/model/coding/fhir-systems.ts';

const NAMES: Readonly<Record<Ontology, readonly string[]>> = {
  snomed: ['snomed', 'snomedct', 'sct', 'snomedctin', 'snomedctus', 'snomedctinternational'],
  'icd-10-cm': ['icd10cm', 'icd10cmus', 'icdcm'],
  loinc: ['loinc', 'lnc', 'ln'],
  medication: ['rxnorm', 'rxcui', 'rx', 'medication', 'medications', 'medicine', 'drug'],
};
/** HL7's list of object identifiers (hl7.org/fhir/R4/terminologies-systems.html). */
const OIDS: Readonly<Record<string, Ontology>> = {
  '2.16.840.1.113883.6.96': 'snomed',
  '2.16.840.1.113883.6.90': 'icd-10-cm',
  '2.16.840.1.113883.6.1': 'loinc',
  '2.16.840.1.113883.6.88': 'medication',
};
/** The WHO's list. Its codes look alike and mean other things. */
const OF_WHO = ['icd10', 'icd', 'icd10who', 'whoicd10'];

/** `icd-10-who`: another list, whose codes must not be taken for those of ICD-10-CM. */
export function systemNamed(written: string): Ontology | 'icd-10-who' | undefined {
  const address = written
    .toLowerCase()
    .replace(/^https:/, 'http:')
    .replace(/\/$/, '');
  // An edition of SNOMED CT stands behind its address.
  for (const [ontology, uri] of Object.entries(systemOf) as [Ontology, string][])
    if (address === uri || (ontology === 'snomed' && address.startsWith(`${uri}/`)))
      return ontology;
  if (address === ICD10) return 'icd-10-who';
  const oid = OIDS[address.replace(/^urn:oid:/, '')];
  if (oid) return oid;
  const folded = address.replace(/[^\p{L}\p{N}]/gu, '');
  if (OF_WHO.includes(folded)) return 'icd-10-who';
  return (Object.keys(NAMES) as Ontology[]).find((ontology) => NAMES[ontology].includes(folded));
}
