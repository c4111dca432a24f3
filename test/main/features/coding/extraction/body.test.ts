/** Findings that are widened by the part of the body beside them. */
import { expect, test } from 'vitest';
import { widened } from '../../../../../main/features/coding/extraction/body.ts';

/** The words after widening; undefined where nothing is widened. */
const wide = (text: string, finding: string) => {
  const start = text.indexOf(finding);
  const found = widened(text, start, start + finding.length);
  return found && text.slice(found.start, found.end);
};

test.each([
  ['Right Knee pain', 'pain', 'Right Knee pain'],
  ['Pain in the Left Knee', 'Pain', 'Pain in the Left Knee'],
  ['PAIN OVER HIS RIGHT SHOULDER', 'PAIN', 'PAIN OVER HIS RIGHT SHOULDER'],
  ['swelling of both knees since Monday', 'swelling', 'swelling of both knees'],
  ['knee-pain', 'pain', 'knee-pain'],
  ['pain since Monday', 'pain', undefined],
  ['pain in the garden', 'pain', undefined],
  ['fever in the knee', 'fever', undefined],
  ['Xknee pain', 'pain', undefined],
  ['pain in the kneecapx', 'pain', undefined],
])('“%s”: %s is %s', (text, finding, wanted) => {
  expect(wide(text, finding)).toBe(wanted);
});
