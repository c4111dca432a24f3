/**
 * Who else has the codes of the starter table: published lists that were read, each for itself, and found to give the same code for the
 * same concept. The tables name them by key. A code stands in a table when two of them agree on it, or when one that proves it alone does.
 */
export type Source = {
  readonly name: string;
  readonly systems: readonly ('SNOMED CT' | 'LOINC' | 'RxNorm')[];
  /** One such source is enough. */
  readonly alone?: true;
};

export const starterSources: Readonly<Record<string, Source>> = {
  list: {
    name: "LOINC's own table, a part of it",
    systems: ['LOINC'],
    alone: true,
  },
  be: {
    name: 'Belgian eHealth Platform, FHIR value set of indications for diagnostic imaging',
    systems: ['SNOMED CT'],
  },
  synthea: {
    name: 'Synthea, the synthetic patient generator: its modules and the records they make',
    systems: ['SNOMED CT', 'LOINC', 'RxNorm'],
  },
  smart: { name: 'SMART sample patients, list of conditions', systems: ['SNOMED CT'] },
  satusehat: {
    name: "SATUSEHAT, Indonesia's health data platform, list of chief complaints",
    systems: ['SNOMED CT'],
  },
  mimic: {
    name: 'MIMIC-IV concept maps (MIT Laboratory for Computational Physiology), made and reviewed by people',
    systems: ['SNOMED CT', 'LOINC'],
  },
  canon: {
    name: "Canon's vocabulary, each code looked up: SNOMED CT at HL7's terminology server, LOINC at NLM Clinical Tables, RxNorm at NLM RxNav",
    systems: ['SNOMED CT', 'LOINC', 'RxNorm'],
  },
  vsac: {
    name: 'Value sets of the US electronic clinical quality measures, as published in open-source software',
    systems: ['SNOMED CT'],
  },
  deproc: { name: 'German FHIR concept map of procedures', systems: ['SNOMED CT'] },
  mii: { name: 'German Medical Informatics Initiative, FHIR examples', systems: ['SNOMED CT'] },
  ch: { name: 'Swiss vaccination record, FHIR examples', systems: ['SNOMED CT'] },
  who: { name: 'WHO, target diseases of vaccines', systems: ['SNOMED CT'] },
  fhir: {
    name: 'HL7 FHIR, examples and concept maps of the specification',
    systems: ['SNOMED CT', 'LOINC'],
  },
  opensafely: { name: 'OpenSAFELY, published code lists', systems: ['SNOMED CT'] },
  kenya: { name: 'Kenyan list of disorders for an electronic record', systems: ['SNOMED CT'] },
  rkh: {
    name: "ICD-10 to SNOMED CT list of an Indian children's hospital; bears others out, never stands first",
    systems: ['SNOMED CT'],
  },
  radi: { name: 'Indonesian list of indications for radiology', systems: ['SNOMED CT'] },
  vn: { name: 'Vietnamese map from ICD-10 to SNOMED CT', systems: ['SNOMED CT'] },
  cpic: {
    name: 'CPIC (Clinical Pharmacogenetics Implementation Consortium), table of drugs',
    systems: ['RxNorm'],
  },
  ohdsi: { name: 'OHDSI, vocabulary tables and drug mappings', systems: ['SNOMED CT', 'RxNorm'] },
  rxnav: {
    name: 'Exact ingredients of NLM RxNav, as kept by an open drug interaction list',
    systems: ['RxNorm'],
  },
  ddi: { name: 'Drug interaction annotations (Domeo), ingredients', systems: ['RxNorm'] },
  lists: {
    name: 'Another public list of codes in clinical software that agrees',
    systems: ['SNOMED CT', 'LOINC', 'RxNorm'],
  },
  lists2: {
    name: 'Two or more such lists that agree',
    systems: ['SNOMED CT', 'LOINC', 'RxNorm'],
    alone: true,
  },
};
