/**
 * Terms of a code list that are no finding in a note: "may", "back", "he", "other", "follow up"
 * (`ignored-terms.json`).
 */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import { wordSet } from '../../../infrastructure/terminology/text/word-list.ts';
import ignoredTerms from './ignored-terms.json' with { type: 'json' };

const ALONE = wordSet(ignoredTerms.alone);
const CAPITALS = wordSet(ignoredTerms.capitals);
const LOWER = wordSet(ignoredTerms.usualInLowerCase);
const EDGES = wordSet(ignoredTerms.edges);
const BODY = wordSet(ignoredTerms.body);

/**
 * Categories of ICD-10-CM that name no finding: external causes, reasons for a visit,
 * circumstances; and unspecific codes.
 */
const NO_FINDING =
  /^(?:[VWXY]|Z(?!33|21|88|89|90\.1|95)|U(?!07|09)|T(?:3[6-9]|4\d|50|75\.89|78\.40)|R69|R68\.89|D75\.9|Q89\.9|T14(?:\.9)?[0X]*A?$)/;

export type Stretch = {
  readonly text: string;
  readonly codes: readonly string[];
  readonly readAs?: string | undefined;
};

/** "WAS", "ALL": in a line of capitals these are the small words. */
export const isSmallWord = (text: string): boolean =>
  EDGES.has(text.toLowerCase()) || CAPITALS.has(text.toLowerCase());

/**
 * `skip`: the term is treated as if the list did not have it. `hide`: it is a term, and no term
 * inside it counts ("pregnancy test").
 */
export function classifyTerm(term: Stretch, ontology: Ontology): 'keep' | 'hide' | 'skip' {
  const lower = term.text.toLowerCase().replace(/[’`]/g, "'");
  const words = lower.split(/[^\p{L}\p{N}'.]+/u).filter(Boolean);
  if (hasEdgeWord(term.text, words) || isNoName(term.text, lower, words)) return 'skip';
  if (words.length === 1 && isIgnoredWord(term, words[0] ?? '', ontology)) return 'skip';
  // "Allergic to penicillin" is an allergy to that substance, whose name is found in it.
  if (ontology === 'snomed' && ALLERGY.test(lower)) return 'skip';
  // "IN LEFT" of a line in capitals, where IN may be a short form.
  if (words.every((word) => ALONE.has(word) || isSmallWord(word)) && words.some(isSide))
    return 'skip';
  return isHidden(lower, words) || namesNoFinding(term.codes, ontology) ? 'hide' : 'keep';
}

const isSide = (word: string) => /^(?:left|right|bilateral|both)$/.test(word);

function hasEdgeWord(text: string, words: readonly string[]): boolean {
  if (EDGES.has(words[0] ?? '') && !/^[A-Z]{2,}$/.test(text.split(/\s/)[0] ?? '')) return true;
  return words.length > 1 && EDGES.has(words.at(-1) ?? '');
}

function isIgnoredWord({ text, readAs }: Stretch, word: string, ontology: Ontology): boolean {
  const bare = word.replace(/'s$/, '');
  const isLower = text === text.toLowerCase();
  const isUpper = text === text.toUpperCase();
  if (/^\d/.test(bare) || bare.length < 2) return true;
  // "wan na" is no sodium.
  if (ontology !== 'icd-10-cm' && bare.length <= 3 && isLower && !SHORT_TESTS.test(bare))
    return true;
  if (ALONE.has(bare) || ALONE.has(bare.replace(/s$/, ''))) return true;
  // "RT" is written out as "right", which is no finding by itself.
  if (readAs !== undefined && ALONE.has(readAs)) return true;
  if (!isUpper && CAPITALS.has(bare) && !(LOWER.has(bare) && isLower)) return true;
  return readAs !== undefined && bare.length <= 2 && !isUpper && !SHORT_FINDINGS.has(bare);
}

/** Short forms of two letters that are also written in lower case. */
const SHORT_FINDINGS: ReadonlySet<string> = new Set(['dm', 'mi', 'uc']);

/** Tests that are also written in lower case. */
const SHORT_TESTS =
  /^(?:cbc|tsh|esr|crp|ldl|hdl|psa|bnp|bun|mri|ecg|ekg|bmi|inr|usg|alt|ast|hgb|tmt|hiv)$/;

function isNoName(text: string, lower: string, words: readonly string[]): boolean {
  const isAlternative =
    words.length > 1 &&
    /(?<![\p{L}])(?:or|history|h\/o|other|status|if|risk|screening)(?![\p{L}])/u.test(lower);
  // A clause is no name: "fracture which is a fracture".
  const isClause = /\s(?:which|that|who|this|where|when|what|if)\s/u.test(lower);
  return isAlternative || isClause || /[\n]\s*[\n]/.test(text);
}

const ALLERGY = /allerg(?:y|ies|ic)|hypersensitivity/;

const isHidden = (lower: string, words: readonly string[]) =>
  /^(?:physical|clinical|general|systemic|local|routine) exam(?:ination)?s?$/.test(lower) ||
  // A remedy here, a poisoning in the list.
  /^(?:steam|vapou?r) inhalations?$/.test(lower) ||
  (words.length > 1 &&
    words.every((word) => ALONE.has(word) && !BODY.has(word)) &&
    !DOUBLE.test(lower));

const namesNoFinding = (codes: readonly string[], ontology: Ontology) =>
  ontology === 'icd-10-cm' && codes.length > 0 && codes.every((code) => NO_FINDING.test(code));

/** Combinations of such words that are a finding. */
const DOUBLE =
  /(?:low|high|raised|elevated|increased) (?:bp|sugar|pressure|temperature|fever)|(?:drug|alcohol|tobacco|food) (?:abuse|allergy|dependence|misuse)|allergic reaction|alcohol use|(?:viral|bacterial|acute|chronic) (?:illness|infection|fever)|viral fever|sick sinus|loss of|weight|old age/;

/** "Cough and cold", "nausea and vomiting" are one term; other things joined by "and" are two. */
export const isOneTerm = (text: string): boolean =>
  !/(?<![\p{L}])(?:and|&|with|plus)(?![\p{L}])/iu.test(text) ||
  /nausea|cold|pins|chills|rigor|corns?|hand|head|nose|tonsils|ears? nose|mouth/i.test(text);

/** "A cold", "cough, cold, fever", "has cold since"; not "cold feet", "pale, cold and clammy". */
export const COLD =
  /(?:(?<![\p{L}])(?:a|bad|common|the|and|has|have|had|having|with|c\/o|no|of|any|got)\s+|,\s+(?=colds?\s*(?:$|[.,;\n])))(cold)s?(?=\s*(?:$|[.,;?!+)(-]|and|since|for|x|with|but|last|in|now|that|he|she|i|this))/giu;
