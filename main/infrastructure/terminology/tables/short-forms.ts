/** The tables of abbreviations and everyday words; README.md beside them describes a row. */
import { z } from 'zod';
import { once } from '../../../../shared/once.ts';
import abbreviationsAToH from './abbreviations-a-to-h.json' with { type: 'json' };
import abbreviationsIToZ from './abbreviations-i-to-z.json' with { type: 'json' };
import abbreviationsInherited from './abbreviations-inherited.json' with { type: 'json' };
import abbreviationsRare from './abbreviations-rare.json' with { type: 'json' };
import abbreviationsWards from './abbreviations-wards.json' with { type: 'json' };
import abbreviationsWardsDepartments from './abbreviations-wards-departments.json' with {
  type: 'json',
};
import abbreviationsWardsMore from './abbreviations-wards-more.json' with { type: 'json' };
import everyday from './everyday.json' with { type: 'json' };
import hindi from './hindi.json' with { type: 'json' };
import lay from './lay.json' with { type: 'json' };
import { readTable } from './read-table.ts';
import shorthand from './shorthand.json' with { type: 'json' };

const words = z.string().regex(/^\S(?:.*\S)?$/);
const rows = z.array(
  z.strictObject({
    written: z.array(words).min(1),
    meaning: z.union([words, z.array(z.tuple([words, z.int().min(1).max(10)])).min(2)]),
  }),
);
export type ShortFormRow = z.infer<typeof rows>[number];
type Tables = Readonly<Record<string, readonly ShortFormRow[]>>;

const read = (tables: Readonly<Record<string, unknown>>): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([file, table]) => [file, readTable(file, rows, table)]),
  );

/** In the order of judgement: the first row that has a short form decides its meaning. */
export const shortFormTables = once(() =>
  read({
    'abbreviations-a-to-h.json': abbreviationsAToH,
    'abbreviations-i-to-z.json': abbreviationsIToZ,
    'shorthand.json': shorthand,
    'lay.json': lay,
    'hindi.json': hindi,
    'everyday.json': everyday,
    'abbreviations-rare.json': abbreviationsRare,
    'abbreviations-wards.json': abbreviationsWards,
    'abbreviations-inherited.json': abbreviationsInherited,
  }),
);

/**
 * What only a line of a ward is read by, behind the others: doctors of other departments mean
 * something else by many of these, so no note is read so, and nothing is promised.
 */
export const lineFormTables = once(() =>
  read({
    'abbreviations-wards-more.json': abbreviationsWardsMore,
    'abbreviations-wards-departments.json': abbreviationsWardsDepartments,
  }),
);
