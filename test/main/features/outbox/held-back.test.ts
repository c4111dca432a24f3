/** A finished recording that is held back from sending, so that its end can still be forgotten. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRig } from '../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 50 });
});
afterAll(() => sandbox.kill());

test('a recording that is held back stays here whatever wakes the queue, until its time or a person sends it', async () => {
  const rig = await createRig(sandbox);
  rig.seal('held');
  rig.seal('free');
  const { rev } = rig.store.visits.get('held')!;
  rig.store.visits.change('held', rev, { waitsUntil: rig.clock.now() + 30 * 60_000 });
  const outbox = rig.begin();
  outbox.wake('held');
  outbox.wake();
  await rig.until('free', ({ state }) => state === 'ready');
  expect(rig.row('held')).toMatchObject({ state: 'sealed', attempts: 0 });
  const { transactionId } = rig.row('held');
  const { requests } = await sandbox.state();
  expect(requests.filter(({ path }) => path.includes(transactionId))).toEqual([]);
  outbox.sendNow();
  await rig.until('held', ({ state }) => state === 'ready');
  await outbox.stop();
});
