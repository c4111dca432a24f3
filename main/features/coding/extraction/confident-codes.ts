/**
 * Codes from the lists on this computer that are certain enough to show alone: the linker is
 * confident of one concept, or the exact words name one category.
 */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import { ontologiesOf } from '../../../../shared/model/coding/entities.ts';
import { systemOf } from '../../../../shared/model/coding/fhir-systems.ts';
import { STARTER } from '../../../infrastructure/terminology/index/starter-index.ts';
import { MIN_SCORE_GAP } from '../../../infrastructure/terminology/query/thresholds.ts';
import type { Terminology } from '../../../infrastructure/terminology/terminology.ts';
import { createNormaliser } from '../../../infrastructure/terminology/text/normalise.ts';
import type { TextEntity } from './from-text.ts';

export type ConfidentCode = {
  readonly system: string;
  readonly code: string;
  readonly name: string;
};

const ORDER: readonly Ontology[] = ['icd-10-cm', 'snomed', 'loinc', 'medication'];

/**
 * At most one code for each ontology. Only the words are linked: doubt about the finding belongs to
 * the entity's status, not to the code.
 */
export function confidentCodes(
  terminology: Pick<Terminology, 'link' | 'status' | 'phrases'>,
  {
    text,
    kind,
    readAs,
    hints,
    unlisted,
  }: Pick<TextEntity, 'text' | 'kind' | 'readAs' | 'hints' | 'unlisted'>,
): ConfidentCode[] {
  // Only denied, and in words that no list has: a code near to them would say more.
  if (unlisted) return [];
  const usable = terminology.status().filter(({ trouble }) => trouble === undefined);
  const installed = new Set(usable.map(({ ontology }) => ontology));
  // The starter list may lack a second category with the same name.
  const release = usable.some(
    ({ ontology, version }) => ontology === 'icd-10-cm' && version !== STARTER,
  );
  const linked = (ontology: Ontology, query: string) =>
    terminology.link(ontology, query, 1, hints).find(({ isLinked }) => isLinked);
  // The clinic's own list promises a code for its words as they are written, for no meaning of them.
  const asRead = (ontology: Ontology, query: string) => {
    const found = linked(ontology, query);
    return found?.why.own ? undefined : found;
  };
  return ORDER.filter(
    (ontology) => ontologiesOf[kind].includes(ontology) && installed.has(ontology),
  ).flatMap((ontology) => {
    const found =
      linked(ontology, text) ??
      (readAs === undefined ? undefined : asRead(ontology, readAs)) ??
      (ontology === 'icd-10-cm' && release ? named(terminology, text) : undefined);
    return found ? [{ system: systemOf[ontology], code: found.code, name: found.name }] : [];
  });
}

/** The linker's own number of candidates: a code with exactly these words is among them. */
const TOP_CANDIDATES = 24;
/** Words that are a finding by their form, whatever the code's name: "toothache". */
const FINDING =
  /(?:ache|algia|dynia|itis|osis|emia|uria|rrh(?:o?ea|agia)|pathy|plegia|paresis|phagia|phasia|pnoea|pnea|megaly|lithiasis|spasm)s?$/i;
/** Codes without a place; and results called abnormal, which are no disease yet. */
const NO_PLACE = /\b(?:unspecified body region|(?:other|unspecified) sites?|site unspecified)\b/i;
const RESULT = /^abnormal\b/i;

/**
 * The code of the only category with exactly these words as a name, or as the Index's default:
 * "epilepsy" is G40.909, although the linker, which cannot decide between it and G40.9, links
 * neither. None where two categories have the name, and none for one word that the code's name does
 * not have ("decline" is R53.81). Where everyday words are read as others (`readAs`), the code's
 * name must have these, too, and no other category may be near: "sore throat" is J02.9 as written,
 * and R07.0 as read.
 */
function named({ link, phrases }: Pick<Terminology, 'link' | 'phrases'>, words: string) {
  const phrase = phrases('icd-10-cm', words).find(
    ({ start, end }) => start === 0 && end === words.length,
  );
  if (phrase === undefined || RESULT.test(words)) return undefined;
  if (new Set(phrase.codes.map((code) => code.slice(0, 3))).size !== 1) return undefined;
  const near = link('icd-10-cm', words, TOP_CANDIDATES);
  const exact = near.filter(({ code }) => phrase.codes.includes(code));
  const [billable, other] = exact.filter((one) => one.billable);
  // Of several codes the header above them says no more than the words do.
  const [header] = exact
    .filter((one) => !one.billable)
    .sort((a, b) => a.code.length - b.code.length);
  const found = billable && !other ? billable : header;
  if (found === undefined || NO_PLACE.test(found.name)) return undefined;
  const nameWords = new Set(wordsOf(found.name));
  const known = FINDING.test(words) || wordsOf(words).some((word) => nameWords.has(word));
  if (phrase.readAs === undefined) return known || phrase.words > 1 ? found : undefined;
  const category = found.code.slice(0, 3);
  const best = near[0]?.score ?? 0;
  const isAlone = near.every(
    ({ code, score }) => code.startsWith(category) || (score ?? 0) < best - MIN_SCORE_GAP,
  );
  return known && isAlone ? found : undefined;
}

const wordsOf = createNormaliser();
