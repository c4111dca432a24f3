/**
 * Makes an index of the starter table for each ontology that has no release yet: on first use, and
 * again whenever its rows or the normaliser changed.
 */
import { existsSync, mkdirSync, renameSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { failures } from '../../../../shared/failures.ts';
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import { componentGroup } from '../importers/loinc.ts';
import type { StarterRow } from '../tables/starter/row.ts';
import { NO_FORMS } from '../text/normalise.ts';
import { specimensIn } from '../text/specimens.ts';
import { type CodeRow, type TermRow, writeIndex } from './build.ts';
import {
  type CodeMetadata,
  type MetadataRow,
  openMetadata,
  writeMetadata,
} from './code-metadata.ts';
import { shortName } from './index-file.ts';
import { type Index, openIndex } from './open-index.ts';

export const STARTER = 'starter-1';

type Row = {
  readonly code: CodeRow;
  readonly names: readonly string[];
  readonly metadata: MetadataRow;
};

/** Read a row of the table for one ontology; undefined where the row has no code of it. */
const readers: Readonly<Record<Ontology, (row: StarterRow) => Row | undefined>> = {
  snomed: ({ kind, names, snomed }) =>
    snomed && {
      code: plain(snomed.code, snomed.term),
      names,
      metadata: { kind: 'detail', code: snomed.code, detail: { semantic_tag: TAGS[kind] ?? '' } },
    },
  // The table does not say whether a claim can be sent with a code; every code in it can be signed.
  'icd-10-cm': ({ names, icd10 }) =>
    icd10 && {
      code: { ...plain(icd10.code, icd10.name), billable: true },
      names,
      metadata: { kind: 'detail', code: icd10.code, detail: {} },
    },
  loinc: ({ names, loinc }) => {
    if (!loinc) return undefined;
    const component = componentIn(loinc.name);
    const detail = {
      name: loinc.name,
      component,
      property: '',
      time: specimensIn(loinc.name).time ?? 'Pt',
      system: loinc.specimen,
      scale: loinc.units.length > 0 ? 'Qn' : '',
      method: '',
      units: loinc.units,
      type: '1',
      rank: 0,
    };
    return {
      code: plain(loinc.code, loinc.name),
      names: [...names, component],
      metadata: { kind: 'detail', code: loinc.code, detail, groups: [componentGroup(component)] },
    };
  },
  medication: ({ names, rxnorm }) =>
    rxnorm && {
      code: plain(rxnorm.code, rxnorm.name),
      names,
      metadata: {
        kind: 'detail',
        code: rxnorm.code,
        detail: { type: 'IN', name: rxnorm.name, generic_name: rxnorm.name, products: 'none' },
      },
    },
};
const TAGS: Partial<Record<StarterRow['kind'], string>> = {
  finding: 'finding',
  diagnosis: 'disorder',
  procedure: 'procedure',
};
const plain = (code: string, name: string): CodeRow => ({
  code,
  name,
  billable: false,
  header: false,
});

/**
 * LOINC's long names begin with what is measured: "Cholesterol in HDL [Mass/volume] in Serum or
 * Plasma", "Bacteria identified in Urine by Culture".
 */
function componentIn(name: string): string {
  if (name.includes(' [')) return name.slice(0, name.indexOf(' ['));
  const [component = name] = name.split(/ by | from /, 1);
  const specimen = component.lastIndexOf(' in ');
  const endsInSpecimen =
    specimen >= 0 && specimensIn(component.slice(specimen + ' in '.length)).systems.size > 0;
  return endsInSpecimen ? component.slice(0, specimen) : component;
}

export type Starter = {
  /** True where the table has anything for an ontology. */
  has(ontology: Ontology): boolean;
  file(ontology: Ontology): string;
  /** Throws Failure `missing` / `no-terminology` where the table has nothing for an ontology. */
  open(ontology: Ontology): OpenFiles;
};
export type OpenFiles = { readonly index: Index; readonly metadata: CodeMetadata };

/** `table` is read when a list is first asked for. */
export function createStarter(folder: string, table: () => readonly StarterRow[]): Starter {
  const file = (ontology: Ontology) => path.join(folder, `${ontology}.${STARTER}.sqlite`);
  const rowsOf = (ontology: Ontology) =>
    table()
      .map((row) => readers[ontology](row))
      .filter((row) => row !== undefined);
  return {
    file,
    has: (ontology) => table().some((row) => readers[ontology](row) !== undefined),
    open: (ontology) => openStarter(file(ontology), ontology, rowsOf(ontology)),
  };
}

function openStarter(file: string, ontology: Ontology, rows: readonly Row[]): OpenFiles {
  if (rows.length === 0) throw failures.noTerminology();
  const version = versionOf(rows);
  const kept = openSound(file, version);
  if (kept) return kept;
  build(file, ontology, rows, version);
  return { index: openIndex(file), metadata: openMetadata(file) };
}

/**
 * The rows themselves are their version: another table makes the file anew. The name `more` is part
 * of stored versions.
 */
const versionOf = (rows: readonly Row[]): string =>
  String(
    shortName(
      JSON.stringify(rows.map(({ code, names, metadata }) => ({ code, names, more: metadata }))),
    ),
  );

/**
 * Undefined where the file is missing, has other rows or another normaliser, or is damaged: nothing
 * is lost with it.
 */
function openSound(file: string, version: string): OpenFiles | undefined {
  if (!existsSync(file)) return undefined;
  let index: Index | undefined;
  let metadata: CodeMetadata | undefined;
  try {
    index = openIndex(file);
    metadata = openMetadata(file);
    if (metadata.isSound() && metadata.detail(ROWS)?.told === version) return { index, metadata };
  } catch {
    // Built anew below.
  }
  metadata?.close();
  index?.close();
  return undefined;
}

/** A detail of no code: the version of the rows. */
const ROWS = '';

function build(file: string, ontology: Ontology, rows: readonly Row[], version: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // A name of its own: two windows may build it at once, and either result is right.
  const fresh = `${file}.${process.pid}.new`;
  if (existsSync(fresh)) truncateSync(fresh);
  const writer = writeIndex(fresh, { ontology, version: STARTER, forms: NO_FORMS });
  try {
    for (const { code } of rows) writer.code(code);
    for (const term of termsOf(rows)) writer.term(term);
    writer.finish(() => {});
  } finally {
    writer.close();
  }
  writeMetadata(fresh, [
    ...rows.map(({ metadata }) => metadata),
    { kind: 'detail', code: ROWS, detail: { told: version } },
  ]);
  // No sync is needed: a file that a power cut left half-written is noticed when it is opened, and
  // made anew.
  renameSync(fresh, file);
}

function* termsOf(rows: readonly Row[]): Generator<TermRow> {
  const named = new Set<string>();
  for (const { code, names } of rows) {
    if (!named.has(code.code)) yield { code: code.code, text: code.name, kind: 'preferred' };
    named.add(code.code);
    for (const text of names)
      if (text !== code.name) yield { code: code.code, text, kind: 'synonym' };
  }
}
