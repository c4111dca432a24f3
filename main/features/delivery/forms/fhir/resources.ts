/** One entity that a person said yes to becomes one resource; which, says its kind (design/export.md, contract 3.6). */
import type {
  FhirFlavour,
  NeutralEntity,
  NeutralNote,
} from '../../../../../shared/model/export/export.ts';
import { sentenceOf } from '../lines.ts';
import {
  type CodeableConcept,
  type Coding,
  ICD10CM,
  LOINC,
  NRCES,
  type Reference,
  type Resource,
  SNOMED,
  UCUM,
} from './types.ts';

export type Around = {
  readonly note: NeutralNote;
  readonly flavour: FhirFlavour;
  readonly subject: Reference;
  readonly encounter: Reference;
  readonly practitioner: Reference;
};

const clinical = (code: string, display: string): CodeableConcept => ({
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code, display }],
});
const verification = (
  what: 'condition' | 'allergyintolerance',
  code: string,
  display: string,
): CodeableConcept => ({
  coding: [
    {
      system: `http://terminology.hl7.org/CodeSystem/${what === 'condition' ? 'condition-ver-status' : 'allergyintolerance-verification'}`,
      code,
      display,
    },
  ],
});
const observed = (code: string, display: string): CodeableConcept[] => [
  {
    coding: [
      { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code, display },
    ],
  },
];

/** Advice and follow-up have no resource: they stay words of their section. */
export function resourceOf(
  id: string,
  entity: NeutralEntity,
  around: Around,
): Resource | undefined {
  const { note, flavour, subject, encounter, practitioner } = around;
  const india = flavour === 'nrces';
  const make = (
    resourceType: string,
    profile: string,
    members: Record<string, unknown>,
  ): Resource => ({
    resourceType,
    id,
    ...(india && { meta: { profile: [`${NRCES}/${profile}`] } }),
    ...members,
  });
  const { kept, told } = codesOf(entity, flavour);
  const code = concept(entity, kept);
  const notes = told.length > 0 ? { note: [{ text: told.join('; ') }] } : {};

  switch (entity.kind) {
    case 'symptom':
    case 'diagnosis':
    case 'history':
      return make('Condition', 'Condition', {
        // Of what was long ago nobody said whether it is over.
        ...(entity.kind !== 'history' && { clinicalStatus: clinical('active', 'Active') }),
        verificationStatus: entity.suspected
          ? verification('condition', 'provisional', 'Provisional')
          : verification('condition', 'confirmed', 'Confirmed'),
        ...(entity.kind === 'diagnosis' && {
          category: [
            {
              coding: [
                {
                  system: 'http://terminology.hl7.org/CodeSystem/condition-category',
                  code: 'encounter-diagnosis',
                  display: 'Encounter Diagnosis',
                },
              ],
            },
          ],
        }),
        code,
        subject,
        encounter,
        recordedDate: note.date,
        recorder: practitioner,
        ...notes,
      });
    case 'examination':
    case 'vital':
      return make(
        'Observation',
        entity.kind === 'vital' ? 'ObservationVitalSigns' : 'Observation',
        {
          status: note.draft ? 'preliminary' : 'final',
          category:
            entity.kind === 'vital'
              ? observed('vital-signs', 'Vital Signs')
              : observed('exam', 'Exam'),
          ...measured(entity, code),
          subject,
          encounter,
          effectiveDateTime: note.date,
          performer: [practitioner],
          ...notes,
        },
      );
    case 'medication':
      return make('MedicationRequest', 'MedicationRequest', {
        status: note.draft ? 'draft' : 'active',
        intent: 'order',
        medicationCodeableConcept: code,
        subject,
        encounter,
        authoredOn: note.date,
        requester: practitioner,
        // As it was written: a dose is never guessed.
        dosageInstruction: [{ text: entity.dosage ?? sentenceOf(entity) }],
        ...notes,
      });
    case 'order':
      return make('ServiceRequest', 'ServiceRequest', {
        status: note.draft ? 'draft' : 'active',
        intent: 'order',
        code,
        subject,
        encounter,
        authoredOn: note.date,
        requester: practitioner,
        ...notes,
      });
    case 'procedure':
      if (!entity.performed)
        return make('ServiceRequest', 'ServiceRequest', {
          status: note.draft ? 'draft' : 'active',
          intent: 'order',
          code,
          subject,
          encounter,
          authoredOn: note.date,
          requester: practitioner,
          ...notes,
        });
      return make('Procedure', 'Procedure', {
        status: 'completed',
        code,
        subject,
        encounter,
        performedDateTime: note.date,
        performer: [{ actor: practitioner }],
        ...notes,
      });
    case 'allergy':
      return make('AllergyIntolerance', 'AllergyIntolerance', {
        clinicalStatus: {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical',
              code: 'active',
              display: 'Active',
            },
          ],
        },
        verificationStatus: entity.suspected
          ? verification('allergyintolerance', 'unconfirmed', 'Unconfirmed')
          : verification('allergyintolerance', 'confirmed', 'Confirmed'),
        code,
        patient: subject,
        encounter,
        recordedDate: note.date,
        recorder: practitioner,
        ...notes,
      });
    case 'advice':
    case 'followup':
      return undefined;
  }
}

/** NRCeS trap 1: there SNOMED CT only, LOINC in observations only; all other codes go along as words, never under another name. */
function codesOf(
  { codes, decision, kind }: NeutralEntity,
  flavour: FhirFlavour,
): { kept: Coding[]; told: string[] } {
  const all = codes.map(
    ({ system, code, display }): Coding => ({
      system,
      code,
      display: display === '' ? code : display,
      ...(decision === 'changed' && { userSelected: true }),
    }),
  );
  if (flavour === 'r4') return { kept: all, told: [] };
  const fits = ({ system }: Coding) =>
    system === SNOMED || (system === LOINC && (kind === 'vital' || kind === 'examination'));
  return {
    kept: all.filter(fits),
    told: all
      .filter((coding) => !fits(coding))
      .map(({ system, code, display }) => `${nameOf(system)} ${code} ${display ?? ''}`.trim()),
  };
}
const nameOf = (system: string) =>
  system === ICD10CM ? 'ICD-10-CM' : system === LOINC ? 'LOINC' : system;

/** Without a code there is no `coding` array at all. */
const concept = ({ text }: NeutralEntity, kept: readonly Coding[]): CodeableConcept => ({
  ...(kept.length > 0 && { coding: kept }),
  text,
});

/** One value stands in the observation itself, several are its components. */
function measured(
  { components, text }: NeutralEntity,
  code: CodeableConcept,
): Record<string, unknown> {
  const [first] = components;
  if (!first) return { code };
  if (components.length === 1) {
    const [loinc, display] = first;
    const known = code.coding?.some((coding) => coding.system === LOINC) ?? false;
    return {
      code: known
        ? code
        : {
            coding: [
              { system: LOINC, code: loinc, display: display || loinc },
              ...(code.coding ?? []),
            ],
            text,
          },
      ...valueOf(first),
    };
  }
  return {
    code,
    component: components.map((one) => ({
      code: {
        coding: [{ system: LOINC, code: one[0], display: one[1] || one[0] }],
        text: one[1] || one[0],
      },
      ...valueOf(one),
    })),
  };
}

/** A number with its unit; anything that is not plainly a number stays as it was said. */
function valueOf([, , value, ucum]: NeutralEntity['components'][number]): Record<string, unknown> {
  const said = String(value).trim();
  if (!/^-?\d+(\.\d+)?$/.test(said)) return { valueString: `${said}${ucum && ` ${ucum}`}` };
  return {
    valueQuantity: { value: Number(said), ...(ucum && { unit: ucum, system: UCUM, code: ucum }) },
  };
}
