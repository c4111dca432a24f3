/** Requirements that keep a note from leaving, each with the place where it is met. */

import { asFailure, type Failure } from '../../../shared/failure.ts';
import type { ExportForm, FhirFlavour } from '../../../shared/model/export/export.ts';
import type { UnmetRequirement } from '../../../shared/model/export/exports.ts';
import { exportNote } from './forms/export.ts';
import { unmetRequirements } from './forms/export-requirements.ts';
import type { Source, Sources } from './queue/source.ts';

const places: Readonly<Record<string, Pick<UnmetRequirement, 'place' | 'field'>>> = {
  'export-patient-name': { place: 'visit', field: 'name' },
  'export-record-number': { place: 'visit', field: 'recordNumber' },
  'export-doctor-name': { place: 'profile', field: 'doctorName' },
  'export-registration': { place: 'profile', field: 'registrationNumber' },
  'export-empty': { place: 'note' },
  'export-prescription': { place: 'codes' },
  'export-control': { place: 'visit', field: 'name' },
  'export-code': { place: 'codes' },
  'export-invalid': { place: 'codes' },
  'not-signed': { place: 'sign' },
  'signed-for-other': { place: 'sign' },
  'no-target': { place: 'targets' },
  'set-by-organisation': { place: 'targets' },
};
const inTheSignedNote: readonly string[] = ['visit', 'profile', 'note', 'codes'];

/** Undefined for other failures. `signed`: a change reaches the note only with a new signature. */
export function requirementOf(error: unknown, signed: boolean): UnmetRequirement | undefined {
  const { detail = '', message } = asFailure(error);
  const place = places[detail];
  return (
    place && {
      detail,
      message:
        signed && inTheSignedNote.includes(place.place)
          ? `${message} Then sign the note again.`
          : message,
      ...place,
    }
  );
}

/** All unmet requirements of this form; empty where the note can be exported. */
export function unmetFor(
  source: Source,
  form: ExportForm,
  flavour: FhirFlavour,
  profile: ReturnType<Sources['profile']>,
): Failure[] {
  const unmet = unmetRequirements(source.note, form, flavour);
  if (unmet.length > 0 || form === 'pdf') return unmet;
  try {
    exportNote(source.note, form, flavour, profile);
    return [];
  } catch (error) {
    return [asFailure(error)];
  }
}
