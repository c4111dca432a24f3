/** Rows of the starter table, as its data files have them. */
import { z } from 'zod';

const words = z.string().min(1);
const coded = z.strictObject({ code: words, name: words });
const clinical = z.strictObject({
  names: z.array(words),
  snomed: z.strictObject({ code: words, term: words }).optional(),
  icd10: coded.optional(),
  sources: z.array(words),
});
const test = z.strictObject({
  names: z.array(words),
  loinc: coded.extend({ units: z.array(words), specimen: z.string() }).optional(),
  sources: z.array(words),
});
const medicine = z.strictObject({
  names: z.array(words),
  rxnorm: coded.optional(),
  sources: z.array(words),
});
const groupsOf = <Row extends z.ZodType>(row: Row) =>
  z.array(z.strictObject({ title: words, rows: z.array(row) }));

/** One data file: rows of one kind, in groups that only a reader of the file sees. */
export const starterFile = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['finding', 'diagnosis', 'procedure']),
    groups: groupsOf(clinical),
  }),
  z.strictObject({ kind: z.literal('test'), groups: groupsOf(test) }),
  z.strictObject({ kind: z.literal('medicine'), groups: groupsOf(medicine) }),
]);
export type StarterFile = z.infer<typeof starterFile>;

/**
 * One row: a finding, diagnosis, procedure, test or medicine, with the codes that could be
 * verified; a code that could not is left out.
 */
export type StarterRow = {
  readonly kind: StarterFile['kind'];
  /** The first is the preferred name. Written for this project. */
  readonly names: readonly string[];
  readonly snomed?: { readonly code: string; readonly term: string } | undefined;
  /** ICD-10-CM; its name as the tabular list has it. */
  readonly icd10?: { readonly code: string; readonly name: string } | undefined;
  readonly loinc?:
    | {
        readonly code: string;
        readonly name: string;
        /** UCUM. */
        readonly units: readonly string[];
        /** LOINC's system; empty for a measure of the body. */
        readonly specimen: string;
      }
    | undefined;
  readonly rxnorm?: { readonly code: string; readonly name: string } | undefined;
};

/**
 * A row, and the keys (sources.json) of the lists that have its SNOMED CT, LOINC or RxNorm code
 * too. ICD-10-CM is the list itself.
 */
export type SourcedRow = { readonly row: StarterRow; readonly sources: readonly string[] };

export const rowsOf = ({ kind, groups }: StarterFile): SourcedRow[] =>
  groups.flatMap(({ rows }) =>
    rows.map(({ sources, ...row }) => ({ row: { kind, ...row }, sources })),
  );
