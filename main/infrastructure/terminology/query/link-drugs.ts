/** Medication: a drug is linked where its name, its strength and its form were each said and each match; else it is told what is missing. */

import type { Why } from '../../../../shared/model/coding/codification.ts';
import {
  type DrugWords,
  formFits,
  readDrug,
  readForm,
  type Strength,
  strengthsIn,
} from '../text/drug-words.ts';
import { keyOf } from '../text/normalise.ts';
import {
  type Answer,
  corrects,
  detailText,
  type Hints,
  lacking,
  MANY,
  type Opened,
  SURE,
} from './answer.ts';

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

/** A name that says this much less than the best was not meant. */
const NEAR = 0.85;
const MOST_PRODUCTS = 400;

/**
 * `why.lacks`: `name_unsure`, `spelling` (a corrected word never links a drug: hydralazine is not hydroxyzine), `strength_needed`,
 * `volume_mismatch`, `unit_needed` ("Dolo 650" of what?), `form_needed`, `form_mismatch`, `generic_mismatch`, `several_fit`,
 * `strength_not_in_code` and `form_not_in_code` where the code is of an ingredient or a brand alone. Scores are null (contract 2.2).
 */
export function linkDrugs(
  { index, linker, more }: Opened,
  query: string,
  top: number,
  hints: Hints = {},
): Answer[] {
  const said = withHints(readDrug(query), hints);
  const found = linker.link(said.name === '' ? query : said.name, MANY);
  const best = found[0]?.score ?? 0;
  const key = keyOf(index.wordsOf(said.name));
  const judged = new Map<string, Judged>();
  const add = (one: Judged) => {
    const before = judged.get(one.drug.code);
    if (!before || one.lacks.length < before.lacks.length) judged.set(one.drug.code, one);
  };
  const named = found
    .filter(({ score }) => score >= best * NEAR)
    .map((one) => ({ ...one, drug: drugOf(one.code, one.name, more.detail(one.code)) }));
  // "PCM" is written every day and has one meaning; an abbreviation with two never links a drug.
  const readings = new Set(named.map(({ why }) => JSON.stringify(why.expanded ?? {})));
  const expanded = (one: (typeof named)[number]) =>
    one.why.expanded !== undefined && readings.size === 1 && one.score >= SURE;
  const exact = (one: (typeof named)[number]) => keyOf(index.wordsOf(one.why.term)) === key;
  for (const one of named) {
    const doubts = [
      ...(corrects(one.why) ? ['spelling'] : exact(one) || expanded(one) ? [] : ['name_unsure']),
      ...genericDoubt(one.drug, hints),
    ];
    if (one.drug.products === '') {
      add({
        drug: one.drug,
        why: one.why,
        score: one.score,
        lacks: [
          ...judge(one.drug, said),
          ...doubts.filter((doubt) => doubt !== 'name_unsure'),
          ...(exact(one) || containsName(index, one.drug, key) ? [] : doubts),
        ],
      });
      continue;
    }
    add({ drug: one.drug, why: one.why, score: one.score, lacks: [...bare(said), ...doubts] });
    for (const code of more.group(one.drug.products).slice(0, MOST_PRODUCTS)) {
      const drug = drugOf(code, '', more.detail(code));
      add({
        drug,
        why: one.why,
        score: one.score * 0.999,
        lacks: [...judge(drug, said), ...doubts],
      });
    }
  }
  // Drugs of one name alone: two ingredients that are called the same leave it open.
  const whole = [...judged.values()].filter(({ lacks }) => lacks.length === 0);
  const linked = whole.length === 1 ? whole[0] : undefined;
  const rank = ({ lacks }: Judged) =>
    lacks.reduce((sum, one) => sum + (/mismatch|unsure|spelling/.test(one) ? 3 : 1), 0);
  const order = [...judged.values()].sort(
    (a, b) =>
      Number(b === linked) - Number(a === linked) ||
      rank(a) - rank(b) ||
      b.score - a.score ||
      a.drug.name.length - b.drug.name.length ||
      (a.drug.code < b.drug.code ? -1 : 1),
  );
  return order.slice(0, top).map((one) => ({
    code: one.drug.code,
    name: one.drug.name,
    score: null,
    isLinked: one === linked,
    about: about(one.drug),
    why: lacking(one.why, one === linked ? [] : one.lacks.length > 0 ? one.lacks : ['several_fit']),
  }));
}

/** What was said beside the words; words in the line itself come first. */
function withHints(said: DrugWords, hints: Hints): DrugWords {
  const unit = (hints.dose_unit ?? '').trim();
  const strengths = said.strengths.map((one) =>
    one.kind === 'plain' && unit !== '' ? (strengthsIn(`${one.text} ${unit}`)[0] ?? one) : one,
  );
  const custom = strengths.length === 0 ? strengthsIn(hints.dose_custom ?? '') : [];
  return {
    name: said.name === '' ? (hints.generic_name ?? '') : said.name,
    strengths: [...strengths, ...custom],
    form: said.form === '' ? (hints.form ?? '') : said.form,
  };
}

function drugOf(code: string, name: string, detail: ReturnType<Opened['more']['detail']>): Drug {
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

/** A drug that was found by its own name is sure of it where all that was said of the name is in it. */
function containsName(index: Opened['index'], drug: Drug, key: string): boolean {
  const words = new Set(index.wordsOf(`${drug.generic} ${drug.brand} ${drug.name}`));
  return (
    key !== '' &&
    [drug.generic, drug.brand].some((name) => name !== '' && keyOf(index.wordsOf(name)) === key) &&
    key.split(' ').every((word) => words.has(word))
  );
}

function genericDoubt({ generic }: Drug, hints: Hints): string[] {
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

/** The code of an ingredient or a brand says neither. */
const bare = ({ strengths, form }: DrugWords): string[] => [
  strengths.length === 0 ? 'strength_needed' : 'strength_not_in_code',
  form === '' ? 'form_needed' : 'form_not_in_code',
];

function judge(drug: Drug, { strengths, form }: DrugWords): string[] {
  const lacks: string[] = [];
  const has = strengthsIn(drug.strength || drug.name);
  if (strengths.length === 0) lacks.push('strength_needed');
  else if (strengths.some(({ kind }) => kind === 'plain'))
    lacks.push(samePlain(strengths, has) ? 'unit_needed' : 'volume_mismatch');
  else if (!sameStrengths(strengths, has)) lacks.push('volume_mismatch');
  const [asked, own] = [form === '' ? undefined : readForm(form), readForm(drug.form || drug.name)];
  if (!asked) lacks.push('form_needed');
  else if (!own || !formFits(asked, own)) lacks.push('form_mismatch');
  return lacks;
}

const close = (a: number, b: number) => Math.abs(a - b) <= 0.001 * Math.max(a, b);
/** As many as the drug has, each once. "250 mg/5 ml" is 50 MG/ML; 0.5 g is 500 MG; "500 mg" of a syrup says nothing of it. */
function sameStrengths(said: readonly Strength[], has: readonly Strength[]): boolean {
  const left = [...has];
  for (const one of said) {
    const at = left.findIndex(
      (other) => other.kind === one.kind && other.per === one.per && close(other.value, one.value),
    );
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0 && has.length > 0;
}

/** "650", or "625" for 500 with 125: near enough to offer, not to link. */
function samePlain(said: readonly Strength[], has: readonly Strength[]): boolean {
  const sum = has.reduce((all, { value }) => all + value, 0);
  return (
    said.length === 1 &&
    (has.some(({ value }) => close(value, said[0]!.value) || close(value * 1000, said[0]!.value)) ||
      close(sum, said[0]!.value))
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
