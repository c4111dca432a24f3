/**
 * Tells the dimension of a unit, so that mg/dL and g/L are one thing and mmol/L another. Knows the
 * usual UCUM units and how laboratories write them.
 */

import { z } from 'zod';
import { readTable } from '../tables/read-table.ts';
import words from './words/units.json' with { type: 'json' };

const word = z.string().min(1);
const table = readTable(
  'units.json',
  z.strictObject({
    atoms: z.record(word, word),
    prefixes: z.array(word),
    loincProperties: z.record(word, word),
  }),
  words,
);
/** Units without a prefix, in lower case, and what each measures. */
const ATOMS: ReadonlyMap<string, string> = new Map(Object.entries(table.atoms));
const PREFIXES = table.prefixes;
/**
 * Dimension of each of LOINC's properties (LOINC Users' Guide, "Kind of property"); the example
 * units of a test come before these.
 */
const PROPERTIES: ReadonlyMap<string, string> = new Map(Object.entries(table.loincProperties));

/** Things that are counted, and names for a plain number. */
const COUNTED =
  /^(?:cells?|counts?|copies|cps|cfu|rbcs?|wbcs?|beats?|breaths?|bpm|index|ratio|inr|titer|titre|score|no|number|lakhs?|lacs?|million|mill|mil|millions|thou|thousand|crore|x|k|each|colonies|erythrocytes|leukocytes|leucocytes|platelets|1)$/;
/** Words behind a unit that do not change it. */
const NOTES =
  /\{[^{}]*\}|\((?:wv|w\/v|v\/v|w\/w)\)|(?<![\p{L}])(?:creat(?:inine)?|cr|feu|ddu|fib|hb|protein|calc|wet weight|dry weight|tissue|stool)(?![\p{L}])/giu;

/**
 * Returns for example `mass/volume`; undefined where the unit is not understood. Nothing measured
 * (`1`, `{INR}`, ratio) is `number`.
 */
export function dimensionOf(unit: string): string | undefined {
  const plain = unit
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\u00b5\u03bc]/g, 'u')
    .replace(/\u00b0\s*/g, 'deg')
    .replace(/mm\s*\[?\s*hg\s*\]?/g, 'mmhg')
    .replace(/\[(?:iu|arb'u)\]/g, 'iu')
    .replace(/\[ph\]/g, 'ph')
    .replace(/cm\s*\[?\s*h2o\s*\]?/g, 'cmh2o')
    .replace(/\[(degf|ppm|ppb|lb_av|in_i)\]/g, (_, atom: string) =>
      atom.replace('lb_av', 'lb').replace('in_i', 'in'),
    );
  if (plain === '') return undefined;
  if (/^(?:bpm|beats?\s*(?:\/|per)\s*min(?:ute)?|breaths?\s*(?:\/|per)\s*min(?:ute)?)$/.test(plain))
    return 'number/time';
  // The body surface to which a clearance is related.
  const body = /\/\s*\{?\s*1[.,]73\s*_?\s*(?:m2|m\^2|m\*\*2|sq\.?\s*m)?\s*\}?/;
  const perArea = body.test(plain);
  // "mg%", as it is still written, is in a decilitre.
  const text = plain
    .replace(/^(n?g|gm|mg|mcg|ug|meq)\s*%$/, '$1/dl')
    .replace(body, ' ')
    .replace(NOTES, ' ')
    .replace(/\s+per\s+/g, '/')
    .replace(/[()]/g, ' ')
    .replace(/\bcu\.?\s*mm\b/g, 'cumm');
  const [above, ...below] = text.split('/').map((part) => dimensions(part.trim()));
  if (above === undefined || below.some((one) => one === undefined)) return undefined;
  const under = [...below.flatMap((one) => one ?? []), ...(perArea ? ['area'] : [])].sort();
  // Equal dimensions on both sides cancel.
  const over = above.filter((one) => {
    const same = under.indexOf(one);
    if (same >= 0) under.splice(same, 1);
    return same < 0;
  });
  if (over.length === 0 && under.length === 0) {
    if (above.length === 0) return 'number';
    return above[0] === 'share' ? 'share' : `${above.join('.')}/${above.join('.')}`;
  }
  if (over.join() === 'share' && under.length === 0) return 'share';
  return [over.join('.') || 'number', ...under].join('/');
}

/** The dimensions of one side; a plain number has none. */
function dimensions(side: string): string[] | undefined {
  const found: string[] = [];
  for (const piece of side.split(/[\s.]+/).filter(Boolean)) {
    const bare = piece.replace(/^(?:x?\d+(?:[.,]\d+)?(?:(?:\*|\^|e)\d+)?|[*x])+/, '');
    if (bare === '' || COUNTED.test(bare)) continue;
    const atom = atomOf(bare);
    if (atom === undefined) return undefined;
    if (atom !== 'share' || found.length === 0) found.push(atom);
  }
  return found;
}

function atomOf(text: string): string | undefined {
  const whole = ATOMS.get(text);
  if (whole !== undefined) return whole;
  for (const prefix of PREFIXES) {
    if (!text.startsWith(prefix)) continue;
    const atom = ATOMS.get(text.slice(prefix.length));
    if (atom !== undefined && !TAKES_NO_PREFIX.test(atom)) return atom;
  }
  return /^(?:ms|us|ns)$/.test(text) ? 'time' : undefined;
}
const TAKES_NO_PREFIX = /^(?:time|share|field|pressure)$/;

/** Undefined where nothing can be said. */
export function unitFits(
  unit: string,
  test: { readonly property: string; readonly units: readonly string[] },
): boolean | undefined {
  const asked = dimensionOf(unit);
  if (asked === undefined) return undefined;
  const own = test.units.map(dimensionOf).filter((one) => one !== undefined);
  if (own.length > 0)
    return (
      own.includes(asked) ||
      (PROPERTIES.get(test.property) === asked && !own.some((one) => one.includes('/')))
    );
  const property = PROPERTIES.get(test.property);
  return property === undefined ? undefined : property === asked;
}
