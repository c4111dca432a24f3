/** Turns of the event loop: work gives way after its time, and not before. */
import { expect, test } from 'vitest';
import { turnsBy } from '../../../../main/features/outbox/turns.ts';

test('work that is short goes on in its turn; one that is long lets others have theirs, and begins anew', async () => {
  let now = 100;
  const giveWay = turnsBy({ monotonic: () => now });
  let others = 0;
  const count = async () => {
    setImmediate(() => {
      others += 1;
    });
    const before = others;
    await giveWay();
    return others > before;
  };
  await giveWay();
  const waited: boolean[] = [];
  for (const step of [0, 14, 1, 0, 14, 1]) {
    now += step;
    waited.push(await count());
    await new Promise(setImmediate);
  }
  expect(waited).toEqual([false, false, true, false, false, true]);
});
