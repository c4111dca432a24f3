/** Mutations of tables in text (CSV, RF2, RRF, fixed columns): rows, cells and quotes. */
import type { Dice } from './dice.ts';
import type { Part, Parts } from './door.ts';

const cells = [
  '',
  '"',
  '""',
  '"a',
  "'",
  '0',
  '-1',
  '99999999999999999999999',
  '1e999',
  'NaN',
  '=1+1',
  '\0',
  '\xff',
  '\ufeff'.normalize(),
  '__proto__',
  'constructor',
  '900000000000207008',
  'A00.0-',
  '<diag><name>',
  '\r',
  '\\N',
];

export function mutateTable(sample: string, dice: Dice): Parts {
  const separator = [',', '\t', '|'].find((one) => sample.split('\n', 1)[0]?.includes(one)) ?? ' ';
  let rows = sample.split('\n');
  for (let left = 1 + dice.below(5); left > 0; left -= 1) rows = mutateRows(rows, separator, dice);
  if (!dice.once(4)) return [rows.join('\n')];
  const at = dice.below(rows.length);
  const row = rows[at] ?? '';
  const again: Part = dice.of<Part>([
    { again: `${row}\n`, times: Math.ceil(300_000 / (row.length + 1)) },
    { again: separator, times: 1_500_000 },
    { again: `"${separator}`, times: 300_000 },
    { again: 'word ', times: 200_000 },
    { again: '\n', times: 1_000_000 },
  ]);
  return [rows.slice(0, at).join('\n'), '\n', again, rows.slice(at).join('\n')];
}

function mutateRows(rows: readonly string[], separator: string, dice: Dice): string[] {
  if (rows.length === 0) return [];
  const at = dice.below(rows.length);
  const row = rows[at] ?? '';
  const change = dice.of<() => string[]>([
    () => rows.toSpliced(at, 1),
    () => rows.toSpliced(at, 0, row),
    () => rows.toSpliced(dice.below(rows.length), 0, row),
    () => rows.slice(0, at + 1),
    () => rows.with(at, mutateCell(row, separator, dice)),
    () => rows.with(at, mutateCell(row, separator, dice)),
    () => rows.with(at, mutateCell(row, separator, dice)),
    () => rows.with(at, row.slice(0, dice.below(row.length + 1))),
    () => rows.with(0, mutateCell(rows[0] ?? '', separator, dice)),
  ]);
  return change();
}

function mutateCell(row: string, separator: string, dice: Dice): string {
  const found = row.split(separator);
  const at = dice.below(found.length);
  if (dice.once(4)) return found.toSpliced(at, 1).join(separator);
  if (dice.once(4)) return found.toSpliced(at, 0, dice.of(found)).join(separator);
  return found.with(at, dice.once(3) ? dice.of(found) : dice.of(cells)).join(separator);
}
