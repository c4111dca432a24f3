/** Which decisions count for a note as it stands: the latest about each entity, found again where the note was fetched anew. */
import type { Decision } from '../../../../shared/model/coding/desk.ts';
import { type NoteEntity, ontologiesOf } from '../../../../shared/model/coding/entities.ts';
import type { DecidedRow } from '../../../infrastructure/store/tables/desk-rows.ts';

export type Standing = {
  /** By entity of the note as it is. */
  readonly decisions: readonly Decision[];
  /** About words that no longer stand there as they did. */
  readonly gone: readonly { readonly entity: NoteEntity; readonly decision: Decision }[];
};

/** What the doctor had before their eyes: where the doctor did not say it, the kind and the status were the note's. */
const sameMeaning = ({ entity, decision }: DecidedRow, now: NoteEntity) =>
  decision.status !== undefined ||
  (entity.status === now.status &&
    ontologiesOf[entity.kind].join() === ontologiesOf[now.kind].join());

/**
 * An entity has the same id for the same words in the same place. Where its place moved, a decision follows it only to the one
 * undecided entity that reads alike: same words, kind, status and source. Anything else is another finding, and wants its own decision;
 * so does the same place when it reads otherwise by now ("mother has" became "patient has").
 */
export function standing(entities: readonly NoteEntity[], rows: readonly DecidedRow[]): Standing {
  const present = new Map(entities.map((entity) => [entity.id, entity]));
  const last = [...new Map(rows.map((row) => [row.decision.entityId, row])).values()];
  const holds = (row: DecidedRow) =>
    present.has(row.decision.entityId) && sameMeaning(row, present.get(row.decision.entityId)!);
  const latest = new Map(last.filter(holds).map((row) => [row.decision.entityId, row]));
  const free = entities.filter(({ id }) => !latest.has(id));
  const orphans = last.filter((row) => !holds(row));
  const moved = new Map<string, Decision>();
  const gone: { entity: NoteEntity; decision: Decision }[] = [];
  for (const { entity, decision } of orphans) {
    const like = alike(entity);
    const [only, other] = free.filter((one) => alike(one) === like);
    const rivals = orphans.filter((one) => alike(one.entity) === like);
    if (only && !other && rivals.length === 1)
      moved.set(only.id, { ...decision, entityId: only.id });
    // Decided anew where it stands now: the old one is answered.
    else if (!entities.some((one) => alike(one) === like && latest.has(one.id)))
      gone.push({ entity, decision });
  }
  return {
    decisions: entities.flatMap(({ id }) => latest.get(id)?.decision ?? moved.get(id) ?? []),
    gone,
  };
}

const alike = ({ text, kind, status, source }: NoteEntity) =>
  JSON.stringify([text.toLowerCase().replace(/\s+/g, ' ').trim(), kind, status, source]);
