/** The tables of brands that are prescribed in India; README.md one folder up describes a row. */
import { z } from 'zod';
import { readTable } from '../read-table.ts';
import heartAndSugar from './heart-and-sugar.json' with { type: 'json' };
import nervesAndOthers from './nerves-and-others.json' with { type: 'json' };
import painAndInfection from './pain-and-infection.json' with { type: 'json' };
import stomachAndBreath from './stomach-and-breath.json' with { type: 'json' };

const words = z.string().regex(/^\S(?:.*\S)?$/);
const row = z
  .strictObject({
    names: z.array(words).min(1),
    of: z.array(words).min(1),
    strengths: z.record(z.string(), z.array(words).min(1)).optional(),
    only: z.enum(['with form', 'with number']).optional(),
  })
  .refine(
    ({ of, strengths }) =>
      strengths === undefined ||
      Object.values(strengths).every(({ length }) => length === of.length),
    'a strength for each ingredient',
  );
const table = z.array(z.strictObject({ title: words, rows: z.array(row) }));
export type BrandRow = z.infer<typeof row>;

export const brandRows: readonly BrandRow[] = Object.entries({
  'pain-and-infection.json': painAndInfection,
  'heart-and-sugar.json': heartAndSugar,
  'stomach-and-breath.json': stomachAndBreath,
  'nerves-and-others.json': nervesAndOthers,
}).flatMap(([file, groups]) => readTable(file, table, groups).flatMap(({ rows }) => rows));
