/** A value that is made when it is first asked for. */
import { expect, test } from 'vitest';
import { once } from '../../shared/once.ts';

test('it is made when it is first asked for, and once', () => {
  let made = 0;
  const value = once(() => {
    made += 1;
    return { made };
  });
  expect(made).toBe(0);
  expect(value()).toBe(value());
  expect(made).toBe(1);
});

test('where making it fails, the next who asks hears of it too', () => {
  const value = once((): object => {
    throw new Error('row 3 is wrong');
  });
  expect(value).toThrow('row 3 is wrong');
  expect(value).toThrow('row 3 is wrong');
});
