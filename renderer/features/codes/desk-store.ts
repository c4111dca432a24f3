/**
 * State of the code desk of one visit: its entities, the proposed codes, the decisions, and the
 * doctor's undecided choices.
 */

import type { Bridge, Input } from '../../../shared/contract/contract.ts';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import type { Ontology } from '../../../shared/model/coding/codification.ts';
import type {
  AskedLinker,
  ChosenCode,
  Desk,
  DeskAnswer,
} from '../../../shared/model/coding/desk.ts';
import type { Status } from '../../../shared/model/coding/entities.ts';
import { codable } from '../../../shared/model/coding/entities.ts';
import { createStore } from '../../common/store-registry.ts';
import { request } from '../../common/stores/core.ts';
import { isLocked } from '../../common/stores/locked.ts';
import type { Picks } from './columns.ts';
import { showPlace } from './desk-place-store.ts';

type DeskState = {
  readonly id?: string | undefined;
  readonly desk?: Desk | undefined;
  readonly failure?: Failure | undefined;
  readonly answers: Readonly<Record<string, DeskAnswer>>;
  /** Candidates are being requested. */
  readonly looking: boolean;
  readonly linkFailure?: Failure | undefined;
  /** A decision, undo or mark is under way; the next waits for it. */
  readonly busy: boolean;
  readonly picks: Readonly<Record<string, Picks>>;
  /** Statuses that the doctor set by hand and has not yet decided. */
  readonly statuses: Readonly<Record<string, Status>>;
  /** The newest revision announced by the core while an action was under way. */
  readonly announced?: number | undefined;
  /** Counts up with each opening and each lock: an answer to an earlier one is dropped. */
  readonly generation: number;
  /** The same for requests for candidates. */
  readonly linkGeneration: number;
};

const empty = {
  id: undefined,
  desk: undefined,
  failure: undefined,
  answers: {},
  looking: false,
  linkFailure: undefined,
  busy: false,
  picks: {},
  statuses: {},
  announced: undefined,
};
export const useDesk = createStore<DeskState>(
  'desk',
  { ...empty, generation: 1, linkGeneration: 1 },
  { connect: connectDesk, reset: () => forgetDesk() },
);

const notOpen: DeskState = { ...empty, generation: 0, linkGeneration: 0 };
/** The desk of this visit; empty while the store still holds the desk of another visit. */
export function useDeskOf(id: string): DeskState {
  const state = useDesk();
  return state.id === id ? state : notOpen;
}

/** Entities in one request: the first ones can be decided while the others are on their way. */
const BATCH = 10;

export function connectDesk(bridge: Bridge) {
  // The text may have changed, and its entities with it.
  bridge.on('notes.changed', ({ id }) => {
    if (useDesk.getState().id === id) void openDesk(id);
  });
  // Decided in another window. During an action of our own, its answer comes first.
  bridge.on('desk.changed', ({ id, revision }) => {
    const { id: openId, busy, desk } = useDesk.getState();
    if (openId !== id || !desk) return;
    if (busy) useDesk.setState({ announced: revision });
    else if (desk.revision !== revision) void openDesk(id);
  });
  // Other code lists find other entities. During an action, its answer tells.
  bridge.on('terminology.changed', ({ running }) => {
    const { id, busy } = useDesk.getState();
    if (id !== undefined && !running && !busy) void openDesk(id);
  });
}

/** Leaves nothing of a patient in the page (P12). */
export function forgetDesk(): void {
  showPlace(undefined);
  useDesk.setState(({ generation, linkGeneration }) => ({
    ...empty,
    generation: generation + 1,
    linkGeneration: linkGeneration + 1,
  }));
}

/**
 * Reads the entities and the decisions. Opening the same visit again keeps the doctor's undecided
 * choices.
 */
export async function openDesk(id: string): Promise<void> {
  if (useDesk.getState().id !== id) forgetDesk();
  const generation = useDesk.getState().generation + 1;
  useDesk.setState({ id, generation, failure: undefined, busy: false });
  try {
    setIfCurrent(generation, { desk: await request('desk.open', { id }) });
  } catch (error) {
    setIfCurrent(generation, { failure: asFailure(error) });
  }
}

const isCurrent = (generation: number) =>
  useDesk.getState().generation === generation && !isLocked();
function setIfCurrent(generation: number, part: Partial<DeskState>): void {
  if (isCurrent(generation)) useDesk.setState(part);
}

/**
 * Requests candidates for every entity that has none yet; `both` asks a second linker for all. On
 * failure sets `linkFailure`.
 */
export async function linkAll(by: AskedLinker = 'usual', anew = false): Promise<void> {
  const { id, desk, linkGeneration: before } = useDesk.getState();
  if (id === undefined || !desk) return;
  const linkGeneration = before + 1;
  useDesk.setState({ linkGeneration, looking: true, linkFailure: undefined });
  const isOpen = () => {
    const state = useDesk.getState();
    return state.id === id && state.linkGeneration === linkGeneration && !isLocked();
  };
  const wanted = desk.entities
    .filter(
      (one) => codable(one) && (anew || by !== 'usual' || !useDesk.getState().answers[one.id]),
    )
    .map((one) => one.id);
  try {
    for (let start = 0; start < wanted.length && isOpen(); start += BATCH) {
      const entities = wanted.slice(start, start + BATCH);
      const answers = await request('desk.link', { id, entities, by, ...(anew && { anew }) });
      if (isOpen()) addAnswers(answers);
    }
    if (isOpen()) useDesk.setState({ looking: false });
  } catch (error) {
    if (isOpen()) useDesk.setState({ looking: false, linkFailure: asFailure(error) });
  }
}

const addAnswers = (added: readonly DeskAnswer[]) =>
  useDesk.setState(({ answers }) => ({
    answers: {
      ...answers,
      ...Object.fromEntries(
        added.map((answer) => [
          answer.entityId,
          inOrderOfArrival(answers[answer.entityId], answer),
        ]),
      ),
    },
  }));

/**
 * Keeps the linkers that answered first in front: a second opinion moves no code to another digit.
 */
function inOrderOfArrival(before: DeskAnswer | undefined, now: DeskAnswer): DeskAnswer {
  const known = new Set(before?.answers.map(({ ontology, linker }) => `${ontology} ${linker}`));
  if (known.size === 0) return now;
  const late = ({ ontology, linker }: DeskAnswer['answers'][number]) =>
    Number(!known.has(`${ontology} ${linker}`));
  return { ...now, answers: [...now.answers].sort((one, other) => late(one) - late(other)) };
}

const isOutdated = ({ detail }: Failure) => detail === 'stale' || detail === 'no-entity';

/**
 * Runs one action at a time. Returns the desk after it, or undefined if another action was under
 * way or the desk was closed or replaced meanwhile.
 */
async function runExclusive(
  action: (id: string) => Promise<Desk>,
  after: (before: DeskState) => Partial<DeskState> = () => ({}),
): Promise<Desk | undefined> {
  const { id, busy, generation } = useDesk.getState();
  if (id === undefined || busy) return undefined;
  useDesk.setState({ busy: true });
  try {
    const desk = await action(id);
    if (!isCurrent(generation)) return undefined;
    // All at once: the page draws it once.
    useDesk.setState((before) => ({ ...after(before), desk, busy: false }));
    return desk;
  } catch (error) {
    // Another desk than the one in view: it is shown before it is asked again.
    if (isCurrent(generation) && isOutdated(asFailure(error))) void openDesk(id);
    throw error;
  } finally {
    if (isBusy()) setIfCurrent(generation, { busy: false });
    const { announced, desk } = useDesk.getState();
    if (isCurrent(generation) && announced !== undefined) {
      setIfCurrent(generation, { announced: undefined });
      if (announced !== desk?.revision) void openDesk(id);
    }
  }
}

export const isBusy = (): boolean => useDesk.getState().busy;

/** Waits for the action under way. False where another note is at the desk then, or none. */
export async function whenFree(): Promise<boolean> {
  const { id } = useDesk.getState();
  if (isBusy())
    await new Promise<void>((resolve) => {
      const stop = useDesk.subscribe(({ busy }) => {
        if (busy) return;
        stop();
        resolve();
      });
    });
  return id !== undefined && useDesk.getState().id === id;
}

export type DecisionInput = Omit<Input<'desk.decide'>['decisions'][number], 'kind' | 'read'>;

/** With the entity as it is in view; one that is there no more the core refuses. */
function inView(decision: DecisionInput): Input<'desk.decide'>['decisions'][number] {
  const entity = useDesk.getState().desk?.entities.find(({ id }) => id === decision.entityId);
  return entity ? { ...decision, kind: entity.kind, read: entity.status } : decision;
}

/** Throws the core's Failure; the doctor's choices stay then. */
export async function decide(decisions: readonly DecisionInput[]): Promise<Desk | undefined> {
  const decided = new Set(decisions.map(({ entityId }) => entityId));
  const withoutDecided = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => !decided.has(id)));
  return runExclusive(
    (id) => request('desk.decide', { id, decisions: decisions.map(inView) }),
    ({ picks, statuses }) => ({
      picks: withoutDecided(picks),
      statuses: withoutDecided(statuses),
    }),
  );
}
export const undo = () =>
  runExclusive((id) => {
    const revision = useDesk.getState().desk?.revision;
    return request('desk.undo', { id, ...(revision !== undefined && { revision }) });
  });
export const mark = (words: Omit<Input<'desk.mark'>, 'id'>) =>
  runExclusive((id) => request('desk.mark', { id, ...words }));

/** Selects a code by hand, or none; decides nothing. */
export const pick = (entityId: string, ontology: Ontology, code: ChosenCode | null) =>
  useDesk.setState(({ picks }) => ({
    picks: { ...picks, [entityId]: { ...picks[entityId], [ontology]: code } },
  }));
export const setStatus = (entityId: string, status: Status) =>
  useDesk.setState(({ statuses }) => ({ statuses: { ...statuses, [entityId]: status } }));
export const searchCodes = (ontology: Ontology, text: string, by?: Input<'desk.search'>['by']) =>
  request('desk.search', { ontology, text, ...(by && { by }), visit: useDesk.getState().id });
