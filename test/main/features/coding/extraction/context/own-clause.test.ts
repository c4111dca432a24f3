/** A denial does not pass a comma before a finding that has a verb of its own. */
import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';

const statusOf = (text: string, finding: string) => {
  const start = text.indexOf(finding);
  return createContext(text).judge(start, start + finding.length).status;
};

test.each([
  ['No fever, cough started yesterday.', 'cough'],
  ['No fever, dry cough has come on since Monday.', 'cough'],
  ['Denies vomiting, headache continues on the left side.', 'headache'],
  ['No chills,  his   cough   is   still   bad.', 'cough'],
  ['No fever, cough got worse at night.', 'cough'],
  ['No bukhar, khansi kal se shuru hui.', 'khansi'],
])('the denial ends at the comma: %s', (text, finding) => {
  expect(statusOf(text, finding)).toBe('present');
});

test.each([
  ['No fever, cough started yesterday.', 'fever'],
  ['No fever, cough or chills started after the injection.', 'cough'],
  ['No fever, cough, cold noted.', 'cough'],
  ['No rub, murmur was heard.', 'murmur'],
  ['No fever, no cough started.', 'cough'],
  ['No fever, cough went away.', 'cough'],
])('the denial goes on: %s', (text, finding) => expect(statusOf(text, finding)).toBe('absent'));
