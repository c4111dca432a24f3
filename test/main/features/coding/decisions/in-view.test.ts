/** A deed at the code desk falls on what was in view, or on nothing. */
import { expect, test } from 'vitest';
import { named, openDesk, visit } from '../../../../support/rigs/desk-rig.ts';
import { choose, icd, local, refusal } from './support.ts';

test('words that are read as another kind, or with another status, are not coded by a click on what stood there', async () => {
  const rig = openDesk();
  await local(rig);
  const fever = await named(rig, 'Fever');
  const { kind, status } = (await rig.desk.open(visit)).entities.find(({ id }) => id === fever)!;
  const decision = choose(fever, icd('R50.9'));
  for (const other of [
    { kind, read: 'absent' as const },
    { kind: 'allergy' as const, read: status },
  ])
    expect(refusal(() => rig.desk.decide(visit, [{ ...decision, ...other }]))).toMatchObject({
      code: 'busy',
      detail: 'stale',
    });
  expect((await rig.desk.open(visit)).decisions).toEqual([]);
  expect(rig.desk.decide(visit, [{ ...decision, kind, read: status }]).decisions).toHaveLength(1);
});

test('undo takes back the deed that was in view, never one of another window', async () => {
  const rig = openDesk();
  await local(rig);
  const [fever, pain] = [await named(rig, 'Fever'), await named(rig, 'Chest pain')];
  const own = rig.desk.decide(visit, [choose(fever, icd('R50.9'))]);
  const others = rig.desk.decide(visit, [choose(pain, icd('R07.9'))]);
  expect(refusal(() => rig.desk.undo(visit, own.revision))).toMatchObject({ detail: 'stale' });
  expect((await rig.desk.open(visit)).decisions).toHaveLength(2);
  const after = rig.desk.undo(visit, others.revision);
  expect(after.decisions.map(({ entityId }) => entityId)).toEqual([fever]);
  expect(rig.desk.undo(visit).decisions).toEqual([]);
});
