/**
 * The code desk: reads a note's entities, asks for codes, and stores the doctor's decisions. It
 * decides nothing itself, and accepts no code from a page that was not offered to the doctor.
 */
import { failures } from '../../../../shared/failures.ts';
import type {
  CodeCandidate,
  Linker,
  Ontology,
} from '../../../../shared/model/coding/codification.ts';
import type {
  AskedLinker,
  Decision,
  Desk,
  DeskAnswer,
} from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';
import type {
  DecidedEntity,
  Leaving,
  SaidLeaving,
} from '../../../../shared/model/export/leaving.ts';
import { workedHere } from '../../../infrastructure/platform/transcription/here-folder.ts';
import { putForgotten } from '../../../infrastructure/store/tables/remembered-choices.ts';
import { linkEntities } from './ask-linkers.ts';
import {
  addMark,
  type DecisionInput,
  decide,
  knownEntity,
  sayLeaving,
  undoLast,
} from './decide.ts';
import {
  createDeskState,
  type DeskDeps,
  type DeskState,
  entitiesOf,
  findNote,
  forgetPatients,
  noteFor,
  presentDesk,
  readInSlices,
} from './desk-state.ts';
import type { Marking } from './marks.ts';
import { neutralEntities } from './neutral-codes.ts';

export type { DecisionInput } from './decide.ts';
export type { DeskDeps } from './desk-state.ts';

/**
 * All throw Failure `missing` / `no-consultation`, `refused` / `no-note`, and `locked`. Codes of a
 * signed note can be changed like its words: the signed version stays as it is, and the note shows
 * that it changed since (`NoteState.signed.changedSince`).
 */
export type CodingFeature = {
  open(id: string): Promise<Desk>;
  /** `named`: ids of entities; undefined: all. Throws `missing` / `no-entity`. */
  link(
    id: string,
    named: readonly string[] | undefined,
    by: AskedLinker,
    anew?: boolean,
  ): Promise<DeskAnswer[]>;
  /**
   * `visit`: whose finding it is. Throws `missing` (`no-terminology`, `no-terminology-server`),
   * `refused` / `worked-here`, and what the platform throws.
   */
  search(
    ontology: Ontology,
    text: string,
    by?: 'local' | 'platform' | 'server',
    visit?: string | undefined,
  ): Promise<SearchResult>;
  /**
   * All or nothing. Throws `missing` / `no-entity`, `invalid` / `entity-twice`, `refused` /
   * `code-unknown`, `busy` / `stale` where an entity is read in another way by now.
   */
  decide(id: string, inputs: readonly DecisionInput[]): Desk;
  /**
   * `revision`: of the desk in view. Throws `refused` / `nothing-to-undo`, `busy` / `stale` where it
   * is another by now.
   */
  undo(id: string, revision?: number): Desk;
  /** Throws `invalid` / `words-elsewhere` where the words do not stand there. */
  mark(id: string, marking: Marking): Desk;
  /**
   * The doctor says how decided medicines, tests or procedures leave; undefined: as their words are
   * read. `read`: how they are. Throws `missing` / `no-entity`, `invalid` / `leaves-otherwise`.
   */
  leaveAs(
    id: string,
    entities: readonly string[],
    as: SaidLeaving | undefined,
    read?: Leaving,
  ): void;
  /** True once every code list was asked and none has a code for it; false until then. */
  hasNoCodes(id: string, entity: NoteEntity): boolean;
  forgetFavourites(): number;
  /** For "Save everything": the latest decisions, and the doctor's own marks. */
  saved(id: string): SavedDesk;
  /**
   * Decisions about words that stand in the note, for signing and for export; none where there is
   * no note.
   */
  neutral(id: string): DecidedEntity[];
  /** Forgets words of patients: the vault is being locked. */
  forget(): void;
};

type SearchResult = {
  readonly linker: Linker;
  readonly version: string;
  readonly candidates: readonly CodeCandidate[];
};
type SavedDesk = {
  readonly decisions: readonly { readonly entity: NoteEntity; readonly decision: Decision }[];
  readonly marks: readonly NoteEntity[];
};

export function createDesk(deps: DeskDeps): CodingFeature {
  const state = createDeskState(deps);
  return {
    open: (id) => openDesk(state, id),
    link: (id, named, by, anew = false) => linkNamed(state, id, named, by, anew),
    async search(ontology, text, by = 'local', visit) {
      if (visit !== undefined) linkerFor(state, visit, by);
      return searchCodes(state, ontology, text, by);
    },
    decide: (id, inputs) => decide(state, id, inputs),
    undo: (id, revision) => undoLast(state, id, revision),
    mark: (id, marking) => addMark(state, id, marking),
    leaveAs(id, entities, as, read) {
      sayLeaving(state, id, { entities, as, read });
    },
    hasNoCodes: (id, entity) => state.offers.hasNone(id, entity),
    forgetFavourites: () => forgetRemembered(state),
    saved: (id) => savedDesk(state, id),
    neutral: (id) => neutralDecisions(state, id),
    forget: () => forgetPatients(state),
  };
}

async function openDesk(state: DeskState, id: string): Promise<Desk> {
  await readInSlices(state, id);
  return presentDesk(state, id, noteFor(state, id));
}

async function linkNamed(
  state: DeskState,
  id: string,
  named: readonly string[] | undefined,
  by: AskedLinker,
  anew: boolean,
): Promise<DeskAnswer[]> {
  await readInSlices(state, id);
  const all = entitiesOf(state, id, noteFor(state, id));
  const entities = named ? [...new Set(named)].map((name) => knownEntity(all, name)) : all;
  const checkVisit = () => void noteFor(state, id);
  return linkEntities(state.asking, {
    visit: id,
    entities,
    by: linkerFor(state, id, by),
    anew,
    checkVisit,
  });
}

/** No platform is told of a visit that is worked on here. Throws Failure `refused` / `worked-here`. */
function linkerFor({ deps: { store } }: DeskState, id: string, by: AskedLinker): AskedLinker {
  if (!store.visits.get(id)?.details.worksHere || by === 'local' || by === 'server') return by;
  if (by === 'platform') throw workedHere();
  return 'local';
}

async function searchCodes(
  state: DeskState,
  ontology: Ontology,
  text: string,
  by: 'local' | 'platform' | 'server',
): Promise<SearchResult> {
  const { generation } = state;
  const found = await state.deps.codify.search(ontology, text, by);
  if (generation !== state.generation) throw failures.vaultClosed();
  const { linker, version, candidates } = found;
  state.offers.searched(candidates.map((candidate) => ({ linker, version, ontology, candidate })));
  return found;
}

function forgetRemembered({ choices, deps: { store, clock } }: DeskState): number {
  const forgotten = choices.forget();
  putForgotten(store.values, clock.now());
  // The database file keeps deleted rows until it is compacted.
  if (forgotten > 0) store.compact();
  return forgotten;
}

function savedDesk({ deps: { store } }: DeskState, id: string): SavedDesk {
  const rows = store.decisions.list(id);
  const latest = new Map(rows.map(({ entity, decision }) => [entity.id, { entity, decision }]));
  return { decisions: [...latest.values()], marks: store.decisions.marks(id) };
}

/** A list that cannot be read tells no tag; linking reports it. */
const safely =
  (tagOf: DeskDeps['tagOf']): DeskDeps['tagOf'] =>
  (code) => {
    try {
      return tagOf(code);
    } catch {
      return '';
    }
  };

function neutralDecisions(state: DeskState, id: string): DecidedEntity[] {
  const note = findNote(state, id);
  if (!note) return [];
  const { entities, decisions } = presentDesk(state, id, note);
  const byEntity = new Map(decisions.map((decision) => [decision.entityId, decision]));
  const decided = entities.flatMap((entity) => {
    const decision = byEntity.get(entity.id);
    return decision ? [{ entity, decision }] : [];
  });
  const { brand, tagOf } = state.deps;
  return neutralEntities(decided, {
    brand: brand(),
    tagOf: safely(tagOf),
    documents: note.documents,
  });
}
