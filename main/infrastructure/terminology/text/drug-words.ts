/** Reads a drug as it is written (a prescription's line, or RxNorm's name): name, strengths, form. */

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
  /** As it was said; empty where it was not. */
  readonly form: string;
};

/** Milligrams, units, millimoles; the rest as it is. */
const UNITS: Readonly<Record<string, readonly [Strength['kind'], number]>> = {
  mg: ['mass', 1],
  g: ['mass', 1000],
  gm: ['mass', 1000],
  gram: ['mass', 1000],
  grams: ['mass', 1000],
  mcg: ['mass', 0.001],
  ug: ['mass', 0.001],
  microgram: ['mass', 0.001],
  micrograms: ['mass', 0.001],
  milligram: ['mass', 1],
  milligrams: ['mass', 1],
  kg: ['mass', 1e6],
  ng: ['mass', 1e-6],
  unt: ['unit', 1],
  iu: ['unit', 1],
  u: ['unit', 1],
  unit: ['unit', 1],
  units: ['unit', 1],
  meq: ['substance', 1],
  mmol: ['substance', 1],
  '%': ['share', 1],
};
const PER: Readonly<Record<string, readonly [Strength['per'], number]>> = {
  ml: ['volume', 1],
  cc: ['volume', 1],
  l: ['volume', 1000],
  actuat: ['dose', 1],
  actuation: ['dose', 1],
  puff: ['dose', 1],
  spray: ['dose', 1],
  dose: ['dose', 1],
  tab: ['', 1],
  tablet: ['', 1],
  cap: ['', 1],
  capsule: ['', 1],
  hr: ['time', 1],
  h: ['time', 1],
  hour: ['time', 1],
  mg: ['mass', 1],
  g: ['mass', 1000],
  gm: ['mass', 1000],
  sqcm: ['area', 1],
};
const NUMBER = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const UNIT_WORDS = Object.keys(UNITS)
  .sort((a, b) => b.length - a.length)
  .join('|');
const PER_WORDS = Object.keys(PER)
  .sort((a, b) => b.length - a.length)
  .join('|');
const STRENGTH = new RegExp(
  String.raw`(?<![\p{L}\d.])(${NUMBER})\s*-?\s*(${UNIT_WORDS})(?![\p{L}])(?:\s*(?:/|per)\s*(${NUMBER})?\s*(${PER_WORDS})(?![\p{L}]))?`,
  'giu',
);
/** "24 HR", "3 ML" before a name: how long it works, how much is in it. */
const BEFORE = /^\s*(?:\d+(?:\.\d+)?\s*(?:HR|ML|ACTUAT|MG|DAY)\s+)(?=[A-Za-z])/;

export function strengthsIn(text: string): Strength[] {
  const found: Strength[] = [];
  for (const [whole, amount, unit, perAmount, per] of text
    .replace(BEFORE, '')
    .replace(/[\u00b5\u03bc]g/g, 'mcg')
    .matchAll(STRENGTH)) {
    const [kind, times] = UNITS[unit!.toLowerCase()]!;
    // "500 mg/125 mg" is two strengths; "0.02 MG/MG" is one.
    if (perAmount && PER[per!.toLowerCase()]![0] === 'mass') {
      found.push(...strengthsIn(`${amount} ${unit}`), ...strengthsIn(`${perAmount} ${per}`));
      continue;
    }
    const [below, perTimes] = per ? PER[per.toLowerCase()]! : (['', 1] as const);
    const value = (number(amount!) * times) / ((perAmount ? number(perAmount) : 1) * perTimes);
    found.push({
      value: Number(value.toPrecision(6)),
      kind,
      per: below,
      text: whole.trim().replace(/\s+/g, ' '),
    });
  }
  return found;
}
const number = (text: string) => Number(text.replaceAll(',', ''));

/** Base forms, and what makes another drug of the same base. The first of a line is RxNorm's word. */
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
/** Not said of a form that has one usual way. */
const USUAL = new Set(['topical']);

export type Form = { readonly base: string; readonly kinds: ReadonlySet<string> };

export function readForm(text: string): Form | undefined {
  const base = FORMS.find(([, is]) => is.test(text))?.[0];
  return base === undefined
    ? undefined
    : { base, kinds: new Set(KINDS.filter(([, is]) => is.test(text)).map(([kind]) => kind)) };
}

/** Whether a drug in this form is what was said: the base is the same, and nothing is added or missing that makes it another drug. */
export function formFits(said: Form, has: Form): boolean {
  const bases = SAME_BASE[said.base] ?? [said.base];
  if (!bases.includes(has.base)) return false;
  for (const kind of said.kinds) if (!has.kinds.has(kind)) return false;
  for (const kind of has.kinds) if (!said.kinds.has(kind) && !USUAL.has(kind)) return false;
  return true;
}

/** What stands behind the last strength in RxNorm's name: "metformin hydrochloride 500 MG Oral Tablet [Glucophage]". */
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
    .map((part) => part.replace(STRENGTH, '\u0000').split('\u0000')[0]!.trim())
    .filter(Boolean);
}

/** How often and how long: said of every drug and part of no name. */
const DOSING =
  /(?<![\p{L}\d])(?:[1-4]\s*(?:puff|spray)s?|[1-4]\s*(?=(?:tab|cap|drop|tablet|capsule)s?(?![\p{L}]))|\d\s*-\s*\d\s*-\s*\d(?:\s*-\s*\d)?|od|bd|bid|tds|tid|qid|qds|hs|sos|prn|stat|ac|pc|qhs|qd|q\d+h|once|twice|thrice|daily|weekly|a day|a week|per day|at night|at bedtime|in the morning|after food|before food|with food|(?:x|for)\s*\d+\s*(?:days?|weeks?|months?|d|w|m|\/7|\/52|\/12)|by mouth|orally|p\.?o\.?|one|two)(?![\p{L}\d])/giu;

/** "Tab. Metformin 500 mg BD" in its parts. */
export function readDrug(query: string): DrugWords {
  const text = query.replace(DOSING, ' ').replace(/[\u00b5\u03bc]g/g, 'mcg');
  const strengths = strengthsIn(text);
  let rest = text.replace(STRENGTH, ' ');
  // "Dolo 650": a number without a unit, which a person has to read.
  const bare =
    strengths.length > 0
      ? []
      : [...rest.matchAll(/(?<![\p{L}\d./-])(\d+(?:\.\d+)?)(?![\p{L}\d./-])/gu)];
  for (const [whole, amount] of bare) {
    strengths.push({ value: number(amount!), kind: 'plain', per: '', text: whole });
    rest = rest.replace(whole, ' ');
  }
  const said: string[] = [];
  for (const [, is] of [...KINDS, ...FORMS]) {
    const found = is.exec(rest);
    if (!found) continue;
    said.push(found[0]);
    rest = rest.replace(new RegExp(is, 'gi'), ' ');
  }
  const name = rest
    .replace(/\b(?:oral|orally)\b/gi, (word) => (said.push(word), ' '))
    .replace(/[.,;:()]+(?=\s|$)|^[\s.,;:-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { name, strengths, form: said.join(' ').replace(/\s+/g, ' ').trim() };
}
