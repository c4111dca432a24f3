/**
 * Codes that were offered to the doctor, and so may be chosen: a code that was not offered is
 * refused. In memory; a restart begins anew.
 */
import type {
  CodeCandidate,
  LinkedEntity,
  Linker,
  Ontology,
} from '../../../../shared/model/coding/codification.ts';
import type { ChosenCode, Seen } from '../../../../shared/model/coding/desk.ts';
import { hasNoCodes } from '../../../../shared/model/coding/desk-rows.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';

type Searched = {
  readonly linker: Linker;
  readonly version: string;
  readonly ontology: Ontology;
  readonly candidate: CodeCandidate;
};
/** `first`: no other code stood before it. */
export type Offer = {
  readonly chosen: ChosenCode;
  readonly first: boolean;
  readonly seen?: Seen | undefined;
};

export type Offers = {
  /**
   * Answers about an entity, as they are shown. For each linker and ontology the last answer
   * counts.
   */
  show(visit: string, entityId: string, answers: readonly LinkedEntity[]): void;
  searched(found: readonly Searched[]): void;
  /** Undefined where the code was not offered for this entity. */
  find(
    visit: string,
    entity: NoteEntity,
    ontology: Ontology,
    code: string,
    name: string,
  ): Offer | undefined;
  /** True once every list was asked and none has a code for it. */
  hasNone(visit: string, entity: NoteEntity): boolean;
  seen(visit: string, entityId: string): Seen[];
  forget(): void;
};

/** Visits opened last; an older one is linked again when it is opened. */
const MOST_VISITS = 20;
const MOST_SEARCHED = 5_000;

type OfferState = {
  /** By visit and entity. */
  readonly shown: Map<string, Map<string, readonly LinkedEntity[]>>;
  /** By ontology and code. */
  readonly searches: Map<string, Searched>;
};

export function createOffers(): Offers {
  const state: OfferState = { shown: new Map(), searches: new Map() };
  return {
    show: (visit, entityId, answers) => show(state, visit, entityId, answers),
    searched: (found) => rememberSearches(state, found),
    find: (visit, entity, ontology, code, name) =>
      findOffer(state, answersOf(state, visit, entity.id), entity, { ontology, code, name }),
    hasNone: (visit, entity) => hasNoCodes(entity, answersOf(state, visit, entity.id)),
    seen: (visit, entityId) => seenOf(answersOf(state, visit, entityId)),
    forget() {
      state.shown.clear();
      state.searches.clear();
    },
  };
}

const answersOf = ({ shown }: OfferState, visit: string, entityId: string) =>
  shown.get(visit)?.get(entityId) ?? [];

function show(
  state: OfferState,
  visit: string,
  entityId: string,
  answers: readonly LinkedEntity[],
): void {
  const others = answersOf(state, visit, entityId).filter(
    (one) =>
      !answers.some(({ linker, ontology }) => linker === one.linker && ontology === one.ontology),
  );
  const entities = state.shown.get(visit) ?? new Map<string, readonly LinkedEntity[]>();
  entities.set(entityId, [...others, ...answers]);
  putLast(state.shown, visit, entities, MOST_VISITS);
}

function rememberSearches({ searches }: OfferState, found: readonly Searched[]): void {
  for (const one of found)
    putLast(searches, searchKey(one.ontology, one.candidate.code), one, MOST_SEARCHED);
}

/** Puts an entry at the end, and drops the oldest one where there would be more than `most`. */
function putLast<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

const searchKey = (ontology: Ontology, code: string) => `${ontology} ${code}`;

function findOffer(
  { searches }: OfferState,
  answers: readonly LinkedEntity[],
  { given }: NoteEntity,
  asked: ChosenCode,
): Offer | undefined {
  const { ontology, code } = asked;
  const ofOntology = answers.filter((one) => one.ontology === ontology);
  const [firstGiven] = given.filter((one) => one.ontology === ontology);
  const cameWithNote = given.find((one) => one.ontology === ontology && one.code === code);
  const first =
    (cameWithNote !== undefined && firstGiven === cameWithNote) ||
    ofOntology.some(({ candidates: [best] }) => best?.code === code);
  const shown = ofOntology.flatMap(({ candidates }) => candidates).find((one) => one.code === code);
  if (shown) return { chosen: chosenFrom(shown, asked), first };
  if (cameWithNote) return { chosen: { ontology, code, name: cameWithNote.name }, first };
  const found = searches.get(searchKey(ontology, code));
  return (
    found && {
      chosen: chosenFrom(found.candidate, asked),
      first: false,
      seen: seenOf([{ ...found, candidates: [found.candidate] }])[0],
    }
  );
}

/** The name is one of the candidate's own; another name from the page is replaced by its term. */
const chosenFrom = (
  { code, term, synonyms, why, header }: CodeCandidate,
  { ontology, name }: ChosenCode,
): ChosenCode => ({
  ontology,
  code,
  name: [term, ...synonyms, why?.term].includes(name) ? name : term,
  ...(header && { header }),
});

const seenOf = (
  answers: readonly Pick<
    LinkedEntity,
    'linker' | 'ontology' | 'version' | 'candidates' | 'trouble'
  >[],
): Seen[] =>
  answers
    .filter(({ trouble }) => trouble === undefined)
    .map(({ linker, ontology, version, candidates }) => ({
      linker,
      ontology,
      version,
      offered: candidates.map(({ code, term, score, linked }) => ({
        code,
        name: term,
        score,
        linked,
      })),
    }));
