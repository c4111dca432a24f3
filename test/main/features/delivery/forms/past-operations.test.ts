/**
 * An operation of the past leaves as a procedure that was done, however it is written; what is
 * planned, refused, doubted or a relative's does not.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breaches } from '../../../../../main/features/delivery/forms/fhir/rules.ts';
import { structureBreaches } from '../../../../../main/features/delivery/forms/fhir/structure.ts';
import type { ChosenCode } from '../../../../../shared/model/coding/desk.ts';
import type { NoteEntity } from '../../../../../shared/model/coding/entities.ts';
import { bundleOf, resourcesIn } from './accepted-note.ts';
import { type Loose, wholeFlavours } from './notes.ts';

const STATE: ChosenCode = { ontology: 'icd-10-cm', code: 'Z95.1', name: 'Presence of a graft' };
const SITUATION: ChosenCode = {
  ontology: 'snomed',
  code: '399261000',
  name: 'History of coronary artery bypass grafting',
};
const APPENDECTOMY: ChosenCode = { ontology: 'snomed', code: '80146002', name: 'Appendectomy' };

/** Codes of states and situations, as the lists offer them for these words. */
const stateCodes = ({ kind }: NoteEntity) => (kind === 'medication' ? [] : [STATE, SITUATION]);

const shown = ({ resourceType, code, status, performedDateTime = '' }: Loose) =>
  resourceType === 'Condition'
    ? `Condition ${code.text}`
    : `${resourceType} ${status} ${code.text} ${performedDateTime}`.trim();

function leaving(section: string, line: string, flavour: 'r4' | 'nrces' = 'r4'): string[] {
  const content = section.startsWith('emr ')
    ? { prescription: { [section.slice(4)]: [{ name: line }] } }
    : `## ${section}\n- ${line}`;
  const bundle = bundleOf(content, flavour, stateCodes);
  expect([...structureBreaches(bundle), ...breaches(bundle, flavour)]).toEqual([]);
  const resources = resourcesIn(bundle);
  for (const { resourceType, code } of resources)
    if (resourceType === 'Procedure') expect(JSON.stringify(code)).not.toMatch(/Z\d/);
  return resources.map(shown);
}

describe.each(wholeFlavours)('%s', (flavour) => {
  test.each([
    ['History', 'Status post CABG', 'CABG'],
    ['Diagnosis', 'Status post CABG', 'CABG'],
    ['Diagnosis', 'S/P CABG', 'CABG'],
    ['History', 's/p hysterectomy', 'hysterectomy'],
    ['History', 'post PTCA to LAD', 'PTCA'],
    ['Assessment', 'Status post PTCA to LAD 2019', 'PTCA 2019'],
    ['History', 'H/O appendicectomy', 'appendicectomy'],
    ['History', 'cholecystectomy 2015', 'cholecystectomy 2015'],
    ['History', 'In 2010 had a hysterectomy', 'hysterectomy 2010'],
    ['History', '2010: hysterectomy', 'hysterectomy 2010'],
    ['History', 'On 12 March 2019 underwent CABG', 'CABG 2019-03-12'],
    ['History', 'Appendicectomy, 2004', 'Appendicectomy 2004'],
    ['History', 's/p pacemaker', 'pacemaker'],
    ['History', 's/p coronary stenting', 'coronary stenting'],
    ['emr medicalHistory', 'Status post CABG', 'CABG'],
    ['emr medicalHistory', 's/p hysterectomy', 'hysterectomy'],
    ['emr medicalHistory', 'post PTCA to LAD', 'PTCA to LAD'],
    ['emr medicalHistory', 'H/O appendicectomy', 'appendicectomy'],
    ['emr medicalHistory', 'cholecystectomy 2015', 'cholecystectomy 2015'],
    ['emr medicalHistory', 'In 2010 had a hysterectomy', 'hysterectomy 2010'],
    ['emr medicalHistory', 'Hysterectomy', 'Hysterectomy'],
    ['emr medicalHistory', 'h/o TURP 2018', 'TURP 2018'],
    ['emr medicalHistory', 's/p renal transplant 2016', 'renal transplant 2016'],
    [
      'emr medicalHistory',
      's/p right total knee replacement in 2018',
      'right total knee replacement 2018',
    ],
    [
      'emr medicalHistory',
      'Angioplasty with stent to LAD in March 2020',
      'Angioplasty with stent to LAD 2020-03',
    ],
    ['emr diagnosis', 'Status post CABG', 'CABG'],
    ['emr procedures', 'Hysterectomy 2010', 'Hysterectomy 2010 2010'],
    ['emr diagnosis', 's/p TKR right, 2019', 'TKR 2019'],
  ])('under “%s”, “%s” was done', (section, line, expected) =>
    expect(leaving(section, line, flavour)).toEqual([`Procedure completed ${expected}`]),
  );

  test.each([
    ['Plan', 'For CABG next week', 'ServiceRequest active CABG'],
    ['Plan', 'Advised hysterectomy', 'ServiceRequest active hysterectomy'],
    ['Plan', 'Hysterectomy planned for January 2027', 'ServiceRequest active Hysterectomy'],
    ['History', 'Hysterectomy planned for 2027', ''],
    ['History', 'Scheduled for hysterectomy next month', ''],
    ['History', 'CABG advised but refused', ''],
    ['History', 'GP advised hysterectomy in 2019', 'Procedure unknown hysterectomy'],
    ['History', 'Hysterectomy 2031', 'Procedure unknown Hysterectomy'],
    ['History', 'Never had hysterectomy', ''],
    ['History', 'CABG not done', ''],
    ['History', 'CABG was never performed', ''],
    ['History', 'Hysterectomy offered in 2018', ''],
    ['Plan', 'To undergo cholecystectomy in December 2026', 'Procedure unknown cholecystectomy'],
    ['Plan', 'Cataract surgery explained, patient not willing', ''],
    ['Family history', 'Mother s/p hysterectomy', ''],
    ['History', 'Father s/p CABG', ''],
    ['emr familyHistory', 's/p CABG', ''],
    ['emr medicalHistory', 'Hysterectomy advised', 'Condition Hysterectomy advised'],
    ['emr medicalHistory', 'Awaiting CABG', 'Condition Awaiting CABG'],
    ['emr medicalHistory', 'Pacemaker', 'Condition Pacemaker'],
    ['emr medicalHistory', '?Hysterectomy', 'Condition Hysterectomy'],
    ['emr medicalHistory', 'Renal transplant recipient', 'Condition Renal transplant recipient'],
    ['emr diagnosis', 'Hysterectomy', 'Condition Hysterectomy'],
    ['emr symptoms', 'pain post cholecystectomy', 'Condition pain post cholecystectomy'],
    ['Plan', 'Cardiac rehabilitation post CABG', 'Condition post CABG'],
  ])('under “%s”, “%s” was not, or may not have been', (section, line, expected) =>
    expect(leaving(section, line, flavour).join()).toBe(expected),
  );
});

test.each([
  ['MI in 2010, CABG', ''],
  ['In 2010 had a hysterectomy, in 2015 cholecystectomy', 'hysterectomy 2010'],
  ['In 2010 had a hysterectomy, in 2015 cholecystectomy', 'cholecystectomy 2015'],
  ['Hysterectomy 2010, CABG 2015', 'Hysterectomy 2010'],
  ['Hysterectomy 2010, CABG 2015', 'CABG 2015'],
  ['CABG 2010, 2015', ''],
])('each has its own date or none: “%s”', (line, expected) =>
  expect(
    leaving('History', line)
      .filter((one) => /\d{4}$/.test(one))
      .map((one) => one.replace(/^Procedure completed /, ''))
      .filter((one) => expected === '' || one === expected),
  ).toEqual(expected === '' ? [] : [expected]),
);

test('whatever lead, side and year it is written with, a procedure has that year or none', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('s/p', 'status post', 'h/o', 'previous', 'underwent', 'had a'),
      fc.constantFrom('hysterectomy', 'cholecystectomy', 'left mastectomy', 'CABG', 'TURP'),
      fc.constantFrom('', ' 2015', ' in 2015', ', 2015', ' (2015)'),
      (lead, name, year) => {
        const date = year === '' ? '' : ' 2015';
        expect(leaving('emr medicalHistory', `${lead} ${name}${year}`)).toEqual([
          expect.stringMatching(`^Procedure completed (?:left )?${name.split(' ').at(-1)}${date}$`),
        ]);
      },
    ),
    { numRuns: 40 },
  ));

describe('codes', () => {
  const codingOf = (line: string, chosen: readonly ChosenCode[]) => {
    const content = { prescription: { medicalHistory: [{ name: line }] } };
    const [only] = resourcesIn(bundleOf(content, 'r4', () => chosen));
    return [only.resourceType, only.code.coding?.map(({ code }: Loose) => code)];
  };

  test('a code of a state, or of a concept that no list here has as a procedure, goes', () => {
    expect(codingOf('s/p CABG', [STATE])).toEqual(['Procedure', undefined]);
    expect(codingOf('s/p CABG', [STATE, SITUATION])).toEqual(['Procedure', undefined]);
  });

  test('a code that the list on this computer has as a procedure stays', () =>
    expect(codingOf('H/O appendicectomy', [APPENDECTOMY, STATE])).toEqual([
      'Procedure',
      ['80146002'],
    ]));

  test('a code of a disorder says that a disorder is meant', () =>
    expect(
      codingOf('Previous LSCS', [{ ontology: 'icd-10-cm', code: 'O34.219', name: 'Scar' }]),
    ).toEqual(['Condition', ['O34.219']]));

  test.each([
    ['ICD-10-CM', STATE],
    ['a disorder', { ontology: 'snomed', code: '44054006', name: 'Type 2 diabetes' } as const],
  ])('a procedure that was read as one has no code of %s', (_, chosen) => {
    const bundle = bundleOf('## History\n- Underwent appendicectomy in 2004', 'r4', () => [chosen]);
    expect(resourcesIn(bundle).map(({ code }) => code)).toEqual([{ text: 'appendicectomy' }]);
  });
});
