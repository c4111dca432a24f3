/** A doctor's own choices: what was chosen for the same words before comes first, says so, and is never taken over by itself. */
import type { CodeCandidate, Ontology } from '../../../../shared/model/coding/codification.ts';
import type { ChosenCode } from '../../../../shared/model/coding/desk.ts';
import type { Choice } from '../../../infrastructure/store/tables/desk-rows.ts';
import type { RememberedChoices as Kept } from '../../../infrastructure/store/tables/remembered-choices.ts';
import { createNormaliser, keyOf } from '../../../infrastructure/terminology/text/normalise.ts';

export type Favourites = {
  /** Most usual first. */
  of(text: string, ontology: Ontology): readonly Choice[];
  /** The same candidates with the doctor's own first; `linked` and the scores stay what they were. */
  first(
    text: string,
    ontology: Ontology,
    candidates: readonly CodeCandidate[],
    lookUp: (code: string) => CodeCandidate | undefined,
  ): CodeCandidate[];
  /** What stands now instead of what stood before: only the difference counts, so that what is taken back is unlearnt. */
  learn(
    text: string,
    before: readonly ChosenCode[],
    after: readonly ChosenCode[],
    at: number,
  ): void;
  forget(): number;
};

export type FavouritesDeps = {
  readonly kept: Kept;
  /** Whose choices these are. */
  readonly who: () => string;
  /** Names that the vault gives to these parts: the newest key's first. Throws Failure `locked`. */
  readonly references: (parts: readonly string[]) => readonly string[];
};

/** Other choices than these are rare ones. */
const MOST_CHOICES = 5;

export function createFavourites({ kept, who, references }: FavouritesDeps): Favourites {
  const wordsOf = createNormaliser();
  const namesOf = (text: string, ontology: Ontology) =>
    references(['favourite', who(), ontology, keyOf(wordsOf(text)) || text.trim().toLowerCase()]);

  /** Under the newest key, or one before it. */
  function find(names: readonly string[]) {
    for (const name of names) {
      const found = kept.get(name);
      if (found) return { name, choices: found.choices };
    }
    return { name: names[0]!, choices: [] as readonly Choice[] };
  }

  return {
    of: (text, ontology) => find(namesOf(text, ontology)).choices,
    first(text, ontology, candidates, lookUp) {
      const own = find(namesOf(text, ontology)).choices;
      const before = own.map(
        ({ code, name, times }): CodeCandidate => ({
          ...(candidates.find((one) => one.code === code) ??
            lookUp(code) ?? {
              code,
              term: name,
              synonyms: [],
              score: null,
              linked: false,
              about: [],
            }),
          chosenBefore: times,
        }),
      );
      return [...before, ...candidates.filter(({ code }) => !own.some((one) => one.code === code))];
    },
    learn(text, before, after, at) {
      const same = (one: ChosenCode) => (other: ChosenCode) =>
        one.ontology === other.ontology && one.code === other.code;
      const change = ({ ontology, code, name }: ChosenCode, by: 1 | -1) => {
        const { name: place, choices } = find(namesOf(text, ontology));
        const old = choices.find((one) => one.code === code);
        const times = (old?.times ?? 0) + by;
        const others = choices.filter((one) => one.code !== code);
        const next =
          times > 0
            ? [...others, { code, name, times, last: by > 0 ? at : (old?.last ?? at) }]
            : others;
        kept.put(place, {
          who: who(),
          choices: next.sort((a, b) => b.times - a.times || b.last - a.last).slice(0, MOST_CHOICES),
        });
      };
      for (const code of before) if (!after.some(same(code))) change(code, -1);
      for (const code of after) if (!before.some(same(code))) change(code, 1);
    },
    forget: () => kept.forget(who()),
  };
}
