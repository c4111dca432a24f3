/**
 * Each form of one note, byte for byte: a receiver reads these words and numbers, so that none of
 * them changes unnoticed. Where a change is meant, `npx vitest run FILE --update` writes them
 * anew, and the difference is read before it is committed.
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import { exportNote } from '../../../../../main/features/delivery/forms/export.ts';
import { documentReference } from '../../../../../main/features/delivery/targets/document-reference.ts';
import type {
  ExportForm,
  ExportProfile,
  FhirFlavour,
} from '../../../../../shared/model/export/export.ts';
import { codes, wholeNote } from './notes.ts';

const golden = (name: string) =>
  path.join(import.meta.dirname, '../../../../fixtures/exports', `${name}.txt`);
const profile: ExportProfile = {
  version: '0.1.0',
  facility: 'Rao Clinic',
  facilityRegistration: 'HFR-1',
  mrnSystem: 'https://clinic.example/mrn',
  registrationSystem: 'https://council.example',
  addressLines: ['12 MG Road', 'Bengaluru'],
};
const bare: ExportProfile = { version: '0.1.0' };
const rich = wholeNote({
  language: 'hi-IN',
  signedAt: '2026-11-21T10:20:30+05:30',
  sections: [
    { title: '', text: 'Seen with her mother' },
    ...wholeNote().sections,
    { title: 'Vital signs', text: '* BP 120/80 mmHg | pulse ^76~ & \\regular\n\n\n1) SpO2 <98 %' },
    { title: 'Empty', text: ' ' },
  ],
  entities: [
    ...wholeNote().entities,
    { kind: 'history', text: 'Asthma', decision: 'accepted', suspected: true },
    {
      kind: 'medication',
      text: 'Metformin 500 mg',
      decision: 'changed',
      taking: 'on-hold',
      dosage: '1-0-1 after food for 30 days',
    },
    { kind: 'history_procedure', text: 'Appendectomy', decision: 'accepted', performed: '1998' },
    { kind: 'allergy', text: 'Sulfa', decision: 'accepted', suspected: true },
    {
      kind: 'order',
      text: 'HbA1c',
      decision: 'accepted',
      codes: [codes.hba1c],
      components: [['4548-4', 'HbA1c', '<7.8', '%']],
    },
    {
      kind: 'examination',
      text: 'Abdomen',
      decision: 'accepted',
      components: [['', 'Tenderness', 'none', '']],
    },
  ],
});

test.each<[string, Exclude<ExportForm, 'pdf'>, FhirFlavour]>([
  ['text', 'text', 'r4'],
  ['markdown', 'markdown', 'r4'],
  ['html', 'html', 'r4'],
  ['hl7', 'hl7', 'r4'],
  ['fhir-r4', 'fhir', 'r4'],
  ['fhir-nrces', 'fhir', 'nrces'],
])('%s is what it was', async (name, form, flavour) => {
  const { text, contentType, extension } = exportNote(rich, form, flavour, profile);
  await expect(`${contentType}\n${extension}\n${text}`).toMatchFileSnapshot(golden(name));
});

test.each<[string, Exclude<ExportForm, 'pdf'>]>([
  ['text-replaced', 'text'],
  ['html-replaced', 'html'],
  ['hl7-replaced', 'hl7'],
  ['fhir-replaced', 'fhir'],
])('%s: a note in the place of another, without the details of a clinic', async (name, form) => {
  const note = wholeNote({
    replaces: 'note-0',
    language: '',
    title: '',
    practitioner: { name: 'Dr. B. Iyer' },
    patient: { name: 'Asha', mrn: 'MR-77' },
  });
  const { text } = exportNote(note, form, 'r4', bare);
  await expect(text).toMatchFileSnapshot(golden(name));
});

test.each([
  ['reference-known', profile, 'p-1', { signature: 'note-0' }],
  ['reference-any', profile, undefined, undefined],
  ['reference-bare', bare, undefined, undefined],
] as const)('%s: what a FHIR server is sent', async (name, given, patientId, replaces) => {
  const note = given === bare ? wholeNote({ date: '2026-11-21' }) : rich;
  const made = documentReference({
    note,
    flavour: undefined,
    contents: [{ bytes: Buffer.from('words'), contentType: 'text/plain', extension: 'txt' }],
    profile: given,
    patientId,
    replaces,
  });
  await expect(`${JSON.stringify(made, undefined, 2)}\n`).toMatchFileSnapshot(golden(name));
});
