/** Makes one resource of each accepted entity, by its kind (docs/export.md, contract 3.6). */
import {
  type FhirFlavour,
  isAbdm,
  type NeutralEntity,
} from '../../../../../shared/model/export/export.ts';
import { sentenceOf } from '../lines.ts';
import { type BundleContext, hl7Concept, profiled } from './context.ts';
import { dosageOf } from './dosage.ts';
import { measured } from './measured.ts';
import {
  type CodeableConcept,
  type Coding,
  ICD10CM,
  LOINC,
  type Resource,
  SNOMED,
} from './types.ts';

const observed = (code: string, display: string): CodeableConcept[] => [
  hl7Concept('observation-category', code, display),
];
const categories: Readonly<Partial<Record<NeutralEntity['kind'], CodeableConcept[]>>> = {
  vital: observed('vital-signs', 'Vital Signs'),
  order: observed('laboratory', 'Laboratory'),
};

/** A coded entity on its way to a resource. */
type Draft = {
  readonly id: string;
  readonly entity: NeutralEntity;
  readonly context: BundleContext;
  readonly code: CodeableConcept;
  /** As they were written; several where documents of the visit say different things. */
  readonly dosages: readonly string[];
  /** Codes that the form does not allow, as a note; empty where there are none. */
  readonly notes: { readonly note?: readonly { readonly text: string }[] };
};

/** Undefined: the entity stays words of its section. */
type Maker = (draft: Draft) => Resource | undefined;

/** Undefined for advice and follow-up: they stay words of their section. */
export function resourceOf(
  id: string,
  { entity, dosages }: Pick<Draft, 'entity' | 'dosages'>,
  context: BundleContext,
): Resource | undefined {
  const { kept, other } = codesOf(entity, context.flavour);
  const notes = other.length > 0 ? { note: [{ text: other.join('; ') }] } : {};
  return makers[entity.kind]?.({
    id,
    entity,
    context,
    code: concept(entity, kept),
    dosages,
    notes,
  });
}

const make = (
  { id, context }: Draft,
  resourceType: string,
  members: Record<string, unknown>,
  profile = resourceType,
): Resource => ({ resourceType, id, ...profiled(context, profile), ...members });

function condition(draft: Draft): Resource {
  const { entity, context, code, notes } = draft;
  const { note, subject, encounter, practitioner } = context;
  const verification = entity.suspected
    ? hl7Concept('condition-ver-status', 'provisional', 'Provisional')
    : hl7Concept('condition-ver-status', 'confirmed', 'Confirmed');
  return make(draft, 'Condition', {
    // The note does not say whether a past illness is over.
    ...(entity.kind !== 'history' && {
      clinicalStatus: hl7Concept('condition-clinical', 'active', 'Active'),
    }),
    verificationStatus: verification,
    ...(entity.kind === 'diagnosis' && {
      category: [hl7Concept('condition-category', 'encounter-diagnosis', 'Encounter Diagnosis')],
    }),
    code,
    subject,
    encounter,
    recordedDate: note.date,
    recorder: practitioner,
    ...notes,
  });
}

function observation(draft: Draft): Resource {
  const { entity, context, code, notes } = draft;
  const { note, subject, encounter, practitioner } = context;
  return make(
    draft,
    'Observation',
    {
      status: note.draft ? 'preliminary' : 'final',
      category: categories[entity.kind] ?? observed('exam', 'Exam'),
      ...measured(entity, code),
      subject,
      encounter,
      effectiveDateTime: note.date,
      performer: [practitioner],
      ...notes,
    },
    entity.kind === 'vital' ? 'ObservationVitalSigns' : 'Observation',
  );
}

function medicationRequest(draft: Draft): Resource {
  const { entity, context, code, notes, dosages } = draft;
  const { note, subject, encounter, practitioner } = context;
  return make(draft, 'MedicationRequest', {
    status: note.draft ? 'draft' : 'active',
    intent: 'order',
    medicationCodeableConcept: code,
    subject,
    encounter,
    authoredOn: note.date,
    requester: practitioner,
    dosageInstruction: dosages.length > 0 ? dosages.map(dosageOf) : [{ text: sentenceOf(entity) }],
    ...notes,
  });
}

/** A medicine that the patient takes or took: never an order. */
function medicationStatement(draft: Draft): Resource {
  const { entity, context, code, notes, dosages } = draft;
  const { note, subject, encounter } = context;
  return make(draft, 'MedicationStatement', {
    status: entity.suspected ? 'unknown' : (entity.taking ?? 'active'),
    medicationCodeableConcept: code,
    subject,
    context: encounter,
    dateAsserted: note.date,
    ...(dosages.length > 0 && { dosage: dosages.map(dosageOf) }),
    ...notes,
  });
}

/** What is only considered is no order. */
const unlessSuspected =
  (maker: Maker): Maker =>
  (draft) =>
    draft.entity.suspected ? undefined : maker(draft);

function serviceRequest(draft: Draft): Resource {
  const { context, code, notes } = draft;
  const { note, subject, encounter, practitioner } = context;
  return make(draft, 'ServiceRequest', {
    status: note.draft ? 'draft' : 'active',
    intent: 'order',
    code,
    subject,
    encounter,
    authoredOn: note.date,
    requester: practitioner,
    ...notes,
  });
}

/** A test with a value was done; one that was done without a value stays words. */
function testOrResult(draft: Draft): Resource | undefined {
  const { components, performed } = draft.entity;
  if (components.length > 0) return observation(draft);
  return performed === false ? unlessSuspected(serviceRequest)(draft) : undefined;
}

/** A procedure that was not performed is an order. */
function procedure(draft: Draft): Resource | undefined {
  const { entity, context, code, notes } = draft;
  const { note, subject, encounter, practitioner } = context;
  const { performed } = entity;
  if (performed === false) return unlessSuspected(serviceRequest)(draft);
  return make(draft, 'Procedure', {
    status: 'completed',
    code,
    subject,
    encounter,
    performedDateTime: performed === true ? note.date : performed,
    performer: [{ actor: practitioner }],
    ...notes,
  });
}

/** Done earlier, by whom is not known, and on the day that the note gives or on none. */
function pastProcedure(draft: Draft): Resource {
  const { entity, context, code, notes } = draft;
  const { note, subject } = context;
  const date = typeof entity.performed === 'string' ? entity.performed : undefined;
  // "Hysterectomy 2027" was not done before the note was written.
  const isToCome = date !== undefined && date > note.date.slice(0, date.length);
  return make(draft, 'Procedure', {
    status: entity.suspected || isToCome ? 'unknown' : 'completed',
    code,
    subject,
    ...(date !== undefined && !isToCome && { performedDateTime: date }),
    ...notes,
  });
}

function allergyIntolerance(draft: Draft): Resource {
  const { entity, context, code, notes } = draft;
  const { note, subject, encounter, practitioner } = context;
  const system = 'allergyintolerance-verification';
  const verification = entity.suspected
    ? hl7Concept(system, 'unconfirmed', 'Unconfirmed')
    : hl7Concept(system, 'confirmed', 'Confirmed');
  return make(draft, 'AllergyIntolerance', {
    clinicalStatus: hl7Concept('allergyintolerance-clinical', 'active', 'Active'),
    verificationStatus: verification,
    code,
    patient: subject,
    encounter,
    recordedDate: note.date,
    recorder: practitioner,
    ...notes,
  });
}

const makers: Readonly<Record<NeutralEntity['kind'], Maker | undefined>> = {
  symptom: condition,
  diagnosis: condition,
  history: condition,
  examination: observation,
  vital: observation,
  medication: medicationStatement,
  prescription: unlessSuspected(medicationRequest),
  order: testOrResult,
  procedure,
  history_procedure: pastProcedure,
  allergy: allergyIntolerance,
  advice: undefined,
  followup: undefined,
};

/**
 * NRCeS trap 1: only SNOMED CT, and LOINC in observations. Other codes go along as words (`other`),
 * never under another name.
 */
function codesOf(
  { codes, decision, kind, components }: NeutralEntity,
  flavour: FhirFlavour,
): { kept: Coding[]; other: string[] } {
  const all = codes.map(
    ({ system, code, display }): Coding => ({
      system,
      code,
      display: display === '' ? code : display,
      ...(decision === 'changed' && { userSelected: true }),
    }),
  );
  if (!isAbdm(flavour)) return { kept: all, other: [] };
  const isObserved =
    kind === 'vital' || kind === 'examination' || (kind === 'order' && components.length > 0);
  const fits = ({ system }: Coding) => system === SNOMED || (system === LOINC && isObserved);
  return {
    kept: all.filter(fits),
    other: all
      .filter((coding) => !fits(coding))
      .map(({ system, code, display }) => `${nameOf(system)} ${code} ${display ?? ''}`.trim()),
  };
}
const systemNames = new Map([
  [ICD10CM, 'ICD-10-CM'],
  [LOINC, 'LOINC'],
]);
const nameOf = (system: string) => systemNames.get(system) ?? system;

/** Without a code there is no `coding` array at all. */
const concept = ({ text }: NeutralEntity, kept: readonly Coding[]): CodeableConcept => ({
  ...(kept.length > 0 && { coding: kept }),
  text,
});
