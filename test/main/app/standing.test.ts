/** Numbers of the day's board: codes that still wait for the doctor. */
import { expect, test } from 'vitest';
import { standingsOf } from '../../../main/app/standing.ts';
import { emrNote, named, openDesk, visit } from '../../support/rigs/desk-rig.ts';

const notes = { state: () => ({ branches: [] }), checks: () => [] } as never;
const codesLeft = async ({ desk, store }: ReturnType<typeof openDesk>) =>
  (await standingsOf({ desk, notes, store }, [visit]))[0]?.codesLeft;

test('equal findings are counted once, and each is gone when its row is decided', async () => {
  const rig = openDesk({
    note: emrNote([{ name: 'Fever' }, { name: 'fever' }, { name: 'Chest pain' }]),
  });
  expect((await rig.desk.open(visit)).entities).toHaveLength(3);
  expect(await codesLeft(rig)).toBe(2);
  const chest = await named(rig, 'Chest pain');
  rig.desk.decide(visit, [{ entityId: chest, verdict: 'rejected', codes: [] }]);
  expect(await codesLeft(rig)).toBe(1);
});

test('a finding of which every list was asked and none has a code is not counted', async () => {
  const rig = openDesk({ note: emrNote([{ name: 'Fever' }, { name: 'Zzzq' }]) });
  expect(await codesLeft(rig)).toBe(2);
  await rig.desk.link(visit, undefined, 'local');
  expect(await codesLeft(rig)).toBe(1);
});
