/**
 * Rules of the code desk without a screen: sections, progress, the next entity, and entities that
 * can be decided together.
 */
import type { ChosenCode, Decision, Desk } from '../../../shared/model/coding/desk.ts';
import {
  codable,
  type NoteEntity,
  ontologiesOf,
  type Status,
} from '../../../shared/model/coding/entities.ts';

export type Section = {
  readonly key: string;
  readonly document: number;
  readonly section: string;
  readonly entities: readonly NoteEntity[];
};

/** True if the decision already holds exactly these codes. */
export const isDecidedAs = (
  decision: Decision | undefined,
  codes: readonly ChosenCode[],
): boolean =>
  decision !== undefined &&
  decision.verdict !== 'rejected' &&
  decision.codes.length === codes.length &&
  codes.every(({ ontology, code }) =>
    decision.codes.some((one) => one.ontology === ontology && one.code === code),
  );

export const decisionOf = ({ decisions }: Pick<Desk, 'decisions'>, id: string) =>
  decisions.find(({ entityId }) => entityId === id);
export const statusOf = (
  entity: NoteEntity,
  decision: Decision | undefined,
  setByHand?: Status,
): Status => setByHand ?? decision?.status ?? entity.status;

/** Counts only entities that can have a code. */
export function progressOf(desk: Pick<Desk, 'entities' | 'decisions'>) {
  const entities = desk.entities.filter(codable);
  return { decided: entities.filter(({ id }) => decisionOf(desk, id)).length, of: entities.length };
}

/** In the order of the note. */
export function sectionsIn(entities: readonly NoteEntity[]): Section[] {
  const sections = new Map<string, Section & { readonly entities: NoteEntity[] }>();
  for (const entity of entities.filter(codable)) {
    const { document, section } = entity;
    const key = `${document} ${section}`;
    const known = sections.get(key);
    if (known) known.entities.push(entity);
    else sections.set(key, { key, document, section, entities: [entity] });
  }
  return [...sections.values()];
}

/**
 * The next undecided entity after `from`; after the last, the search begins again at the first and
 * ends with `from` itself. Undefined: all are decided.
 */
export function nextUndecided(
  order: readonly string[],
  decided: ReadonlySet<string>,
  from?: string,
): string | undefined {
  const start = from === undefined ? 0 : order.indexOf(from) + 1;
  return [...order.slice(start), ...order.slice(0, start)].find((id) => !decided.has(id));
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
const hintsKey = ({ hints }: NoteEntity) => JSON.stringify(Object.entries(hints ?? {}).sort());

/**
 * The other entities of the note with the same words, code lists and status, and the same hints
 * (strength, unit): one decision can serve all.
 */
export const duplicatesOf = (
  entity: NoteEntity,
  entities: readonly NoteEntity[],
  status: (entity: NoteEntity) => Status,
): NoteEntity[] =>
  entities.filter(
    (one) =>
      one.id !== entity.id &&
      fold(one.text) === fold(entity.text) &&
      status(one) === status(entity) &&
      ontologiesOf[one.kind].join() === ontologiesOf[entity.kind].join() &&
      hintsKey(one) === hintsKey(entity),
  );

/** Ids of the entities whose decision differs between two desks, in the order of the note. */
export const changedIn = (before: Desk, after: Desk): string[] =>
  after.entities
    .map(({ id }) => id)
    .filter(
      (id) => JSON.stringify(decisionOf(before, id)) !== JSON.stringify(decisionOf(after, id)),
    );
