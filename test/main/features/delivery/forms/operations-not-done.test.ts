/**
 * An operation that was refused, called off, advised or planned never leaves as one that was done,
 * whatever year or "had" stands beside it; what was done never leaves as an order.
 */
import { describe, expect, test } from 'vitest';
import { actsLeaving } from './acts-leaving.ts';
import { wholeFlavours } from './notes.ts';

describe.each(wholeFlavours)('%s', (flavour) => {
  test.each([
    ['History', 'CABG 2019 refused'],
    ['History', 'TKR 2019 abandoned'],
    ['History', 'Hysterectomy in 2010 was cancelled'],
    ['History', 'Hysterectomy in 2010 did not happen'],
    ['History', 'CABG in 2019 not possible'],
    ['History', 'had a hysterectomy scheduled, cancelled'],
    ['History', 'CABG advised in 2019, not done'],
    ['History', 'previous appendicectomy considered'],
    ['History', 'She had hysterectomy planned'],
    ['History', 'Was advised CABG in 2019 but refused'],
    ['History', 'CABG 2019. Patient refused'],
    ['History', 'CABG was scheduled for 2020. Cancelled due to Covid.'],
    ['History', 'Cholecystectomy deferred until delivery'],
    ['History', 'She could not undergo hysterectomy in 2010'],
    ['History', "Mother's hysterectomy 2010"],
    ['History', 'Her sister underwent CABG in 2015'],
    ['Past history', 'CABG declined by anaesthetist 2020'],
    ['Past history', 'Declined for CABG by anaesthetist 2020'],
    ['Past history', 'On list for right TKR since 2022'],
    ['Past history', 'Cholecystectomy cancelled x2 in 2021'],
    ['Past history', 'Offered hysterectomy in 2014, opted for Mirena'],
    ['Past history', 'Hernia repair booked 2019 then cancelled due to Covid'],
    ['Past history', 'Hysterectomy advised 2020, pt did not attend'],
    ['Past history', 'Cholecystectomy: cancelled on the day, anaesthetist not happy (2021)'],
    ['Past history', 'Pt counselled for CABG 2018, opted for medical management'],
    ['Past history', 'Refused CABG and TKR in 2015'],
    ['Past history', 'CABG in father at 50'],
    ['Operation notes', 'Hysterectomy abandoned due to dense adhesions'],
    ['Operation notes', 'Hernia repair attempted, not completed'],
    ['emr medicalHistory', 'CABG 2019 refused'],
    ['emr medicalHistory', 'Hysterectomy in 2010 was cancelled'],
    ['emr medicalHistory', 'previous appendicectomy considered'],
    ['emr procedures', 'Hysterectomy refused'],
    ['emr procedures', 'CABG 2019 refused'],
    ['Plan', 'Hysterectomy - declined'],
    ['History', 'CABG will be done in 2027'],
  ])('under “%s”, “%s” was not done', (section, line) =>
    expect(actsLeaving(section, line, flavour)).toBe(''),
  );

  test.each([
    ['History', 'Hysterectomy recommended in 2010', 'hysterectomy'],
    ['Past history', 'Appendicectomy 2004 - pt unsure', 'appendicectomy'],
    ['History', 'Admitted in 2016 for hysterectomy, went home before surgery', 'hysterectomy'],
    ['emr medicalHistory', 'Hysterectomy recommended in 2010', 'hysterectomy'],
    ['Past history', 'Was to have hysterectomy in 2010 but menopause intervened', 'hysterectomy'],
    ['Past history', 'Went for CABG in 2012, found inoperable on table', 'cabg'],
    ['Past history', 'CABG possibly 2012', 'cabg'],
    ['Past history', 'Hysterectomy in 2010?', 'hysterectomy'],
    ['Past history', 'In 2010 advised hysterectomy', 'hysterectomy'],
    ['Past history', 'Awaiting CABG, THR 2015', 'thr'],
    ['Plan', 'TKR counselling done', 'tkr'],
    ['Plan', 'PAC for TKR', 'tkr'],
    ['Plan', 'Colostomy closure in 6 weeks', 'colostomy'],
    ['Plan', 'Wound check post LSCS', 'lscs'],
    ['History', 'TKR - on NHS waiting list since Jan 2024', 'tkr'],
    ['History', 'Had been advised TKR but kept postponing', 'tkr'],
    ['Plan', 'Patient to decide re hysterectomy', 'hysterectomy'],
    ['Plan', 'Listed for hernia repair (WL 12 weeks)', 'hernia repair'],
    ['emr procedures', 'TKR counselling done', 'tkr counselling done'],
    ['Plan', 'Excision of lipoma under LA next week', 'excision of lipoma'],
  ])('under “%s”, “%s” may not have been done', (section, line, name) =>
    expect(actsLeaving(section, line, flavour).toLowerCase()).toBe(`procedure unknown ${name}`),
  );

  test('after an operation of which nothing is known, what the plan orders is ordered', () =>
    expect(actsLeaving('Plan', 'Physiotherapy post TKR', flavour)).toBe(
      'Procedure unknown TKR; ServiceRequest active Physiotherapy',
    ));

  test.each([
    ['History', 'Cholecystectomy done, hernia repair planned', 'Cholecystectomy'],
    ['Plan', 'Nebulisation with salbutamol given in OPD', 'Nebulisation'],
    ['Plan', 'Nebulisation given in OPD', 'Nebulisation'],
    ['History', '2010: hysterectomy', 'hysterectomy 2010'],
    ['Past surgical history', 'Hysterectomy 2010', 'Hysterectomy 2010'],
    ['Past history', 'CABG (2012)', 'CABG 2012'],
    ['Past history', 'Advised CABG, underwent in 2013', 'CABG'],
    ['Past history', 's/p CABG 2011, declined statin', 'CABG 2011'],
    ['Past history', 'CABG 2012, no complications', 'CABG 2012'],
    ['Past history', 'Hysterectomy 2010, transfusion not required', 'Hysterectomy 2010'],
    ['Past history', 'Father CABG 2001, self appendicectomy 1999', 'appendicectomy 1999'],
    ['Past history', 'Revision THR 2015', 'THR 2015'],
    ['Past history', 'Previous LSCS for failed induction', 'LSCS'],
    ['Past history', 'Not diabetic, CABG 2012', 'CABG 2012'],
    ['Past history', 'Wife reports he had CABG in 2010', 'CABG 2010'],
    ['Past history', 'Emergency LSCS in 2015 due to fetal distress', 'LSCS 2015'],
    ['Past history', 'Hysterectomy for DUB 2009 (ovaries not removed)', 'Hysterectomy 2009'],
    ['Past history', 'Bilateral TKR 2018 and 2020', 'TKR'],
    ['Past history', 'Cataract surgery RE 2019, LE planned', 'Cataract surgery 2019'],
    ['Assessment', 'POD 3 post appendicectomy, doing well', 'appendicectomy'],
    ['Plan', 'Follow up after hysterectomy done in March 2020', 'hysterectomy 2020-03'],
    ['Plan', 'Haemodialysis given yesterday', 'Haemodialysis'],
    ['Plan', 'Steroid injection given into right knee', 'injection'],
    ['Plan', 'Dialysis done yesterday, next dialysis on Friday', 'Dialysis'],
    ['History', 'K/c/o CAD, CABG done 2010 at Fortis', 'CABG 2010'],
    ['History', 'LSCS done for CPD in 2014', 'LSCS 2014'],
    ['Operation notes', 'Appendicectomy performed under GA', 'Appendicectomy'],
    ['emr procedures', 'Dressing done', 'Dressing done'],
  ])('under “%s”, “%s” says what was done', (section, line, expected) =>
    expect(actsLeaving(section, line, flavour)).toBe(`Procedure completed ${expected}`),
  );

  test.each([
    ['Nebulisation tds', 'Nebulisation'],
    ['Dialysis thrice weekly', 'Dialysis'],
    ['Book LSCS at 39 weeks', 'LSCS'],
    ['For cataract surgery RE', 'cataract surgery'],
  ])('of a plan “%s” is still ordered', (line, name) =>
    expect(actsLeaving('Plan', line, flavour)).toBe(`ServiceRequest active ${name}`),
  );
});

describe.each(wholeFlavours)('what stands behind it, %s', (flavour) => {
  test.each([
    'TKR 2018. Missed physiotherapy.',
    'Thyroidectomy 2011. Missed tablets lately.',
    'CABG 2015. Never smoker.',
    'CABG 2015, never admitted since',
    'Cholecystectomy done 2015. Never needed readmission.',
    'Appendicectomy in 2003. Lost to follow up.',
    'Cholecystectomy 2015. Dropped out of follow-up.',
    'TKR 2015, unable to kneel since',
    'Underwent appendicectomy yesterday, deferred discharge',
    'Cataract surgery 2019, right eye. Left awaited.',
    'She had a hysterectomy in 2010 and was offered HRT but declined',
    'Appendicectomy 2001. Never had problems since.',
    'Hysterectomy 2012. Refuses HRT.',
    'TKR right 2016. Left not done.',
    'TKR left 2016, right knee declined',
    'Cholecystectomy 2010, uneventful. Not on any medication.',
    'Hernia repair 2018. Not fit for work for six weeks.',
    'Cataract surgery right eye 2019. Left eye planned.',
    'LSCS 2015. Unable to breastfeed.',
    'CABG 2012, was advised statin but refused',
  ])('what another thing was not leaves the operation done: “%s”', (line) =>
    expect(actsLeaving('Past history', line, flavour)).toMatch(/^Procedure completed /),
  );

  test.each([
    'Cataract surgery left eye. Right eye done in 2020.',
    'Schedule TKR left. Right operated in 2018.',
    'Arrange hernia repair left side, right side done last year',
    'Cataract surgery right eye, left eye already done',
    'Tonsillectomy, then completed by 5 pm',
    'Continue haemodialysis, missed last session',
    'Start dialysis. Refused earlier but now agreed.',
    'Continue physiotherapy. Not attended last week.',
    'Arrange cholecystectomy. Not fit for day case.',
    'Arrange hysterectomy. Not willing for oophorectomy.',
    'Arrange CABG. Not keen on medication.',
    'Schedule TKR. Dropped Hb to be evaluated first.',
    'Arrange hernia repair. Missed appointment last time.',
    'Plan CABG. Could not be done today due to fever.',
    'For cataract surgery OS, other eye done',
    'Dialysis thrice weekly, missed Friday',
    'Cataract surgery 5 May. Unable to see well with left.',
    'Schedule hysterectomy. Never pregnant.',
    'Arrange colonoscopy. Not tolerating oral iron.',
    'Plan TKR right. Left knee done 2016.',
    'Start dialysis. Unable to lie flat.',
    'Arrange CABG. Lost weight recently.',
    'For LSCS. Declines sterilisation.',
  ])('what is said of another side, or of another thing, leaves the order: “%s”', (line) =>
    expect(actsLeaving('Plan', line, flavour)).toMatch(/^ServiceRequest active /),
  );

  test.each([
    'CABG 2015. Never done.',
    'CABG 2015. Missed by the patient.',
    'CABG 2019. Dropped by surgeon.',
    'TKR 2019. Lost to follow up before surgery.',
    'TKR 2019, unable to proceed',
    'CABG advised 2019. Never happened.',
    'TKR 2020, could not proceed',
    'Hernia repair 2019. Declined by anaesthetist.',
    'Cataract surgery 2021. Not willing for surgery.',
    'Prostatectomy in 2017, refused on the table',
    'Thyroidectomy 2010. Postponed.',
    'She nearly had a hysterectomy in 2012',
    'Cholecystectomy in 2015 fell through',
  ])('what says that it was not leaves nothing: “%s”', (line) =>
    expect(actsLeaving('Past history', line, flavour)).toBe(''),
  );

  test.each([
    'Arrange TKR. Not fit for surgery.',
    'Arrange CABG. Not keen on surgery.',
    'Arrange hernia repair. Patient declined surgery.',
    'Schedule TKR. Not willing for the operation.',
    'Arrange colonoscopy. Refused by patient.',
    'Book cholecystectomy. Not fit for theatre.',
  ])('a refusal of the operation takes the order back: “%s”', (line) =>
    expect(actsLeaving('Plan', line, flavour)).toBe(''),
  );

  test.each([
    'Dialysis. Done yesterday.',
    'TKR left. Left done yesterday.',
    'Wound dressing. Done today.',
    'Nebulisation. Given in OPD.',
    'Cataract surgery left eye. Left eye done last week.',
  ])('what was done is no order: “%s”', (line) =>
    expect(actsLeaving('Plan', line, flavour)).toMatch(/^Procedure completed /),
  );
});

describe.each(wholeFlavours)('years, %s', (flavour) => {
  test('a year behind two operations is that of the second', () =>
    expect(actsLeaving('Past history', 'Appendicectomy & hernia repair 2015', flavour)).toBe(
      'Procedure completed Appendicectomy; Procedure completed hernia repair 2015',
    ));

  test.each([
    ['CABG 2012, PTCA 2015', 'Procedure completed CABG 2012; Procedure completed PTCA 2015'],
    ['CABG 2012 and TKR 2015', 'Procedure completed CABG 2012; Procedure completed TKR 2015'],
    ['CABG 2012, PTCA', 'Procedure completed CABG 2012; Procedure completed PTCA'],
  ])('each operation of the row “%s” leaves with its own year', (line, expected) =>
    expect(actsLeaving('emr medicalHistory', line, flavour)).toBe(expected),
  );
});
