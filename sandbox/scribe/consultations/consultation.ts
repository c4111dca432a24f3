/** The form in which a practice consultation is written: an invented visit, in one or more languages. */

export type Language = 'en' | 'hi';
/** The same words in each language; English is always there. */
export type Words = { readonly en: string; readonly hi?: string };

export type Coding = {
  readonly ontology: 'icd-10-cm' | 'snomed' | 'loinc';
  readonly code: string;
  readonly display: string;
};

type Entity = { readonly name: Words; readonly codes?: readonly Coding[] };
export type Symptom = Entity & {
  readonly since?: Words;
  readonly severity?: Words;
  readonly laterality?: Words;
  readonly notes?: Words;
};
export type Diagnosis = Entity & {
  readonly status: 'confirmed' | 'provisional';
  readonly notes?: Words;
};
export type Noted = Entity & { readonly notes?: Words };
export type Vital = {
  readonly name: Words;
  readonly value: string;
  readonly unit: string;
  readonly codes?: readonly Coding[];
};
export type Medication = Entity & {
  readonly dose: { readonly value: number; readonly unit: Words };
  /** Morning, noon, night; empty for as-needed. */
  readonly times?: readonly [string, string, string];
  /** Said instead of times, e.g. "as needed". */
  readonly custom?: Words;
  readonly days?: number;
  readonly when?: Words;
  readonly instruction?: Words;
};

export type Emr = {
  readonly symptoms: readonly Symptom[];
  readonly diagnosis: readonly Diagnosis[];
  readonly medicalHistory: readonly Noted[];
  readonly examinations: readonly Noted[];
  readonly vitals: readonly Vital[];
  readonly medications: readonly Medication[];
  readonly labTests: readonly Noted[];
  readonly advices: readonly Words[];
  readonly followup: { readonly days: number; readonly notes: Words };
};

export type Text = {
  /** Name, age, sex in one line. */
  readonly patient: string;
  /** Who says what, a line each. */
  readonly transcript: string;
  /** Markdown: `##` Chief complaint, History, Examination, Assessment, Plan. */
  readonly notes: string;
};

export type PracticeConsultation = {
  readonly id: string;
  readonly title: string;
  /** What is spoken in it: a language id of the platform. */
  readonly language: string;
  /** Words for `speciality` under which it is chosen. */
  readonly specialities: readonly string[];
  readonly texts: { readonly en: Text } & Partial<Record<Language, Text>>;
  readonly emr: Emr;
};

/** Indented text as it is meant: without the common indentation and the empty ends. */
export function text(strings: TemplateStringsArray): string {
  const lines = strings.join('').split('\n');
  const indent = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0),
  );
  return lines
    .map((line) => line.slice(indent))
    .join('\n')
    .trim();
}

export const words = (en: string, hi?: string): Words => (hi === undefined ? { en } : { en, hi });
export const icd = (code: string, display: string): Coding => ({
  ontology: 'icd-10-cm',
  code,
  display,
});
export const snomed = (code: string, display: string): Coding => ({
  ontology: 'snomed',
  code,
  display,
});
export const loinc = (code: string, display: string): Coding => ({
  ontology: 'loinc',
  code,
  display,
});
