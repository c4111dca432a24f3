/** What was shown to the doctor, and so may be chosen: a code that nobody offered is not taken from a page. In memory; a restart begins anew. */
import type {
  CodeCandidate,
  LinkedEntity,
  Linker,
  Ontology,
} from '../../../../shared/model/coding/codification.ts';
import type { ChosenCode, Seen } from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';

export type Searched = {
  readonly linker: Linker;
  readonly version: string;
  readonly ontology: Ontology;
  readonly candidate: CodeCandidate;
};

export type Offers = {
  /** Answers about an entity, as they were shown. Of one linker and ontology the last counts. */
  show(visit: string, entityId: string, answers: readonly LinkedEntity[]): void;
  searched(found: readonly Searched[]): void;
  shown(visit: string, entityId: string): readonly LinkedEntity[];
  /** Where the code was offered for this entity; undefined: nowhere. `first`: nothing stood before it. */
  find(
    visit: string,
    entity: NoteEntity,
    ontology: Ontology,
    code: string,
    name: string,
  ):
    | { readonly chosen: ChosenCode; readonly first: boolean; readonly seen?: Seen | undefined }
    | undefined;
  seen(visit: string, entityId: string): Seen[];
  forget(): void;
};

/** Visits looked at last; an older one is linked again when it is opened. */
const MOST_VISITS = 20;
const MOST_SEARCHED = 5_000;

export function createOffers(): Offers {
  const shown = new Map<string, Map<string, LinkedEntity[]>>();
  const searches = new Map<string, Searched>();
  const of = (visit: string, entityId: string): readonly LinkedEntity[] =>
    shown.get(visit)?.get(entityId) ?? [];

  /** The name is one of ours, whatever the page calls the code. */
  const chosen = (
    ontology: Ontology,
    { code, term, synonyms, why, header }: CodeCandidate,
    name: string,
  ): ChosenCode => ({
    ontology,
    code,
    name: [term, ...synonyms, why?.term].includes(name) ? name : term,
    ...(header && { header }),
  });

  return {
    show(visit, entityId, answers) {
      const others = of(visit, entityId).filter(
        (one) =>
          !answers.some(
            ({ linker, ontology }) => linker === one.linker && ontology === one.ontology,
          ),
      );
      const entities = shown.get(visit) ?? new Map<string, LinkedEntity[]>();
      shown.delete(visit);
      if (shown.size >= MOST_VISITS) shown.delete(shown.keys().next().value!);
      shown.set(visit, entities.set(entityId, [...others, ...answers]));
    },
    searched(found) {
      for (const one of found) {
        const id = `${one.ontology} ${one.candidate.code}`;
        searches.delete(id);
        if (searches.size >= MOST_SEARCHED) searches.delete(searches.keys().next().value!);
        searches.set(id, one);
      }
    },
    shown: of,
    find(visit, { id, given }, ontology, code, name) {
      const came = given.find((one) => one.ontology === ontology && one.code === code);
      const first =
        (came !== undefined && given.find((one) => one.ontology === ontology) === came) ||
        of(visit, id).some((one) => one.ontology === ontology && one.candidates[0]?.code === code);
      for (const answer of of(visit, id)) {
        const at =
          answer.ontology === ontology
            ? answer.candidates.findIndex((one) => one.code === code)
            : -1;
        if (at >= 0) return { chosen: chosen(ontology, answer.candidates[at]!, name), first };
      }
      if (came) return { chosen: { ontology, code, name: came.name }, first };
      const found = searches.get(`${ontology} ${code}`);
      if (!found) return undefined;
      const {
        linker,
        version,
        candidate: { term, score, linked },
      } = found;
      return {
        chosen: chosen(ontology, found.candidate, name),
        first: false,
        seen: { linker, ontology, version, offered: [{ code, name: term, score, linked }] },
      };
    },
    seen: (visit, entityId) =>
      of(visit, entityId)
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
        })),
    forget() {
      shown.clear();
      searches.clear();
    },
  };
}
