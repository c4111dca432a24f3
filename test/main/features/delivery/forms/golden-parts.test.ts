/**
 * Dosages, headings and lines, each as it is written into a form: as golden.test.ts, for the parts
 * that one note cannot show all of.
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import { exportNote } from '../../../../../main/features/delivery/forms/export.ts';
import { fhirBundle } from '../../../../../main/features/delivery/forms/fhir/bundle.ts';
import { dosageOf } from '../../../../../main/features/delivery/forms/fhir/dosage.ts';
import { loincCodeOf } from '../../../../../main/features/delivery/forms/fhir/section-loinc.ts';
import {
  homeOf,
  nrcesCodeOf,
  nrcesHome,
  sectionKinds,
  sectionOf,
  titleOfKind,
} from '../../../../../main/features/delivery/forms/fhir/sections.ts';
import { linesOf } from '../../../../../main/features/delivery/forms/lines.ts';
import { neutralKinds } from '../../../../../shared/model/export/export.ts';
import { codes, wholeNote } from './notes.ts';

const golden = (name: string) =>
  path.join(import.meta.dirname, '../../../../fixtures/exports', `${name}.txt`);
const whole = (lines: readonly string[]) => `${lines.join('\n')}\n`;

const often =
  'OD, o.d., BD, b.i.d., TDS, tid, QID, qds, once daily, twice daily, two times daily, thrice a day, daily, every day, per day, once a week, weekly, twice a week, twice weekly, once a month, monthly, alternate days, every other day, every 6 hours, every six hours, each 8 hrs, every 2 days, every 3 weeks, every month, q8h, q 6 hourly, 12 hourly, 4-hourly, 3 times a day, three times daily, 2 times per week, up to 4 times a day, max 3 times a day, maximum three times each day, 1-0-1, 1-1-1-1, 2-0-2, 1-0-2, 0-0-1, 0-0-0, 1 - 0 - 1, 0.5-0-0.5, 1-0-1 twice daily, OD BD, daily daily'.split(
    ', ',
  );
const amounts =
  '500 mg, 250 mcg, 2 µg, 1 g, 1 gm, 5 ml, 40 IU, 10 units, 1 tablet, two tabs, a capsule, 2 puffs, three drops, 1 tsp, 2 teaspoons, one sachet, half a tablet, ½ tab, 1/2 tablet, 1-2 tablets, 1 to 2 puffs, 5–10 ml, 1.5 tablets, 500, 1 tablet 2 tablets'.split(
    ', ',
  );
const rest =
  'at night, at bedtime, HS, before sleep, in the morning, every morning, mane, nocte, in the evening, before food, after meals, with breakfast, on an empty stomach, ac, p.c., orally, PO, by mouth, IM, i.m., intramuscularly, IV, intravenous, SC, subcutaneously, topically, nasal, per rectum, PR, rectally, IM IV, SOS, prn, as needed, if required, when necessary, if fever, for pain, SOS for fever, as needed for headache, if pain or fever, for 5 days, x 3 days, × 2 weeks, 1 month, for the next 10 days, for a week, 2 mo, 3w, in both eyes, left ear, OS, OU, nostril, slowly, with caution, <5, 50%, +'.split(
    ', ',
  );
const dosages = [
  ...often,
  ...amounts,
  ...rest,
  ...often.map((one) => `1 tablet ${one} for 5 days`),
  ...rest.map((one) => `Take 1 tablet twice daily ${one}`),
  ...amounts.map((one) => `${one} once daily orally`),
  '1 tablet in the morning and at night',
  '1 tablet twice daily in the morning and at night after food for 5 days',
  '1-0-1 after food x 5 days',
  '1-0-1 2 tablets',
  'tab 1 of the 500 mg cap to be taken oral',
];

test('each dosage is what it was: its words, and a structure where every word is understood', async () => {
  const lines = dosages.map((text) => JSON.stringify(dosageOf(text)));
  await expect(whole(lines)).toMatchFileSnapshot(golden('dosages'));
});

const titles =
  'Family history|Past history|Follow up|Follow-up|Followup|Review after 5 days|Review in a week|Review of systems|Allergies|Allergy|Chief complaints|Presenting symptoms|Reason for visit|Reason for encounter|Reasons|Vitals|Vital signs|Vitality|Examination|Exam|On exam|Findings|Objective|Objectives|Investigations|Labs|Laboratory|Tests|Test|Orders|Imaging|Contest|Medications|Past medications|Medicines|Prescription|Drugs|Rx|Rx today|Procedures|Diagnosis|Assessment|Impression|History|Past|Comorbidities|Medical history|Plan|Advice||Notes'.split(
    '|',
  );
const records = ['consultation', 'discharge', 'prescription'] as const;

test('each heading leads to the section that it led to, with its codes and its title', async () => {
  const lines = [
    ...titles.map((title) => `${title}: ${sectionOf(title)}`),
    ...neutralKinds.map((kind) => `${kind}: ${homeOf[kind]}`),
    ...sectionKinds.map((kind) =>
      JSON.stringify([
        kind,
        titleOfKind[kind],
        nrcesHome(kind),
        ...records.map((record) => nrcesCodeOf(kind, record)),
        loincCodeOf(kind, titleOfKind[kind]),
      ]),
    ),
  ];
  await expect(whole(lines)).toMatchFileSnapshot(golden('headings'));
});

const text = [
  '- Fever',
  '-Fever',
  '* Cough',
  '•  Rash',
  '•Rash',
  '- 5 mmol/L',
  '- ve',
  '- Ve card',
  '- vein',
  '-   `Code` and **bold**',
  '**Bold:** words',
  '**5 mg** stays',
  'a**b**c',
  '2 ** 3 ** 4',
  '`x`y',
  '## Heading',
  '# NOF',
  '###### Six',
  '####### Seven',
  '##Heading',
  '## 5 mg',
  '  spaced  ',
  '',
  'tab\there',
  'bell\u0007here',
  'line\u2028sep',
  'turn\u202eround',
  '1. One',
  '5) weeks',
  '- - twice',
  '- **Paracetamol** 500 mg',
  '* `x`',
  '•',
].join('\r\n');
test('each line of a section is read as it was', async () => {
  const lines = linesOf(`${text}\rlast\n`).map((line) => JSON.stringify(line));
  await expect(whole(lines)).toMatchFileSnapshot(golden('lines'));
});

const every = neutralKinds.flatMap((kind) => [
  { kind, text: `A ${kind}`, decision: 'accepted', codes: [codes.fever] },
  { kind, text: `The same  ${kind}`, decision: 'changed', codes: [codes.fever], dosage: '1-0-1' },
  { kind, text: `THE SAME ${kind}`, decision: 'accepted', suspected: true, dosage: ' ' },
  { kind, text: `No code ${kind}`, decision: 'accepted', dosage: '1-0-1' },
  { kind, text: `no  CODE ${kind}`, decision: 'accepted', dosage: 'BD' },
  { kind, text: `Denied ${kind}`, decision: 'accepted', negated: true },
  { kind, text: `Rejected ${kind}`, decision: 'rejected' },
  { kind, text: `Open ${kind}`, decision: 'pending' },
]);

test.each(['text', 'html', 'markdown', 'hl7'] as const)(
  'a note without words is made of its decisions: %s',
  async (form) => {
    const note = wholeNote({ sections: [{ title: 'Empty', text: ' ' }], entities: every });
    const made = exportNote(note, form, 'r4', { version: '0.1.0' }).text;
    await expect(made).toMatchFileSnapshot(golden(`decisions-${form}`));
  },
);

test.each(['r4', 'nrces'] as const)(
  'each kind of entity, twice and in each state, is a resource and a reference as it was: %s',
  async (flavour) => {
    const sections = [
      { title: 'Chief complaints', text: 'Fever' },
      { title: 'Symptoms', text: 'Cough' },
      { title: 'Advice', text: 'A advice stands here' },
      { title: 'Own', text: 'words' },
    ];
    const made = fhirBundle(wholeNote({ sections, entities: every }), flavour, {
      version: '0.1.0',
    });
    await expect(`${JSON.stringify(made, undefined, 1)}\n`).toMatchFileSnapshot(
      golden(`kinds-${flavour}`),
    );
  },
);
