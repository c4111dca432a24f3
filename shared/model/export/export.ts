/**
 * A signed note on its way out: the neutral form that every form of export is made from, and what
 * those forms are.
 */
import { z } from 'zod';
import { isAbhaAddress, isAbhaNumber } from '../abha.ts';
import { consentKinds } from '../consent.ts';
import { isCalendarDate } from './calendar-date.ts';
import type { Hl7Names } from './exports.ts';

export {
  type ExportForm,
  exportForms,
  type FhirFlavour,
  fhirFlavours,
  isAbdm,
} from './export-forms.ts';

export const entityKinds = [
  'symptom',
  'diagnosis',
  'history',
  'examination',
  'vital',
  'medication',
  'order',
  'procedure',
  'allergy',
  'advice',
  'followup',
] as const;
export type EntityKind = (typeof entityKinds)[number];
/**
 * Kinds in which a note leaves. `medication`: taken already; `prescription`: what this doctor
 * prescribes; `history_procedure`: done earlier; `procedure`: done or planned here.
 */
export const neutralKinds = [...entityKinds, 'prescription', 'history_procedure'] as const;
export type NeutralKind = (typeof neutralKinds)[number];
/** States of a medicine that is taken or was: words of FHIR's MedicationStatement. */
export const takingStates = [
  'active',
  'completed',
  'stopped',
  'on-hold',
  'not-taken',
  'unknown',
] as const;
const decisions = ['accepted', 'changed', 'rejected', 'pending'] as const;

/** A date, or a date with a time; with a time comes its zone. */
const when = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/,
    'must be a date (YYYY-MM-DD) or a date with time and zone',
  )
  .refine(
    (text) => isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
    'is not a date of the calendar',
  );
const day = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'must be YYYY-MM-DD')
  .refine(isCalendarDate, 'is not a date of the calendar');
const words = z.string().trim().min(1);

const coding = z.object({ system: words, code: words, display: z.string().trim().default('') });
/** LOINC code (empty: none), its name, the value as it was said, its unit in UCUM (empty: none). */
const component = z.tuple([
  z.string().trim(),
  z.string(),
  z.union([z.string(), z.number()]),
  z.string(),
]);

const entity = z.object({
  kind: z.enum(neutralKinds),
  text: words,
  decision: z.enum(decisions),
  codes: z.array(coding).default([]),
  negated: z.boolean().default(false),
  suspected: z.boolean().default(false),
  /** True, or the date that the note gives. */
  performed: z.union([z.boolean(), day]).default(false),
  /** Of a `medication`; absent: it is taken now. */
  taking: z.enum(takingStates).optional(),
  /** How a medicine is taken, in words. */
  dosage: z
    .union([
      z.string(),
      z.looseObject({ text: z.string().optional() }).transform(({ text }) => text ?? ''),
    ])
    .optional(),
  components: z.array(component).default([]),
});
export type NeutralEntity = z.output<typeof entity>;

/** Unknown members are passed by. */
export const neutralNote = z.object({
  id: words,
  title: z.string().trim().default(''),
  /** BCP 47. */
  language: z.string().trim().default('en'),
  patient: z.object({
    name: z.string().trim().default(''),
    gender: z.string().trim().optional(),
    birthDate: day.optional(),
    /** The record number of the clinic. */
    mrn: z.string().trim().optional(),
    abhaNumber: z.string().trim().refine(isAbhaNumber, 'must be 14 digits').optional(),
    abhaAddress: z.string().trim().refine(isAbhaAddress, 'must be like name@abdm').optional(),
  }),
  practitioner: z.object({
    name: z.string().trim().default(''),
    /** The registration number. */ id: z.string().trim().optional(),
  }),
  date: when,
  /** The patient's answer to being recorded; absent in notes that were signed before it was kept. */
  consent: z
    .object({
      kind: z.enum(consentKinds),
      at: when,
      wording: words.optional(),
      language: words.optional(),
      guardian: z.object({ name: words, relation: z.string().trim().optional() }).optional(),
    })
    .optional(),
  sections: z.array(z.object({ title: z.string().trim(), text: z.string() })).default([]),
  entities: z.array(entity).default([]),
  /** Absent in the form that tests hand in, which is signed by being there. */
  signedAt: when.optional(),
  /** Id of the signed note that the receiver has and that this one replaces. */
  replaces: words.optional(),
  /** Absent in notes that were signed before prescriptions had a kind of their own. */
  kinds: z.literal(2).optional(),
  draft: z.boolean().default(false),
});
export type NeutralNote = z.output<typeof neutralNote>;

/**
 * Details that a clinic sets once for all of its exports; the form that needs a missing one asks
 * for it.
 */
export type ExportProfile = {
  /** MSH-3 to MSH-6. */
  readonly hl7?: Partial<Hl7Names> | undefined;
  readonly facility?: string | undefined;
  /** Letterhead: the clinic's address, line by line, and its registration number. */
  readonly addressLines?: readonly string[] | undefined;
  readonly facilityRegistration?: string | undefined;
  /** The system that record numbers belong to, as a URI. */
  readonly mrnSystem?: string | undefined;
  readonly registrationSystem?: string | undefined;
  /** Number of the clinic in India's Health Facility Registry. */
  readonly hfrId?: string | undefined;
  /** Number of the doctor in India's Healthcare Professionals Registry. */
  readonly hprId?: string | undefined;
  /** Of the document's own number. */
  readonly version: string;
};

/**
 * Whether a decision lets an entity be coded: a person said yes, and it is there (docs/export.md).
 */
export const isCoded = ({
  decision,
  negated,
}: Pick<NeutralEntity, 'decision' | 'negated'>): boolean =>
  (decision === 'accepted' || decision === 'changed') && !negated;
