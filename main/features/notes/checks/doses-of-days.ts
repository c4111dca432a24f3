/** Doses that changed places between days of the week: "5 mg on weekdays, 2.5 mg on weekends". */
import type { Found, Reading } from './compare.ts';
import { sameName } from './drugs.ts';
import type { Quantity } from './quantity.ts';
import { sameAmount } from './units.ts';

type DoseOfDays = { readonly days: string; readonly dose: Quantity; readonly name: string };

/** Letters between a dose and its days. */
const APART = 25;

/** A dose stands before its days, or right behind them. */
function dosesOfDays({ text, quantities, names }: Reading): DoseOfDays[] {
  const doses = quantities.filter(({ kind, vague }) => kind === 'dose' && !vague);
  return quantities.flatMap(({ weekdays: days, start, end }): DoseOfDays[] => {
    if (days === undefined) return [];
    const isBeside = (from: number, to: number) =>
      to - from <= APART && !/[;?!\n]|\.(?!\d)/.test(text.slice(from, to));
    const behind = doses.find((one) => one.start >= end);
    const before = doses.findLast((one) => one.end <= start);
    const isFirst = behind && /^\s*[:=-]?\s*$/.test(text.slice(end, behind.start));
    const dose = before && !isFirst && isBeside(before.end, start) ? before : behind;
    if (!dose || !(dose === before || isFirst)) return [];
    const name = names.findLast((one) => one.end <= Math.min(start, dose.start))?.name;
    return name === undefined ? [] : [{ days, dose, name }];
  });
}

/** Tells of a dose where another one was said of the same medicine for the same days. */
export function compareDosesOfDays(note: Reading, said: Reading): Found[] {
  const spoken = dosesOfDays(said);
  return dosesOfDays(note).flatMap(({ days, dose, name }): Found[] => {
    const its = spoken.filter((one) => one.days === days && sameName(one.name, name));
    const [first] = its;
    if (!first || its.some((one) => sameAmount(dose, one.dose, ''))) return [];
    const [span, heard] = [dose, first.dose].map(({ start, end }) => ({ start, end }));
    return span ? [{ kind: 'dose', span, said: heard }] : [];
  });
}
