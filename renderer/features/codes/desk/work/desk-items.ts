/**
 * The entities of the code desk, each with everything that the screen and the actions need to know
 * of it.
 */
import type {
  ChosenCode,
  Decision,
  Desk,
  DeskAnswer,
} from '../../../../../shared/model/coding/desk.ts';
import {
  asksForCode,
  equalityKey,
  hasNoCodes,
} from '../../../../../shared/model/coding/desk-rows.ts';
import {
  codable,
  type NoteEntity,
  type Status,
} from '../../../../../shared/model/coding/entities.ts';
import { type Column, columnsOf, type Picks, selectedCodes, shownOf } from '../../columns.ts';
import { statusOf } from '../../desk-format.ts';

/** Why an entity waits for nobody: its status, or no list has a code for it. */
type NoCode = 'status' | 'none-found';

export type Item = {
  readonly entity: NoteEntity;
  readonly status: Status;
  readonly decision: Decision | undefined;
  readonly columns: readonly Column[];
  /** The codes that the key A accepts now. */
  readonly selected: readonly ChosenCode[];
  /** The first equal entity of the note: it stands for all of them, in one row. */
  readonly lead: string;
  /** The other entities of the row, which are decided with it. */
  readonly equals: readonly NoteEntity[];
  /** Set where no decision is asked for. One can be made all the same. */
  readonly noCode?: NoCode | undefined;
};
export type Items = ReadonlyMap<string, Item>;

type Work = {
  readonly desk?: Desk | undefined;
  readonly answers: Readonly<Record<string, DeskAnswer>>;
  readonly picks: Readonly<Record<string, Picks>>;
  readonly statuses: Readonly<Record<string, Status>>;
};

export function itemsOf({ desk, answers, picks, statuses }: Work): Items {
  if (!desk) return new Map();
  const decisions = new Map(desk.decisions.map((decision) => [decision.entityId, decision]));
  const found = desk.entities.filter(codable).map((entity) => {
    const decision = decisions.get(entity.id);
    const status = statusOf(entity, decision, statuses[entity.id]);
    return { entity, decision, status, row: rowKey(entity, status, decision) };
  });
  const rows = Map.groupBy(found, ({ row }) => row);
  return new Map(
    found.map(({ entity, decision, status, row }) => {
      const members = (rows.get(row) ?? []).map((one) => one.entity);
      const [lead = entity] = members;
      const columns = columnsOf(entity, answers[entity.id]);
      const item: Item = {
        entity,
        status,
        decision,
        columns,
        selected: selectedCodes(columns, picks[entity.id], status, decision),
        lead: lead.id,
        equals: members.filter(({ id }) => id !== entity.id),
        noCode: noCodeOf(entity, status, answers[entity.id]),
      };
      return [entity.id, item] as const;
    }),
  );
}

/** Entities that were decided differently stand apart. */
const rowKey = (entity: NoteEntity, status: Status, decision: Decision | undefined): string =>
  JSON.stringify([
    equalityKey(entity, status),
    decision && [
      decision.verdict,
      decision.reason ?? '',
      decision.codes.map(({ ontology, code }) => `${ontology} ${code}`).sort(),
    ],
  ]);

function noCodeOf(
  entity: NoteEntity,
  status: Status,
  answer: DeskAnswer | undefined,
): NoCode | undefined {
  if (!asksForCode(entity, status)) return 'status';
  return answer && hasNoCodes(entity, answer.answers) ? 'none-found' : undefined;
}

/** The items that stand for their rows, in the order of the note. */
export const leadsOf = (items: Items): Item[] =>
  [...items.values()].filter(({ entity, lead }) => entity.id === lead);

/** Ids of all that wait for nobody: decided, or without a code. */
export const settledIn = (items: Items): ReadonlySet<string> =>
  new Set(
    [...items.values()]
      .filter(({ decision, noCode }) => decision !== undefined || noCode !== undefined)
      .map(({ entity }) => entity.id),
  );

/** Rows that are decided, of those that have to be. */
export function progressOf(items: Items): { readonly decided: number; readonly of: number } {
  const rows = leadsOf(items).filter(({ decision, noCode }) => decision || noCode === undefined);
  return { decided: rows.filter(({ decision }) => decision).length, of: rows.length };
}

/** True for an entity without any code to choose: rejecting it needs no reason. */
export const hasNothingToChoose = (
  { status, columns }: Pick<Item, 'status' | 'columns'>,
  looking: boolean,
) =>
  status === 'absent' ||
  (!looking && columns.every(({ candidates, trouble }) => candidates.length === 0 && !trouble));

/**
 * Returns as text all parts of an item that one key can accept; the text changes when a late answer
 * changes the choice.
 */
export const acceptableText = ({ columns, status, decision }: Item): string => {
  const codesOf = (codes: readonly { readonly code: string }[]) =>
    codes.map(({ code }) => code).join();
  return [
    ...columns.map((column) => codesOf(shownOf(column))),
    codesOf(selectedCodes(columns, {}, status, decision)),
  ].join(' ');
};

export const rowId = (id: string) => `entity ${id}`.replace(/\s+/g, '-');
