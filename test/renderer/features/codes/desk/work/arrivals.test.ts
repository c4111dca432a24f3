/** A key that accepts many codes at once takes none that nobody can have read. */
import { expect, test } from 'vitest';
import {
  createArrivals,
  READING_TIME,
} from '../../../../../../renderer/features/codes/desk/work/arrivals.ts';

function watched() {
  let now = 1000;
  const arrivals = createArrivals(() => now);
  const wait = (ms: number) => {
    now += ms;
  };
  return { arrivals, wait };
}

test('what has just come is not settled, and is after it could be read', () => {
  const { arrivals, wait } = watched();
  expect(arrivals.isSettled()).toBe(true);
  arrivals.see(['fever R50.9']);
  expect(arrivals.isSettled()).toBe(false);
  wait(READING_TIME - 1);
  expect(arrivals.isSettled()).toBe(false);
  wait(1);
  expect(arrivals.isSettled()).toBe(true);
});

test('another code of the same finding counts as new, and what goes away does not', () => {
  const { arrivals, wait } = watched();
  arrivals.see(['fever R50.9', 'cough R05.9']);
  wait(READING_TIME);
  arrivals.see(['cough R05.9']);
  expect(arrivals.isSettled()).toBe(true);
  arrivals.see(['cough R05.1']);
  expect(arrivals.isSettled()).toBe(false);
});
