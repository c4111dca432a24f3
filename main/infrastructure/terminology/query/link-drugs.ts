/**
 * Links medication: a drug whose name, strength and form are all in the question and all match;
 * else the answer says what is missing.
 */

import type { Why } from '../../../../shared/model/coding/codification.ts';
import { type FoundBrand, ingredientWords } from '../text/brands.ts';
import {
  type DrugWords,
  formFits,
  readDrug,
  readForm,
  type Strength,
  strengthsIn,
} from '../text/drug-words.ts';
import { keyOf } from '../text/normalise.ts';
import { type Answer, corrects, detailText, type Hints, type Opened, withLacks } from './answer.ts';
import type { Candidate } from './link.ts';
import { LINK_THRESHOLD, TOP_CANDIDATES } from './thresholds.ts';

type Drug = {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly generic: string;
  readonly brand: string;
  readonly strength: string;
  readonly form: string;
  readonly products: string;
};
type Judged = {
  readonly drug: Drug;
  readonly why: Why;
  readonly score: number;
  readonly lacks: readonly string[];
};

/** A name below this share of the best score was not meant. */
const NEAR = 0.85;
const MOST_PRODUCTS = 400;

/**
 * `why.lacks`: `name_unsure`, `spelling` (a corrected word never links a drug: hydralazine is not
 * hydroxyzine), `strength_needed`, `volume_mismatch`, `unit_needed` ("Dolo 650" of what?),
 * `form_needed`, `form_mismatch`, `generic_mismatch`, `several_fit`, `strength_not_in_code` and
 * `form_not_in_code` where the code is of an ingredient or a brand alone, `brand` and
 * `part_of_combination` where a brand was read as what it is made of. Scores are null (contract
 * 2.2).
 */
export function linkDrugs(opened: Opened, query: string, top: number, hints: Hints = {}): Answer[] {
  const brand = opened.brands?.in(query)[0];
  const asked = withHints(readDrug(query), hints);
  if (brand === undefined) return linkAsked(opened, asked, { query, top, hints });
  const isInList = !brand.own && isNamedInList(opened, brand);
  const own = isInList ? linkAsked(opened, asked, { query, top, hints }) : [];
  // The release has a product of this name: it comes before the table, and the clinic's own list
  // before both.
  if (own.length > 0) return own.map((one) => withBrand(one, brand));
  return linkIngredients(opened, brand, asked, hints).slice(0, top);
}

/** Of a combination each ingredient is a candidate, where no code is of all together. */
function linkIngredients(
  opened: Opened,
  brand: FoundBrand,
  { strengths: written, form }: DrugWords,
  hints: Hints,
): Answer[] {
  const ask = (name: string, strengths: readonly Strength[], lacks: readonly string[]) =>
    linkAsked(opened, { name, strengths, form }, { query: name, top: MOST_PRODUCTS, hints })
      .filter(({ why }) => !corrects(why) && !why.lacks?.includes('name_unsure'))
      .map((one) => withBrand(one, brand, lacks));
  const { ingredients, strengths } = brand;
  const told = strengths.flatMap((one) => strengthsIn(one));
  const [only, ...others] = ingredients;
  const together = ask(ingredients.join(' / '), told.length > 0 ? told : written, []);
  if (only === undefined || others.length === 0 || together.length > 0) return together;
  return ingredients.flatMap((name, at) =>
    ask(name, strengthsIn(strengths[at] ?? ''), ['part_of_combination']).slice(0, 1),
  );
}

/** Never a promise: what a brand is made of may change, and the pack decides. */
function withBrand(one: Answer, brand: FoundBrand, lacks: readonly string[] = []): Answer {
  const why = { ...one.why, brand: { [brand.written]: ingredientWords(brand) } };
  return {
    ...one,
    isLinked: false,
    why: withLacks(why, [...(one.why.lacks ?? []), ...lacks, 'brand']),
  };
}

function isNamedInList({ index, linker, imported }: Opened, { written }: FoundBrand): boolean {
  const name = readDrug(written).name;
  const key = keyOf(index.wordsOf(name));
  return (
    imported &&
    linker.link(name, TOP_CANDIDATES).some(({ why }) => keyOf(index.wordsOf(why.term)) === key)
  );
}

type Question = { readonly query: string; readonly top: number; readonly hints: Hints };

function linkAsked(opened: Opened, asked: DrugWords, { query, top, hints }: Question): Answer[] {
  const named = namesFound(opened, asked.name === '' ? query : asked.name);
  const judged = new Map<string, Judged>();
  for (const one of named.flatMap((name) => judgedBy(opened, name, named, { asked, hints }))) {
    const before = judged.get(one.drug.code);
    if (!before || one.lacks.length < before.lacks.length) judged.set(one.drug.code, one);
  }
  // Drugs of one name alone: two ingredients of the same name leave the question open.
  const fitting = [...judged.values()].filter(({ lacks }) => lacks.length === 0);
  const linked = fitting.length === 1 ? fitting[0] : undefined;
  return [...judged.values()]
    .sort((a, b) => byNearness(a, b, linked))
    .slice(0, top)
    .map((one) => answerOf(one, one === linked));
}

type Named = Candidate & { readonly drug: Drug };
type AskedDrug = { readonly asked: DrugWords; readonly hints: Hints };

/** Drugs, ingredients and brands whose name says about as much as the best. */
function namesFound({ linker, metadata }: Opened, name: string): Named[] {
  const found = linker.link(name, TOP_CANDIDATES);
  const best = found[0]?.score ?? 0;
  return found
    .filter(({ score }) => score >= best * NEAR)
    .map((one) => ({ ...one, drug: drugOf(one.code, one.name, metadata.detail(one.code)) }));
}

/** The drug of a name itself, or the ingredient or brand with all its products. */
function judgedBy(
  { index, metadata }: Opened,
  { drug, why, score }: Named,
  named: readonly Named[],
  { asked, hints }: AskedDrug,
): Judged[] {
  const key = keyOf(index.wordsOf(asked.name));
  const isExact = keyOf(index.wordsOf(why.term)) === key;
  const nameDoubt = doubtOfName(why, isExact || isOnlyExpansion(why, score, named));
  const genericDoubt = doubtOfGeneric(drug, hints);
  if (drug.products === '') {
    const isNamed = isExact || containsName(index, drug, key);
    const spelling = nameDoubt.filter((doubt) => doubt !== 'name_unsure');
    const doubts = isNamed ? [] : [...nameDoubt, ...genericDoubt];
    return [
      { drug, why, score, lacks: [...judge(drug, asked), ...spelling, ...genericDoubt, ...doubts] },
    ];
  }
  const doubts = [...nameDoubt, ...genericDoubt];
  const products = metadata.group(drug.products).slice(0, MOST_PRODUCTS);
  return [
    { drug, why, score, lacks: [...lacksOfBareCode(asked), ...doubts] },
    ...products.map((code) => {
      const product = drugOf(code, '', metadata.detail(code));
      const lacks = [...judge(product, asked), ...doubts];
      return { drug: product, why, score: score * 0.999, lacks };
    }),
  ];
}

function doubtOfName(why: Why, isSure: boolean): string[] {
  if (corrects(why)) return ['spelling'];
  return isSure ? [] : ['name_unsure'];
}

/** "PCM" is written every day and has one meaning; an abbreviation with two never links a drug. */
function isOnlyExpansion(why: Why, score: number, named: readonly Named[]): boolean {
  const readings = new Set(named.map((one) => JSON.stringify(one.why.expanded ?? {})));
  return why.expanded !== undefined && readings.size === 1 && score >= LINK_THRESHOLD;
}

function byNearness(a: Judged, b: Judged, linked: Judged | undefined): number {
  return (
    Number(b === linked) - Number(a === linked) ||
    costOf(a) - costOf(b) ||
    b.score - a.score ||
    a.drug.name.length - b.drug.name.length ||
    (a.drug.code < b.drug.code ? -1 : 1)
  );
}

/** A contradiction costs more than a part that was not written. */
const costOf = ({ lacks }: Judged) =>
  lacks.reduce((sum, one) => sum + (/mismatch|unsure|spelling/.test(one) ? 3 : 1), 0);

function answerOf({ drug, why, lacks }: Judged, isLinked: boolean): Answer {
  const doubts = lacks.length > 0 ? lacks : ['several_fit'];
  return {
    code: drug.code,
    name: drug.name,
    score: null,
    isLinked,
    about: about(drug),
    why: withLacks(why, isLinked ? [] : doubts),
  };
}

/** Adds the hints to the words; words in the line itself come first. */
function withHints(read: DrugWords, hints: Hints): DrugWords {
  const unit = (hints.dose_unit ?? '').trim();
  const strengths = read.strengths.map((one) =>
    one.kind === 'plain' && unit !== '' ? (strengthsIn(`${one.text} ${unit}`)[0] ?? one) : one,
  );
  const custom = strengths.length === 0 ? strengthsIn(hints.dose_custom ?? '') : [];
  return {
    name: read.name === '' ? (hints.generic_name ?? '') : read.name,
    strengths: [...strengths, ...custom],
    form: read.form === '' ? (hints.form ?? '') : read.form,
  };
}

function drugOf(
  code: string,
  name: string,
  detail: ReturnType<Opened['metadata']['detail']>,
): Drug {
  const text = (field: string) => detailText(detail?.[field]);
  return {
    code,
    name: text('name') || name,
    type: text('type'),
    generic: text('generic_name'),
    brand: text('brand'),
    strength: text('strength'),
    form: text('form'),
    products: text('products'),
  };
}

/**
 * True where the drug was found by its own name, and has all words of the name that was asked for.
 */
function containsName(index: Opened['index'], drug: Drug, key: string): boolean {
  const words = new Set(index.wordsOf(`${drug.generic} ${drug.brand} ${drug.name}`));
  return (
    key !== '' &&
    [drug.generic, drug.brand].some((name) => name !== '' && keyOf(index.wordsOf(name)) === key) &&
    key.split(' ').every((word) => words.has(word))
  );
}

function doubtOfGeneric({ generic }: Drug, hints: Hints): string[] {
  const asked = (hints.generic_name ?? '').trim().toLowerCase();
  if (asked === '' || generic === '') return [];
  const names = (text: string) =>
    text
      .toLowerCase()
      .split(/\s*(?:\/|\+|,| and )\s*/)
      .sort()
      .join('+');
  return names(asked) === names(generic) ? [] : ['generic_mismatch'];
}

/** Where the generic or the form beside the words is of another drug than this code. */
export function contradictedDrug({ metadata }: Opened, code: string, hints: Hints): string[] {
  const drug = drugOf(code, '', metadata.detail(code));
  const [asked, own] = [readForm(hints.form ?? ''), readForm(drug.form)];
  const isOther = asked !== undefined && own !== undefined && !formFits(asked, own);
  return [...doubtOfGeneric(drug, hints), ...(isOther ? ['form_mismatch'] : [])];
}

/** The code of an ingredient or a brand has neither strength nor form. */
const lacksOfBareCode = ({ strengths, form }: DrugWords): string[] => [
  strengths.length === 0 ? 'strength_needed' : 'strength_not_in_code',
  form === '' ? 'form_needed' : 'form_not_in_code',
];

function judge(drug: Drug, { strengths, form }: DrugWords): string[] {
  const lacks: string[] = [];
  const own = strengthsIn(drug.strength || drug.name);
  if (strengths.length === 0) lacks.push('strength_needed');
  else if (strengths.some(({ kind }) => kind === 'plain'))
    lacks.push(samePlain(strengths, own) ? 'unit_needed' : 'volume_mismatch');
  else if (!sameStrengths(strengths, own)) lacks.push('volume_mismatch');
  const askedForm = form === '' ? undefined : readForm(form);
  const ownForm = readForm(drug.form || drug.name);
  if (!askedForm) lacks.push('form_needed');
  else if (!ownForm || !formFits(askedForm, ownForm)) lacks.push('form_mismatch');
  return lacks;
}

const isClose = (a: number, b: number) => Math.abs(a - b) <= 0.001 * Math.max(a, b);

/**
 * True where the question has all strengths of the drug, each once. "250 mg/5 ml" is 50 MG/ML; 0.5
 * g is 500 MG; "500 mg" of a syrup says nothing of it.
 */
function sameStrengths(asked: readonly Strength[], own: readonly Strength[]): boolean {
  const left = [...own];
  for (const one of asked) {
    const at = left.findIndex(
      (other) =>
        other.kind === one.kind && other.per === one.per && isClose(other.value, one.value),
    );
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0 && own.length > 0;
}

/** "650", or "625" for 500 with 125: near enough to offer, not to link. */
function samePlain([asked, ...others]: readonly Strength[], own: readonly Strength[]): boolean {
  if (asked === undefined || others.length > 0) return false;
  const sum = own.reduce((all, { value }) => all + value, 0);
  return (
    own.some(({ value }) => isClose(value, asked.value) || isClose(value * 1000, asked.value)) ||
    isClose(sum, asked.value)
  );
}

const about = ({ generic, strength, form, brand }: Drug): [string, string][] =>
  (
    [
      ['generic_name', generic],
      ['strength', strength],
      ['form', form],
      ['brand', brand],
    ] as [string, string][]
  ).filter(([, value]) => value !== '');
