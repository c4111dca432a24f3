/** State of the code desk: notes that were read, offers, and the revision of each visit's desk. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type { Linker } from '../../../../shared/model/coding/codification.ts';
import type { Desk } from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import type { Store } from '../../../infrastructure/store/store.ts';
import type { Codify } from '../linkers/codify.ts';
import type { AskDeps } from './ask-linkers.ts';
import { currentDecisions } from './current-decisions.ts';
import type { MappedDeps } from './mapped-codes.ts';
import { withMarks } from './marks.ts';
import { createOffers, type Offers } from './offers.ts';
import { createRememberedChoices, newestOf, type RememberedChoices } from './remembered-choices.ts';

export type DeskDeps = {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<
    Store,
    | 'visits'
    | 'notes'
    | 'decisions'
    | 'links'
    | 'rememberedChoices'
    | 'values'
    | 'transaction'
    | 'compact'
  >;
  readonly codify: Codify;
  /** Entities of a note in its order, in small steps; the same note always gives the same ids. */
  readonly extract: (note: Note) => Generator<void, readonly NoteEntity[]>;
  /** The installed SNOMED CT release's map of a concept. */
  readonly mapOf: MappedDeps['mapOf'];
  /** The semantic tag of a SNOMED CT concept on this computer; empty where it is not known. */
  readonly tagOf: (snomedCode: string) => string;
  /** The doctor who decides; empty where nobody is signed in. */
  readonly who: () => string;
  /**
   * Owner of a linker's answers: an account, or a server's address. They are never given to another
   * owner.
   */
  readonly ownerOf: (linker: Linker) => string;
  /** The platform's word for itself (contract 0). */
  readonly brand: () => string;
  /** Names that the vault gives to these parts, the newest key's first. Throws Failure `locked`. */
  readonly references: (parts: readonly string[]) => readonly string[];
  /** The desk of a visit changed: other windows show it too. */
  readonly changed: (id: string, revision: number) => void;
};

export type DeskState = {
  readonly deps: DeskDeps;
  readonly offers: Offers;
  readonly choices: RememberedChoices;
  readonly asking: AskDeps;
  /**
   * Entities of the notes read last, by digest of the note: a desk is asked many times about one
   * note.
   */
  readonly read: Map<string, readonly NoteEntity[]>;
  /** Grows when the vault is locked: work that began before must leave nothing behind. */
  generation: number;
  /** By visit, since the start; each change makes another. */
  readonly revisions: Map<string, number>;
};

const MOST_READ = 4;
/** States in which a visit has a note. */
const WITH_NOTE = ['ready', 'partial', 'reviewed', 'purged'];

export function createDeskState(deps: DeskDeps): DeskState {
  const { store, codify, mapOf, who, ownerOf, references } = deps;
  const offers = createOffers();
  const choices = createRememberedChoices({ stored: store.rememberedChoices, who, references });
  return {
    deps,
    offers,
    choices,
    asking: {
      codify,
      links: store.links,
      transaction: (run) => store.transaction(run),
      choices,
      offers,
      mapOf,
      ownerOf,
      reference: (parts) => newestOf(references(parts)),
    },
    read: new Map(),
    generation: 0,
    revisions: new Map(),
  };
}

/** Throws Failure `missing` / `no-consultation`, `refused` / `no-note`. */
export function noteFor(state: DeskState, id: string): Note {
  const row = state.deps.store.visits.get(id);
  if (!row) throw failures.noVisit();
  const note = noteOf(state, row);
  if (!note)
    throw new Failure('refused', 'There is no note of this visit yet.', { detail: 'no-note' });
  return note;
}

/** Undefined where there is no visit or no note. */
export function findNote(state: DeskState, id: string): Note | undefined {
  const row = state.deps.store.visits.get(id);
  return row && noteOf(state, row);
}

const noteOf = ({ deps: { store } }: DeskState, { id, state }: VisitRow) =>
  WITH_NOTE.includes(state) ? store.notes.get(id) : undefined;

/**
 * Reads the entities of a note in slices: a long note takes a while the first time, and a recording
 * may be running.
 */
export async function readInSlices(state: DeskState, id: string): Promise<void> {
  const note = noteFor(state, id);
  const digest = digestOf(state, note);
  const { generation } = state;
  if (state.read.has(digest)) return;
  const work = state.deps.extract(note);
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) {
      if (generation === state.generation) remember(state, digest, step.value);
      return;
    }
    await nextTurn();
  }
}

export function entitiesOf(state: DeskState, id: string, note: Note): readonly NoteEntity[] {
  const digest = digestOf(state, note);
  const entities =
    state.read.get(digest) ?? remember(state, digest, runToEnd(state.deps.extract(note)));
  const marked = withMarks(note, entities, state.deps.store.decisions.marks(id));
  return marked.map((one) => withIngredients(state, one));
}

/** Whichever linker answers, the doctor sees what a brand is made of. */
function withIngredients({ deps: { codify } }: DeskState, entity: NoteEntity): NoteEntity {
  const brandOf = entity.kind === 'medication' ? codify.local.brandOf(entity.text) : undefined;
  return brandOf === undefined ? entity : { ...entity, brandOf };
}

export function presentDesk(state: DeskState, id: string, note: Note): Desk {
  const entities = entitiesOf(state, id, note);
  const rows = state.deps.store.decisions.list(id);
  const { decisions, superseded } = currentDecisions(entities, rows);
  const last = rows.at(-1)?.batch;
  return {
    visitId: id,
    entities,
    decisions,
    ...(superseded.length > 0 && { gone: superseded }),
    undo: last === undefined ? undefined : rows.filter(({ batch }) => batch === last).length,
    revision: revisionOf(state, id),
  };
}

export const revisionOf = ({ revisions }: DeskState, id: string): number => revisions.get(id) ?? 0;

export function notifyChanged(state: DeskState, id: string): void {
  const revision = revisionOf(state, id) + 1;
  state.revisions.set(id, revision);
  state.deps.changed(id, revision);
}

/** Forgets words of patients: the vault is being locked. */
export function forgetPatients(state: DeskState): void {
  state.generation += 1;
  state.offers.forget();
  state.read.clear();
}

/** Digest of the note and the installed lists: a new list finds other entities. */
const digestOf = ({ deps: { codify } }: DeskState, note: Note) =>
  createHash('sha256')
    .update(JSON.stringify([note, [...codify.local.versions()]]))
    .digest('base64');

function remember({ read }: DeskState, digest: string, entities: readonly NoteEntity[]) {
  const [oldest] = read.keys();
  if (read.size >= MOST_READ && oldest !== undefined) read.delete(oldest);
  read.set(digest, entities);
  return entities;
}

function runToEnd<T>(work: Generator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
