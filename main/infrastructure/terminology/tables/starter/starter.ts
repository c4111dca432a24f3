/**
 * The starter table, which comes with Scriba: the findings, diagnoses, procedures, tests and
 * medicines of an ordinary clinic, and their codes.
 */
import { once } from '../../../../../shared/once.ts';
import { readTable } from '../read-table.ts';
import diagnosesAbdomen from './diagnoses-abdomen.json' with { type: 'json' };
import diagnosesMedicine from './diagnoses-medicine.json' with { type: 'json' };
import diagnosesNervesAndBones from './diagnoses-nerves-and-bones.json' with { type: 'json' };
import diagnosesSkinSensesCancer from './diagnoses-skin-senses-cancer.json' with { type: 'json' };
import findingsSymptoms from './findings-symptoms.json' with { type: 'json' };
import medicinesGeneric from './medicines-generic.json' with { type: 'json' };
import proceduresClinic from './procedures-clinic.json' with { type: 'json' };
import { rowsOf, type SourcedRow, type StarterRow, starterFile } from './row.ts';
import testsLaboratory from './tests-laboratory.json' with { type: 'json' };

/** Changes with any change of the tables. */
export const STARTER_VERSION = 'starter-1';

const files = {
  'findings-symptoms.json': findingsSymptoms,
  'diagnoses-medicine.json': diagnosesMedicine,
  'diagnoses-abdomen.json': diagnosesAbdomen,
  'diagnoses-nerves-and-bones.json': diagnosesNervesAndBones,
  'diagnoses-skin-senses-cancer.json': diagnosesSkinSensesCancer,
  'procedures-clinic.json': proceduresClinic,
  'tests-laboratory.json': testsLaboratory,
  'medicines-generic.json': medicinesGeneric,
};

/** With the sources of each code, for the check; the program needs `starterRows` alone. */
export const starterSourced = once((): readonly SourcedRow[] =>
  Object.entries(files).flatMap(([file, table]) => rowsOf(readTable(file, starterFile, table))),
);

export const starterRows = once((): readonly StarterRow[] =>
  starterSourced().map(({ row }) => row),
);
