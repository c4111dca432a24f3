/**
 * The written consultations: complete, invented, consistent, and without a single code that is not
 * in the official lists.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Coding } from '../../../../sandbox/codes/coding.ts';
import {
  type Language,
  type PracticeConsultation,
  practiceConsultation,
} from '../../../../sandbox/scribe/consultations/consultation.ts';
import { consultations } from '../../../../sandbox/scribe/consultations/consultations.ts';
import {
  writeEmr,
  writeNotes,
  writeTranscript,
} from '../../../../sandbox/scribe/document-writer.ts';
import { readExcerpt } from '../../../../scripts/lib/official-excerpt.ts';

const document = (path: string) =>
  fileURLToPath(new URL(`../../../../docs/${path}`, import.meta.url));
const official = readExcerpt();

const entities = ({ emr }: PracticeConsultation) => [
  ...emr.symptoms,
  ...emr.diagnosis,
  ...emr.medicalHistory,
  ...emr.examinations,
  ...emr.vitals,
  ...emr.medications,
  ...emr.labTests,
];
const codes = (ontology: Coding['ontology']) =>
  consultations
    .flatMap((one) => entities(one).flatMap((entity) => entity.codes ?? []))
    .filter((one) => one.ontology === ontology);
const languagesOf = (one: PracticeConsultation) => Object.keys(one.texts) as Language[];

test('there are at least eight, for the fields that were asked for, and Hindi is written for several', () => {
  expect(consultations.length).toBeGreaterThanOrEqual(8);
  expect(new Set(consultations.map(({ id }) => id)).size).toBe(consultations.length);
  expect(consultations.filter(({ texts }) => texts.hi).length).toBeGreaterThanOrEqual(4);
  expect(consultations.some(({ language }) => language === 'hi')).toBe(true);
});

test.each(consultations)(
  '$id: each text has a dialogue, the five headings in order, and its EMR form',
  (one) => {
    for (const language of languagesOf(one)) {
      const writing = { consultation: one, language, codify: true, brand: 'svc' };
      const [label] = writeNotes(writing).split('\n');
      expect(label).toMatch(/practice note/i);
      expect(label).toContain(one.texts[language]?.patient);
      expect(
        writeNotes(writing)
          .match(/^## .*$/gm)
          ?.map(
            (heading) => /Chief complaint|History|Examination|Assessment|Plan/.exec(heading)?.[0],
          ),
      ).toEqual(['Chief complaint', 'History', 'Examination', 'Assessment', 'Plan']);
      expect(
        writeTranscript(writing)
          .split('\n')
          .filter((line) => /^\S+: /.test(line)).length,
      ).toBeGreaterThan(8);
      const emr = JSON.parse(writeEmr(writing));
      expect(emr).toMatchObject({
        practice: label,
        prescription: { language: language.toUpperCase(), notes: [label] },
      });
      expect(emr.prescription.medications.length).toBeGreaterThan(0);
      expect(emr.prescription.diagnosis.length).toBeGreaterThan(0);
    }
  },
);

test.each(consultations)(
  '$id: what is measured and prescribed in the EMR form is said in the dialogue and stands in the notes',
  (one) => {
    const { transcript, notes } = one.texts.en;
    for (const { value } of one.emr.vitals) {
      const said = value
        .replace('/', ' by ')
        .replace(/^31\.2$/, '31')
        .replace(/^132000$/, '132 thousand');
      expect(transcript).toContain(said);
      expect(notes).toContain(value);
    }
    for (const { name } of one.emr.medications) {
      const drug = name.en.split(' ')[0]?.toLowerCase() ?? '';
      expect(notes.toLowerCase()).toContain(drug === 'oral' ? 'ors' : drug);
      expect(transcript.toLowerCase()).toContain(drug === 'oral' ? 'ors' : drug);
    }
  },
);

test('where Hindi is written, every word of the EMR form is too', () => {
  for (const one of consultations.filter(({ texts }) => texts.hi)) {
    const latin = writeEmr({ consultation: one, language: 'hi', codify: false, brand: 'svc' });
    const prescription = JSON.parse(latin).prescription;
    for (const list of ['symptoms', 'diagnosis', 'examinations', 'medications'])
      for (const entity of prescription[list]) expect(entity.name).toMatch(/[ऀ-ॿ]/);
    for (const advice of prescription.advices) expect(advice).toMatch(/[ऀ-ॿ]/);
  }
});

test('every ICD-10-CM code is in the official list, billable, under the name we give it', () => {
  expect(codes('icd-10-cm').length).toBeGreaterThan(0);
  for (const { code, display } of codes('icd-10-cm'))
    expect({ code, ...official.icd10cm.get(code) }).toEqual({
      code,
      isBillable: true,
      name: display,
    });
});

test('every LOINC code is in the list, under the name we give it', () => {
  expect(codes('loinc').length).toBeGreaterThan(0);
  for (const { code, display } of codes('loinc'))
    expect(official.loinc.get(code)?.name).toBe(display);
});

test('SNOMED CT codes are only those that the documents show', () => {
  const shown = ['386661006', '44054006', '54398005'];
  expect(codes('snomed').length).toBeGreaterThan(0);
  for (const { code } of codes('snomed')) expect(shown).toContain(code);
  const pages = [document('platform/contract.md'), document('screens.md')];
  for (const code of shown)
    expect(pages.some((page) => readFileSync(page, 'utf8').includes(code))).toBe(true);
});

test('a file that misses a member, has one too many or a text of no form is refused when it is loaded', () => {
  const file = JSON.parse(
    readFileSync(
      fileURLToPath(
        new URL('../../../../sandbox/scribe/consultations/diabetes.json', import.meta.url),
      ),
      'utf8',
    ),
  );
  expect(practiceConsultation.safeParse(file).success).toBe(true);
  const { title: _, ...untitled } = file;
  for (const wrong of [
    untitled,
    { ...file, more: 1 },
    { ...file, texts: { hi: file.texts.en } },
    { ...file, texts: { en: { ...file.texts.en, notes: 'one text' } } },
    { ...file, emr: { ...file.emr, vitals: [{ name: { en: 'Pulse' }, value: 78, unit: '/min' }] } },
  ])
    expect(practiceConsultation.safeParse(wrong).success).toBe(false);
});
