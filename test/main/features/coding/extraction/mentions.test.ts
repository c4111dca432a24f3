/** Terms of code lists in a text: kinds by their words, the longest first, what hides others. */
import { describe, expect, test } from 'vitest';
import {
  type Finder,
  mentionsOf,
} from '../../../../../main/features/coding/extraction/mentions.ts';

type Term = {
  readonly text: string;
  readonly ontology?: string;
  readonly codes?: readonly string[];
  readonly readAs?: string;
  readonly own?: boolean;
};

/** A list with these terms, each found where its words stand first. */
const listOf = (...terms: Term[]) =>
  ({
    status: () =>
      ['icd-10-cm', 'snomed', 'medication', 'loinc'].map((ontology) => ({
        ontology,
        version: '1',
      })),
    phrases: (ontology: string, text: string) =>
      terms
        .filter((term) => (term.ontology ?? 'snomed') === ontology && text.includes(term.text))
        .map(({ text: words, codes = ['1'], readAs, own }) => ({
          start: text.indexOf(words),
          end: text.indexOf(words) + words.length,
          codes,
          words: words.split(' ').length,
          readAs,
          own,
        })),
  }) as unknown as Finder;
const found = (text: string, ...terms: Term[]) =>
  mentionsOf(listOf(...terms), text).map(({ start, end, kind }) => [text.slice(start, end), kind]);

describe('a term of SNOMED CT', () => {
  const ordered =
    'x-ray|chest x ray|bone scan|MRI|CECT abdomen|HRCT|ultrasonography|USG|ECG|EEG|EMG|echo|doppler|colonoscopy|endoscopies|mammogram|angiography|urine culture|liver function tests|spirometry|PFT|liver biopsy|biopsies|pap smear|assay|serum measurement';
  test.each(ordered.split('|'))('“%s” is an order', (text) => {
    expect(found(text, { text })).toEqual([[text, 'order']]);
  });

  const done =
    'appendicectomy|tonsillectomies|tracheotomy|rhinoplasty|colostomy|orchidopexy|arthrodesis|thoracocentesis|cataract surgery|dialysis|physiotherapy|chemo|blood transfusion|transfusions|gastric bypass|CABG|skin grafting|tubal ligation|C section|caesarean|cesarean|breech delivery|hernia repair|valve replacement|wound dressing|suturing|sutures|polio vaccination|immunisation|polio immunization|injection|steroid injections|circumcision|catheterisation|catheterization|intubation|nebulisation|tooth extraction|spinal tap|lumbar puncture|coronary stenting|kidney transplantation|genetic counselling|genetic counseling|CBT|abscess drainage|cyst excision|stitch removal';
  test.each(done.split('|'))('“%s” is a procedure', (text) => {
    expect(found(text, { text })).toEqual([[text, 'procedure']]);
  });

  const felt =
    'chest pain|pains|painful knee|toothache|ankle swelling|swollen ankle|leg weakness|numbness|tingling|itching|nasal discharge|gum bleeding|stiffness|leg cramps|blurred vision|runny nose|breast lump|dry cough|dizziness|tiredness';
  test.each(felt.split('|'))('“%s” is a symptom', (text) => {
    expect(found(text, { text })).toContainEqual([text, 'symptom']);
  });

  test.each(['asthma', 'painter', 'constable', 'surgeryroom', 'ctenosis', 'retest1'])(
    '“%s” is a diagnosis: such words stand inside others',
    (text) => {
      expect(found(text, { text })).toEqual([[text, 'diagnosis']]);
    },
  );
});

test('the chapter of ICD-10-CM tells symptoms, and the list tells medicines and tests', () => {
  expect(found('dyspnoea', { text: 'dyspnoea', ontology: 'icd-10-cm', codes: ['R06.0'] })).toEqual([
    ['dyspnoea', 'symptom'],
  ]);
  expect(found('asthma', { text: 'asthma', ontology: 'icd-10-cm', codes: ['J45.9'] })).toEqual([
    ['asthma', 'diagnosis'],
  ]);
  expect(found('aspirin', { text: 'aspirin', ontology: 'medication' })).toEqual([
    ['aspirin', 'medication'],
  ]);
  expect(found('sodium', { text: 'sodium', ontology: 'loinc' })).toEqual([['sodium', 'order']]);
});

test('the longest term counts, and what is hidden hides what stands inside', () => {
  const long = { text: 'type 2 diabetes' };
  expect(found('has type 2 diabetes', { text: 'diabetes' }, long)).toEqual([
    ['type 2 diabetes', 'diagnosis'],
  ]);
  const hidden = { text: 'general examination' };
  expect(found('general examination', { text: 'examination x' }, hidden)).toEqual([]);
  expect(found('asthma and gout', { text: 'gout' }, { text: 'asthma' })).toEqual([
    ['asthma', 'diagnosis'],
    ['gout', 'diagnosis'],
  ]);
  expect(found('asthma and gout', { text: 'asthma and gout' })).toEqual([]);
});

test('a list that is damaged is not looked into', () => {
  const damaged = {
    ...listOf({ text: 'asthma' }),
    status: () => [{ ontology: 'snomed', version: '1', trouble: 'damaged' }],
  } as unknown as Finder;
  expect(mentionsOf(damaged, 'asthma')).toEqual([]);
});

test('a short form right before a figure is another word', () => {
  const short = { text: 'NS', readAs: 'nephrotic syndrome' };
  expect(found('Send NS1', short)).toEqual([['NS1', 'order']]);
  expect(found('NS since 2019', short)).toHaveLength(1);
});

test('panels without a code are orders, and a longer term around one counts', () => {
  const text = 'Adv: LFT, lipid profile and USG abdomen. LFT abnormal today; lft.';
  const term = { text: 'LFT abnormal', ontology: 'icd-10-cm', codes: ['R94.5'] };
  expect(found(text, term)).toEqual([
    ['LFT', 'order'],
    ['lipid profile', 'order'],
    ['USG abdomen', 'order'],
    ['LFT abnormal', 'symptom'],
  ]);
});

test("of two lists that have the same words the clinic's own counts", () => {
  const said = 'house panel today';
  const listed: Term = { text: 'house panel', ontology: 'icd-10-cm' };
  const own: Term = { text: 'house panel', ontology: 'loinc', own: true };
  expect(found(said, listed, { ...own, own: false })).toEqual([['house panel', 'diagnosis']]);
  expect(found(said, listed, own)).toEqual([['house panel', 'order']]);
});
