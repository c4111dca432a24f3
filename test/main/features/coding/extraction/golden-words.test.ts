/**
 * What each word of a whole list counts as, alone, in the plural and within a longer word; and how
 * long texts and several documents are read. Written anew as `golden.test.ts` is.
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { mentionsOf } from '../../../../../main/features/coding/extraction/mentions.ts';
import { spokenSpans } from '../../../../../main/features/coding/extraction/spoken-spans.ts';
import type { Phrase } from '../../../../../main/infrastructure/terminology/query/phrases.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import type { Ontology } from '../../../../../shared/model/coding/codification.ts';
import { noteDocument } from '../../../../support/note-document.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const golden = (name: string) =>
  path.join(import.meta.dirname, '../../../../fixtures/extraction', `${name}.txt`);

const words =
  `pain pains painful headache aches swelling swollen weakness numbness tingling itch itching
discharge discharged bleed bleeding bleeds stiffness cramp cramps vision nose lump cough dizzy dizziness tired tiredness
tender tenderness bruit bruits edema oedema rales crackle crackles crepitation crepitations wheeze wheezing tachypnea
apnoea pnea lymphadenopathy adenopathy murmur murmurs mass masses massed nodule nodules rash rashes lesion lesions ulcer
ulcers numb appetite sweat sweats sweating retention incontinence urgency dysfunction deformity atrophy rigidity tremor
tremors nausea vomiting fever fevers haematuria myalgia hemiplegia hemiparesis dysphagia walk happy
xray x-ray x-rays scan scans pet-scan mri ct cect hrct ultrasound ultrasonography usg sonography ecg ekg eeg emg echo
doppler colonoscopy colonoscopies mammogram mammograms angiography tomographic culture cultures test tests testing
spirometry pft pfts biopsy biopsies smear screening assay measurement appendectomy appendectomies osteotomy arthroplasty
colostomy orchidopexy arthrodesis amniocentesis surgery operation dialysis therapy chemotherapy chemo transfusion
transfusions bypass cabg grafting ligation caesarean cesarean delivery repair replacement dressing suturing suture sutures
vaccination immunization immunisation injection injections circumcision catheterization catheterisation intubation
nebulization nebulisation extraction stent stenting transplant transplantation counseling counselling cbt drainage
excision removal review allergy anaphylaxis`.split(/\s+/);
const phrases = [
  ...words.flatMap((word) => [word, `x${word}`, `${word}x`, `left ${word} today`]),
  'x ray',
  'x  ray',
  'spinal tap',
  'lumbar puncture',
  'c section',
  'electrocardiographic procedure',
  'pain is localized',
  'pain in your vision',
  'risks of bleeding',
  'typical rash',
  'this rash',
  'atypicals rash',
  'cough/fever',
  'cough\nfever',
];
const lists: readonly (readonly [Ontology, string, readonly string[]])[] = [
  ['snomed', 'finding', ['1']],
  ['snomed', 'procedure', ['1']],
  ['snomed', 'disorder', ['1']],
  ['icd-10-cm', '', ['R05.123']],
  ['icd-10-cm', '', ['J45.901']],
  ['loinc', '', ['8310-5']],
  ['medication', '', []],
];

/** All of the text is one term of one list. */
const finderOf = (list: Ontology, tag: string, codes: readonly string[]) => ({
  status: () =>
    (['icd-10-cm', 'snomed', 'medication', 'loinc'] as const).map((ontology) => ({
      ontology,
      version: '1',
      bytes: 1,
      codes: 1,
      terms: 1,
      builtAt: 1,
    })),
  phrases: (ontology: Ontology, text: string): Phrase[] =>
    ontology === list ? [{ start: 0, end: text.length, words: 1, codes, tag, rare: true }] : [],
});

test('each word counts as what it was in each list', async () => {
  const told = phrases.map((text) => {
    const kinds = lists.map(([list, tag, codes]) => {
      const found = mentionsOf(finderOf(list, tag, codes), text);
      return found
        .map(({ start, end, kind, concept, icd }) =>
          [
            kind,
            ...(start === 0 && end === text.length ? [] : [text.slice(start, end)]),
            ...(text === 'rash' ? [concept, icd] : []),
          ].join(' '),
        )
        .join(' + ');
    });
    return `${JSON.stringify(text)}: ${kinds.map((kind) => kind || '-').join(', ')}`;
  });
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot(golden('words'));
});

const terminology = createTerminology({ folder: folderWithLists() });
const extraction = createExtraction({ terminology });
const said = (text: string) =>
  extraction
    .ofText(text)
    .map(({ text: one, status, span }) => [one, status, text.slice(span.start, span.end) === one]);

// One sentence without an end is not understood, so its findings are left open.
test.each([
  ['. ', 'present'],
  ['? ', 'present'],
  ['\n', 'present'],
  [' ', 'possible'],
])(
  'a long text is read in pieces, each finding once and in its place, also between pieces that end with %j',
  (end, status) => {
    const full = end === ' ' ? end : '. ';
    const filler = `The clinic was quiet in the afternoon and nobody waited${end}`;
    const before = filler.repeat(Math.ceil(3_990 / filler.length));
    for (const cut of [0, 1, 2, 3, 5, 8, 13, 21])
      expect(
        said(
          `${before.slice(0, before.length - cut)}${end}He has fever${full}No cough${full}${filler.repeat(80)}He has asthma.`,
        ),
      ).toEqual([
        ['fever', status, true],
        ['cough', 'absent', true],
        ['asthma', end === ' ' ? 'possible' : 'present', true],
      ]);
  },
);

test('a long text without any blank is read to its end', () => {
  expect(said(`${'x'.repeat(9_000)} fever`)).toEqual([['fever', 'possible', true]]);
});

test('the template is read before other documents and a transcript last; what is said again is not found again', () => {
  const documents = [
    noteDocument('Doctor: You have asthma and fever.\nPatient: And a headache.', 'transcript'),
    noteDocument('Fever and cough'),
    noteDocument({ symptoms: [{ name: 'Fever' }] }),
  ];
  const found = (all: typeof documents) =>
    extraction
      .ofNote({ documents: all })
      .map(({ document, text, source }) => [all[document]!.kind, text, source]);
  const expected = [
    ['emr', 'Fever', 'template'],
    ['markdown', 'cough', 'text'],
  ];
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ])
    expect(found(order.map((at) => documents[at]!))).toEqual(expected);
  expect(found([documents[0]!]).map(([, text]) => text)).toEqual(['asthma', 'fever', 'headache']);
});

test('what is present in one place is not asked about where it is only possible', () => {
  const statuses = (...sections: string[]) =>
    extraction
      .ofNote({
        documents: [noteDocument(sections.map((one, at) => `## Part ${at}\n${one}`).join('\n\n'))],
      })
      .map(({ text, status }) => `${text} ${status}`);
  const remedy = 'Paracetamol 650 mg for fever';
  expect(statuses('Fever for 3 days', remedy).filter((one) => /fever/i.test(one))).toEqual([
    'Fever present',
  ]);
  expect(statuses(remedy).filter((one) => /fever/i.test(one))).toEqual(['fever possible']);
  expect(statuses('Possible asthma', 'No asthma')).toEqual(['asthma possible', 'asthma absent']);
});

test('words are shown where they were spoken with the status that the note gives them', () => {
  const spoken = 'Any fever? No fever now. I had Fever. Feverish. A fever';
  const find = spokenSpans(spoken);
  expect(find('FEVER', 'absent')).toEqual({ start: 4, end: 9 });
  expect(find('rash', 'present')).toBeUndefined();
  expect(find('', 'present')).toBeUndefined();
  expect(find('feve', 'present')).toBeUndefined();
  expect(find('a fever', 'present')).toEqual({ start: 48, end: 55 });
  expect(spokenSpans('İ fever')('fever', 'present')).toBeUndefined();
});
