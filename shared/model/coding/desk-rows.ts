/** Rows of the code desk: equal findings are one, and some wait for no decision. */
import type { LinkedEntity } from './codification.ts';
import { codable, type NoteEntity, ontologiesOf, type Status } from './entities.ts';

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * The same for entities with the same words, code lists and status, and the same hints (strength,
 * unit): one decision serves all.
 */
export const equalityKey = ({ text, kind, hints }: NoteEntity, status: Status): string =>
  JSON.stringify([
    fold(text),
    status,
    ontologiesOf[kind],
    Object.entries(hints ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

/** Said of what the patient does not have, or not now: it needs no code, and nobody is asked. */
const needNoCode: ReadonlySet<Status> = new Set(['absent', 'hypothetical']);

/** True if a doctor is asked for a code. Any codable entity may be given one. */
export const asksForCode = (entity: NoteEntity, status: Status): boolean =>
  codable(entity) && !needNoCode.has(status);

/**
 * True once each code list of its kind was asked and none has a code for the entity. A list that is
 * not there has none; where no list could answer, nothing is known.
 */
export const hasNoCodes = (
  { kind, given }: NoteEntity,
  answers: readonly LinkedEntity[],
): boolean =>
  given.length === 0 &&
  ontologiesOf[kind].every((ontology) => answers.some((one) => one.ontology === ontology)) &&
  answers.some(({ trouble }) => !trouble) &&
  answers.every(
    ({ candidates, trouble }) =>
      candidates.length === 0 && (!trouble || trouble.detail === 'no-terminology'),
  );
