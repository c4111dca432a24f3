/** What a note lacks for a form, in words that name the place to enter it; looked at before a single byte is made. */
import { Failure } from '../../shared/failure.ts';
import { isCoded, type ExportForm, type FhirFlavour, type NeutralNote } from '../../shared/export.ts';
import { isIcd10cm, isLoinc, isSnomedConcept } from './check-digits.ts';
import { ICD10CM, LOINC, SNOMED } from './fhir/types.ts';

const wanting = (detail: string, message: string) => new Failure('invalid', message, { detail });
const names: Record<ExportForm, string> = { text: 'Text', markdown: 'Markdown', html: 'HTML', fhir: 'FHIR', hl7: 'HL7', pdf: 'PDF' };

/**
 * Throws Failure `invalid` / `export-patient-name`, `export-record-number`, `export-doctor-name`, `export-registration`,
 * `export-empty`, or `export-code` for a code that cannot be one of its system.
 */
export function checkExportable(note: NeutralNote, form: ExportForm, flavour: FhirFlavour): void {
  const name = names[form];
  if (note.patient.name === '') throw wanting('export-patient-name', `This note has no patient name: ${name} export needs one. Enter it with the visit.`);
  if (note.sections.every(({ text }) => text.trim() === '') && !note.entities.some(isCoded)) throw wanting('export-empty', 'This note is empty: there is nothing to export.');
  for (const entity of note.entities) {
    for (const coding of isCoded(entity) ? entity.codes : []) checkCode(coding, entity.text);
    for (const [code] of isCoded(entity) ? entity.components : []) checkCode({ system: LOINC, code }, entity.text);
  }
  if (form !== 'fhir' && form !== 'hl7') return;
  if (!note.patient.mrn) throw wanting('export-record-number', `This patient has no record number: ${name} export needs one. Enter it with the visit.`);
  if (note.practitioner.name === '') throw wanting('export-doctor-name', `This note has no doctor’s name: ${name} export needs one. Enter it in Settings.`);
  if (form === 'fhir' && flavour === 'nrces' && !note.practitioner.id) throw wanting('export-registration', 'The doctor has no registration number: FHIR export for ABDM needs one. Enter it in Settings.');
}

const tests: Record<string, readonly [string, (code: string) => boolean]> = { [SNOMED]: ['SNOMED CT', isSnomedConcept], [LOINC]: ['LOINC', isLoinc], [ICD10CM]: ['ICD-10-CM', isIcd10cm] };

function checkCode({ system, code }: { system: string; code: string }, text: string): void {
  if (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(system)) throw wanting('export-code', `The code ${code} of “${text}” belongs to no system that can be named. Choose its code anew.`);
  const known = tests[system];
  if (known && !known[1](code)) throw wanting('export-code', `${code} cannot be a ${known[0]} code (“${text}”). Choose its code anew.`);
}
