/**
 * The code desk: reads a note's entities, asks for codes, and puts down what the doctor decides. Nothing is decided here, and
 * nothing is taken from a page that was not offered to the doctor.
 */
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../../../shared/failure.ts';
import type {
  CodeCandidate,
  Linker,
  Ontology,
} from '../../../../shared/model/coding/codification.ts';
import type {
  AskedLinker,
  ChosenCode,
  Decision,
  Desk,
  DeskAnswer,
  Verdict,
} from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity, Status } from '../../../../shared/model/coding/entities.ts';
import type { NeutralEntity } from '../../../../shared/model/export/export.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import type { Store } from '../../../infrastructure/store/store.ts';
import { putForgotten } from '../../../infrastructure/store/tables/remembered-choices.ts';
import type { Codify } from '../linkers/codify.ts';
import { createAsking } from './ask-linkers.ts';
import { standing } from './current-decisions.ts';
import type { MappedDeps } from './mapped-codes.ts';
import { type Marking, markOf, withMarks } from './marks.ts';
import { neutralEntities } from './neutral-codes.ts';
import { createOffers } from './offers.ts';
import { createFavourites } from './remembered-choices.ts';

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
  /** What a note speaks of, in its order, in small steps; the same ids whenever the same note is read. */
  readonly extract: (note: Note) => Generator<void, readonly NoteEntity[]>;
  /** The installed SNOMED CT release's map of a concept. */
  readonly mapOf: MappedDeps['mapOf'];
  /** Whose decisions these are; empty where nobody is signed in. */
  readonly who: () => string;
  /** Whose answers a linker's are: an account, or a server's address. They are never given to another. */
  readonly whose: (linker: Linker) => string;
  /** The platform's word for itself (contract 0). */
  readonly brand: () => string;
  /** Names that the vault gives to these parts, the newest key's first. Throws Failure `locked`. */
  readonly references: (parts: readonly string[]) => readonly string[];
  /** A deed was done: other windows show it too. */
  readonly changed: (id: string, revision: number) => void;
};

/** As a page hands it in. */
export type Wish = {
  readonly entityId: string;
  readonly verdict: Verdict;
  readonly codes: readonly ChosenCode[];
  readonly reason?: string | undefined;
  readonly status?: Status | undefined;
};

/**
 * All throw Failure `missing` / `no-consultation`, `refused` / `no-note`, and `locked`. A signed note's codes can be changed like its
 * words: what was signed stays as it was, and the note tells that it says something else since (`NoteState.signed.changedSince`).
 */
export type DeskPart = {
  open(id: string): Promise<Desk>;
  /** Those not named: all. Throws `missing` / `no-entity`. */
  link(
    id: string,
    named: readonly string[] | undefined,
    by: AskedLinker,
    anew?: boolean,
  ): Promise<DeskAnswer[]>;
  /** Throws `missing` (`no-terminology`, `no-terminology-server`), and what the platform throws. */
  search(
    ontology: Ontology,
    text: string,
    by?: 'local' | 'platform' | 'server',
  ): Promise<{
    readonly linker: Linker;
    readonly version: string;
    readonly candidates: readonly CodeCandidate[];
  }>;
  /** Throws `missing` / `no-entity`, `invalid` / `entity-twice`, `refused` / `code-unknown`: then nothing of it is put down. */
  decide(id: string, wishes: readonly Wish[]): Desk;
  /** Throws `refused` / `nothing-to-undo`. */
  undo(id: string): Desk;
  /** Throws `invalid` / `words-elsewhere` where the words do not stand there. */
  mark(id: string, marking: Marking): Desk;
  forgetFavourites(): number;
  /** For "Save everything": what was decided, and the doctor's own marks. */
  saved(id: string): {
    readonly decisions: readonly { readonly entity: NoteEntity; readonly decision: Decision }[];
    readonly marks: readonly NoteEntity[];
  };
  /** What was decided about words that stand in the note, for signing and for export; none where there is no note. */
  neutral(id: string): NeutralEntity[];
  /** Words of patients are forgotten: the vault is being locked. */
  forget(): void;
};

const MOST_READ = 4;
/** Where there is a note. */
const NOTED = ['ready', 'partial', 'reviewed', 'purged'];

export function createDesk({
  clock,
  store,
  codify,
  extract,
  mapOf,
  who,
  whose,
  brand,
  references,
  changed,
}: DeskDeps): DeskPart {
  const offers = createOffers();
  const favourites = createFavourites({ kept: store.rememberedChoices, who, references });
  const asking = createAsking({
    codify,
    links: store.links,
    transaction: (run) => store.transaction(run),
    favourites,
    offers,
    mapOf,
    whose,
    reference: (parts) => references(parts)[0]!,
  });
  /** Notes read last, and what they speak of: a desk is asked many times about one note. */
  const read = new Map<string, readonly NoteEntity[]>();
  /** Grows when the vault is locked: what was begun before must leave nothing behind. */
  let era = 0;
  /** Of each visit since the start; a deed makes it another. */
  const revisions = new Map<string, number>();
  function tell(id: string) {
    const revision = (revisions.get(id) ?? 0) + 1;
    revisions.set(id, revision);
    changed(id, revision);
  }

  function noted(id: string): { note: Note } {
    const row = store.visits.get(id);
    if (!row)
      throw new Failure('missing', 'There is no such visit on this computer.', {
        detail: 'no-consultation',
      });
    const note = NOTED.includes(row.state) ? store.notes.get(id) : undefined;
    if (!note)
      throw new Failure('refused', 'There is no note of this visit yet.', { detail: 'no-note' });
    return { note };
  }

  const digestOf = (note: Note) =>
    createHash('sha256')
      .update(JSON.stringify([note, [...codify.local.versions()]]))
      .digest('base64');
  function remember(digest: string, entities: readonly NoteEntity[]) {
    if (read.size >= MOST_READ) read.delete(read.keys().next().value!);
    read.set(digest, entities);
    return entities;
  }

  /** A long note takes a while the first time, and a recording may be running beside it. */
  async function readUnhurried(id: string): Promise<void> {
    const { note } = noted(id);
    const digest = digestOf(note);
    const of = era;
    if (read.has(digest)) return;
    const work = extract(note);
    for (;;) {
      const step = work.next();
      if (step.done) return void (of === era && remember(digest, step.value));
      await turn();
    }
  }

  function entitiesOf(id: string, note: Note): readonly NoteEntity[] {
    const digest = digestOf(note);
    return withMarks(
      note,
      read.get(digest) ?? remember(digest, toEnd(extract(note))),
      store.decisions.marks(id),
    );
  }

  function present(id: string, note: Note): Desk {
    const entities = entitiesOf(id, note);
    const rows = store.decisions.list(id);
    const { decisions, gone } = standing(entities, rows);
    const last = rows.at(-1)?.batch;
    return {
      visitId: id,
      entities,
      decisions,
      ...(gone.length > 0 && { gone }),
      undo: last === undefined ? undefined : rows.filter(({ batch }) => batch === last).length,
      revision: revisions.get(id) ?? 0,
    };
  }

  /** What the doctor wishes, in the core's own words. */
  function decisionOf(
    visit: string,
    entity: NoteEntity,
    { verdict, codes, reason, status }: Wish,
    before: Decision | undefined,
  ): Decision {
    const found = codes.map(({ ontology, code, name }) => {
      const offer = offers.find(visit, entity, ontology, code, name);
      const kept = before?.codes.find((one) => one.ontology === ontology && one.code === code);
      if (offer) return offer;
      if (kept)
        return {
          chosen: kept,
          first: before?.verdict === 'accepted',
          seen: before?.seen.find(
            (one) => one.ontology === ontology && one.offered.some((each) => each.code === code),
          ),
        };
      throw new Failure(
        'refused',
        'This code was not offered for these words. Search for it first.',
        { detail: 'code-unknown' },
      );
    });
    return {
      entityId: entity.id,
      verdict:
        verdict === 'rejected'
          ? verdict
          : found.every(({ first }) => first)
            ? 'accepted'
            : 'changed',
      codes: found.map(({ chosen }) => chosen),
      ...(reason !== undefined && { reason }),
      ...(status !== undefined && { status }),
      at: clock.now(),
      who: who(),
      seen: [...offers.seen(visit, entity.id), ...found.flatMap(({ seen }) => seen ?? [])],
    };
  }

  /** A habit is whose decision it was, and nobody else's who takes it back or replaces it. */
  const learnt = (decision: Decision | undefined) =>
    decision?.verdict === 'rejected' || decision?.who !== who() ? [] : decision.codes;

  /** Runs a change of decisions, and lets the doctor's habits follow what stands afterwards. */
  function change(id: string, note: Note, run: () => void): Desk {
    const desk = store.transaction(() => {
      const before = present(id, note);
      run();
      const after = present(id, note);
      for (const { id: entityId, text } of after.entities) {
        const of = ({ decisions }: Desk) => decisions.find((one) => one.entityId === entityId);
        if (of(before) !== of(after))
          favourites.learn(text, learnt(of(before)), learnt(of(after)), clock.now());
      }
      return after;
    });
    tell(id);
    return { ...desk, revision: revisions.get(id)! };
  }

  return {
    async open(id) {
      await readUnhurried(id);
      return present(id, noted(id).note);
    },

    async link(id, named, by, anew = false) {
      await readUnhurried(id);
      const all = entitiesOf(id, noted(id).note);
      const entities =
        named === undefined ? all : [...new Set(named)].map((name) => known(all, name));
      return asking.link(id, entities, by, anew, () => void noted(id));
    },

    async search(ontology, text, by = 'local') {
      const of = era;
      const found = await codify.search(ontology, text, by);
      if (of !== era)
        throw new Failure('locked', 'The vault was locked meanwhile.', { detail: 'vault-closed' });
      offers.searched(
        found.candidates.map((candidate) => ({
          linker: found.linker,
          version: found.version,
          ontology,
          candidate,
        })),
      );
      return found;
    },

    decide(id, wishes) {
      const { note } = noted(id);
      const all = entitiesOf(id, note);
      if (new Set(wishes.map(({ entityId }) => entityId)).size < wishes.length)
        throw new Failure('invalid', 'One deed decides about an entity once.', {
          detail: 'entity-twice',
        });
      const { decisions } = present(id, note);
      const decided = wishes.map((wish) => {
        const entity = known(all, wish.entityId);
        return {
          entity,
          decision: decisionOf(
            id,
            entity,
            wish,
            decisions.find(({ entityId }) => entityId === entity.id),
          ),
        };
      });
      return change(id, note, () => void store.decisions.add(id, decided));
    },

    undo(id) {
      return change(id, noted(id).note, () => {
        if (store.decisions.takeBack(id).length === 0)
          throw new Failure('refused', 'There is nothing to take back.', {
            detail: 'nothing-to-undo',
          });
      });
    },

    mark(id, marking) {
      const { note } = noted(id);
      const mark = markOf(note, marking);
      // Found by now, or marked twice: it stands there once.
      if (
        !entitiesOf(id, note).some(
          (one) =>
            one.kind === mark.kind &&
            one.document === mark.document &&
            one.section === mark.section &&
            one.span.start === mark.span.start &&
            one.span.end === mark.span.end,
        )
      ) {
        store.decisions.mark(id, mark);
        tell(id);
      }
      return present(id, note);
    },

    forgetFavourites() {
      const forgotten = favourites.forget();
      putForgotten(store.values, clock.now());
      if (forgotten > 0) store.compact();
      return forgotten;
    },

    saved(id) {
      const rows = store.decisions.list(id);
      const latest = new Map(rows.map(({ entity, decision }) => [entity.id, { entity, decision }]));
      return { decisions: [...latest.values()], marks: store.decisions.marks(id) };
    },

    neutral(id) {
      const row = store.visits.get(id);
      const note = row && NOTED.includes(row.state) ? store.notes.get(id) : undefined;
      if (!note) return [];
      const { entities, decisions } = present(id, note);
      const of = new Map(decisions.map((decision) => [decision.entityId, decision]));
      return neutralEntities(
        entities.flatMap((entity) =>
          of.has(entity.id) ? [{ entity, decision: of.get(entity.id)! }] : [],
        ),
        brand(),
      );
    },

    forget() {
      era += 1;
      offers.forget();
      read.clear();
    },
  };
}

function toEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function known(all: readonly NoteEntity[], id: string): NoteEntity {
  const found = all.find((one) => one.id === id);
  if (!found)
    throw new Failure(
      'missing',
      'These words no longer stand in the note as they did. Look at it again.',
      { detail: 'no-entity' },
    );
  return found;
}
