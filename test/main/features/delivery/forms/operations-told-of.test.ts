/**
 * An operation that a plan tells of, by the day after it or by how it went, is none that the plan
 * orders.
 */
import { describe, expect, test } from 'vitest';
import { actsLeaving } from './acts-leaving.ts';
import { wholeFlavours } from './notes.ts';

describe.each(wholeFlavours)('%s', (flavour) => {
  test.each([
    'POD 2 laparoscopic cholecystectomy',
    'POD2 of hernia repair',
    'POD #3 TKR',
    'Post-op day 5 hysterectomy',
    'Postoperative day 1, CABG',
    'Day 3 post TKR',
    '3 days post hernia repair',
    '6 weeks following CABG',
    'Cholecystectomy went well',
    'Cholecystectomy was uneventful',
    'Hernia repair - no complications',
    'Cholecystectomy complicated by bile leak',
    'Hysterectomy uncomplicated, discharge tomorrow',
    'Recovering well from hernia repair',
  ])('“%s” orders no operation', (line) =>
    expect(actsLeaving('Plan', line, flavour)).not.toMatch(/ServiceRequest/),
  );

  test.each([
    ['Hernia repair on post-op review', 'hernia repair'],
    ['Cholecystectomy on day 3 of the cycle', 'Cholecystectomy'],
    ['Hysterectomy, risk of complications explained', 'Hysterectomy'],
    ['Cholecystectomy to prevent complications', 'Cholecystectomy'],
    ['Hernia repair in 3 days', 'Hernia repair'],
    ['TKR 6 weeks after the hernia repair', 'TKR'],
  ])('“%s” still orders it', (line, name) =>
    expect(actsLeaving('Plan', line, flavour).toLowerCase()).toContain(
      `servicerequest active ${name.toLowerCase()}`,
    ),
  );

  test.each([
    'Skin biopsy taken',
    'Skin biopsy taken today, sent for histology',
    'Skin biopsy was taken from left forearm',
    'Endometrial biopsy obtained',
    'Excision biopsy taken from left forearm',
  ])('“%s” orders no second one', (line) =>
    expect(actsLeaving('Plan', line, flavour)).not.toMatch(/ServiceRequest/),
  );
  test.each([
    'Skin biopsy to be taken',
    'Skin biopsy will be taken tomorrow',
    'Take skin biopsy',
    'Skin biopsy, written consent taken',
    'Skin biopsy, medicines to be taken before',
  ])('“%s” orders it', (line) =>
    expect(actsLeaving('Plan', line, flavour)).toMatch(/ServiceRequest active skin biopsy/i),
  );
});
