/** References and names that all resources of one bundle share. */
import {
  type ExportProfile,
  type FhirFlavour,
  isAbdm,
  type NeutralNote,
} from '../../../../../shared/model/export/export.ts';
import { type DocumentKind, documentKindOf } from '../document-kind.ts';
import { uuidV5 } from '../uuid-v5.ts';
import { type CodeableConcept, NRCES, type Reference } from './types.ts';

export type BundleContext = {
  /** Its date has seconds. */
  readonly note: NeutralNote;
  readonly flavour: FhirFlavour;
  readonly profile: ExportProfile;
  readonly subject: Reference;
  readonly encounter: Reference;
  readonly practitioner: Reference;
};

export function contextOf(
  given: NeutralNote,
  flavour: FhirFlavour,
  profile: ExportProfile,
): BundleContext {
  const note = { ...given, date: withSeconds(given.date) };
  const reference = (what: string) => urlOf(idOf(note, what));
  return {
    note,
    flavour,
    profile,
    subject: { reference: reference('patient'), display: note.patient.name },
    practitioner: { reference: reference('practitioner'), display: note.practitioner.name },
    encounter: { reference: reference('encounter') },
  };
}

/** The same for the same part of the same note. */
export const idOf = ({ id }: Pick<NeutralNote, 'id'>, what: string): string =>
  uuidV5(`${id} ${what}`);
export const urlOf = (id: string): string => `urn:uuid:${id}`;
/** Kinds of records that a bundle can be. */
export type RecordKind = DocumentKind | 'prescription';
export const recordOf = ({ flavour, note }: Pick<BundleContext, 'flavour' | 'note'>): RecordKind =>
  flavour === 'nrces-prescription' ? 'prescription' : documentKindOf(note);

/** Of the document; a prescription is one of its own beside the note. */
export const documentIdOf = (context: Pick<BundleContext, 'flavour' | 'note'>): string =>
  idOf(context.note, recordOf(context) === 'prescription' ? 'prescription' : 'document');

export const profiled = ({ flavour }: BundleContext, name: string) =>
  isAbdm(flavour) ? { meta: { profile: [`${NRCES}/${name}`] } } : {};

export const withSeconds = (date: string): string =>
  date.replace(/T(\d{2}:\d{2})(?=Z|[+-])/, 'T$1:00');
export const instant = (date: string): string =>
  date.includes('T') ? withSeconds(date) : `${date}T00:00:00Z`;

/** A concept of HL7's own code systems. */
export const hl7Concept = (system: string, code: string, display: string): CodeableConcept => ({
  coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code, display }],
});
