/** Concepts and value sets of the terminology servers in tests, by the manner of each product. */
export type Manner = 'snowstorm' | 'hapi' | 'ontoserver';
const misdeeds = [
  'slow',
  '401',
  '404',
  'too-costly',
  '500',
  '503',
  'cut',
  'redirect',
  'huge',
  'html',
  'no-filter',
  'outcome-200',
  'nonsense',
] as const;
export type Misdeed = (typeof misdeeds)[number];

export type Concept = {
  readonly system: string;
  readonly code: string;
  readonly display: string;
  readonly names?: readonly string[];
  readonly inactive?: boolean;
};
export const SCT = 'http://snomed.info/sct';
const ICD = 'http://hl7.org/fhir/sid/icd-10-cm';
const LOINC = 'http://loinc.org';
const RX = 'http://www.nlm.nih.gov/research/umls/rxnorm';
export const SCT_VERSION = 'http://snomed.info/sct/900000000000207008/version/20260701';

/**
 * Codes that the documents and the fixtures of this project show; `inactive` and the second "Cold"
 * are made up for the test.
 */
export const concepts: readonly Concept[] = [
  { system: SCT, code: '386661006', display: 'Fever', names: ['Fever (finding)', 'Pyrexia'] },
  {
    system: SCT,
    code: '44054006',
    display: 'Type 2 diabetes mellitus',
    names: ['Diabetes mellitus type 2 (disorder)', 'Diabetes mellitus type II'],
  },
  {
    system: SCT,
    code: '54150009',
    display: 'Acute upper respiratory infection',
    names: ['Upper respiratory infection (disorder)'],
  },
  { system: SCT, code: '990000001', display: 'Cold', names: ['Common cold (disorder)'] },
  { system: SCT, code: '990000002', display: 'Cold', names: ['Cold sensation (finding)'] },
  { system: SCT, code: '990000003', display: 'Fever of former days', inactive: true },
  { system: SCT, code: '990000004', display: 'Fever with rigors' },
  { system: ICD, code: 'R50.9', display: 'Fever, unspecified' },
  { system: ICD, code: 'I10', display: 'Essential (primary) hypertension' },
  { system: ICD, code: 'B26.9', display: 'Mumps without complication' },
  { system: LOINC, code: '2345-7', display: 'Glucose [Mass/volume] in Serum or Plasma' },
  { system: RX, code: '161', display: 'acetaminophen' },
];
export const systems: Readonly<Record<Manner, readonly string[]>> = {
  snowstorm: [SCT],
  hapi: [SCT, ICD, LOINC],
  ontoserver: [SCT, ICD, LOINC, RX],
};
export const valueSets: Readonly<Record<Manner, Readonly<Record<string, string>>>> = {
  snowstorm: { [`${SCT}?fhir_vs`]: SCT },
  hapi: { [`${SCT}?fhir_vs`]: SCT, [`${LOINC}/vs`]: LOINC },
  ontoserver: {
    [`${SCT}?fhir_vs`]: SCT,
    [`${ICD}?vs`]: ICD,
    [`${LOINC}/vs`]: LOINC,
    [`${RX}?fhir_vs`]: RX,
  },
};
