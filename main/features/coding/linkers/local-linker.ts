/** The lists of codes on this computer as a linker. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { asFailure } from '../../../../shared/failure.ts';
import type {
  CodeCandidate,
  EntityQuery,
  LinkedEntity,
  Ontology,
} from '../../../../shared/model/coding/codification.ts';
import type { Answer, Found } from '../../../infrastructure/terminology/terminology.ts';
import {
  type FoundBrand,
  ingredientWords,
} from '../../../infrastructure/terminology/text/brands.ts';
import type { CodeLinker } from './linker.ts';

/** The part of `main/infrastructure/terminology` that linking needs. */
export type LocalTerms = {
  status(): readonly { readonly ontology: string; readonly version: string }[];
  link(
    ontology: Ontology,
    query: string,
    top?: number,
    hints?: Readonly<Record<string, string>>,
  ): Answer[];
  search(ontology: Ontology, typed: string, most?: number): Found[];
  brandIn(text: string): FoundBrand | undefined;
};

export type LocalLinker = CodeLinker & {
  /**
   * As one types. Throws Failure `missing` / `no-terminology`, `broken` (`terminology-old`,
   * `terminology-damaged`).
   */
  search(
    ontology: Ontology,
    typed: string,
  ): { readonly version: string; readonly candidates: CodeCandidate[] };
  /** The code as the list has it; undefined where the code or the list is not there. */
  lookUp(ontology: Ontology, code: string): CodeCandidate | undefined;
  /** The code of the clinic's own list for exactly these words. Never throws. */
  ownOf(query: EntityQuery): CodeCandidate | undefined;
  /** What the brand in these words is made of: "paracetamol 650 mg". */
  brandOf(text: string): string | undefined;
  /** Installed versions by ontology; empty where none can be read. */
  versions(): ReadonlyMap<string, string>;
};

/** Questions, a millisecond each, before the recording and the page get their turn. */
const AT_ONCE = 8;
/** Ontologies that know whether a code is specific enough for a claim. */
const CLAIMED: readonly Ontology[] = ['icd-10-cm'];

export function createLocalLinker({ terms }: { readonly terms: LocalTerms }): LocalLinker {
  function versions() {
    try {
      return new Map(terms.status().map(({ ontology, version }) => [ontology, version]));
    } catch {
      // A file is damaged: linking reports which one.
      return new Map<string, string>();
    }
  }

  function answer(
    { id, text, ontology, hints, kind }: EntityQuery,
    version: string,
    most: number,
  ): LinkedEntity {
    const base = { id, text, ontology, version, linker: 'local' as const };
    try {
      const candidates = grouped(
        terms
          .link(ontology, text, most, asked(hints, kind))
          .map((one) => candidateOf(ontology, one)),
      );
      const [linked, another] = candidates.filter((one) => one.linked);
      return { ...base, candidates, suggested: another ? undefined : linked?.code };
    } catch (error) {
      const { code, detail } = asFailure(error);
      return { ...base, candidates: [], trouble: { code, detail } };
    }
  }

  return {
    name: 'local',
    ready: () => versions().size > 0,
    versions,
    ownOf: ({ text, ontology, hints, kind }) => ownIn(terms, ontology, text, asked(hints, kind)),
    brandOf(text) {
      const brand = terms.brandIn(text);
      return brand && ingredientWords(brand);
    },
    async link(entities, most) {
      const known = versions();
      const answers: LinkedEntity[] = [];
      for (const entity of entities) {
        answers.push(answer(entity, known.get(entity.ontology) ?? '', most));
        if (answers.length % AT_ONCE === 0) await nextTurn();
      }
      return answers;
    },
    search: (ontology, typed) => ({
      candidates: grouped(terms.search(ontology, typed).map((hit) => hitOf(ontology, hit))),
      version: versions().get(ontology) ?? '',
    }),
    lookUp(ontology, code) {
      try {
        const hit = terms.search(ontology, code).find((one) => one.code === code);
        return hit && hitOf(ontology, hit);
      } catch {
        return undefined;
      }
    },
  };
}

const asked = (hints: EntityQuery['hints'], kind: EntityQuery['kind']) =>
  kind === undefined ? hints : { ...hints, kind };

function ownIn(
  terms: LocalTerms,
  ontology: Ontology,
  text: string,
  hints: EntityQuery['hints'],
): CodeCandidate | undefined {
  try {
    const found = terms.link(ontology, text, 1, hints).find(({ why }) => why.own);
    return found && candidateOf(ontology, found);
  } catch {
    // The list is not there or damaged; linking here reports it.
    return undefined;
  }
}

const claims = (ontology: Ontology, { billable, header }: Pick<Found, 'billable' | 'header'>) =>
  CLAIMED.includes(ontology) && billable !== undefined ? { billable, header } : {};

function candidateOf(
  ontology: Ontology,
  { code, name, score, isLinked, why, about = [], ...flags }: Answer,
): CodeCandidate {
  return {
    code,
    term: name,
    synonyms: why.term === name ? [] : [why.term],
    score,
    linked: isLinked,
    about,
    why,
    ...claims(ontology, flags),
  };
}

const hitOf = (ontology: Ontology, { code, name, term, ...flags }: Found): CodeCandidate => ({
  code,
  term: name,
  synonyms: term === name ? [] : [term],
  score: null,
  linked: false,
  about: [],
  ...claims(ontology, flags),
});

/** Merges the wordings of one code into one candidate, in the place of the best wording. */
export function grouped(candidates: readonly CodeCandidate[]): CodeCandidate[] {
  const byCode = new Map<string, CodeCandidate>();
  for (const one of candidates) {
    const first = byCode.get(one.code);
    if (!first) byCode.set(one.code, one);
    else
      byCode.set(one.code, {
        ...first,
        linked: first.linked || one.linked,
        synonyms: [...new Set([...first.synonyms, one.term, ...one.synonyms])].filter(
          (term) => term !== first.term,
        ),
      });
  }
  return [...byCode.values()];
}
