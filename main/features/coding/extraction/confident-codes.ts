/** The codes that a list on this computer has for an entity: where the linker is sure of one concept, or all its very words name one category. */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import { ontologiesOf } from '../../../../shared/model/coding/entities.ts';
import { systemOf } from '../../../../shared/model/coding/fhir-systems.ts';
import { STARTER } from '../../../infrastructure/terminology/index/starter-index.ts';
import { MIN_SCORE_GAP } from '../../../infrastructure/terminology/query/thresholds.ts';
import type { Terminology } from '../../../infrastructure/terminology/terminology.ts';
import { createNormaliser } from '../../../infrastructure/terminology/text/normalise.ts';
import type { TextEntity } from './extraction.ts';

export type SureCode = { readonly system: string; readonly code: string; readonly name: string };

const ORDER: readonly Ontology[] = ['icd-10-cm', 'snomed', 'loinc', 'medication'];

/** At most one code an ontology. Doubt about whether it is there is the entity's status, not the code's: the words alone are asked. */
export function sureCodes(
  terminology: Pick<Terminology, 'link' | 'status' | 'phrases'>,
  { text, kind, readAs, hints }: Pick<TextEntity, 'text' | 'kind' | 'readAs' | 'hints'>,
): SureCode[] {
  const usable = terminology.status().filter(({ trouble }) => trouble === undefined);
  const installed = new Set(usable.map(({ ontology }) => ontology));
  // A short list may lack the second category that has the name too.
  const release = usable.some(
    ({ ontology, version }) => ontology === 'icd-10-cm' && version !== STARTER,
  );
  const sure = (ontology: Ontology, query: string) =>
    terminology.link(ontology, query, 1, hints).find(({ isLinked }) => isLinked);
  return ORDER.filter(
    (ontology) => ontologiesOf[kind].includes(ontology) && installed.has(ontology),
  ).flatMap((ontology) => {
    const found =
      sure(ontology, text) ??
      (readAs === undefined ? undefined : sure(ontology, readAs)) ??
      (ontology === 'icd-10-cm' && release ? named(terminology, text) : undefined);
    return found ? [{ system: systemOf[ontology], code: found.code, name: found.name }] : [];
  });
}

/** As many as the linker looks at closely: what has exactly these words is among them. */
const LOOKED_AT = 24;
/** A finding by the form of its word, whatever the code is called: "toothache". */
const FINDING =
  /(?:ache|algia|dynia|itis|osis|emia|uria|rrh(?:o?ea|agia)|pathy|plegia|paresis|phagia|phasia|pnoea|pnea|megaly|lithiasis|spasm)s?$/i;
/** Nobody said of which place it is; and what is called abnormal is a result, not yet a disease. */
const NO_PLACE = /\b(?:unspecified body region|(?:other|unspecified) sites?|site unspecified)\b/i;
const RESULT = /^abnormal\b/i;

/**
 * The code of the one category that has exactly these words as a name, or to which the Index sends who says no more: "epilepsy" is
 * G40.909, although the linker, which cannot tell G40.9 from it, promises neither. None where codes of two categories are called so,
 * and for one word of which the code's name knows nothing ("decline" is R53.81). Where everyday words are read as others (`readAs`),
 * the code's name has to know them too, and no other category may be near: "sore throat" is J02.9 as it stands, and R07.0 as read.
 */
function named({ link, phrases }: Pick<Terminology, 'link' | 'phrases'>, words: string) {
  const phrase = phrases('icd-10-cm', words).find(
    ({ start, end }) => start === 0 && end === words.length,
  );
  if (phrase === undefined || RESULT.test(words)) return undefined;
  if (new Set(phrase.codes.map((code) => code.slice(0, 3))).size !== 1) return undefined;
  const near = link('icd-10-cm', words, LOOKED_AT);
  const exact = near.filter(({ code }) => phrase.codes.includes(code));
  const [billable, other] = exact.filter((one) => one.billable);
  // Several to choose from: what stands above them says no more than was said.
  const found =
    billable && !other
      ? billable
      : exact.filter((one) => !one.billable).sort((a, b) => a.code.length - b.code.length)[0];
  if (found === undefined || NO_PLACE.test(found.name)) return undefined;
  const told = new Set(wordsOf(found.name));
  const known = FINDING.test(words) || wordsOf(words).some((word) => told.has(word));
  if (phrase.readAs === undefined) return known || phrase.words > 1 ? found : undefined;
  return known &&
    near.every(
      ({ code, score }) =>
        code.startsWith(found.code.slice(0, 3)) || score! < near[0]!.score! - MIN_SCORE_GAP,
    )
    ? found
    : undefined;
}

const wordsOf = createNormaliser();
