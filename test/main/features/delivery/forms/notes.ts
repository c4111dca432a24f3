/** Notes about nobody, for the tests of the export. */
import { type NeutralNote, neutralNote } from '../../../../../shared/model/export/export.ts';

/** Flavours of FHIR that hold the whole note; a prescription holds its medicines alone. */
export const wholeFlavours = ['r4', 'nrces'] as const;

export const codes = {
  fever: { system: 'http://snomed.info/sct', code: '386661006', display: 'Fever' },
  diabetes: {
    system: 'http://snomed.info/sct',
    code: '44054006',
    display: 'Type 2 diabetes mellitus',
  },
  diabetesIcd: {
    system: 'http://hl7.org/fhir/sid/icd-10-cm',
    code: 'E11.9',
    display: 'Type 2 diabetes mellitus without complications',
  },
  hba1c: {
    system: 'http://loinc.org',
    code: '4548-4',
    display: 'Hemoglobin A1c/Hemoglobin.total in Blood',
  },
};

export const wholeNote = (change: Record<string, unknown> = {}): NeutralNote =>
  neutralNote.parse({
    id: 'note-1',
    title: 'Consultation',
    language: 'en',
    patient: { name: 'Asha Rao', gender: 'F', birthDate: '1988-02-29', mrn: 'MR-77' },
    practitioner: { name: 'Dr. B. Iyer', id: 'KMC-1234' },
    date: '2026-11-21T10:05:00+05:30',
    sections: [
      { title: 'Chief complaints', text: '- Fever for 2 days\n- No chest pain' },
      { title: 'Assessment', text: 'Type 2 diabetes mellitus; UTI suspected' },
      { title: 'Our plan', text: '1. Paracetamol 650 mg\nDrink enough' },
    ],
    entities: [
      { kind: 'symptom', text: 'Fever', decision: 'accepted', codes: [codes.fever] },
      { kind: 'symptom', text: 'Chest pain', decision: 'accepted', negated: true },
      {
        kind: 'diagnosis',
        text: 'Type 2 diabetes mellitus',
        decision: 'changed',
        codes: [codes.diabetes, codes.diabetesIcd],
      },
      { kind: 'diagnosis', text: 'UTI', decision: 'accepted', suspected: true },
      { kind: 'diagnosis', text: 'Dengue', decision: 'rejected', codes: [codes.fever] },
      { kind: 'history', text: 'Asthma as a child', decision: 'pending', codes: [codes.fever] },
      {
        kind: 'vital',
        text: 'Blood pressure',
        decision: 'accepted',
        components: [
          ['8480-6', 'Systolic blood pressure', 120, 'mm[Hg]'],
          ['8462-4', 'Diastolic blood pressure', '80', 'mm[Hg]'],
        ],
      },
      {
        kind: 'vital',
        text: 'Pulse',
        decision: 'accepted',
        components: [['8867-4', 'Heart rate', '76', '/min']],
      },
      {
        kind: 'prescription',
        text: 'Paracetamol 650 mg',
        decision: 'accepted',
        dosage: '1-0-1 for 3 days',
      },
      { kind: 'order', text: 'HbA1c', decision: 'accepted', codes: [codes.hba1c] },
      { kind: 'procedure', text: 'Dressing of the wound', decision: 'accepted', performed: true },
      { kind: 'procedure', text: 'Suture removal', decision: 'accepted' },
      { kind: 'allergy', text: 'Penicillin', decision: 'accepted' },
      { kind: 'advice', text: 'Plenty of fluids', decision: 'accepted' },
      { kind: 'followup', text: 'After 5 days', decision: 'accepted' },
    ],
    ...change,
  });

// biome-ignore lint/suspicious/noExplicitAny: tests read and damage bundles at any depth
export type Loose = any;
