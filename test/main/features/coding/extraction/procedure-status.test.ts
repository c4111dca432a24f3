/** An operation or a test that is only spoken of is not there; one that is ordered or done stays. */
import { expect, test } from 'vitest';
import { createIsOnlySpokenOf } from '../../../../../main/features/coding/extraction/procedure-status.ts';

function isOnlySpokenOf(
  line: string,
  title = '',
  kind: 'procedure' | 'order' = 'procedure',
): boolean {
  const start = line.indexOf('{');
  const text = line.replace(/[{}]/g, '');
  const end = line.indexOf('}') - 1;
  return createIsOnlySpokenOf(text, title)({ start, end, kind });
}

test.each([
  'Offered {bronchoscopy}, declined.',
  'Not willing for {bypass surgery}.',
  'Refuses {gastroscopy}.',
  'May need {tonsillectomy}.',
  '{Lithotripsy} to be decided by the board.',
  'Posted for {hernioplasty} next week.',
])('%s: it is only spoken of', (line) => {
  expect(isOnlySpokenOf(line)).toBe(true);
});

test.each([
  '{Bronchoscopy} done, washings sent.',
  'On {dialysis} thrice weekly.',
  'No fever; {hernioplasty} performed today.',
  '{Tonsillectomy} 2014, no complications.',
])('%s: it is there', (line) => {
  expect(isOnlySpokenOf(line)).toBe(false);
});

test('what a plan orders stays, though it is to come', () => {
  expect(isOnlySpokenOf('{Gastroscopy} next week.', 'Plan')).toBe(false);
  expect(isOnlySpokenOf('{Gastroscopy} declined.', 'Plan')).toBe(true);
});

test('a test is only spoken of where it is refused', () => {
  expect(isOnlySpokenOf('Refuses {mammogram}.', '', 'order')).toBe(true);
  expect(isOnlySpokenOf('{Mammogram} was offered, declined.', '', 'order')).toBe(true);
  expect(isOnlySpokenOf('I want to order a {mammogram}.', '', 'order')).toBe(false);
  expect(isOnlySpokenOf('Refuses surgery, and {mammogram} is due.', '', 'order')).toBe(false);
});

test('of a very long text, and of many places, no more is read than some', () => {
  const line = 'Refuses dialysis. ';
  const far = createIsOnlySpokenOf(line.repeat(2000), '');
  expect(far({ start: 8, end: 16, kind: 'procedure' })).toBe(false);
  const many = createIsOnlySpokenOf(line.repeat(100), '');
  const told = Array.from({ length: 100 }, (_, at) =>
    many({ start: at * line.length + 8, end: at * line.length + 16, kind: 'procedure' }),
  );
  expect(told.filter(Boolean)).toHaveLength(40);
});
