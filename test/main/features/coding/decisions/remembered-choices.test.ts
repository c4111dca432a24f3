/** A doctor's own choices come first for the same words, and belong to that doctor alone. */
import { expect, test } from 'vitest';
import { candidate, emrNote, named, openDesk, visit } from '../../../../support/rigs/desk-rig.ts';
import { choose, icd } from './support.ts';

test('a doctor’s own choice comes first for these words and says so; it is nobody else’s, is unlearnt with undo, and can be forgotten', async () => {
  const rig = openDesk({ note: emrNote([{ name: 'Fever' }, { name: 'the fevers' }]) });
  const firsts = async () =>
    (await rig.desk.link(visit, undefined, 'usual')).map(
      ({ answers }) =>
        answers
          .filter(({ ontology }) => ontology === 'icd-10-cm')
          .map(({ candidates: [first], suggested }) => [
            first?.code,
            first?.chosenBefore,
            first?.linked,
            suggested,
          ])[0],
    );
  rig.platform.candidates = () => [candidate('one', { linked: true }), candidate('two')];
  const fever = await named(rig, 'Fever');
  expect(await firsts()).toEqual([
    ['one', undefined, true, undefined],
    ['one', undefined, true, undefined],
  ]);
  rig.desk.decide(visit, [choose(fever, icd('two'))]);
  expect(await firsts()).toEqual([
    ['two', 1, false, undefined],
    ['two', 1, false, undefined],
  ]);
  expect(
    rig.desk.decide(visit, [{ entityId: fever, verdict: 'rejected', codes: [] }]).decisions,
  ).toHaveLength(1);
  expect((await firsts())[0]).toEqual(['one', undefined, true, undefined]);
  rig.desk.undo(visit);
  expect((await firsts())[0]).toEqual(['two', 1, false, undefined]);
  rig.desk.decide(visit, [choose(await named(rig, 'the fevers'), icd('two'))]);
  expect((await firsts())[0]).toEqual(['two', 2, false, undefined]);
  rig.account.who = 'doctor-2';
  expect((await firsts())[0]).toEqual(['one', undefined, true, undefined]);
  expect(rig.desk.forgetFavourites()).toBe(0);
  rig.account.who = 'doctor-1';
  expect(rig.desk.forgetFavourites()).toBe(1);
  expect((await firsts())[0]).toEqual(['one', undefined, true, undefined]);
});

test('a habit stays its doctor’s own, whoever replaces or takes back the decision', async () => {
  const rig = openDesk({ note: emrNote([{ name: 'Fever' }, { name: 'Cough' }]) });
  rig.platform.candidates = () => [candidate('one'), candidate('two')];
  const [fever] = [await named(rig, 'Fever')];
  const first = async () =>
    (await rig.desk.link(visit, [fever], 'usual'))[0]!.answers[0]!.candidates[0];
  await first();
  const snomed = (code: string) => [
    {
      entityId: fever,
      verdict: 'accepted' as const,
      codes: [{ ontology: 'snomed' as const, code, name: '' }],
    },
  ];
  rig.desk.decide(visit, snomed('two'));
  rig.account.who = 'doctor-2';
  await first();
  rig.desk.decide(visit, snomed('one'));
  rig.desk.undo(visit);
  // The first one's choice stands again; it is no habit of the second, whose own is unlearnt.
  expect((await first())?.chosenBefore).toBeUndefined();
  rig.account.who = 'doctor-1';
  expect(await first()).toMatchObject({ code: 'two', chosenBefore: 1 });
});
