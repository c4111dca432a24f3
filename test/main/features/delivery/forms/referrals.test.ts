/**
 * A referral for an operation asks another doctor about it: it stays words, and is no order of the
 * operation. Tests and treatments that a referral asks for are ordered by it.
 */
import { describe, expect, test } from 'vitest';
import { actsLeaving } from './acts-leaving.ts';
import { wholeFlavours } from './notes.ts';

describe.each(wholeFlavours)('%s', (flavour) => {
  test.each([
    'Refer for CABG',
    'Referred for CABG',
    'Refer to surgeon for cholecystectomy',
    'Referral to ortho for TKR',
    'Refer to ophthalmology for cataract surgery',
    'Referring to Dr Shah with a view to hysterectomy',
    'Refer to the cardiac surgeons for possible CABG',
  ])('“%s” refers, and orders no operation', (line) =>
    expect(actsLeaving('Plan', line, flavour)).not.toMatch(/ServiceRequest|Procedure/),
  );
  test.each([
    ['Refer for colonoscopy', 'colonoscopy'],
    ['Refer for MRI', 'MRI'],
    ['Refer for physiotherapy', 'physiotherapy'],
    ['CABG; refer to dietician', 'CABG'],
    ['Book hernia repair, refer to anaesthetist for fitness', 'hernia repair'],
    ['Refer to dietician, list for hernia repair', 'hernia repair'],
  ])('“%s” orders it', (line, name) =>
    expect(actsLeaving('Plan', line, flavour)).toContain(`ServiceRequest active ${name}`),
  );
});
