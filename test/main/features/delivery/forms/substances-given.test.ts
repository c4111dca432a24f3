/** A substance that is measured and given under one name leaves as what the plan means. */
import { describe, expect, test } from 'vitest';
import { bundleOf, resourcesIn } from './accepted-note.ts';
import { wholeFlavours } from './notes.ts';

const KINDS = ['MedicationRequest', 'MedicationStatement', 'ServiceRequest'];
const leaving = (line: string, flavour: (typeof wholeFlavours)[number]) =>
  resourcesIn(bundleOf(`## Plan\n- ${line}`, flavour))
    .filter(({ resourceType }) => KINDS.includes(resourceType))
    .map(
      ({ resourceType, status, code, medicationCodeableConcept }) =>
        `${resourceType} ${status} ${(code ?? medicationCodeableConcept)?.text}`,
    )
    .sort()
    .join('; ');

describe.each(wholeFlavours)('%s', (flavour) => {
  test.each([
    ['Start iron', 'MedicationRequest active iron'],
    ['Oral iron for 3 months', 'MedicationRequest active iron'],
    ['Iron tablets OD', 'MedicationRequest active Iron'],
    ['Give potassium 20 mEq', 'MedicationRequest active potassium'],
    ['Start lithium', 'MedicationRequest active lithium'],
    ['Testosterone gel', 'MedicationRequest active Testosterone'],
    [
      'Continue calcium and iron',
      'MedicationRequest active calcium; MedicationRequest active iron',
    ],
    ['Replace potassium', 'MedicationRequest active potassium'],
    [
      'Iron and folic acid OD',
      'MedicationRequest active Iron; MedicationRequest active folic acid',
    ],
    ['Stop iron', 'MedicationStatement stopped iron'],
  ])('“%s” is a medicine', (line, leaves) => expect(leaving(line, flavour)).toBe(leaves));

  test.each([
    ['Check iron', 'ServiceRequest active iron'],
    ['Serum iron', 'ServiceRequest active Serum iron'],
    ['Iron', 'ServiceRequest active Iron'],
    ['Check potassium', 'ServiceRequest active potassium'],
    ['Magnesium level', 'ServiceRequest active Magnesium'],
    ['Potassium, creatinine', 'ServiceRequest active Potassium; ServiceRequest active creatinine'],
    ['Add on magnesium', 'ServiceRequest active magnesium'],
    ['Add TSH and iron', 'ServiceRequest active TSH; ServiceRequest active iron'],
    ['Add potassium to the labs', 'ServiceRequest active potassium'],
    ['Continue potassium monitoring', 'ServiceRequest active potassium'],
  ])('“%s” is a test', (line, leaves) => expect(leaving(line, flavour)).toBe(leaves));

  test.each([
    ['Start zinc 20 mg', 'MedicationRequest active zinc 20 mg'],
    ['Vitamin D 60,000 IU weekly', 'MedicationRequest active Vitamin D 60,000 IU'],
  ])('“%s” is a medicine that no list has', (line, leaves) =>
    expect(leaving(line, flavour)).toBe(leaves),
  );

  test.each(['Iron rich diet', 'Low potassium diet', 'High calcium foods', 'Sodium restriction'])(
    '“%s” is neither, and no finding',
    (line) =>
      expect(
        resourcesIn(bundleOf(`## Plan\n- ${line}`, flavour)).map(({ code }) => code?.text),
      ).not.toContainEqual(expect.stringMatching(/iron|potassium|calcium|sodium/i)),
  );

  test.each([
    'Potassium 6.1 mmol, repeat urgently',
    'Calcium 8.2 mg%, recheck',
    'Calcium 8.2 mg per dl',
  ])('a value is no dose: “%s”', (line) =>
    expect(leaving(line, flavour)).not.toMatch(/Medication/),
  );

  test.each(['Start low dose 5 mg and titrate', 'Start feeds 30 ml'])('“%s” names none', (line) =>
    expect(leaving(line, flavour)).toBe(''),
  );

  test('“Start same dose 5 mg” names none', () =>
    expect(leaving('Start same dose 5 mg', flavour)).toBe(''));

  test.each([
    'Started on metformin 500 mg BD by GP',
    'Prescribed metformin 500 mg BD by chemist',
    'Put on metformin 500 mg BD at City Hospital',
  ])('“%s” is taken, and no order', (line) =>
    expect(leaving(line, flavour)).toBe('MedicationStatement active metformin 500 mg'),
  );

  test.each(['as advised by', 'on advice of', 'per'])('“start … %s cardiologist” orders it', (as) =>
    expect(leaving(`Start apixaban 5 mg BD ${as} cardiologist`, flavour)).toBe(
      'MedicationRequest active apixaban 5 mg',
    ),
  );
});
