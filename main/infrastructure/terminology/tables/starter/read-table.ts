/** Reads the starter tables: a row per line, its columns between ` | `; `-` stands for what could not be verified, `#` opens a heading. */
import type { StarterRow } from './row.ts';

/** A row, and the keys (sources.ts) of who else has its code: the SNOMED CT, LOINC or RxNorm one. ICD-10-CM is the list itself. */
export type SourcedRow = { readonly row: StarterRow; readonly sources: readonly string[] };

const coded = (column: string | undefined): { code: string; name: string } | undefined => {
  if (column === undefined || column === '-') return undefined;
  const gap = column.indexOf(' ');
  return { code: column.slice(0, gap), name: column.slice(gap + 1) };
};
const many = (column: string | undefined, between: string): string[] =>
  column === undefined || column === '-' || column === '' ? [] : column.split(between);

const reading: Record<
  StarterRow['kind'],
  (columns: readonly string[]) => [Omit<StarterRow, 'kind' | 'names'>, string | undefined]
> = {
  finding: ([snomed, icd10, sources]) => [clinical(coded(snomed), coded(icd10)), sources],
  diagnosis: ([snomed, icd10, sources]) => [clinical(coded(snomed), coded(icd10)), sources],
  procedure: ([snomed, icd10, sources]) => [clinical(coded(snomed), coded(icd10)), sources],
  test: ([loinc, units, specimen, sources]) => {
    const code = coded(loinc);
    return [
      code === undefined
        ? {}
        : {
            loinc: {
              ...code,
              units: many(units, ' '),
              specimen: specimen === undefined || specimen === '-' ? '' : specimen,
            },
          },
      sources,
    ];
  },
  medicine: ([rxnorm, sources]) => {
    const code = coded(rxnorm);
    return [code === undefined ? {} : { rxnorm: code }, sources];
  },
};

function clinical(
  snomed: { code: string; name: string } | undefined,
  icd10: { code: string; name: string } | undefined,
): Omit<StarterRow, 'kind' | 'names'> {
  return {
    ...(snomed && { snomed: { code: snomed.code, term: snomed.name } }),
    ...(icd10 && { icd10 }),
  };
}

export function readTable(kind: StarterRow['kind'], table: string): SourcedRow[] {
  return table
    .trim()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [names, ...columns] = line.split(' | ');
      const [codes, sources] = reading[kind](columns);
      return { row: { kind, names: many(names, '; '), ...codes }, sources: many(sources, ' ') };
    });
}
