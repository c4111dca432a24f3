/** Reads the unit behind a number, and compares amounts of different units. */
import { z } from 'zod';
import { once } from '../../../../shared/once.ts';
import type { Quantity } from './quantity.ts';
import { anyNukta, EDGE } from './script.ts';
import molarMasses from './vocabulary/molar-masses.json' with { type: 'json' };
import unitData from './vocabulary/units.json' with { type: 'json' };

type Unit = {
  readonly dimension: string;
  readonly kind: 'measure' | 'dose';
  /** Leads to the unit that all quantities of the dimension are compared in. */
  readonly factor: number;
  /** Units of another system are equal as far as the last written figure tells. */
  readonly system: 'metric' | 'us';
  readonly end: number;
};

const unit = z.strictObject({
  dimension: z.string(),
  kind: z.enum(['measure', 'dose']),
  factor: z.number().positive(),
  system: z.enum(['metric', 'us']).default('metric'),
  /** The unit is meant only behind a number from here to there. */
  from: z.number().default(-Infinity),
  to: z.number().default(Infinity),
  written: z.array(z.string()).min(1),
  note: z.string().optional(),
});
const units = once(() =>
  z
    .array(unit)
    .parse(unitData)
    .map(({ written, ...one }) => ({
      ...one,
      pattern: new RegExp(`^\\s*-?\\s*(?:${anyNukta(written.join('|'))})${EDGE}`, 'iu'),
    })),
);

/** "/kg", "per kilo per day": what a dose or a flow goes by. */
const PER = new RegExp(
  `^\\s?(?:\\/|per\\s|an?\\s(?=kilo|kg|h|min))\\s?(kgs?|kilo(?:gram)?s?|किग्रा|किलो|m2|m²|h|hrs?|hours?|min(?:ute)?s?|mls?)${EDGE}`,
  'iu',
);
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:kg|kilo|कि)/iu, 'kg'],
  [/^m(?:2|²)/iu, 'm²'],
  [/^h/iu, 'h'],
  [/^min/iu, 'min'],
  [/^ml/iu, 'mL'],
];
/** Masses and volumes: the dimensions that are given by weight, area or time. */
const BY = ['mass', 'volume', 'units'];
const THEN_PER = /^\s?(?:\/|per\s|a\s)\s?(day|d|min(?:ute)?|h|hr|hour)(?![\p{L}])/iu;

/** `rest`: the text behind the number. */
export function unitBehind(rest: string, value: number): Unit | undefined {
  const found = units().find(
    ({ pattern, from, to }) => value >= from && value <= to && pattern.test(rest),
  );
  if (!found) return undefined;
  const { dimension, kind, factor, system } = found;
  const end = found.pattern.exec(rest)?.[0].length ?? 0;
  const per = BY.includes(dimension) ? PER.exec(rest.slice(end)) : null;
  if (!per) return { dimension, kind, factor, system, end };
  const by = NAMES.find(([pattern]) => pattern.test(per[1] ?? ''))?.[1] ?? '';
  const more = by === 'kg' ? THEN_PER.exec(rest.slice(end + per[0].length)) : null;
  return {
    dimension: `${dimension}/${by}${more?.[1] ? `/${more[1][0]?.toLowerCase()}` : ''}`,
    kind,
    factor,
    system,
    end: end + per[0].length + (more?.[0].length ?? 0),
  };
}

const equal = (one: number, other: number) =>
  Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other), 1e-3);
/** Whether `exact` is written as `rounded`; `half`: of the unit of its last figure. */
const roundsTo = (exact: number, rounded: number, half: number) =>
  Math.abs(exact - rounded) <= half * (1 + 1e-9);
/** Half of what the last written figure stands for. */
const half = ({ decimals }: Quantity) => 0.5 * 10 ** -decimals;

const toCelsius = (fahrenheit: number) => ((fahrenheit - 32) * 5) / 9;
const toFahrenheit = (celsius: number) => (celsius * 9) / 5 + 32;

/** "38.2 degrees" names the scale by its height; an angle stays one. */
function scaleOf({ dimension, bare }: Quantity): string | undefined {
  if (dimension !== 'degrees') return dimension;
  if (bare >= 34 && bare <= 43) return 'celsius';
  return bare >= 93 && bare <= 110 ? 'fahrenheit' : dimension;
}

const substances = molarMasses.substances.map(({ molarMass, words }) => ({
  molarMass,
  pattern: new RegExp(`(?<![\\p{L}])(?:${words.join('|')})(?![\\p{L}\\p{M}])`, 'iu'),
}));

/**
 * The same amount. Within one system of units exactly; of two systems as far as the figures that
 * were written tell. `about`: the line in which one of them stands, which names what is measured.
 */
export function sameAmount(one: Quantity, other: Quantity, about: string): boolean {
  const [mine, its] = [scaleOf(one), scaleOf(other)];
  if (mine === its) return sameDimension(one, other);
  if (mine === 'celsius' && its === 'fahrenheit') return sameHeat(one, other);
  if (mine === 'fahrenheit' && its === 'celsius') return sameHeat(other, one);
  if (mine === 'concentration-molar' && its === 'concentration-mass')
    return sameConcentration(one, other, about);
  if (mine === 'concentration-mass' && its === 'concentration-molar')
    return sameConcentration(other, one, about);
  return false;
}

function sameDimension(one: Quantity, other: Quantity): boolean {
  const values =
    one.system === other.system || one.upTo !== undefined || other.upTo !== undefined
      ? equal(one.value, other.value)
      : roundsTo(one.value, other.value, other.step / 2) ||
        roundsTo(other.value, one.value, one.step / 2);
  return (
    values &&
    (one.second === undefined || other.second === undefined || one.second === other.second) &&
    (one.upTo === undefined || other.upTo === undefined || equal(one.upTo, other.upTo))
  );
}

const sameHeat = (celsius: Quantity, fahrenheit: Quantity) =>
  roundsTo(toCelsius(fahrenheit.bare), celsius.bare, half(celsius)) ||
  roundsTo(toFahrenheit(celsius.bare), fahrenheit.bare, half(fahrenheit));

/** `value`: of `molar` in mmol/L, of `mass` in mg/dL. */
function sameConcentration(molar: Quantity, mass: Quantity, about: string): boolean {
  const molarMass = substances.find(({ pattern }) => pattern.test(about))?.molarMass;
  if (molarMass === undefined) return false;
  return (
    roundsTo((mass.value * 10) / molarMass, molar.value, molar.step / 2) ||
    roundsTo((molar.value * molarMass) / 10, mass.value, mass.step / 2)
  );
}
