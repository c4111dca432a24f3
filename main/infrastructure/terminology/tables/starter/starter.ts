/** The starter table, which is in the box: the findings, diagnoses, procedures, tests and medicines of an ordinary clinic, and their codes. */
import { diagnosesAbdomen } from './diagnoses-abdomen.ts';
import { diagnosesMedicine } from './diagnoses-medicine.ts';
import { diagnosesNervesAndBones } from './diagnoses-nerves-and-bones.ts';
import { diagnosesSkinSensesCancer } from './diagnoses-skin-senses-cancer.ts';
import { findingsSymptoms } from './findings-symptoms.ts';
import { medicinesGeneric } from './medicines-generic.ts';
import { proceduresClinic } from './procedures-clinic.ts';
import { readTable, type SourcedRow } from './read-table.ts';
import type { StarterRow } from './row.ts';
import { testsLaboratory } from './tests-laboratory.ts';

/** Changes with any change of the tables. */
export const STARTER_VERSION = 'starter-1';

/** With who else has each code, for the check; the program needs `starterRows` alone. */
export const starterSourced: readonly SourcedRow[] = [
  ...readTable('finding', findingsSymptoms),
  ...[
    diagnosesMedicine,
    diagnosesAbdomen,
    diagnosesNervesAndBones,
    diagnosesSkinSensesCancer,
  ].flatMap((table) => readTable('diagnosis', table)),
  ...readTable('procedure', proceduresClinic),
  ...readTable('test', testsLaboratory),
  ...readTable('medicine', medicinesGeneric),
];

export const starterRows: readonly StarterRow[] = starterSourced.map(({ row }) => row);
