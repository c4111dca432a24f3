/** What keeps a note from leaving, all of it at once, and the place where each is entered. */

import { asFailure, type Failure } from '../../../shared/failure.ts';
import type { ExportForm, FhirFlavour } from '../../../shared/model/export/export.ts';
import type { Lack } from '../../../shared/model/export/exports.ts';
import { exportNote } from './forms/export.ts';
import { wantings } from './forms/export-requirements.ts';
import type { Source, Sources } from './queue/source.ts';

const places: Readonly<Record<string, Pick<Lack, 'place' | 'field'>>> = {
  'export-patient-name': { place: 'visit', field: 'name' },
  'export-record-number': { place: 'visit', field: 'recordNumber' },
  'export-doctor-name': { place: 'profile', field: 'doctorName' },
  'export-registration': { place: 'profile', field: 'registrationNumber' },
  'export-empty': { place: 'note' },
  'export-control': { place: 'visit', field: 'name' },
  'export-code': { place: 'codes' },
  'export-invalid': { place: 'codes' },
  'not-signed': { place: 'sign' },
  'signed-for-other': { place: 'sign' },
  'no-target': { place: 'targets' },
};
const inTheSignedNote: readonly string[] = ['visit', 'profile', 'note', 'codes'];

/** `signed`: what is entered now stands in the note only once it is signed anew. */
export function lackOf(error: unknown, signed: boolean): Lack | undefined {
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

/** All that the note lacks for this form; empty where it can be written. */
export function lacksOf(
  source: Source,
  form: ExportForm,
  flavour: FhirFlavour,
  profile: ReturnType<Sources['profile']>,
): Failure[] {
  const wanting = wantings(source.note, form, flavour);
  if (wanting.length > 0 || form === 'pdf') return wanting;
  try {
    exportNote(source.note, form, flavour, profile);
    return [];
  } catch (error) {
    return [asFailure(error)];
  }
}
