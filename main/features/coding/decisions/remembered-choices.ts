/**
 * Remembered choices of a doctor: codes chosen before for the same words come first and are marked;
 * none is ever taken over by itself.
 */
import { failures } from '../../../../shared/failures.ts';
import type { CodeCandidate, Ontology } from '../../../../shared/model/coding/codification.ts';
import type { ChosenCode } from '../../../../shared/model/coding/desk.ts';
import type { Choice } from '../../../infrastructure/store/tables/desk-rows.ts';
import type { RememberedChoices as StoredChoices } from '../../../infrastructure/store/tables/remembered-choices.ts';
import { createNormaliser, keyOf } from '../../../infrastructure/terminology/text/normalise.ts';

export type RememberedChoices = {
  /** The same candidates with the doctor's own choices first; `linked` and the scores stay. */
  first(
    text: string,
    ontology: Ontology,
    candidates: readonly CodeCandidate[],
    lookUp: (code: string) => CodeCandidate | undefined,
  ): CodeCandidate[];
  /**
   * Counts the difference only, so that an undone choice is forgotten. `before`, `after`: the codes
   * that were and are decided.
   */
  update(
    text: string,
    before: readonly ChosenCode[],
    after: readonly ChosenCode[],
    at: number,
  ): void;
  /** Returns how many choices there were. */
  forget(): number;
};

export type RememberedChoicesDeps = {
  readonly stored: StoredChoices;
  /** The doctor of these choices. */
  readonly who: () => string;
  /** Names that the vault gives to these parts: the newest key's first. Throws Failure `locked`. */
  readonly references: (parts: readonly string[]) => readonly string[];
};

/** For one wording; rarer choices are dropped. */
const MOST_CHOICES = 5;

export function createRememberedChoices(deps: RememberedChoicesDeps): RememberedChoices {
  const { stored, who } = deps;
  const wordsOf = createNormaliser();
  const find = (text: string, ontology: Ontology) =>
    findChoices(deps, [
      'favourite',
      who(),
      ontology,
      keyOf(wordsOf(text)) || text.trim().toLowerCase(),
    ]);
  const count = (text: string, code: ChosenCode, by: 1 | -1, at: number) => {
    const { name, choices } = find(text, code.ontology);
    stored.put(name, { who: who(), choices: counted(choices, code, by, at) });
  };
  return {
    first: (text, ontology, candidates, lookUp) =>
      withChoicesFirst(find(text, ontology).choices, candidates, lookUp),
    update(text, before, after, at) {
      for (const code of before) if (!after.some(isSame(code))) count(text, code, -1, at);
      for (const code of after) if (!before.some(isSame(code))) count(text, code, 1, at);
    },
    forget: () => stored.forget(who()),
  };
}

/** Under the newest key's name, or one before it. */
function findChoices(
  { stored, references }: RememberedChoicesDeps,
  parts: readonly string[],
): { readonly name: string; readonly choices: readonly Choice[] } {
  const names = references(parts);
  for (const name of names) {
    const found = stored.get(name);
    if (found) return { name, choices: found.choices };
  }
  return { name: newestOf(names), choices: [] };
}

/**
 * The newest key's name. Throws Failure `locked` where there is no key: an empty name would be
 * shared by all.
 */
export function newestOf(names: readonly string[]): string {
  const [newest] = names;
  if (newest === undefined) throw failures.vaultClosed();
  return newest;
}

function withChoicesFirst(
  own: readonly Choice[],
  candidates: readonly CodeCandidate[],
  lookUp: (code: string) => CodeCandidate | undefined,
): CodeCandidate[] {
  const before = own.map(({ code, name, times }): CodeCandidate => {
    const known = candidates.find((one) => one.code === code) ?? lookUp(code);
    const unknown = { code, term: name, synonyms: [], score: null, linked: false, about: [] };
    return { ...(known ?? unknown), chosenBefore: times };
  });
  return [...before, ...candidates.filter(({ code }) => !own.some((one) => one.code === code))];
}

/** Most frequent first. A choice that was undone as often as made is dropped. */
function counted(
  choices: readonly Choice[],
  { code, name }: ChosenCode,
  by: 1 | -1,
  at: number,
): Choice[] {
  const old = choices.find((one) => one.code === code);
  const times = (old?.times ?? 0) + by;
  const others = choices.filter((one) => one.code !== code);
  const last = by > 0 ? at : (old?.last ?? at);
  const next = times > 0 ? [...others, { code, name, times, last }] : others;
  return next.sort((a, b) => b.times - a.times || b.last - a.last).slice(0, MOST_CHOICES);
}

const isSame = (one: ChosenCode) => (other: ChosenCode) =>
  one.ontology === other.ontology && one.code === other.code;
