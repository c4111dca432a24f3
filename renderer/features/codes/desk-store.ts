/** The code desk of one visit: its entities, what was proposed and decided, and what the doctor has under their hands. */

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
import { createStore } from '../../common/store-registry.ts';
import { request } from '../../common/stores/core.ts';
import { isLocked } from '../../common/stores/locked.ts';
import { codable, type Picks } from './desk-format.ts';

type Work = {
  readonly id?: string | undefined;
  readonly desk?: Desk | undefined;
  readonly failure?: Failure | undefined;
  readonly answers: Readonly<Record<string, DeskAnswer>>;
  /** Candidates are being asked for. */
  readonly looking: boolean;
  readonly linkFailure?: Failure | undefined;
  /** A deed is under way; until it is done no other begins. */
  readonly busy: boolean;
  readonly picks: Readonly<Record<string, Picks>>;
  /** What the doctor says of an entity, until it is decided. */
  readonly said: Readonly<Record<string, Status>>;
  /** An answer to an earlier question, or from before a lock, is dropped. */
  /** The newest revision that was told while a deed was under way. */
  readonly told?: number | undefined;
  readonly turn: number;
  readonly asking: number;
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
  said: {},
  told: undefined,
};
export const useDesk = createStore<Work>(
  'desk',
  { ...empty, turn: 1, asking: 1 },
  { connect: connectDesk, reset: () => forgetDesk() },
);

const nothing: Work = { ...empty, turn: 0, asking: 0 };
/** The desk of this visit, and never for a moment that of another which was looked at before. */
export function useDeskOf(id: string): Work {
  const work = useDesk();
  return work.id === id ? work : nothing;
}

/** So many are asked for at once: the first ones can be decided while the others are on their way. */
const AT_ONCE = 10;

export function connectDesk(bridge: Bridge) {
  // The text may have changed, and its entities with it.
  bridge.on('notes.changed', ({ id }) => void (useDesk.getState().id === id && openDesk(id)));
  // Decided in another window. While a deed of our own is under way its answer tells first what stands.
  bridge.on('desk.changed', ({ id, revision }) => {
    const { id: mine, busy, desk } = useDesk.getState();
    if (mine !== id || !desk) return;
    if (busy) useDesk.setState({ told: revision });
    else if (desk.revision !== revision) void openDesk(id);
  });
}

/** Nothing of a patient stays in the page (P12). */
export const forgetDesk = () =>
  useDesk.setState(({ turn, asking }) => ({ ...empty, turn: turn + 1, asking: asking + 1 }));

/** Reads the entities and what was decided. The same visit once more: what is under the doctor's hands stays. */
export async function openDesk(id: string): Promise<void> {
  if (useDesk.getState().id !== id) forgetDesk();
  const turn = useDesk.getState().turn + 1;
  useDesk.setState({ id, turn, failure: undefined, busy: false });
  try {
    take(turn, { desk: await request('desk.open', { id }) });
  } catch (error) {
    take(turn, { failure: asFailure(error) });
  }
}

const mine = (turn: number) => useDesk.getState().turn === turn && !isLocked();
const take = (turn: number, part: Partial<Work>) => void (mine(turn) && useDesk.setState(part));

/** Asks for candidates of everything that has none yet; `both` asks a second linker for all. Says by `linkFailure` why there are none. */
export async function linkAll(by: AskedLinker = 'usual', anew = false): Promise<void> {
  const { id, desk } = useDesk.getState();
  if (id === undefined || !desk) return;
  const asking = useDesk.getState().asking + 1;
  useDesk.setState({ asking, looking: true, linkFailure: undefined });
  const open = () =>
    useDesk.getState().id === id && useDesk.getState().asking === asking && !isLocked();
  const wanted = desk.entities
    .filter(
      (one) => codable(one) && (anew || by !== 'usual' || !useDesk.getState().answers[one.id]),
    )
    .map((one) => one.id);
  try {
    for (let at = 0; at < wanted.length && open(); at += AT_ONCE) {
      const found = await request('desk.link', {
        id,
        entities: wanted.slice(at, at + AT_ONCE),
        by,
        ...(anew && { anew }),
      });
      if (open())
        useDesk.setState(({ answers }) => ({
          answers: {
            ...answers,
            ...Object.fromEntries(
              found.map((one) => [one.entityId, steady(answers[one.entityId], one)]),
            ),
          },
        }));
    }
    if (open()) useDesk.setState({ looking: false });
  } catch (error) {
    if (open()) useDesk.setState({ looking: false, linkFailure: asFailure(error) });
  }
}

/** Who was there first stays first: a second opinion puts nothing under a digit that stood under another. */
function steady(before: DeskAnswer | undefined, now: DeskAnswer): DeskAnswer {
  const was = new Set(before?.answers.map(({ ontology, linker }) => `${ontology} ${linker}`));
  const late = ({ ontology, linker }: DeskAnswer['answers'][number]) =>
    Number(!was.has(`${ontology} ${linker}`));
  return was.size === 0
    ? now
    : { ...now, answers: [...now.answers].sort((one, other) => late(one) - late(other)) };
}

/** One deed at a time; answers the desk as it is then, or undefined where another deed was under way or the desk is another by now. */
async function deed(run: (id: string) => Promise<Desk>): Promise<Desk | undefined> {
  const { id, busy, turn } = useDesk.getState();
  if (id === undefined || busy) return undefined;
  useDesk.setState({ busy: true });
  try {
    const desk = await run(id);
    if (!mine(turn)) return undefined;
    useDesk.setState({ desk });
    return desk;
  } finally {
    take(turn, { busy: false });
    const { told, desk } = useDesk.getState();
    if (mine(turn) && told !== undefined) {
      take(turn, { told: undefined });
      if (told !== desk?.revision) void openDesk(id);
    }
  }
}

export type Decided = Input<'desk.decide'>['decisions'][number];

/** Throws the core's Failure; what was chosen by hand stays then. */
export async function decide(decisions: readonly Decided[]): Promise<Desk | undefined> {
  const desk = await deed((id) => request('desk.decide', { id, decisions: [...decisions] }));
  if (desk) {
    const gone = new Set(decisions.map(({ entityId }) => entityId));
    const without = <T>(all: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(all).filter(([id]) => !gone.has(id)));
    useDesk.setState(({ picks, said }) => ({ picks: without(picks), said: without(said) }));
  }
  return desk;
}
export const undo = () => deed((id) => request('desk.undo', { id }));
export const mark = (words: Omit<Input<'desk.mark'>, 'id'>) =>
  deed((id) => request('desk.mark', { id, ...words }));

/** Chooses a code by hand, or none; decides nothing. */
export const pick = (entityId: string, ontology: Ontology, code: ChosenCode | null) =>
  useDesk.setState(({ picks }) => ({
    picks: { ...picks, [entityId]: { ...picks[entityId], [ontology]: code } },
  }));
export const sayStatus = (entityId: string, status: Status) =>
  useDesk.setState(({ said }) => ({ said: { ...said, [entityId]: status } }));
export const searchCodes = (ontology: Ontology, text: string, by?: Input<'desk.search'>['by']) =>
  request('desk.search', { ontology, text, ...(by && { by }) });
