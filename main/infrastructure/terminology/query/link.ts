/** The local linker: the best codes for one question, each with its reason. */

import { BILLABLE, HEADER, type TermKind } from '../index/index-file.ts';
import type { Index } from '../index/open-index.ts';
import { weigh } from '../index/scale.ts';
import { lineFormTables } from '../tables/short-forms.ts';
import { type Abbreviations, readAbbreviations } from '../text/abbreviations.ts';
import { rawWords } from '../text/normalise.ts';
import { fetchCandidates } from './candidates.ts';
import type { WardLine } from './main-disease.ts';
import { ofFamily } from './of-family.ts';
import { ofFigures } from './of-figures.ts';
import { ofLeaf, ofNamedSide, wordsSaid } from './of-leaf.ts';
import { ofSegments } from './of-segments.ts';
import { match, type Weights } from './rank.ts';
import { inContext, withoutStops } from './reading/as-scribbled.ts';
import { withCompletedWords } from './reading/completed-words.ts';
import { kinReadings } from './reading/kin-words.ts';
import { withoutDenied } from './reading/leaf-words.ts';
import { parseQuery, type Question, type Reading } from './reading/parse-query.ts';
import { sayingMore } from './reading/segments.ts';
import { isSelfPoisoning, withoutIntent } from './reading/words-of-wards.ts';
import { remembering } from './remembering.ts';
import {
  type Best,
  type Chosen,
  degreeMatters,
  isConfident,
  isWhole,
  selectCandidates,
} from './select-candidates.ts';
import { sideIn, takeSide } from './side.ts';
import { KIND_BONUS } from './weights.ts';

type Why = {
  /** The wording that was found, and what it is to the code. */
  readonly term: string;
  readonly kind: TermKind;
  /** Words that were read as others. */
  readonly corrected?: Readonly<Record<string, string>> | undefined;
  /** Abbreviations and everyday words, as they were understood. */
  readonly expanded?: Readonly<Record<string, string>> | undefined;
  /** Words of degree or course of the question that the code does not say: `severe`. */
  readonly aside?: readonly string[] | undefined;
};
export type Candidate = {
  readonly code: string;
  readonly name: string;
  /** 0 to 1; comparable within one answer only (contract 2.2). */
  readonly score: number;
  /** A promise, on one candidate at most: this is the single right concept. */
  readonly isLinked: boolean;
  readonly billable: boolean;
  readonly header: boolean;
  readonly why: Why;
};

export type Linker = {
  /** At most `top` candidates, best first, one a code; none where nothing is in common. */
  link(query: string, top?: number): Candidate[];
};

const BOTH =
  /(?<![\p{L}\d'’./&+-])(?:R\s*(?:and|&|\/|\+)\s*L|L\s*(?:and|&|\/|\+)\s*R)(?![\p{L}\d'’./&+-])/gu;
/** "# humerus L", "R leg": a capital letter by itself is a side. */
const RIGHT =
  /(?<![\p{L}\d'’./&+-]|\d\s)R(?![\p{L}\d'’./&+-]|\s\d|\s+(?:and|wave|chop|resist|CHOP))/gu;
const LEFT =
  /(?<![\p{L}\d'’./&+-]|\d\s)L(?![\p{L}\d'’./&+-]|\s\d|\s+(?:spine|TGA|loop|dopa|thyrox|dono|asparag))/gu;

/** With how often: "MTX 10 mg/wk" is no myasthenia, and "PCM 650 mg OD" no overdose. */
const DOSE =
  /(?<![\p{L}\d./])\d+(?:\.\d+)?\s?(?:mg|mcg|µg|ml)(?!\/\d)(?:\/[\p{L}\d]+)*(?![\p{L}])(?:\s*(?:od|bd|tds|qid|hs|sos)(?![\p{L}]))?/giu;
const withoutPoisonsIntent = (line: string): string =>
  isSelfPoisoning(line) ? withoutIntent(line) : line;

/** A note is no question: a longer text is cut. */
const MOST_LETTERS = 1_000;
const MOST_WORDS = 40;

type LinkerState = {
  readonly index: Index;
  readonly abbreviations: Abbreviations;
  readonly weights: Weights;
  readonly watch?: ((read: WardLine) => void) | undefined;
};

/** `watch` is told how lines of wards can be read. */
export function createLinker(index: Index, watch?: (read: WardLine) => void): Linker {
  const state = {
    index,
    abbreviations: readAbbreviations(undefined, Object.values(lineFormTables())),
    weights: weigh(index),
    watch,
  };
  return { link: (query, top = 5) => link(state, query, top) };
}

function link(linker: LinkerState, query: string, top: number): Candidate[] {
  const index = remembering(linker.index);
  const { abbreviations, weights } = linker;
  const state = { ...linker, index };
  const sided = query
    .slice(0, MOST_LETTERS)
    .replace(BOTH, 'B/L')
    .replace(RIGHT, 'Rt')
    .replace(LEFT, 'Lt');
  const words = withCompletedWords(index, withoutStops(sided).replace(DOSE, ' '));
  const question = parseQuery(index, abbreviations, words);
  const best = new Map<number, Best>();
  const parted = isLine(index, words, question);
  for (const reading of question.readings)
    addBest(best, index, weights, parted ? { ...reading, isLine: true } : reading, fetchCandidates);
  const [plain] = question.readings;
  if (plain && !hasGood(index, best))
    for (const reading of kinReadings(index, plain))
      addBest(best, index, weights, reading, () => new Map());
  // The promise does not depend on how many candidates were wished for.
  const chosen = selectCandidates(index, weights, best.values(), Math.max(top, 5));
  const bySide = ofSide(state, words, chosen);
  const isWard = question.isMarked && !isOfList(chosen[0]);
  const segment = isWard
    ? ofSegments(
        inContext(withoutPoisonsIntent(words)),
        bySide ?? chosen,
        (part) => ofSegment(state, part),
        { isLearned: index.facts.ontology === 'icd-10-cm', watch: linker.watch },
      )
    : undefined;
  const named = segment ?? bySide;
  const leaf = parted && isWard ? ofSaid(state, words, question, named ?? chosen) : undefined;
  const said = leaf ?? named;
  const figured = ofFigures(index, words, said ?? chosen) ?? said;
  const shown = ofFamily(index, words, figured ?? chosen) ?? figured;
  if (shown) return shown.slice(0, top).map((one) => candidateOf(index, one, false));
  const isLinked =
    words === sided &&
    isPromised(index, question, chosen) &&
    !restsOnASlip(index, weights, words, chosen[0]) &&
    !isReadAsOfLines(abbreviations, chosen[0]);
  return chosen.slice(0, top).map((one, at) => candidateOf(index, one, isLinked && at === 0));
}

/** Where a side was said, and the code with that side is not found by the words alone. */
function ofSide(
  state: LinkerState,
  query: string,
  direct: readonly Chosen[],
): Chosen[] | undefined {
  const sided = sideIn(query);
  if (!sided) return undefined;
  // Where nothing is found with the side, the disease without it stands for that.
  const take = (plain: readonly Chosen[]) =>
    takeSide(state.index, state.weights, sided, direct.length > 0 ? direct : plain, plain);
  const taken = take(choose(state, sided.rest));
  if (taken || sided.bare === undefined) return taken;
  const bare = choose(state, sided.bare);
  return isOfHead(bare[0]?.code.code) ? take(bare) : undefined;
}

/** A line that is no term of the list, and has several parts. */
function isLine(index: Index, query: string, { readings, isMarked }: Question): boolean {
  const [plain] = readings;
  return (
    isMarked && PARTED.test(query) && plain !== undefined && index.exactly(plain.key).length === 0
  );
}
const PARTED = /[,;()→]|->|\s[-–—+]\s|\s(?:c|ē|w\/)\s/u;

/** The words as they stand fit a term nearly whole: they are a name, and no line. */
const isOfList = (first: Chosen | undefined): boolean =>
  first !== undefined &&
  Object.entries(first.reading.expanded ?? {}).every(([form, meaning]) => form === meaning) &&
  first.reading.corrected === undefined &&
  first.match.score > NEARLY_WHOLE;
const NEARLY_WHOLE = 0.85;

/** By a short form that other departments mean something else by. */
const isReadAsOfLines = (abbreviations: Abbreviations, first: Chosen | undefined): boolean =>
  Object.keys(first?.reading.expanded ?? {}).some(
    (form) => abbreviations.of(rawWords(form).join(' '))?.ofLines,
  );

/** Less likely readings of a line tell no leaf. */
const LIKELY = 0.9;

/** The leaf and the side by the words that the line says elsewhere. */
function ofSaid(
  { index, abbreviations, weights }: LinkerState,
  query: string,
  { readings }: Question,
  chosen: readonly Chosen[],
): Chosen[] | undefined {
  const line = inContext(query);
  const { denied } = withoutDenied(query);
  const { told: all, denied: untold } = withoutDenied(line);
  const told = sayingMore(all);
  const read = told === query ? readings : parseQuery(index, abbreviations, told).readings;
  // The likeliest senses alone: "uncontrolled" may be of a low sugar, too.
  const asked = read.filter(({ weight }) => weight > LIKELY).flatMap((one) => one.asked);
  const leaf = ofLeaf(index, weights, wordsSaid(index, { told, untold, denied }, asked), chosen);
  return ofNamedSide(index, sideIn(line)?.side, leaf ?? chosen) ?? leaf;
}

/** Readings and candidates of a segment. */
const MOST_OF_A_SEGMENT = 5;
const CANDIDATES_OF_A_SEGMENT = 3;

/** The codes of a segment of a line, by itself, without its side. */
function ofSegment(state: LinkerState, segment: string): readonly Chosen[] {
  const { index, abbreviations } = state;
  const { readings } = parseQuery(index, abbreviations, sideIn(segment)?.rest ?? segment);
  const some = readings.slice(0, MOST_OF_A_SEGMENT).map((one) => ({ ...one, isLine: true }));
  return chosenOf(state, some, CANDIDATES_OF_A_SEGMENT);
}

/** The chapters of the eye and of the ear. */
const isOfHead = (code: string | undefined) => code !== undefined && /^H\d/.test(code);

const choose = (state: LinkerState, query: string): Chosen[] =>
  chosenOf(state, parseQuery(state.index, state.abbreviations, query).readings, 1);

function chosenOf(
  { index, weights }: LinkerState,
  readings: readonly Reading[],
  top: number,
): Chosen[] {
  const best = new Map<number, Best>();
  for (const reading of readings) addBest(best, index, weights, reading, fetchCandidates);
  return selectCandidates(index, weights, best.values(), top);
}

/** Below this, words may have been said in another form than the terms have. */
const GOOD = 0.8;

function hasGood(index: Index, best: ReadonlyMap<number, Best>): boolean {
  for (const { score, term, match } of best.values())
    if (score >= GOOD && (index.kind(term.kind) !== 'other' || isWhole(match))) return true;
  return false;
}

/**
 * Keeps the best term of each code. Beside what `fetch` finds, the terms count that have the very
 * words; for the kin of words these alone: "myalgic encephalitis" is no myalgia.
 */
function addBest(
  best: Map<number, Best>,
  index: Index,
  weights: Weights,
  reading: Reading,
  fetch: typeof fetchCandidates,
): void {
  const asked = reading.asked.slice(0, MOST_WORDS).map((one) => ({
    ...one,
    weight: weights.rarity(one.id) * weights.light(one.id) * one.weight,
  }));
  const terms = fetch(index, weights, asked);
  for (const term of index.exactly(reading.key)) terms.set(term.id, term);
  for (const term of terms.values()) {
    const found = match(asked, term.words, weights);
    if (found.score === 0) continue;
    const score = found.score * reading.weight * (KIND_BONUS[term.kind] ?? 1);
    const before = best.get(term.code);
    if (!before || score > before.score || (score === before.score && term.id < before.term.id))
      best.set(term.code, { term, match: found, reading, score });
  }
}

function isPromised(index: Index, question: Question, chosen: readonly Chosen[]): boolean {
  const [first] = chosen;
  return (
    first !== undefined && !question.doubtful && isConfident(chosen) && !degreeMatters(index, first)
  );
}

/** The normaliser may have changed the word: "HAEMORRHGE". */
const IN_CAPITALS = /^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*$/u;
/** Terms that have a name which few people use. */
const RARE = 20;
const SHORT = 6;

/**
 * "Hench's syndrome" is no Henoch's, and "CARASIL" no CADASIL: a short and rare word that was
 * corrected by more than a swap of its letters, or one in capitals, and nothing else that tells the
 * disease, is shown and not promised.
 */
function restsOnASlip(
  index: Index,
  { light }: Weights,
  query: string,
  first: Chosen | undefined,
): boolean {
  const [slip, ...others] = Object.entries(first?.reading.corrected ?? {});
  if (!first || slip === undefined || others.length > 0) return false;
  const [written, meant] = slip;
  const [telling, ...more] = first.reading.asked.filter(({ id }) => light(id) === 1);
  if (telling === undefined || more.length > 0) return false;
  if (query.includes(written.toUpperCase()) || IN_CAPITALS.test(query)) return true;
  if (written.length > SHORT || lettersOf(written) === lettersOf(meant)) return false;
  return (index.word(telling.word)?.terms ?? 0) <= RARE;
}
const lettersOf = (word: string): string => [...word].sort().join('');

function candidateOf(
  index: Index,
  { code, term, final, reading }: Chosen,
  isLinked: boolean,
): Candidate {
  const { corrected, expanded, aside } = reading;
  return {
    code: code.code,
    name: code.name,
    score: Math.round(final * 10_000) / 10_000,
    isLinked,
    billable: (code.flags & BILLABLE) !== 0,
    header: (code.flags & HEADER) !== 0,
    why: {
      term: index.text(term.id),
      kind: index.kind(term.kind),
      ...(corrected ? { corrected } : {}),
      ...(expanded ? { expanded } : {}),
      ...(aside ? { aside } : {}),
    },
  };
}
