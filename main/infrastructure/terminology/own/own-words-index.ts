/** A clinic's own list in memory: by its exact words, in a text, as one types, and its brands. */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import type { OwnEntry } from '../../../../shared/model/coding/own-list.ts';
import type { Term } from '../index/open-index.ts';
import { createPhrases, type Phrase, type PhraseIndex, type Phrases } from '../query/phrases.ts';
import type { BrandRow } from '../tables/brands/brands.ts';
import { createNormaliser, keyOf } from '../text/normalise.ts';
import { PLAIN_WORDS } from '../text/plain-words.ts';
import { ownKey, plainWords, signsIn } from './own-words.ts';

/** An entry that has a code. */
export type OwnCode = OwnEntry & { readonly code: string };
export type OwnWords = {
  /** For exactly these words. */
  find(ontology: Ontology, text: string): OwnCode | undefined;
  phrases(ontology: Ontology, text: string): Phrase[];
  /** As one types. */
  beginning(ontology: Ontology, typed: string): OwnCode[];
  readonly brands: readonly BrandRow[];
  /** Forgets the texts that were read. */
  forget(): void;
};

type Of = {
  readonly all: readonly OwnCode[];
  readonly byKey: ReadonlyMap<string, OwnCode>;
  /** Those that have signs, by their words alone. */
  readonly signed: ReadonlyMap<string, readonly OwnCode[]>;
  /** Made on first use. It remembers the texts that it reads. */
  phrases?: Phrases | undefined;
};

export function readOwnWords(entries: readonly OwnEntry[]): OwnWords {
  const byOntology = new Map<Ontology, Of>();
  for (const [ontology, all] of Map.groupBy(entries.filter(hasCode), (one) => one.ontology))
    byOntology.set(ontology, {
      all,
      byKey: new Map(all.map((one) => [ownKey(one.words), one])),
      signed: Map.groupBy(
        all.filter(({ words }) => signsIn(words) !== ''),
        ({ words }) => plainWords(words),
      ),
    });
  return {
    find: (ontology, text) => byOntology.get(ontology)?.byKey.get(ownKey(text)),
    phrases: (ontology, text) => phrasesIn(byOntology.get(ontology), text),
    beginning: (ontology, typed) => beginning(byOntology.get(ontology), typed),
    brands: entries.flatMap((entry) => brandOf(entry) ?? []),
    forget() {
      for (const of of byOntology.values()) of.phrases = undefined;
    },
  };
}

const hasCode = (entry: OwnEntry): entry is OwnCode => entry.code !== undefined;

function beginning(of: Of | undefined, typed: string): OwnCode[] {
  const start = typed.trim().toLowerCase();
  if (start.length < LEAST_TYPED) return [];
  return (of?.all ?? []).filter(({ words }) => words.toLowerCase().startsWith(start));
}
const LEAST_TYPED = 2;

/** Found by the same reading of a text as terms of a list, without short forms. */
function phrasesIn(of: Of | undefined, text: string): Phrase[] {
  if (!of) return [];
  of.phrases ??= createPhrases(
    indexOf(of.all),
    { of: () => undefined, has: () => false },
    () => false,
  );
  return of.phrases(text).flatMap((phrase) => {
    const said = text.slice(phrase.start, phrase.end);
    const signed = of.signed.get(plainWords(said)) ?? [];
    const entry =
      signed.find((one) => standsAt(one, text, phrase.start)) ?? of.byKey.get(ownKey(said));
    if (!entry || (isInCapitals(entry.words) && said !== said.toUpperCase())) return [];
    const end = signsIn(entry.words) === '' ? phrase.end : phrase.start + entry.words.length;
    return [{ ...phrase, end, codes: [entry.code], own: true }];
  });
}

const standsAt = ({ words }: OwnCode, text: string, start: number) =>
  text.slice(start, start + words.length).toLowerCase() === words.toLowerCase();

/** "IT" is another thing than "it". */
const isInCapitals = (words: string) => /^\p{Lu}{2,4}$/u.test(words);

function indexOf(all: readonly OwnCode[]): PhraseIndex {
  const wordsOf = createNormaliser();
  const known = new Set(all.flatMap(({ words }) => wordsOf(words)));
  const byKey = Map.groupBy(
    all.map((one, id): Term & { readonly key: string } => ({
      id,
      code: id,
      kind: 1,
      words: [],
      key: keyOf(wordsOf(one.words)),
    })),
    ({ key }) => key,
  );
  return {
    wordsOf,
    word: (word) => (known.has(word) ? { id: 0, word, terms: 1 } : undefined),
    exactly: (key) => [...(byKey.get(key) ?? [])],
    code: (id) => ({ id, code: all[id]?.code ?? '', name: '', flags: 0, nameWords: [] }),
  };
}

/** The strength counts for the numbers of the name, for its own, and where no number is written. */
function brandOf({ words, ingredients, strengths = [] }: OwnEntry): BrandRow | undefined {
  if (ingredients === undefined) return undefined;
  const [only] = strengths;
  const numbers = [
    '',
    ...(words.match(NUMBER) ?? []),
    ...(strengths.length === 1 && only !== undefined ? (only.match(NUMBER) ?? []).slice(0, 1) : []),
  ];
  const isUsual = PLAIN_WORDS.has(words.toLowerCase()) || words.length <= SHORT_NAME;
  return {
    names: [words],
    of: [...ingredients],
    ...(strengths.length > 0 && {
      strengths: Object.fromEntries(numbers.map((number) => [number, [...strengths]])),
    }),
    ...(isUsual && { only: 'with form' as const }),
  };
}
const NUMBER = /\d+(?:\.\d+)?/g;
const SHORT_NAME = 3;
