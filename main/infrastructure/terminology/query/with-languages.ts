/**
 * Words of languages of India lead to concepts of SNOMED CT and ICD-10-CM: as candidates for a
 * person, never as a promise, for no speaker has reviewed the tables yet.
 */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import { BILLABLE, HEADER } from '../index/index-file.ts';
import { languageConcepts } from '../tables/languages/languages.ts';
import { readLanguages, type Said, saysNoMore } from '../text/languages.ts';
import { type Answer, corrects, type Hints, type Opened } from './answer.ts';
import { nameOf, tagOf } from './known-code.ts';
import type { Phrase } from './phrases.ts';
import { fits } from './semantic-tags.ts';

/**
 * What the words name comes first, unless the lists promise a code for the very words. Where the
 * question has nothing else, there are no other candidates: they would be for single letters.
 */
export function linkWithLanguages(
  link: () => Answer[],
  opened: Opened,
  query: string,
  top: number,
  hints: Hints,
): Answer[] {
  const found = link();
  const ontology = opened.index.facts.ontology as Ontology;
  if (!hasConcepts(ontology) || found[0]?.isLinked) return found;
  const said = readLanguages(query).filter(({ alone }, _, all) => !alone || all.length === 1);
  if (said.length === 0) return found;
  const isWhole = saysNoMore(query, said);
  const answers = [...said]
    .sort((a, b) => b.words - a.words || a.start - b.start)
    .filter(({ alone }) => !alone || isWhole)
    .flatMap((one) => answersOf(opened, ontology, query, one))
    .filter(({ about = [] }) => about.every(([, tag]) => fits(tag, hints.kind)));
  if (answers.length === 0) return found;
  const others = isWhole ? [] : found.filter(({ why }) => !corrects(why));
  const codes = new Set<string>();
  return [...answers, ...others.map((one) => ({ ...one, isLinked: false }))]
    .filter(({ code }) => !codes.has(code) && codes.add(code))
    .slice(0, top);
}

const hasConcepts = (ontology: Ontology) => ontology === 'snomed' || ontology === 'icd-10-cm';

function answersOf(opened: Opened, ontology: Ontology, query: string, said: Said): Answer[] {
  return said.concepts.flatMap((key) => {
    const code = codeOf(key, ontology);
    const name = code === undefined ? undefined : nameOf(opened, code);
    if (code === undefined || name === undefined) return [];
    const flags = opened.index.codeOf(code)?.flags;
    const tag = tagOf(opened, code);
    return {
      code,
      name,
      score: null,
      isLinked: false,
      why: {
        term: name,
        kind: 'synonym',
        expanded: { [query.slice(said.start, said.end)]: key },
      },
      ...(ontology === 'icd-10-cm' && opened.imported && flags !== undefined
        ? { billable: (flags & BILLABLE) !== 0, header: (flags & HEADER) !== 0 }
        : {}),
      ...(tag === '' ? {} : { about: [['semantic_tag', tag] as const] }),
    };
  });
}

function codeOf(key: string, ontology: Ontology): string | undefined {
  const concept = languageConcepts.get(key);
  return ontology === 'snomed' ? concept?.snomed?.code : concept?.icd10?.code;
}

/** Stretches of a text that name one concept each, beside those that were found in the lists. */
export function languagePhrases(opened: Opened, text: string): Phrase[] {
  const ontology = opened.index.facts.ontology as Ontology;
  if (!hasConcepts(ontology)) return [];
  return readLanguages(text).flatMap(({ start, end, words, concepts, alone }) => {
    const [key, another] = concepts;
    const code = key === undefined ? undefined : codeOf(key, ontology);
    if (alone || another !== undefined || code === undefined) return [];
    if (nameOf(opened, code) === undefined) return [];
    return {
      start,
      end,
      words,
      codes: [code],
      readAs: key,
      tag: tagOf(opened, code),
      foreign: true,
    };
  });
}
