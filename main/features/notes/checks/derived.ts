/** Values that a note calculates from what was said: another unit, a dose by weight, an index. */
import type { Reading } from './compare.ts';
import type { Quantity } from './quantity.ts';
import { sameAmount } from './units.ts';

/** Kilograms and millimetres in the units that quantities are compared in. */
const KILOGRAM = 1_000_000;
const METRE = 1000;

/** `isSaid`: whether a value was said. False wherever the calculation does not come out exactly. */
export function isDerived(
  mine: Quantity,
  note: Reading,
  said: Reading,
  isSaid: (one: Quantity) => boolean,
): boolean {
  const line = lineOf(note, mine);
  if (isConversion(mine, note, isSaid)) return true;
  if (mine.dimension?.startsWith('mass/kg') || mine.dimension?.startsWith('volume/kg'))
    return line.some(
      (dose) =>
        mine.dimension?.startsWith(`${dose.dimension}/`) &&
        isSaid(dose) &&
        weights(note, said).some((weight) => isProduct(mine, weight, dose)),
    );
  if (mine.dimension === 'pieces') return line.some((strength) => isPieces(mine, strength, isSaid));
  return mine.dimension === 'mass/m²' && isBodyMassIndex(mine, note, said);
}

const lineOf = ({ quantities, text }: Reading, { start }: Quantity) =>
  quantities.filter(
    (one) => !text.slice(Math.min(start, one.start), Math.max(start, one.start)).includes('\n'),
  );

/** "101 °F (38.3 °C)": the same value in another system, beside one that was said. */
const isConversion = (
  mine: Quantity,
  { quantities, text }: Reading,
  isSaid: (one: Quantity) => boolean,
) =>
  quantities.some((one) => {
    if (one === mine || one.dimension === undefined || one.dimension === mine.dimension)
      return false;
    const [first, second] = one.start < mine.start ? [one, mine] : [mine, one];
    return (
      /^\s*[(=/]\s*$/.test(text.slice(first.end, second.start)) &&
      sameAmount(mine, one, text) &&
      isSaid(one)
    );
  });

/** "650 mg tablet, 1 tablet", where 650 mg were said: pieces by their strength. */
const isPieces = (pieces: Quantity, strength: Quantity, isSaid: (one: Quantity) => boolean) =>
  strength.dimension === 'mass' &&
  strength.kind === 'dose' &&
  isSaid({
    ...strength,
    value: strength.value * pieces.value,
    bare: strength.bare * pieces.value,
  });

const weights = (...readings: readonly Reading[]) =>
  readings.flatMap(({ quantities }) =>
    quantities.filter(({ dimension, value }) => dimension === 'mass' && value >= KILOGRAM / 2),
  );

const isProduct = (by: Quantity, weight: Quantity, dose: Quantity) =>
  Math.abs(by.value * (weight.value / KILOGRAM) - dose.value) <= 1e-9 * dose.value;

function isBodyMassIndex(mine: Quantity, note: Reading, said: Reading): boolean {
  const heights = [note, said].flatMap(({ quantities }) =>
    quantities.filter(
      ({ dimension, value }) =>
        dimension === 'length' && value > 0.4 * METRE && value < 2.6 * METRE,
    ),
  );
  return weights(said).some((weight) =>
    heights.some(
      (height) =>
        Math.abs(weight.value / KILOGRAM / (height.value / METRE) ** 2 - mine.bare) <=
        0.5 * 10 ** -mine.decimals,
    ),
  );
}
