/** Leaves out of a note what is only possible in one place and present in another. */
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';

/**
 * "Fever for 3 days", and in the plan "paracetamol for fever": the second place asks nothing of its
 * own. What the template names stays as it came.
 */
export function onceIfPresent(
  entities: readonly NoteEntity[],
  concepts: ReadonlyMap<NoteEntity, string>,
): NoteEntity[] {
  const present = new Set(
    entities.filter(({ status }) => status === 'present').map((one) => concepts.get(one)),
  );
  return entities.filter(
    (one) => one.source !== 'text' || one.status !== 'possible' || !present.has(concepts.get(one)),
  );
}
