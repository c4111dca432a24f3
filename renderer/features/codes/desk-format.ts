/** Rules of the code desk without a screen: sections, the next entity, what a decision changed. */
import type { ChosenCode, Decision, Desk } from '../../../shared/model/coding/desk.ts';
import type { NoteEntity, Status } from '../../../shared/model/coding/entities.ts';

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

const decisionOf = ({ decisions }: Pick<Desk, 'decisions'>, id: string) =>
  decisions.find(({ entityId }) => entityId === id);
export const statusOf = (
  entity: NoteEntity,
  decision: Decision | undefined,
  setByHand?: Status,
): Status => setByHand ?? decision?.status ?? entity.status;

/** Of the entities that stand for their rows, in the order of the note. */
export function sectionsIn(entities: readonly NoteEntity[]): Section[] {
  const sections = new Map<string, Section & { readonly entities: NoteEntity[] }>();
  for (const entity of entities) {
    const { document, section } = entity;
    const key = `${document} ${section}`;
    const known = sections.get(key);
    if (known) known.entities.push(entity);
    else sections.set(key, { key, document, section, entities: [entity] });
  }
  return [...sections.values()];
}

/**
 * The next entity after `from` that waits for a decision; after the last, the search begins again at
 * the first and ends with `from` itself. Undefined: none waits.
 */
export function nextUndecided(
  order: readonly string[],
  settled: ReadonlySet<string>,
  from?: string,
): string | undefined {
  const start = from === undefined ? 0 : order.indexOf(from) + 1;
  return [...order.slice(start), ...order.slice(0, start)].find((id) => !settled.has(id));
}

/** Ids of the entities whose decision differs between two desks, in the order of the note. */
export const changedIn = (before: Desk, after: Desk): string[] =>
  after.entities
    .map(({ id }) => id)
    .filter(
      (id) => JSON.stringify(decisionOf(before, id)) !== JSON.stringify(decisionOf(after, id)),
    );
