/**
 * The form of a practice consultation in its JSON file: an invented visit, written in one or more
 * languages.
 */
import { z } from 'zod';
import { coding } from '../../codes/coding.ts';

const language = z.enum(['en', 'hi']);
export type Language = z.infer<typeof language>;

const text = z.string().min(1);
/** Lines of one text: JSON has no text of several lines. */
const lines = z
  .array(z.string())
  .min(1)
  .transform((list) => list.join('\n'));

/** The same text in each language; English is always there. */
const localizedText = z.strictObject({ en: text, hi: text.optional() });
export type LocalizedText = z.infer<typeof localizedText>;

const entity = { name: localizedText, codes: z.array(coding).optional() };
const notes = localizedText.optional();

const symptom = z.strictObject({
  ...entity,
  since: localizedText.optional(),
  severity: localizedText.optional(),
  laterality: localizedText.optional(),
  notes,
});
const diagnosis = z.strictObject({
  ...entity,
  status: z.enum(['confirmed', 'provisional']),
  notes,
});
const finding = z.strictObject({ ...entity, notes });
const vital = z.strictObject({ ...entity, value: text, unit: text });
const medication = z.strictObject({
  ...entity,
  dose: z.strictObject({ value: z.number().positive(), unit: localizedText }),
  /** Morning, noon, night; absent where `custom` stands instead. */
  times: z.tuple([text, text, text]).optional(),
  /** In place of times, e.g. "as needed". */
  custom: localizedText.optional(),
  days: z.int().positive().optional(),
  when: localizedText.optional(),
  instruction: localizedText.optional(),
});
export type Medication = z.infer<typeof medication>;

const texts = z.strictObject({
  /** Name, age, sex in one line. */
  patient: text,
  /** A line for each thing that is said, with its speaker. */
  transcript: lines,
  /** Markdown: `##` Chief complaint, History, Examination, Assessment, Plan. */
  notes: lines,
});

export const practiceConsultation = z.strictObject({
  id: z.string().regex(/^[a-z][a-z-]+$/),
  title: text,
  /** The spoken language: an id of the platform. */
  language: text,
  /** Values of `speciality` under which it is chosen. */
  specialities: z.array(text),
  texts: z.strictObject({ en: texts, hi: texts.optional() }),
  emr: z.strictObject({
    symptoms: z.array(symptom),
    diagnosis: z.array(diagnosis),
    medicalHistory: z.array(finding),
    examinations: z.array(finding),
    vitals: z.array(vital),
    medications: z.array(medication),
    labTests: z.array(finding),
    advices: z.array(localizedText),
    followup: z.strictObject({ days: z.int().positive(), notes: localizedText }),
  }),
});
export type PracticeConsultation = z.infer<typeof practiceConsultation>;
