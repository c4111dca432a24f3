/**
 * Reads a drug as it is written (a prescription's line, or RxNorm's name): name, strengths, form.
 */
import { z } from 'zod';
import { readTable } from '../tables/read-table.ts';
import units from './words/drug-units.json' with { type: 'json' };

/** `value` in the smallest usual unit of its kind, for one unit of `per`. */
export type Strength = {
  readonly value: number;
  readonly kind: 'mass' | 'unit' | 'substance' | 'share' | 'volume' | 'plain';
  readonly per: '' | 'volume' | 'dose' | 'time' | 'mass' | 'area';
  readonly text: string;
};
export type DrugWords = {
  readonly name: string;
  readonly strengths: readonly Strength[];
  /** The words of the form as written; empty where there are none. */
  readonly form: string;
};

const word = z.string().min(1);
const table = readTable(
  'drug-units.json',
  z.strictObject({
    /** In milligrams, units, millimoles, per cent. */
    amounts: z.record(word, z.tuple([z.enum(['mass', 'unit', 'substance', 'share']), z.number()])),
    per: z.record(
      word,
      z.tuple([z.enum(['', 'volume', 'dose', 'time', 'mass', 'area']), z.number()]),
    ),
  }),
  units,
);
const AMOUNTS = new Map(Object.entries(table.amounts));
const PER = new Map(Object.entries(table.per));
const NUMBER = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const longestFirst = (words: Iterable<string>) =>
  [...words].sort((a, b) => b.length - a.length).join('|');
const UNIT_WORDS = longestFirst(AMOUNTS.keys());
const PER_WORDS = longestFirst(PER.keys());
const STRENGTH = new RegExp(
  String.raw`(?<![\p{L}\d.])(${NUMBER})\s*-?\s*(${UNIT_WORDS})(?![\p{L}])(?:\s*(?:/|per)\s*(${NUMBER})?\s*(${PER_WORDS})(?![\p{L}]))?`,
  'giu',
);
/** "24 HR", "3 ML" before a name: how long it works, how much is in it. */
const BEFORE = /^\s*(?:\d+(?:\.\d+)?\s*(?:HR|ML|ACTUAT|MG|DAY)\s+)(?=[A-Za-z])/;

export function strengthsIn(text: string): Strength[] {
  const found: Strength[] = [];
  for (const match of withMicrograms(text.replace(BEFORE, '')).matchAll(STRENGTH)) {
    const [whole, amount = '', unit = '', perAmount, per] = match;
    const [kind, times] = AMOUNTS.get(unit.toLowerCase()) ?? ['mass', 1];
    const [below, perTimes] = PER.get(per?.toLowerCase() ?? '') ?? ['', 1];
    // "500 mg/125 mg" is two strengths; "0.02 MG/MG" is one.
    if (perAmount && below === 'mass') {
      found.push(...strengthsIn(`${amount} ${unit}`), ...strengthsIn(`${perAmount} ${per}`));
      continue;
    }
    const value = (number(amount) * times) / ((perAmount ? number(perAmount) : 1) * perTimes);
    found.push({
      value: Number(value.toPrecision(6)),
      kind,
      per: below,
      text: whole.trim().replace(/\s+/g, ' '),
    });
  }
  return found;
}
/** Writes the micro sign and the Greek mu before a `g` as `mc`. */
const withMicrograms = (text: string) => text.replace(/[\u00b5\u03bc]g/g, 'mcg');
const number = (text: string) => Number(text.replaceAll(',', ''));

/** Base forms. RxNorm's word, and how the form is written. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ['tablet', /\b(?:tablets?|tabs?|t)\b\.?/i],
  ['capsule', /\b(?:capsules?|caps?)\b\.?/i],
  ['syrup', /\b(?:syrups?|syp|syr)\b\.?/i],
  ['suspension', /\b(?:suspensions?|susp)\b\.?/i],
  [
    'injection',
    /\b(?:injections?|injectables?|inj|iv|im)\b\.?|\bpen injector\b|\bprefilled syringe\b|\bcartridge\b/i,
  ],
  ['drops', /\b(?:drops?|gtt|e\/d)\b\.?/i],
  ['ointment', /\b(?:ointments?|oint)\b\.?/i],
  ['cream', /\b(?:creams?|crm)\b\.?/i],
  ['gel', /\bgel\b/i],
  ['lotion', /\blotion\b/i],
  ['inhaler', /\b(?:inhalers?|inhalant|mdi|rotacaps?|inhalation|inhalational)\b/i],
  ['spray', /\bspray\b/i],
  ['patch', /\b(?:patch|transdermal)\b/i],
  ['suppository', /\b(?:suppositor(?:y|ies)|supp)\b/i],
  ['powder', /\b(?:powder|sachets?|granules)\b/i],
  ['lozenge', /\blozenges?\b/i],
  ['shampoo', /\bshampoo\b/i],
  ['enema', /\benema\b/i],
  ['solution', /\b(?:solutions?|soln|liquid|elixir)\b/i],
  ['foam', /\bfoam\b/i],
  ['film', /\bfilm\b/i],
  ['mouthwash', /\bmouth ?wash\b/i],
];
/** Kinds that make another drug of the same base form. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  [
    'extended',
    /\b(?:extended[ -]release|sustained[ -]release|modified[ -]release|controlled[ -]release|prolonged[ -]release|xr|xl|er|sr|mr|cr)\b/i,
  ],
  ['delayed', /\b(?:delayed[ -]release|enteric[ -]coated|gastro[ -]resistant|dr|ec)\b/i],
  ['chewable', /\bchew(?:able)?\b/i],
  ['disintegrating', /\b(?:disintegrating|dispersible|dt|odt|md|mouth dissolving)\b/i],
  ['effervescent', /\beffervescent\b/i],
  ['sublingual', /\b(?:sublingual|s\/l)\b/i],
  ['buccal', /\bbuccal\b/i],
  ['vaginal', /\bvaginal\b/i],
  ['rectal', /\brectal\b/i],
  ['ophthalmic', /\b(?:ophthalmic|eye|e\/d)\b/i],
  ['otic', /\b(?:otic|ear)\b/i],
  ['nasal', /\b(?:nasal|nose)\b/i],
  ['topical', /\btopical\b/i],
];
/** RxNorm's own word for a form, for one of ours that is wider. */
const SAME_BASE: Readonly<Record<string, readonly string[]>> = {
  syrup: ['syrup', 'solution', 'suspension'],
  drops: ['drops', 'solution', 'suspension'],
  injection: ['injection'],
  inhaler: ['inhaler', 'powder', 'solution'],
};
/** Kinds that are not written where a form has one usual way. */
const USUAL = new Set(['topical']);

export type Form = { readonly base: string; readonly kinds: ReadonlySet<string> };

export function readForm(text: string): Form | undefined {
  const base = FORMS.find(([, is]) => is.test(text))?.[0];
  return base === undefined
    ? undefined
    : { base, kinds: new Set(KINDS.filter(([, is]) => is.test(text)).map(([kind]) => kind)) };
}

/**
 * True where a drug of the form `own` is the drug that was asked for: the base is the same, and
 * nothing is added or missing that makes it another drug.
 */
export function formFits(asked: Form, own: Form): boolean {
  const bases = SAME_BASE[asked.base] ?? [asked.base];
  if (!bases.includes(own.base)) return false;
  for (const kind of asked.kinds) if (!own.kinds.has(kind)) return false;
  for (const kind of own.kinds) if (!asked.kinds.has(kind) && !USUAL.has(kind)) return false;
  return true;
}

/**
 * Returns the words behind the last strength in RxNorm's name: "metformin hydrochloride 500 MG Oral
 * Tablet [Glucophage]".
 */
export function formIn(name: string): string {
  const bare = name.replace(/\s*\[[^[\]]*\]\s*$/, '');
  const last = [...bare.matchAll(STRENGTH)].at(-1);
  return last ? bare.slice(last.index + last[0].length).trim() : '';
}

/** The ingredients in RxNorm's name of a drug, each as it stands there (with its salt). */
export function ingredientNames(name: string): string[] {
  const bare = name.replace(/\s*\[[^[\]]*\]\s*$/, '').replace(BEFORE, '');
  return bare
    .split(' / ')
    .map((part) => part.replace(STRENGTH, '\u0000').split('\u0000', 1).join('').trim())
    .filter(Boolean);
}

/** Frequency and duration: written of every drug and part of no name. */
const DOSING =
  /(?<![\p{L}\d])(?:[1-4]\s*(?:puff|spray)s?|[1-4]\s*(?=(?:tab|cap|drop|tablet|capsule)s?(?![\p{L}]))|\d\s*-\s*\d\s*-\s*\d(?:\s*-\s*\d)?|od|bd|bid|tds|tid|qid|qds|hs|sos|prn|stat|ac|pc|qhs|qd|q\d+h|once|twice|thrice|daily|weekly|a day|a week|per day|at night|at bedtime|in the morning|after food|before food|with food|(?:x|for)\s*\d+\s*(?:days?|weeks?|months?|d|w|m|\/7|\/52|\/12)|by mouth|orally|p\.?o\.?|one|two)(?![\p{L}\d])/giu;

/** "Tab. Metformin 500 mg BD" in its parts. */
export function readDrug(query: string): DrugWords {
  const text = withMicrograms(query.replace(DOSING, ' '));
  const strengths = strengthsIn(text);
  let rest = text.replace(STRENGTH, ' ');
  // "Dolo 650": a number without a unit, which a person has to read.
  const bare =
    strengths.length > 0 ? [] : rest.matchAll(/(?<![\p{L}\d./-])\d+(?:\.\d+)?(?![\p{L}\d./-])/gu);
  for (const [amount] of [...bare]) {
    strengths.push({ value: number(amount), kind: 'plain', per: '', text: amount });
    rest = rest.replace(amount, ' ');
  }
  const form: string[] = [];
  for (const [, is] of [...KINDS, ...FORMS]) {
    const [found] = is.exec(rest) ?? [];
    if (found === undefined) continue;
    form.push(found);
    rest = rest.replace(new RegExp(is, 'gi'), ' ');
  }
  form.push(...(rest.match(ORAL) ?? []));
  const name = rest
    .replace(ORAL, ' ')
    .replace(/[.,;:()]+(?=\s|$)|^[\s.,;:-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { name, strengths, form: form.join(' ').replace(/\s+/g, ' ').trim() };
}
const ORAL = /\b(?:oral|orally)\b/gi;
