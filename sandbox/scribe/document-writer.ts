/**
 * Writes the three kinds of document from a practice consultation, each marked as practice in its
 * first line.
 */
import { createHash } from 'node:crypto';
import type { Coding } from '../codes/coding.ts';
import type {
  Language,
  LocalizedText,
  Medication,
  PracticeConsultation,
} from './consultations/consultation.ts';

export type Writing = {
  readonly consultation: PracticeConsultation;
  readonly language: Language;
  readonly codify: boolean;
  readonly brand: string;
};

const LABEL: Readonly<Record<Language, string>> = {
  en: 'Practice note - invented patient',
  hi: 'अभ्यास नोट (practice note) - काल्पनिक रोगी',
};

const systems = {
  'icd-10-cm': { system: 'http://hl7.org/fhir/sid/icd-10-cm', version: 'comprehend' },
  snomed: { system: 'http://snomed.info/sct', version: '20250401_extended' },
  loinc: { system: 'http://loinc.org', version: 'v1.0' },
} as const;

const textOf = ({ consultation, language }: Writing) =>
  consultation.texts[language] ?? consultation.texts.en;

/** The line that every document begins with. */
const labelOf = (writing: Writing) => `${LABEL[writing.language]}: ${textOf(writing).patient}`;

export const writeTranscript = (writing: Writing, heardInstead?: string) =>
  `${labelOf(writing)}\n\n${heardInstead ?? textOf(writing).transcript}\n`;

export const writeNotes = (writing: Writing) => `${labelOf(writing)}\n\n${textOf(writing).notes}\n`;

/** The EMR form of contract 3.6, as JSON text. */
export function writeEmr(writing: Writing) {
  const { consultation, language, codify } = writing;
  const { emr } = consultation;
  const say = (given: LocalizedText | undefined) => given?.[language] ?? given?.en ?? '';
  // The id must be the same each time: it comes from where the entity stands. `locale-` says that
  // the platform has no code of its own.
  const idOf = (kind: string, index: number) =>
    `locale-${createHash('sha256').update(`practice ${consultation.id} ${kind} ${index}`).digest('hex').slice(0, 32)}`;
  const codesOf = (codes: readonly Coding[] = []) =>
    codify ? { codes: codes.map(withSystem) } : {};
  const list = <T extends { name: LocalizedText; codes?: readonly Coding[] | undefined }>(
    kind: string,
    given: readonly T[],
    more: (one: T) => Record<string, unknown>,
  ) =>
    given.map((one, index) => ({
      id: idOf(kind, index),
      name: say(one.name),
      ...more(one),
      ...codesOf(one.codes),
    }));

  return JSON.stringify({
    practice: labelOf(writing),
    prescription: {
      language: language.toUpperCase(),
      symptoms: list('symptom', emr.symptoms, ({ since, severity, laterality, notes }) => ({
        since: say(since),
        severity: say(severity),
        laterality: say(laterality),
        notes: say(notes),
      })),
      diagnosis: list('diagnosis', emr.diagnosis, ({ status, notes }) => ({
        status,
        notes: say(notes),
      })),
      medicalHistory: list('history', emr.medicalHistory, ({ notes }) => ({ notes: say(notes) })),
      examinations: list('examination', emr.examinations, ({ notes }) => ({ notes: say(notes) })),
      vitals: list('vital', emr.vitals, ({ value, unit }) => ({ value, unit })),
      medications: list('medication', emr.medications, (one) => medication(one, say)),
      labTests: list('test', emr.labTests, ({ notes }) => ({ remark: say(notes) })),
      procedures: [],
      advices: emr.advices.map(say),
      notes: [labelOf(writing)],
      followup: { start: `+${emr.followup.days} d`, notes: say(emr.followup.notes) },
    },
  });
}

const withSystem = ({ ontology, code, display }: Coding) => ({
  ...systems[ontology],
  code,
  display,
  ontology,
  score: 1,
  is_linked: true,
});

function medication(
  { dose, times, custom, days, when, instruction }: Medication,
  say: (given: LocalizedText | undefined) => string,
) {
  const unit = say(dose.unit);
  return {
    dose: { value: dose.value, unit, custom: `${dose.value} ${unit}` },
    frequency: times
      ? {
          pattern_id: `fp-practice-${times.join('')}`,
          dose: [...times],
          period: 1,
          period_unit: 'day',
          frequency: String(times.filter((one) => one !== '0').length),
          custom: times.join('-'),
        }
      : {
          pattern_id: 'fp-practice-custom',
          dose: [],
          period: 1,
          period_unit: 'day',
          frequency: '',
          custom: say(custom),
        },
    duration:
      days === undefined
        ? { value: 0, unit: '', custom: '' }
        : { value: days, unit: 'd', custom: `${days} d` },
    when: when ? [say(when)] : [],
    instruction: say(instruction),
  };
}
