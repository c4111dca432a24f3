/** The doctor says how a medicine, a test or a procedure leaves: it is a decision like others. */
import { expect, test } from 'vitest';
import { leavingOf } from '../../../../../shared/model/export/leaving-rules.ts';
import type { Note } from '../../../../../shared/model/note/note.ts';
import { failure } from '../../../../support/failure.ts';
import { emrNote, named, openDesk, type Rig, visit } from '../../../../support/rigs/desk-rig.ts';
import { choose, icd } from './support.ts';

const medicine = { ontology: 'medication' as const, code: 'medication:Metformin', name: '' };
const noteWith = (prescription: object): Note => {
  const note = emrNote([]);
  const [document] = note.documents;
  return { ...note, documents: [{ ...document!, emr: { prescription } }] };
};

async function withMedicine(): Promise<{ rig: Rig; id: string }> {
  const rig = openDesk({
    note: noteWith({ medications: [{ name: 'Metformin' }], symptoms: [{ name: 'Fever' }] }),
  });
  await rig.desk.link(visit, undefined, 'platform');
  const id = await named(rig, 'Metformin');
  rig.desk.decide(visit, [choose(id, medicine)]);
  return { rig, id };
}
const leaves = ({ desk }: Rig) => desk.neutral(visit).map(leavingOf);

test('a medicine leaves as the doctor said, with its code, after a restart too', async () => {
  const { rig, id } = await withMedicine();
  const [read] = rig.desk.neutral(visit);
  rig.desk.leaveAs(visit, [id], 'stopped');
  expect(leaves(rig)).toEqual(['stopped']);
  expect(rig.desk.neutral(visit)[0]).toMatchObject({
    codes: read!.codes,
    origin: { entityId: id, of: 'medicine', isSaid: true, read: { kind: read!.kind } },
  });
  rig.store.close();
  expect(leaves(openDesk({ folder: rig.folder, cipher: rig.cipher, note: null }))).toEqual([
    'stopped',
  ]);
});

test('it is taken back like each decision, and as a word of its own', async () => {
  const { rig, id } = await withMedicine();
  const before = leaves(rig);
  rig.desk.leaveAs(visit, [id], 'words');
  rig.desk.leaveAs(visit, [id], undefined);
  expect(leaves(rig)).toEqual(before);
  rig.desk.undo(visit);
  expect(leaves(rig)).toEqual(['words']);
  rig.desk.undo(visit);
  expect(leaves(rig)).toEqual(before);
});

test('another code keeps it; another status, or a rejection, does not', async () => {
  const { rig, id } = await withMedicine();
  rig.desk.leaveAs(visit, [id], 'past', 'unclear');
  const second = { ...medicine, code: 'medication:Metformin:2' };
  rig.desk.decide(visit, [choose(id, second)]);
  expect(leaves(rig)).toEqual(['past']);
  expect(rig.desk.neutral(visit)[0]!.origin).toMatchObject({ saidOf: 'unclear' });
  rig.desk.decide(visit, [{ ...choose(id, second), status: 'possible' }]);
  expect(leaves(rig)).not.toEqual(['past']);
  rig.desk.leaveAs(visit, [id], 'ordered');
  expect(rig.desk.neutral(visit)[0]).toMatchObject({ kind: 'prescription', suspected: false });
  rig.desk.decide(visit, [{ entityId: id, verdict: 'rejected', codes: [] }]);
  expect(rig.desk.neutral(visit)[0]).toMatchObject({ decision: 'rejected', codes: [] });
});

test('what nobody decided, or what cannot be, is refused, and nothing changes', async () => {
  const { rig, id } = await withMedicine();
  const fever = await named(rig, 'Fever');
  expect(() => rig.desk.leaveAs(visit, [fever], 'words')).toThrow(failure('missing', 'no-entity'));
  rig.desk.decide(visit, [choose(fever, icd('icd-10-cm:Fever'))]);
  expect(() => rig.desk.leaveAs(visit, [id, fever], 'taken')).toThrow(
    failure('invalid', 'leaves-otherwise'),
  );
  expect(() => rig.desk.leaveAs(visit, [id], 'done')).toThrow(
    failure('invalid', 'leaves-otherwise'),
  );
  expect(() => rig.desk.leaveAs(visit, ['nobody'], 'words')).toThrow(
    failure('missing', 'no-entity'),
  );
  expect(rig.desk.saved(visit).decisions.map(({ decision }) => decision.leaves)).toEqual([
    undefined,
    undefined,
  ]);
});

test('codes stay those of the doctor who chose them, whoever says how they leave', async () => {
  const { rig, id } = await withMedicine();
  rig.account.who = 'doctor-2';
  rig.desk.leaveAs(visit, [id], 'stopped');
  expect(rig.desk.saved(visit).decisions.map(({ decision }) => decision.who)).toEqual(['doctor-1']);
});
