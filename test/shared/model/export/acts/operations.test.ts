/** Which words name an operation of the past and nothing else, and the date that belongs to it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateBeside } from '../../../../../shared/model/export/acts/act-moment.ts';
import { operationIn } from '../../../../../shared/model/export/acts/operations.ts';

test.each([
  ['s/p CABG', 'CABG'],
  ['Status-post CABG', 'CABG'],
  ['post-cholecystectomy', 'cholecystectomy'],
  ['k/c/o s/p PTCA to LAD and RCA', 'PTCA to LAD and RCA'],
  ['Left modified radical mastectomy 2011', 'Left modified radical mastectomy'],
  ['Previous caesarean sections', 'caesarean sections'],
  ['TAH with BSO in 2012', 'TAH with BSO'],
  ['Cataract surgery both eyes 3 years ago', 'Cataract surgery both eyes'],
  ['Tonsillectomy at age 6', 'Tonsillectomy'],
  ['Inguinal hernia repair (right) in childhood', 'Inguinal hernia repair (right)'],
  ['s/p below knee amputation', 'below knee amputation'],
])('“%s” names “%s”', (words, name) => {
  const [start, end] = operationIn(words) ?? [0, 0];
  expect(words.slice(start, end)).toBe(name);
});

test.each([
  'CABG planned',
  'for CABG',
  'no CABG',
  '?s/p CABG',
  'postcholecystectomy',
  'Post-cholecystectomy syndrome',
  'CABG graft occlusion',
  'pain after hysterectomy',
  'Traumatic amputation of left thumb 2012',
  'pacemaker',
  'renal transplant recipient',
  'surgery',
  'father s/p CABG',
  'CABG, hysterectomy',
  'Hysterectomy if bleeding persists',
  'fracture femur',
  'cholecystitis',
  `s/p ${'left '.repeat(40)}mastectomy`,
])('“%s” does not', (words) => expect(operationIn(words)).toBeUndefined());

test('its place is in the words, however long and strange they are', () =>
  fc.assert(
    fc.property(
      fc
        .array(
          fc.constantFrom('s/p ', 'post-', 'left ', 'in 2010 ', 'CABG', ' to LAD', ', ', '(', ')'),
        )
        .map((parts) => parts.join('')),
      (words) => {
        const [start, end] = operationIn(words) ?? [0, 0];
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(words.length);
        if (end > 0) expect(words.slice(start, end)).toContain('CABG');
      },
    ),
  ));

test.each([
  ['In 2010 had a ', '', '2010'],
  ['In March 2010 she underwent a total abdominal ', '', '2010-03'],
  ['2010: ', '', '2010'],
  ['MI 2008, in 2010 ', '', '2010'],
  ['', ' in 2010', '2010'],
  ['', ' (laparoscopic, uneventful) in 2010', '2010'],
  ['', ', 2010', '2010'],
  ['', ' at City Hospital in 2010', '2010'],
  ['', ' 2010, CABG 2015', '2010'],
  ['In 2010 had a ', ' in 2010', '2010'],
])('the date of “%s…%s” is %s', (before, behind, date) =>
  expect(dateBeside(before, behind)).toBe(date),
);

test.each([
  ['MI in 2010, ', ''],
  ['In 2010 advised ', ''],
  ['In 2010 she was found to have fibroids and had a ', ''],
  ['In 2010 had a ', ' in 2012'],
  ['', ' 2010, 2015'],
  ['', ' in 2010 and 2015'],
  ['', ', MI in 2010'],
  ['', ' and stroke in 2010'],
  ['', ' for stones diagnosed in 2010'],
  ['', ', in 2010 cholecystectomy'],
])('“%s…%s” gives none', (before, behind) => expect(dateBeside(before, behind)).toBeUndefined());
