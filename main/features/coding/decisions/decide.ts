/**
 * Stores and takes back decisions of the doctor, and marks. Each is one transaction; remembered
 * choices follow the current decisions.
 */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type { ChosenCode, Decision, Desk, Verdict } from '../../../../shared/model/coding/desk.ts';
import { equalityKey } from '../../../../shared/model/coding/desk-rows.ts';
import type { NoteEntity, Status } from '../../../../shared/model/coding/entities.ts';
import {
  type Leaving,
  type SaidLeaving,
  sayable,
} from '../../../../shared/model/export/leaving.ts';
import { actKindOf } from '../../../../shared/model/export/leaving-rules.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import {
  type DeskState,
  entitiesOf,
  noteFor,
  notifyChanged,
  presentDesk,
  revisionOf,
} from './desk-state.ts';
import { type Marking, markOf } from './marks.ts';
import type { Offer, Offers } from './offers.ts';

/** A decision as a page hands it in. */
export type DecisionInput = {
  readonly entityId: string;
  /** As they were in view: the id stays where only these are read in another way. */
  readonly kind?: NoteEntity['kind'] | undefined;
  readonly read?: Status | undefined;
  readonly verdict: Verdict;
  readonly codes: readonly ChosenCode[];
  readonly reason?: string | undefined;
  readonly status?: Status | undefined;
};

/**
 * All or nothing. Throws Failure `missing` / `no-entity`, `invalid` / `entity-twice`, `refused` /
 * `code-unknown`, `busy` / `stale`.
 */
export function decide(state: DeskState, id: string, inputs: readonly DecisionInput[]): Desk {
  const note = noteFor(state, id);
  const all = entitiesOf(state, id, note);
  if (new Set(inputs.map(({ entityId }) => entityId)).size < inputs.length)
    throw new Failure('invalid', 'One deed decides about an entity once.', {
      detail: 'entity-twice',
    });
  const { decisions } = presentDesk(state, id, note);
  const decided = inputs.map((input) => {
    const entity = knownEntity(all, input.entityId);
    const { kind = entity.kind, read = entity.status } = input;
    if (kind !== entity.kind || read !== entity.status) throw failures.changedMeanwhile();
    const before = decisions.find(({ entityId }) => entityId === entity.id);
    const others = all.filter((one) => one !== entity && isEqual(one, entity));
    const equals = [entity, ...others] as const;
    return { entity, decision: decisionFrom(state, { visit: id, equals, input, before }) };
  });
  return changeDecisions(state, id, note, () => {
    state.deps.store.decisions.add(id, decided);
  });
}

/**
 * `as`: how the entities leave; undefined: as their words are read. `read`: how they are. Throws
 * Failure `missing` / `no-entity` where one is not decided, `invalid` / `leaves-otherwise`.
 */
export function sayLeaving(
  state: DeskState,
  id: string,
  {
    entities,
    as,
    read,
  }: {
    readonly entities: readonly string[];
    readonly as: SaidLeaving | undefined;
    readonly read?: Leaving | undefined;
  },
): Desk {
  const note = noteFor(state, id);
  const all = entitiesOf(state, id, note);
  const { decisions } = presentDesk(state, id, note);
  const said = [...new Set(entities)].map((entityId) => {
    const entity = knownEntity(all, entityId);
    const before = decisions.find((one) => one.entityId === entityId);
    if (!before || before.verdict === 'rejected') throw wordsMoved();
    const may: readonly SaidLeaving[] = sayable[actKindOf(entity.kind) ?? 'procedure'];
    if (as !== undefined && !may.includes(as))
      throw new Failure('invalid', 'This cannot leave in that way.', {
        detail: 'leaves-otherwise',
      });
    const { leaves: _before, leavesRead: _of, ...decision } = before;
    return {
      entity,
      decision: {
        // The codes stay those of the doctor who chose them.
        ...decision,
        ...(as && { leaves: as, ...(read && { leavesRead: read }) }),
        at: state.deps.clock.now(),
      },
    };
  });
  return changeDecisions(state, id, note, () => {
    state.deps.store.decisions.add(id, said);
  });
}

/** Throws Failure `refused` / `nothing-to-undo`, `busy` / `stale`. */
export function undoLast(state: DeskState, id: string, revision?: number): Desk {
  if (revision !== undefined && revision !== revisionOf(state, id))
    throw failures.changedMeanwhile();
  return changeDecisions(state, id, noteFor(state, id), () => {
    if (state.deps.store.decisions.takeBack(id).length === 0)
      throw new Failure('refused', 'There is nothing to undo.', {
        detail: 'nothing-to-undo',
      });
  });
}

/** Throws Failure `invalid` / `words-elsewhere` where the words do not stand there. */
export function addMark(state: DeskState, id: string, marking: Marking): Desk {
  const note = noteFor(state, id);
  const mark = markOf(note, marking);
  // The same words found by the extraction meanwhile, or marked twice, make one entity.
  if (!entitiesOf(state, id, note).some((one) => isSamePlace(one, mark))) {
    state.deps.store.decisions.mark(id, mark);
    notifyChanged(state, id);
  }
  return presentDesk(state, id, note);
}

const isSamePlace = (one: NoteEntity, other: NoteEntity) =>
  one.kind === other.kind &&
  one.document === other.document &&
  one.section === other.section &&
  one.span.start === other.span.start &&
  one.span.end === other.span.end;

/** Throws Failure `missing` / `no-entity`. */
export function knownEntity(all: readonly NoteEntity[], id: string): NoteEntity {
  const found = all.find((one) => one.id === id);
  if (!found) throw wordsMoved();
  return found;
}

const wordsMoved = () =>
  new Failure('missing', 'These words no longer stand in the note as they did. Look at it again.', {
    detail: 'no-entity',
  });

const isEqual = (one: NoteEntity, other: NoteEntity): boolean =>
  equalityKey(one, one.status) === equalityKey(other, other.status);

type Deciding = {
  readonly visit: string;
  /** The entity, and the equal ones of the note: a code offered for one of them is for all. */
  readonly equals: readonly [NoteEntity, ...NoteEntity[]];
  readonly input: DecisionInput;
  readonly before: Decision | undefined;
};

/** Takes codes from what was offered or decided before, never from the page. */
function decisionFrom(state: DeskState, deciding: Deciding): Decision {
  const { offers, deps } = state;
  const { visit, equals, input, before } = deciding;
  const [entity] = equals;
  const { verdict, reason, status } = input;
  const found = input.codes.map(
    ({ ontology, code, name }) =>
      offerAmong(offers, visit, equals, { ontology, code, name }) ??
      offerFromBefore(before, ontology, code) ??
      notOffered(),
  );
  const accepted = found.every(({ first }) => first) ? 'accepted' : 'changed';
  return {
    entityId: entity.id,
    verdict: verdict === 'rejected' ? verdict : accepted,
    codes: found.map(({ chosen }) => chosen),
    ...(reason !== undefined && { reason }),
    ...(status !== undefined && { status }),
    // Other codes do not change how it leaves; another status may.
    ...(before?.leaves !== undefined &&
      verdict !== 'rejected' &&
      before.status === status && {
        leaves: before.leaves,
        ...(before.leavesRead && { leavesRead: before.leavesRead }),
      }),
    at: deps.clock.now(),
    who: deps.who(),
    seen: [...seenAmong(offers, visit, equals), ...found.flatMap(({ seen }) => seen ?? [])],
  };
}

function offerAmong(
  offers: Offers,
  visit: string,
  equals: readonly NoteEntity[],
  { ontology, code, name }: ChosenCode,
): Offer | undefined {
  for (const one of equals) {
    const offer = offers.find(visit, one, ontology, code, name);
    if (offer) return offer;
  }
  return undefined;
}

/** Answers about the entity; where there are none yet, those about an equal one. */
const seenAmong = (offers: Offers, visit: string, equals: readonly NoteEntity[]) =>
  equals.map(({ id }) => offers.seen(visit, id)).find((seen) => seen.length > 0) ?? [];

/** A code of the earlier decision may be kept. */
function offerFromBefore(
  before: Decision | undefined,
  ontology: ChosenCode['ontology'],
  code: string,
): Offer | undefined {
  const chosen = before?.codes.find((one) => one.ontology === ontology && one.code === code);
  if (!before || !chosen) return undefined;
  return {
    chosen,
    first: before.verdict === 'accepted',
    seen: before.seen.find(
      (one) => one.ontology === ontology && one.offered.some((each) => each.code === code),
    ),
  };
}

function notOffered(): never {
  throw new Failure(
    'refused',
    'This code was not suggested for these words. Search for it first.',
    {
      detail: 'code-unknown',
    },
  );
}

/** Runs a change of decisions in one transaction; the doctor's remembered choices follow. */
function changeDecisions(state: DeskState, id: string, note: Note, run: () => void): Desk {
  const { store, clock } = state.deps;
  const desk = store.transaction(() => {
    const before = presentDesk(state, id, note);
    run();
    const after = presentDesk(state, id, note);
    for (const { id: entityId, text } of after.entities) {
      const [old, now] = [decisionAbout(before, entityId), decisionAbout(after, entityId)];
      if (old !== now)
        state.choices.update(text, ownCodes(state, old), ownCodes(state, now), clock.now());
    }
    return after;
  });
  notifyChanged(state, id);
  return { ...desk, revision: revisionOf(state, id) };
}

const decisionAbout = ({ decisions }: Desk, entityId: string) =>
  decisions.find((one) => one.entityId === entityId);

/**
 * Codes to remember for this doctor: another doctor's decision is not theirs, whoever takes it back
 * or replaces it.
 */
const ownCodes = ({ deps }: DeskState, decision: Decision | undefined): readonly ChosenCode[] =>
  decision?.verdict === 'rejected' || decision?.who !== deps.who() ? [] : decision.codes;
