/**
 * Checks the starter table of terminology (docs/terminology.md) and counts it. Exits with 1 on any problem. The lists of codes stand
 * beside the project, or in the folder given; without them, it says which checks were left out.
 */
import path from 'node:path';
import { starterSources } from '../main/infrastructure/terminology/tables/starter/sources.ts';
import {
  STARTER_VERSION,
  starterSourced,
} from '../main/infrastructure/terminology/tables/starter/starter.ts';
import { checkStarter, readLists } from './lib/starter-check.ts';

const folder = process.argv[2] ?? path.resolve(import.meta.dirname, '../../shared/terminology');
const lists = readLists(folder);
const { problems, skipped } = checkStarter(starterSourced, lists);

const kinds = ['finding', 'diagnosis', 'procedure', 'test', 'medicine'] as const;
const systems = [
  ['SNOMED CT', 'snomed'],
  ['ICD-10-CM', 'icd10'],
  ['LOINC', 'loinc'],
  ['RxNorm', 'rxnorm'],
] as const;
const pad = (cells: readonly (string | number)[], widths: readonly number[]) =>
  cells
    .map((cell, at) =>
      at === 0 ? String(cell).padEnd(widths[at]!) : String(cell).padStart(widths[at]!),
    )
    .join('  ');
const counted = (
  of: readonly (typeof starterSourced)[number][],
  has: (row: (typeof starterSourced)[number]) => boolean,
) => of.filter(has).length;

console.log(
  `The starter table, ${STARTER_VERSION}: ${starterSourced.length} rows, ${starterSourced.flatMap(({ row }) => row.names).length} names.\n`,
);
const widths = [12, 6, 9, 9, 6, 7];
console.log(pad(['kind', 'rows', ...systems.map(([name]) => name)], widths));
for (const kind of [...kinds, undefined]) {
  const of = starterSourced.filter(({ row }) => kind === undefined || row.kind === kind);
  console.log(
    pad(
      [
        kind ?? 'all',
        of.length,
        ...systems.map(([, key]) => counted(of, ({ row }) => row[key] !== undefined)),
      ],
      widths,
    ),
  );
}
const clinical = starterSourced.filter(
  ({ row }) => row.kind === 'finding' || row.kind === 'diagnosis',
);
console.log(
  `\nLeft out because nothing verified it: SNOMED CT of ${counted(clinical, ({ row }) => !row.snomed)} findings and diagnoses, ICD-10-CM of ${counted(clinical, ({ row }) => !row.icd10)}.`,
);

console.log('\nVerified by');
const icd = counted(starterSourced, ({ row }) => row.icd10 !== undefined);
console.log(
  `${String(icd).padStart(6)}  ${lists.icd10cm ? 'ICD-10-CM tabular list beside the project, code and name' : 'ICD-10-CM: not checked in this run'}`,
);
for (const [key, { name }] of Object.entries(starterSources))
  console.log(
    `${String(counted(starterSourced, ({ sources }) => sources.includes(key))).padStart(6)}  ${name} (${key})`,
  );

for (const what of skipped) console.log(`\nNot checked: ${what}.`);
if (problems.length > 0)
  console.log(
    `\n${problems.length} problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
else console.log('\nNo problems.');
process.exitCode = problems.length > 0 ? 1 : 0;
