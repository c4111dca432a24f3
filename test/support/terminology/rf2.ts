/**
 * Writes files of Release Format 2 by its specification: columns named in the first line, tabs
 * between, lines ended as in a release. Identifiers have a namespace that nobody has.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isSnomedId } from '../../../main/infrastructure/terminology/importers/snomed/snomed-ids.ts';

export const CORE = '900000000000207008';
export const PATIENT_SET = '787778008';
const PREFERRED = '900000000000548007';
export const ACCEPTABLE = '900000000000549004';
const FULL = '900000000000003001';
const SYNONYM = '900000000000013009';

function checked(digits: string): string {
  const id = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(isSnomedId);
  if (id === undefined) throw new Error(digits);
  return id;
}
/** Identifiers that the fixture beside them does not have; `item` is any whole number. */
export const conceptId = (item: number) => checked(`${9000 + item}000000010`);
export const descriptionId = (item: number) => checked(`${9000 + item}000000011`);

const base = ['id', 'effectiveTime', 'active', 'moduleId'];
const COLUMNS = {
  sct2_Concept_Snapshot: [...base, 'definitionStatusId'],
  'sct2_Description_Snapshot-en': [
    ...base,
    ...['conceptId', 'languageCode', 'typeId', 'term', 'caseSignificanceId'],
  ],
  'der2_cRefset_LanguageSnapshot-en': [
    ...base,
    ...['refsetId', 'referencedComponentId', 'acceptabilityId'],
  ],
  der2_Refset_SimpleSnapshot: [...base, 'refsetId', 'referencedComponentId'],
  der2_ssRefset_ModuleDependencySnapshot: [
    ...base,
    ...['refsetId', 'referencedComponentId', 'sourceEffectiveTime', 'targetEffectiveTime'],
  ],
} as const;

type Common = { readonly day?: string; readonly module?: string; readonly active?: boolean };
export type Rf2 = {
  readonly concepts?: readonly (Common & { readonly id: string })[];
  readonly descriptions?: readonly (Common & {
    readonly id: string;
    readonly concept: string;
    readonly term: string;
    readonly full?: boolean;
    readonly language?: string;
  })[];
  readonly language?: readonly (Common & {
    readonly refset: string;
    readonly description: string;
    readonly acceptability?: string;
  })[];
  readonly members?: readonly (Common & { readonly refset: string; readonly concept: string })[];
  readonly dependencies?: readonly (Common & {
    readonly on: string;
    readonly source: string;
    readonly target: string;
  })[];
};

/** Writes the files that have rows; returns `folder`. `edition` and `day` stand in their names. */
export function writeRf2(folder: string, edition: string, day: string, rows: Rf2): string {
  mkdirSync(folder, { recursive: true });
  let made = 0;
  const member = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
  const common = (row: Common, id: string) => [
    id,
    row.day ?? day,
    row.active === false ? '0' : '1',
    row.module ?? CORE,
  ];
  const write = (name: keyof typeof COLUMNS, lines: readonly (readonly string[])[]) => {
    if (lines.length > 0)
      writeFileSync(
        path.join(folder, `${name}_${edition}_${day}.txt`),
        [COLUMNS[name], ...lines].map((line) => `${line.join('\t')}\r\n`).join(''),
      );
  };
  write(
    'sct2_Concept_Snapshot',
    (rows.concepts ?? []).map((row) => [...common(row, row.id), '900000000000074008']),
  );
  write(
    'sct2_Description_Snapshot-en',
    (rows.descriptions ?? []).map((row) => [
      ...common(row, row.id),
      row.concept,
      row.language ?? 'en',
      row.full ? FULL : SYNONYM,
      row.term,
      '900000000000448009',
    ]),
  );
  write(
    'der2_cRefset_LanguageSnapshot-en',
    (rows.language ?? []).map((row) => [
      ...common(row, member()),
      row.refset,
      row.description,
      row.acceptability ?? PREFERRED,
    ]),
  );
  write(
    'der2_Refset_SimpleSnapshot',
    (rows.members ?? []).map((row) => [...common(row, member()), row.refset, row.concept]),
  );
  write(
    'der2_ssRefset_ModuleDependencySnapshot',
    (rows.dependencies ?? []).map((row) => [
      ...common(row, member()),
      '900000000000534007',
      row.on,
      row.source,
      row.target,
    ]),
  );
  return folder;
}
