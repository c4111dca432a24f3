/**
 * Finds the current decisions for a note: the latest about each entity, found again where the note
 * was fetched anew.
 */
import type { Decision } from '../../../../shared/model/coding/desk.ts';
import { type NoteEntity, ontologiesOf } from '../../../../shared/model/coding/entities.ts';
import type { Decided, DecidedRow } from '../../../infrastructure/store/tables/desk-rows.ts';

export type CurrentDecisions = {
  /** In the order of the note's entities. */
  readonly decisions: readonly Decision[];
  /** Decisions about words that no longer stand in the note as they did. */
  readonly superseded: readonly Decided[];
};

/**
 * Returns whether kind and status are those that the doctor saw; a status that the doctor set
 * counts whatever the note says.
 */
const hasSameMeaning = ({ entity, decision }: DecidedRow, now: NoteEntity) =>
  decision.status !== undefined ||
  (entity.status === now.status &&
    ontologiesOf[entity.kind].join() === ontologiesOf[now.kind].join());

/**
 * An entity has the same id for the same words in the same place. Where its place moved, a decision
 * follows it only to the one undecided entity that reads alike: same words, kind, status and
 * source. Anything else is another finding and needs a decision of its own; so does the same place
 * when its meaning changed ("mother has" became "patient has").
 */
export function currentDecisions(
  entities: readonly NoteEntity[],
  rows: readonly DecidedRow[],
): CurrentDecisions {
  const present = new Map(entities.map((entity) => [entity.id, entity]));
  const last = [...new Map(rows.map((row) => [row.decision.entityId, row])).values()];
  const holds = (row: DecidedRow) => {
    const now = present.get(row.decision.entityId);
    return now !== undefined && hasSameMeaning(row, now);
  };
  const latest = new Map(last.filter(holds).map((row) => [row.decision.entityId, row]));
  const free = entities.filter(({ id }) => !latest.has(id));
  const orphans = last.filter((row) => !holds(row));
  const moved = new Map<string, Decision>();
  const superseded: Decided[] = [];
  for (const row of orphans) {
    const key = alike(row.entity);
    const [only, other] = free.filter((one) => alike(one) === key);
    const rivals = orphans.filter((one) => alike(one.entity) === key);
    if (only && !other && rivals.length === 1)
      moved.set(only.id, { ...row.decision, entityId: only.id });
    // A new decision where the words stand now replaces the old one.
    else if (!entities.some((one) => alike(one) === key && latest.has(one.id)))
      superseded.push({ entity: row.entity, decision: row.decision });
  }
  return {
    decisions: entities.flatMap(({ id }) => latest.get(id)?.decision ?? moved.get(id) ?? []),
    superseded,
  };
}

const alike = ({ text, kind, status, source }: NoteEntity) =>
  JSON.stringify([text.toLowerCase().replace(/\s+/g, ' ').trim(), kind, status, source]);
