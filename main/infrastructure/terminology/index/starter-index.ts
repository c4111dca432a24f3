/** The starter table as an index, for each ontology that has no release yet: built when it is first asked, and again whenever its rows or the normaliser changed. */
import { existsSync, mkdirSync, renameSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import { componentGroup } from '../importers/loinc.ts';
import type { StarterRow } from '../tables/starter/row.ts';
import { NO_FORMS } from '../text/normalise.ts';
import { specimensIn } from '../text/specimens.ts';
import { type CodeRow, type TermRow, writeIndex } from './build.ts';
import { type More, type MoreRow, openMore, writeMore } from './code-metadata.ts';
import { shortName } from './index-file.ts';
import { type Index, openIndex } from './open-index.ts';

export const STARTER = 'starter-1';

type Row = { readonly code: CodeRow; readonly names: readonly string[]; readonly more: MoreRow };

/** What the rows say in one ontology. */
const readers: Readonly<Record<Ontology, (row: StarterRow) => Row | undefined>> = {
  snomed: ({ kind, names, snomed }) =>
    snomed && {
      code: plain(snomed.code, snomed.term),
      names,
      more: { kind: 'detail', code: snomed.code, detail: { semantic_tag: TAGS[kind] ?? '' } },
    },
  // Whether a claim can be sent with it the table does not say; a code that is there can be signed.
  'icd-10-cm': ({ names, icd10 }) =>
    icd10 && {
      code: { ...plain(icd10.code, icd10.name), billable: true },
      names,
      more: { kind: 'detail', code: icd10.code, detail: {} },
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
      more: { kind: 'detail', code: loinc.code, detail, groups: [componentGroup(component)] },
    };
  },
  medication: ({ names, rxnorm }) =>
    rxnorm && {
      code: plain(rxnorm.code, rxnorm.name),
      names,
      more: {
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

/** LOINC's long names begin with what is measured: "Cholesterol in HDL [Mass/volume] in Serum or Plasma", "Bacteria identified in Urine by Culture". */
function componentIn(name: string): string {
  if (name.includes(' [')) return name.split(' [', 1)[0]!;
  const parts = name.split(/ by | from /, 1)[0]!.split(' in ');
  return (
    parts.length > 1 && specimensIn(parts.at(-1)!).systems.size > 0 ? parts.slice(0, -1) : parts
  ).join(' in ');
}

export type Starter = {
  /** Whether the table has anything for an ontology. */
  has(ontology: Ontology): boolean;
  file(ontology: Ontology): string;
  /** Throws Failure `missing` / `no-terminology` where the table has nothing for it. */
  open(ontology: Ontology): { readonly index: Index; readonly more: More };
};

export function createStarter(folder: string, table: readonly StarterRow[]): Starter {
  const rowsOf = (ontology: Ontology) =>
    table.map((row) => readers[ontology](row)).filter((row) => row !== undefined);
  const file = (ontology: Ontology) => path.join(folder, `${ontology}.${STARTER}.sqlite`);
  return {
    file,
    has: (ontology) => table.some((row) => readers[ontology](row) !== undefined),
    open(ontology) {
      const rows = rowsOf(ontology);
      if (rows.length === 0)
        throw new Failure('missing', 'No terminology is installed for this. Import one first.', {
          detail: 'no-terminology',
        });
      // The rows themselves are their version: a longer table makes the file anew.
      const told = String(shortName(JSON.stringify(rows)));
      const there = openSound(file(ontology), told);
      if (there) return there;
      build(folder, file(ontology), ontology, rows, told);
      return { index: openIndex(file(ontology)), more: openMore(file(ontology)) };
    },
  };
}

/** Undefined where there is none, it is of other rows or of another normaliser, or it is damaged: nothing is lost with it. */
function openSound(file: string, told: string): ReturnType<Starter['open']> | undefined {
  if (!existsSync(file)) return undefined;
  let index: Index | undefined;
  let more: More | undefined;
  try {
    index = openIndex(file);
    more = openMore(file);
    if (more.sound() && more.detail(ROWS)?.told === told) return { index, more };
  } catch {
    // Built anew below.
  }
  more?.close();
  index?.close();
  return undefined;
}

/** A detail that is of no code: which rows the file was made of. */
const ROWS = '';

function build(
  folder: string,
  file: string,
  ontology: Ontology,
  rows: readonly Row[],
  told: string,
): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A name of its own: two windows may come to it at once, and either result is right.
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
  writeMore(fresh, [
    ...rows.map(({ more }) => more),
    { kind: 'detail', code: ROWS, detail: { told } },
  ]);
  // Nothing waits for the disk: a file that a power cut left half-written is seen when it is opened, and made anew.
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
