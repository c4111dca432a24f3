/**
 * Requirements of a form that a note does not meet, with the place to enter what is missing.
 * Checked before any byte is made.
 */

import { Failure } from '../../../../shared/failure.ts';
import {
  type ExportForm,
  type FhirFlavour,
  isAbdm,
  isCoded,
  type NeutralNote,
} from '../../../../shared/model/export/export.ts';
import { isIcd10cm, isLoinc, isSnomedConcept } from './check-digits.ts';
import { ICD10CM, LOINC, SNOMED } from './fhir/types.ts';

const unmet = (detail: string, message: string) => new Failure('invalid', message, { detail });
const names: Record<ExportForm, string> = {
  text: 'Text',
  markdown: 'Markdown',
  html: 'HTML',
  fhir: 'FHIR',
  hl7: 'HL7',
  pdf: 'PDF',
};

/**
 * Throws the first of `unmetRequirements`: Failure `invalid` / `export-patient-name`,
 * `export-record-number`, `export-doctor-name`, `export-registration`, `export-empty`, or
 * `export-code` for a code that cannot be one of its system.
 */
export function checkExportable(note: NeutralNote, form: ExportForm, flavour: FhirFlavour): void {
  const [first] = unmetRequirements(note, form, flavour);
  if (first) throw first;
}

/** All unmet requirements, so that a person can enter everything at once. */
export function unmetRequirements(
  note: NeutralNote,
  form: ExportForm,
  flavour: FhirFlavour,
): Failure[] {
  const name = names[form];
  const found: Failure[] = [];
  if (note.patient.name === '')
    found.push(
      unmet(
        'export-patient-name',
        `This note has no patient name: ${name} export needs one. Enter it with the visit.`,
      ),
    );
  if (note.sections.every(({ text }) => text.trim() === '') && !note.entities.some(isCoded))
    found.push(unmet('export-empty', 'This note is empty: there is nothing to export.'));
  for (const entity of note.entities.filter(isCoded)) {
    const wrong = [
      ...entity.codes,
      ...entity.components.flatMap(([code]) => (code === '' ? [] : [{ system: LOINC, code }])),
    ].flatMap((coding) => wrongCode(coding, entity.text) ?? []);
    found.push(...wrong);
  }
  if (form !== 'fhir' && form !== 'hl7') return found;
  if (!note.patient.mrn)
    found.push(
      unmet(
        'export-record-number',
        `This patient has no record number: ${name} export needs one. Enter it with the visit.`,
      ),
    );
  if (note.practitioner.name === '')
    found.push(
      unmet(
        'export-doctor-name',
        `This note has no doctor’s name: ${name} export needs one. Enter it in Settings.`,
      ),
    );
  if (form === 'fhir' && flavour === 'nrces-prescription' && !note.entities.some(isPrescribed))
    found.push(
      unmet(
        'export-prescription',
        'This note prescribes no medicine: a prescription for ABDM needs one. Accept it on the code desk, or export the note in another form.',
      ),
    );
  if (form === 'fhir' && isAbdm(flavour) && !note.practitioner.id)
    found.push(
      unmet(
        'export-registration',
        'The doctor has no registration number: FHIR export for ABDM needs one. Enter it in Settings.',
      ),
    );
  return found;
}

const isPrescribed = (entity: NeutralNote['entities'][number]) =>
  entity.kind === 'prescription' && isCoded(entity);

const tests: Record<string, readonly [string, (code: string) => boolean]> = {
  [SNOMED]: ['SNOMED CT', isSnomedConcept],
  [LOINC]: ['LOINC', isLoinc],
  [ICD10CM]: ['ICD-10-CM', isIcd10cm],
};

function wrongCode(
  { system, code }: { system: string; code: string },
  text: string,
): Failure | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(system))
    return unmet(
      'export-code',
      `The code ${code} of “${text}” belongs to no system that can be named. Choose its code anew.`,
    );
  const known = tests[system];
  return known && !known[1](code)
    ? unmet(
        'export-code',
        `${code} cannot be a ${known[0]} code (“${text}”). Choose its code anew.`,
      )
    : undefined;
}
