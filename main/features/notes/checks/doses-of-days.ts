/** Doses that changed places between days of the week: "5 mg on weekdays, 2.5 mg on weekends". */
import type { Found, Reading } from './compare.ts';
import { sameName } from './drugs.ts';
import type { Quantity } from './quantity.ts';
import { sameAmount } from './units.ts';

type DoseOfDays = { readonly days: string; readonly dose: Quantity; readonly name: string };

/** Letters between a dose and its days. */
const APART = 25;

const EXCEPT =
  /(?<!\p{L})(?:except\p{L}*|excluding|but|not|apart|other than|save|never|skip\p{L}*|omit\p{L}*)(?!\p{L})/iu;

/** "100 mcg on weekdays and 125 on weekends": a number without a unit has that of the last dose. */
function dosesAndBare(quantities: readonly Quantity[]): Quantity[] {
  let last: Quantity | undefined;
  return quantities.flatMap((one): Quantity[] => {
    if (one.vague) return [];
    if (one.kind === 'dose') {
      last = one;
      return [one];
    }
    if (one.kind !== 'number' || one.dimension !== undefined || !last?.bare) return [];
    const factor = last.value / last.bare;
    return [
      {
        ...last,
        ...one,
        kind: 'dose',
        dimension: last.dimension,
        value: one.bare * factor,
        step: one.step * factor,
      },
    ];
  });
}

/** A dose stands before its days, or right behind them. */
function dosesOfDays({ text, quantities, names }: Reading): DoseOfDays[] {
  const doses = dosesAndBare(quantities);
  return quantities.flatMap(({ weekdays: days, start, end }): DoseOfDays[] => {
    if (days === undefined) return [];
    const isBeside = (from: number, to: number) =>
      to - from <= APART && !/[;?!\n]|\.(?!\d)/.test(text.slice(from, to));
    const behind = doses.find((one) => one.start >= end);
    const before = doses.findLast((one) => one.end <= start);
    // "Daily except Sunday 5 mg": the dose of Sunday.
    const isFirst =
      behind &&
      !EXCEPT.test(text.slice(start, end)) &&
      /^\s*[:=-]?\s*$/.test(text.slice(end, behind.start));
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
