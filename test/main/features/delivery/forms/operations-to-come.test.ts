/**
 * An operation that is still to be done never leaves as one that was done: "CABG to be done" of a
 * plan orders it, and under a heading of the past it is neither.
 */
import { describe, expect, test } from 'vitest';
import { actsLeaving } from './acts-leaving.ts';
import { wholeFlavours } from './notes.ts';

describe.each(wholeFlavours)('%s', (flavour) => {
  test.each([
    ['CABG to be done', 'CABG'],
    ['Hysterectomy to be performed', 'Hysterectomy'],
    ['Cataract surgery to be done on 5 May', 'Cataract surgery'],
    ['TKR will be done next month', 'TKR'],
    ['CABG needs to be done soon', 'CABG'],
    ['CABG must be done', 'CABG'],
    ['CABG is yet to be done', 'CABG'],
    ['Get hernia repair done', 'hernia repair'],
    ['Patient going to have hernia repair done', 'hernia repair'],
    ['Dialysis to be given', 'Dialysis'],
    ['PCI to LAD to be done', 'PCI'],
    ['Cholecystectomy to be completed by the surgeon', 'Cholecystectomy'],
  ])('a plan orders “%s”, and a history does not hold it', (line, name) => {
    expect(actsLeaving('Plan', line, flavour)).toBe(`ServiceRequest active ${name}`);
    expect(actsLeaving('Past history', line, flavour)).not.toMatch(/completed|active/);
  });

  test.each([
    'CABG can be done',
    'CABG may be done',
    'CABG would be done after fitness',
    'CABG was to be done in 2019',
    'Physiotherapy being done at home',
    'Cholecystectomy should have been done in 2018',
    'Hysterectomy could not be done',
    'Right TKR done 2019, left to be done',
  ])('“%s” is neither ordered nor done, wherever it stands', (line) => {
    for (const heading of ['Plan', 'Past history'])
      expect(actsLeaving(heading, line, flavour)).not.toMatch(/completed|active/);
  });

  test.each([
    ['CABG done 2019', 'CABG 2019'],
    ['PCI to LAD with DES done 2019', 'PCI 2019'],
    ['PCI to LAD done 2019; CABG not needed', 'PCI 2019'],
    ['Cataract surgery has been done in 2019', 'Cataract surgery 2019'],
    ['CABG was done in 2012, angiography to be done', 'CABG 2012'],
    ['CABG done in 2012 will be reviewed', 'CABG 2012'],
    ['Got hernia repair done in 2015', 'hernia repair 2015'],
    // The year is that of the end, not of the plan before it.
    ['CABG 2019 postponed, then done 2020', 'CABG 2020'],
  ])('“%s” was done, in a plan too', (line, expected) => {
    for (const heading of ['Plan', 'Past history'])
      expect(actsLeaving(heading, line, flavour)).toBe(`Procedure completed ${expected}`);
  });

  test('what was completed does not keep the next item from being ordered', () => {
    const line = 'Hysterectomy completed 2015, angiography to be done';
    const done = 'Procedure completed Hysterectomy 2015';
    expect(actsLeaving('Past history', line, flavour)).toBe(done);
    expect(actsLeaving('Plan', line, flavour)).toBe(`${done}; ServiceRequest active angiography`);
  });
});
