/**
 * Decisions in the neutral form in which a note is exported: only what the patient has, or may
 * have, carries a code.
 */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import type { ChosenCode, Decision } from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity, Status } from '../../../../shared/model/coding/entities.ts';
import { systemOf } from '../../../../shared/model/coding/fhir-systems.ts';
import { asPastOperations, withAct } from '../../../../shared/model/export/acts/acts.ts';
import type { EntityKind, NeutralEntity } from '../../../../shared/model/export/export.ts';
import type { DecidedEntity } from '../../../../shared/model/export/leaving.ts';
import { actKindOf, asSaid } from '../../../../shared/model/export/leaving-rules.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import { type NoteSection, sectionsOf } from '../../../../shared/model/note/note-sections.ts';
import { isDone } from '../../../infrastructure/terminology/query/semantic-tags.ts';
import { dosageWords } from './dosage-words.ts';
import { componentsOf } from './measured.ts';

/** A relative's illness, or a hypothetical one, must never leave as the patient's own. */
const NOT_THE_PATIENTS: readonly Status[] = ['family', 'hypothetical'];

type NoteContext = {
  /** Of the platform, whose codes of medicines have no other name (contract 3.6). */
  readonly brand: string;
  /** The semantic tag of a SNOMED CT concept; empty where it is not known. */
  readonly tagOf: (snomedCode: string) => string;
  /** Those that the entities were read from. */
  readonly documents: readonly NoteDocument[];
};

export function neutralEntities(
  decided: readonly { readonly entity: NoteEntity; readonly decision: Decision }[],
  { brand, tagOf, documents }: NoteContext,
): DecidedEntity[] {
  const read = new Map<number, readonly NoteSection[]>();
  const sectionsIn = (at: number) => {
    const document = documents[at];
    const known = read.get(at) ?? (document ? sectionsOf(document) : []);
    read.set(at, known);
    return known;
  };
  const others = decided.map(({ entity }) => entity);
  return decided.flatMap(({ entity, decision }) => {
    const around = { brand, tagOf, sections: sectionsIn(entity.document), others };
    const read = neutralEntitiesOf(entity, decision, around);
    return [read].flat().map((one) => withSaid(one, { entity, decision, around }));
  });
}

type Deciding = {
  readonly entity: NoteEntity;
  readonly decision: Decision;
  readonly around: Around;
};

/** The doctor's word about how it leaves goes before what is read in the note. */
function withSaid(read: NeutralEntity, { entity, decision, around }: Deciding): DecidedEntity {
  const of = actKindOf(read.kind) ?? actKindOf(entity.kind);
  if (!of || decision.verdict === 'rejected') return read;
  const { leaves, leavesRead: saidOf } = decision;
  const isSaid = leaves !== undefined;
  const origin = { entityId: entity.id, of, read, isSaid, ...(isSaid && { saidOf }) };
  if (leaves === undefined) return { ...read, origin };
  const codes = decision.codes
    .filter(fitsKind(entity.kind, around.tagOf))
    .map(codingOf(decision, around.brand));
  // Operations that are read in a finding have codes of their own, or none.
  const isOperation = actKindOf(entity.kind) === undefined;
  const accepted = { ...read, decision: decision.verdict, ...(!isOperation && { codes }) };
  return { ...asSaid(accepted, read, { of, as: leaves }), origin };
}

/** Sections of the entity's document, and all entities of the note. */
type Around = Pick<NoteContext, 'brand' | 'tagOf'> & {
  readonly sections: readonly NoteSection[];
  readonly others: readonly NoteEntity[];
};

/** One, but for operations that stand in a row. */
function neutralEntitiesOf(
  entity: NoteEntity,
  decision: Decision,
  around: Around,
): NeutralEntity | readonly NeutralEntity[] {
  const { sections, others, brand, tagOf } = around;
  const section = sections.find(({ id }) => id === entity.section);
  const dosage =
    entity.kind === 'medication' && section ? dosageWords(entity, section, others) : undefined;
  const status = decision.status ?? entity.status;
  const isNotThePatients = NOT_THE_PATIENTS.includes(status);
  const neutral: NeutralEntity = {
    kind: status === 'historical' && !KEPT_KINDS.includes(entity.kind) ? 'history' : entity.kind,
    text: entity.text,
    decision: isNotThePatients ? 'pending' : decision.verdict,
    codes: isNotThePatients
      ? []
      : decision.codes.filter(fitsKind(entity.kind, tagOf)).map(codingOf(decision, brand)),
    negated: status === 'absent',
    suspected: status === 'possible',
    performed: false,
    ...(dosage !== undefined && { dosage }),
    components: componentsOf(entity, decision),
  };
  if (isNotThePatients) return neutral;
  // A measurement of another day is none of this visit.
  if (status === 'historical' && entity.kind === 'vital')
    return { ...neutral, decision: 'pending' };
  if (status === 'absent') return deniedOrStopped(neutral, around, decision.status);
  const operations = operationsOf(neutral, { entity, decision, status, section }, around);
  if (operations) return operations;
  const names = medicineNames(others);
  const act = withAct(neutral, sections, { names });
  // A heading of the past alone does not say that a medicine is no longer taken.
  const isPast =
    status === 'historical' &&
    (decision.status !== undefined ||
      entity.kind === 'procedure' ||
      act.kind === 'prescription' ||
      act.kind === 'order');
  return isPast ? withAct(neutral, sections, { names, past: true }) : act;
}

type Found = {
  readonly entity: NoteEntity;
  readonly decision: Decision;
  readonly status: Status;
  readonly section: NoteSection | undefined;
};

/**
 * "s/p CABG" is found as the state that it left (Z95.1): it leaves as what was done. A disorder's
 * code says that something else is meant ("previous LSCS" as O34.2).
 */
function operationsOf(
  neutral: NeutralEntity,
  { entity, decision, status, section }: Found,
  around: Around,
): NeutralEntity[] | undefined {
  const { codes } = decision;
  const isDisorder = codes.some(
    ({ ontology, code }) => ontology === 'icd-10-cm' && !AFTER_OPERATION.test(code),
  );
  if (!section || status === 'possible' || isDisorder || !FINDINGS.includes(entity.kind))
    return undefined;
  const operations = asPastOperations(neutral, section, {
    start: entity.span.start,
    past: status === 'historical',
  });
  const named = codes.filter(
    ({ ontology, code }) => ontology === 'snomed' && isDone(around.tagOf(code)),
  );
  // Of two operations a code may be either's.
  if (operations?.length !== 1) return operations;
  return operations.map((one) => ({ ...one, codes: named.map(codingOf(decision, around.brand)) }));
}
const FINDINGS: readonly EntityKind[] = ['symptom', 'diagnosis', 'history'];
/** History of a person, and states after operations. */
const AFTER_OPERATION = /^Z[89]/;

const medicineNames = (entities: readonly NoteEntity[]) =>
  entities.filter(({ kind }) => kind === 'medication').map(({ text }) => text);

/**
 * ICD-10-CM has no procedures, and a situation or a disorder of SNOMED CT is none: such a code never
 * becomes a procedure's.
 */
const fitsKind =
  (kind: EntityKind, tagOf: NoteContext['tagOf']) =>
  ({ ontology, code }: ChosenCode): boolean => {
    if (kind !== 'procedure') return true;
    const tag = ontology === 'snomed' ? tagOf(code) : '';
    return ontology !== 'icd-10-cm' && (tag === '' || isDone(tag));
  };

const codingOf =
  (decision: Decision, brand: string) =>
  ({ ontology, code, name }: ChosenCode): NeutralEntity['codes'][number] => ({
    system: systemOfCode(decision, brand, ontology, code),
    code,
    display: name,
  });

/** "Aspirin stopped" denies no medicine: it says that one was taken until now. */
function deniedOrStopped(
  neutral: NeutralEntity,
  { sections, others }: Around,
  said: Status | undefined,
): NeutralEntity {
  if (said !== undefined || neutral.kind !== 'medication') return neutral;
  const names = medicineNames(others);
  const act = withAct({ ...neutral, negated: false }, sections, { names });
  return act.kind === 'medication' && ENDED.includes(act.taking) ? act : neutral;
}
const ENDED: readonly NeutralEntity['taking'][] = ['stopped', 'on-hold', 'not-taken'];

/** These have words of their own for the past. */
const KEPT_KINDS: readonly EntityKind[] = ['allergy', 'procedure', 'medication', 'order', 'vital'];

function systemOfCode({ seen }: Decision, brand: string, ontology: Ontology, code: string): string {
  if (ontology !== 'medication') return systemOf[ontology];
  const by = seen.find(
    (one) => one.ontology === ontology && one.offered.some((offer) => offer.code === code),
  )?.linker;
  return by === 'platform' || by === 'platform-legacy'
    ? `urn:${brand}:medication`
    : systemOf.medication;
}
