/**
 * Checks the starter table of terminology (docs/terminology.md) and counts it. Exits with 1 on any
 * problem. Where the whole lists of codes are (the folder given, else SCRIBA_TERMINOLOGY, else
 * ../shared/terminology), the rows and the excerpts of the lists in
 * test/fixtures/terminologies/official are held against them; else the rows are held against the
 * excerpts.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { starterSources } from '../main/infrastructure/terminology/tables/starter/sources.ts';
import {
  STARTER_VERSION,
  starterSourced,
} from '../main/infrastructure/terminology/tables/starter/starter.ts';
import {
  excerpt,
  excerptFolder,
  hasWholeLists,
  listsFolder,
  readExcerpt,
} from './lib/official-excerpt.ts';
import { checkStarter, readLists } from './lib/starter-check.ts';

const folder = listsFolder(process.argv[2]);
const whole = readLists(folder);
if (
  !whole.icd10cm &&
  !whole.loinc &&
  (process.argv[2] ?? process.env.SCRIBA_TERMINOLOGY) !== undefined
) {
  console.error(`The official lists are not in ${folder}.`);
  process.exit(2);
}
const canCompare = hasWholeLists(folder);
const { problems: wrongRows, skipped } = checkStarter(starterSourced(), {
  ...readExcerpt(),
  ...whole,
});
const problems = [...wrongRows, ...(canCompare ? staleExcerpts() : [])];

function staleExcerpts(): string[] {
  const plain = (text: string) => text.replaceAll('\r\n', '\n');
  try {
    return [...excerpt(folder)]
      .filter(([name, text]) => {
        const file = path.join(excerptFolder, name);
        return !existsSync(file) || plain(readFileSync(file, 'utf8')) !== plain(text);
      })
      .map(
        ([name]) =>
          `${name} is not what the lists give: run node scripts/terminology-fixtures.ts and read the difference`,
      );
  } catch (error) {
    return [(error as Error).message];
  }
}

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
      at === 0 ? String(cell).padEnd(widths[at] ?? 0) : String(cell).padStart(widths[at] ?? 0),
    )
    .join('  ');
const counted = (
  of: readonly ReturnType<typeof starterSourced>[number][],
  has: (row: ReturnType<typeof starterSourced>[number]) => boolean,
) => of.filter(has).length;

console.log(
  `The starter table, ${STARTER_VERSION}: ${starterSourced().length} rows, ${starterSourced().flatMap(({ row }) => row.names).length} names.\n`,
);
const widths = [12, 6, 9, 9, 6, 7];
console.log(pad(['kind', 'rows', ...systems.map(([name]) => name)], widths));
for (const kind of [...kinds, undefined]) {
  const of = starterSourced().filter(({ row }) => kind === undefined || row.kind === kind);
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
const clinical = starterSourced().filter(
  ({ row }) => row.kind === 'finding' || row.kind === 'diagnosis',
);
console.log(
  `\nLeft out because nothing verified it: SNOMED CT of ${counted(clinical, ({ row }) => !row.snomed)} findings and diagnoses, ICD-10-CM of ${counted(clinical, ({ row }) => !row.icd10)}.`,
);

console.log('\nVerified by');
const icd = counted(starterSourced(), ({ row }) => row.icd10 !== undefined);
console.log(
  `${String(icd).padStart(6)}  ICD-10-CM tabular list, code and name (${whole.icd10cm ? 'the whole list' : 'the excerpt in the repository'})`,
);
for (const [key, { name }] of Object.entries(starterSources))
  console.log(
    `${String(counted(starterSourced(), ({ sources }) => sources.includes(key))).padStart(6)}  ${name} (${key})`,
  );

for (const what of skipped) console.log(`\nNot checked: ${what}.`);
console.log(
  canCompare
    ? `\nThe excerpts in the repository were compared with the lists in ${folder}.`
    : '\nNot checked: the excerpts in the repository, because the whole lists are not here.',
);
if (problems.length > 0)
  console.log(
    `\n${problems.length} problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
else console.log('\nNo problems.');
process.exitCode = problems.length > 0 ? 1 : 0;
