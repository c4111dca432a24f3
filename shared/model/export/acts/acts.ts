/**
 * Kinds of medicines, tests and procedures by the words of the note: an order leaves only where
 * this doctor's plan orders it (docs/export.md).
 */
import type { NoteSection } from '../../note/note-sections.ts';
import type { NeutralEntity } from '../export.ts';
import { dateIn } from './act-date.ts';
import {
  type Act,
  type ActStatus,
  actIn,
  actOfPlace,
  everyAct,
  linesNaming,
} from './act-status.ts';
import { operationIn, operationsIn } from './operations.ts';

type Sections = readonly Pick<NoteSection, 'title' | 'text' | 'key'>[];

/** What is not the patient's, or nobody's order, stays words of the note. */
const wordsAlone = (entity: NeutralEntity): NeutralEntity => ({ ...entity, decision: 'pending' });

const takingOf = {
  taken: 'active',
  completed: 'completed',
  done: 'completed',
  stopped: 'stopped',
  'on-hold': 'on-hold',
  'not-taken': 'not-taken',
  past: 'unknown',
  advised: 'unknown',
  unclear: 'unknown',
} as const;

function asMedicine(entity: NeutralEntity, { status }: Act): NeutralEntity {
  if (status === 'ordered')
    return entity.suspected ? wordsAlone(entity) : { ...entity, kind: 'prescription' };
  if (status === 'allergy') return { ...entity, kind: 'allergy' };
  if (status === 'family' || status === 'not-ordered') return wordsAlone(entity);
  return {
    ...entity,
    kind: 'medication',
    taking: entity.suspected ? 'unknown' : takingOf[status],
  };
}

/** A test that was not ordered here is a result or a report: it leaves with its value, or as words. */
function asTest(entity: NeutralEntity, { status }: Act): NeutralEntity {
  if (entity.components.length > 0) return { ...entity, performed: true };
  return status === 'ordered' && !entity.suspected ? entity : wordsAlone(entity);
}

const NOT_DONE: readonly ActStatus[] = [
  'family',
  'allergy',
  'not-ordered',
  'not-taken',
  'on-hold',
  'stopped',
];

function asProcedure(entity: NeutralEntity, { status, date }: Act): NeutralEntity {
  if (NOT_DONE.includes(status) || entity.suspected) return wordsAlone(entity);
  if (status === 'ordered') return { ...entity, kind: 'procedure', performed: false };
  if (status === 'done') return { ...entity, kind: 'history_procedure', performed: date ?? true };
  // "2010: hysterectomy advised" has a date as well: a date alone does not say that it was done.
  const isPast = status === 'completed' || status === 'past';
  return {
    ...entity,
    kind: 'history_procedure',
    // The platform's own items may hold the date in their name.
    performed:
      date ?? (isPast && !operationsIn(entity.text) ? dateIn(entity.text) : undefined) ?? true,
    suspected: !isPast,
  };
}

/**
 * `sections`: those of the document that the entity was read from. `past`: the doctor, or the words
 * around it, say that it is over. `names`: the medicines of the note.
 */
export function withAct(
  entity: NeutralEntity,
  sections: Sections,
  {
    names = [],
    past = false,
  }: { readonly names?: readonly string[]; readonly past?: boolean } = {},
): NeutralEntity {
  const isProcedure = entity.kind === 'procedure';
  const isTest = entity.kind === 'order';
  const read = actIn(sections, entity.text, names, { isProcedure, isTest }) ?? {
    status: 'unclear',
  };
  const act = past ? pastOf(read, isProcedure) : read;
  if (entity.kind === 'medication') return asMedicine(entity, act);
  if (entity.kind === 'order') return asTest(entity, act);
  return entity.kind === 'procedure' ? asProcedure(entity, act) : entity;
}

/**
 * A finding whose words name operations of the past and nothing else ("s/p CABG", "CABG 2012, TKR
 * 2015") is procedures that were done, or may have been; what was refused or planned is none. They
 * have no codes: those of the finding name mostly the state that it left. Undefined where the words
 * say anything else. `past`: as in `withAct`.
 */
export function asPastOperations(
  entity: NeutralEntity,
  section: Sections[number],
  found: { readonly start: number; readonly past: boolean },
): NeutralEntity[] | undefined {
  const only = operationIn(entity.text);
  const places = only ? [only] : operationsIn(entity.text);
  if (!places) return undefined;
  const all = places.map((place) => pastOperation(entity, section, place, found));
  const named = all.filter((one) => one !== undefined);
  return named.length === all.length ? named : undefined;
}

function pastOperation(
  entity: NeutralEntity,
  section: Sections[number],
  place: readonly [start: number, end: number],
  { start, past }: { readonly start: number; readonly past: boolean },
): NeutralEntity | undefined {
  const read = actOfPlace(section, [start + place[0], start + place[1]]);
  // "Rehabilitation post CABG" of a plan may be about one to come.
  if (read.role === 'plan' && /^post[\s-]/i.test(entity.text)) return undefined;
  const act = past ? pastOf(read, true) : read;
  if (act.status === 'unclear' || act.status === 'taken') return undefined;
  const operation = { ...entity, text: entity.text.slice(...place), codes: [] };
  return asProcedure(operation, act);
}

/** What a medicine may be given up for. */
export const medicinesOf = (entities: readonly Pick<NeutralEntity, 'kind' | 'text'>[]): string[] =>
  entities
    .filter(({ kind }) => kind === 'medication' || kind === 'prescription')
    .map(({ text }) => text);

const OPEN: readonly ActStatus[] = ['ordered', 'unclear', 'past', 'taken'];
function pastOf(act: Act, isProcedure = false): Act {
  // An operation that a plan orders is not over because words around it tell of the past.
  if (isProcedure && act.status === 'ordered') return { ...act, status: 'advised' };
  return OPEN.includes(act.status) ? { ...act, status: 'completed' } : act;
}

const spaced = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A dosage or a value that the doctor changed in the line since it was read does not leave. */
export function withSignedValues(entity: NeutralEntity, lines: readonly string[]): NeutralEntity {
  if (lines.length === 0) return entity;
  const { dosage, components, ...rest } = entity;
  const keepsDosage =
    dosage !== undefined && lines.some((line) => spaced(line).includes(spaced(dosage)));
  const keepsValues = lines.some((line) =>
    components.every(([, , value]) =>
      new RegExp(`(?<![\\d.])${escaped(spaced(String(value)))}(?![\\d]|\\.\\d)`).test(spaced(line)),
    ),
  );
  return {
    ...rest,
    ...(keepsDosage && { dosage }),
    components: keepsValues ? components : [],
  };
}

const DOUBTED: readonly ActStatus[] = ['advised', 'not-ordered', 'family'];

/** An operation was not done where each line that names it says so, or that it was advised. */
function withSignedDoubt(entity: NeutralEntity, sections: Sections): NeutralEntity {
  const all = everyAct(sections, entity.text, { names: [], isProcedure: true });
  if (!all.every(({ status }) => DOUBTED.includes(status))) return entity;
  const isAdvised = all.some(({ status }) => status === 'advised');
  if (!isAdvised) return wordsAlone(entity);
  return { ...entity, kind: 'history_procedure', performed: true, suspected: true };
}

const UNKNOWN: readonly ActStatus[] = ['unclear', 'advised', 'past'];

/**
 * The signed words may say less than those that were coded: an order that they do not order is
 * none. An entity whose words stand in another document of the visit stays as it is.
 */
export function withSignedActs(
  entities: readonly NeutralEntity[],
  sections: Sections,
): NeutralEntity[] {
  const names = medicinesOf(entities);
  return entities.map((given) => {
    const entity = withSignedValues(given, linesNaming(sections, given.text));
    const isProcedure = entity.kind === 'procedure' || entity.kind === 'history_procedure';
    const isTest = entity.kind === 'order';
    const act = actIn(sections, entity.text, names, { isProcedure, isTest });
    if (!act || act.status === 'ordered') return entity;
    if (entity.kind === 'prescription') return asMedicine(entity, act);
    if (entity.kind === 'medication' && !UNKNOWN.includes(act.status))
      return asMedicine(entity, act);
    if (entity.kind === 'order') return asTest(entity, act);
    if (entity.kind === 'procedure' && entity.performed === false) return asProcedure(entity, act);
    return isProcedure ? withSignedDoubt(entity, sections) : entity;
  });
}

/**
 * A note that was signed before prescriptions had a kind of their own: its medicines and procedures
 * are read again in its own words, and nothing is ordered that they do not order.
 */
export const withKinds = (
  entities: readonly NeutralEntity[],
  sections: readonly { readonly title: string; readonly text: string }[],
): NeutralEntity[] => {
  const names = medicinesOf(entities);
  return entities.map((entity) => withAct(entity, sections, { names }));
};
