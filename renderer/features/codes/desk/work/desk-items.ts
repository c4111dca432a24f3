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
  codable,
  type NoteEntity,
  type Status,
} from '../../../../../shared/model/coding/entities.ts';
import { type Column, columnsOf, type Picks, selectedCodes, shownOf } from '../../columns.ts';
import { decisionOf, duplicatesOf, statusOf } from '../../desk-format.ts';

export type Item = {
  readonly entity: NoteEntity;
  readonly status: Status;
  readonly decision: Decision | undefined;
  readonly columns: readonly Column[];
  /** The codes that the key A accepts now. */
  readonly selected: readonly ChosenCode[];
  /** Other entities of the note that one decision can serve too. */
  readonly duplicates: readonly NoteEntity[];
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
  const statusNow = (entity: NoteEntity) =>
    statusOf(entity, decisionOf(desk, entity.id), statuses[entity.id]);
  const itemOf = (entity: NoteEntity): Item => {
    const decision = decisionOf(desk, entity.id);
    const status = statusNow(entity);
    const columns = columnsOf(entity, answers[entity.id]);
    return {
      entity,
      status,
      decision,
      columns,
      selected: selectedCodes(columns, picks[entity.id], status, decision),
      duplicates: duplicatesOf(entity, desk.entities, statusNow),
    };
  };
  return new Map(desk.entities.filter(codable).map((entity) => [entity.id, itemOf(entity)]));
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
