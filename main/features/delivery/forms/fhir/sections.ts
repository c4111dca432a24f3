/**
 * Section kinds of titles, and their codes where India's form fixes them (docs/export.md, NRCeS trap
 * 2). Those of R4 stand in section-loinc.ts.
 */
import type { NeutralKind } from '../../../../../shared/model/export/export.ts';
import type { RecordKind } from './context.ts';
import { type Coding, SNOMED } from './types.ts';

export const sectionKinds = [
  'complaints',
  'examination',
  'allergies',
  'history',
  'family',
  'investigations',
  'medications',
  'followup',
  'procedures',
  'diagnosis',
  'vitals',
  'other',
] as const;
export type SectionKind = (typeof sectionKinds)[number];

/**
 * The first that fits counts: "family history" is no medical history, "past medications" are
 * medications.
 */
const titles: readonly (readonly [SectionKind, RegExp])[] = [
  ['family', /\bfamily\b/i],
  ['followup', /\bfollow[ -]?up\b|\breview (after|on|in)\b/i],
  ['allergies', /\ballerg/i],
  ['complaints', /\bcomplaint|\bsymptom|\bpresenting\b|\breason for (visit|encounter)\b/i],
  ['vitals', /\bvitals?\b/i],
  ['examination', /\bexamination\b|\bexam\b|\bfindings?\b|^objective$/i],
  ['investigations', /\binvestigation|\blab|\btests?\b|\borders?\b|\bimaging\b/i],
  ['medications', /\bmedication|\bmedicine|\bprescription\b|\bdrugs?\b|^rx$/i],
  ['procedures', /\bprocedure/i],
  ['diagnosis', /\bdiagnos|\bassessment\b|\bimpression\b/i],
  ['history', /\bhistory\b|\bpast\b|\bcomorbid/i],
];
export const sectionOf = (title: string): SectionKind =>
  titles.find(([, words]) => words.test(title))?.[0] ?? 'other';

export const homeOf: Record<NeutralKind, SectionKind> = {
  symptom: 'complaints',
  diagnosis: 'diagnosis',
  history: 'history',
  examination: 'examination',
  vital: 'vitals',
  medication: 'medications',
  prescription: 'medications',
  order: 'investigations',
  procedure: 'procedures',
  history_procedure: 'history',
  allergy: 'allergies',
  advice: 'other',
  followup: 'followup',
};
/** Titles of sections that the note itself does not have. */
export const titleOfKind: Record<SectionKind, string> = {
  complaints: 'Chief complaints',
  examination: 'Physical examination',
  allergies: 'Allergies',
  history: 'Medical history',
  family: 'Family history',
  investigations: 'Investigation advice',
  medications: 'Medications',
  followup: 'Follow up',
  procedures: 'Procedure',
  diagnosis: 'Diagnosis',
  vitals: 'Vital signs',
  other: 'Advice',
};

/**
 * OPConsultRecord of NRCeS: only these sections have a code; vital signs belong to the examination.
 */
const nrces: Partial<Record<SectionKind, Coding>> = {
  complaints: { system: SNOMED, code: '422843007', display: 'Chief complaint section' },
  examination: { system: SNOMED, code: '425044008', display: 'Physical exam section' },
  allergies: { system: SNOMED, code: '722446000', display: 'Allergy record' },
  history: { system: SNOMED, code: '371529009', display: 'History and physical report' },
  family: { system: SNOMED, code: '422432008', display: 'Family history section' },
  investigations: { system: SNOMED, code: '721963009', display: 'Order document' },
  medications: { system: SNOMED, code: '721912009', display: 'Medication summary document' },
  followup: { system: SNOMED, code: '736271009', display: 'Outpatient care plan' },
  procedures: { system: SNOMED, code: '371525003', display: 'Clinical procedure report' },
};
/** DischargeSummaryRecord: the codes that differ; a follow-up is part of its care plan. */
const discharge: Partial<Record<SectionKind, Coding>> = {
  ...nrces,
  history: { system: SNOMED, code: '1003642006', display: 'Past medical history section' },
  investigations: { system: SNOMED, code: '721981007', display: 'Diagnostic studies report' },
  medications: { system: SNOMED, code: '1003606003', display: 'Medication history section' },
  procedures: { system: SNOMED, code: '1003640003', display: 'History of past procedure section' },
  followup: { system: SNOMED, code: '734163000', display: 'Care plan' },
};
/** PrescriptionRecord has this one section. */
const prescription: Partial<Record<SectionKind, Coding>> = {
  medications: { system: SNOMED, code: '440545006', display: 'Prescription record' },
};
const abdmSections = { consultation: nrces, discharge, prescription };
export const nrcesCodeOf = (kind: SectionKind, record: RecordKind): Coding | undefined =>
  abdmSections[record][kind];

/** Resources that the coded sections of DischargeSummaryRecord may hold; the others hold words. */
const dischargeEntries: Partial<Record<SectionKind, readonly string[]>> = {
  complaints: ['Condition'],
  examination: ['Observation'],
  allergies: ['AllergyIntolerance'],
  history: ['Condition', 'Procedure'],
  medications: ['MedicationRequest'],
  procedures: ['Procedure'],
};
/** Whether this resource may stand in this section of the record. */
export const mayHold = (kind: SectionKind, record: RecordKind, resourceType: string): boolean =>
  record !== 'discharge' ||
  discharge[kind] === undefined ||
  (dischargeEntries[kind] ?? []).includes(resourceType);
/** NRCeS has no section for vital signs of its own in this record. */
export const nrcesHome = (kind: SectionKind): SectionKind =>
  kind === 'vitals' ? 'examination' : kind;
