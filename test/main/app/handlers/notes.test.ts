/**
 * The note as a document through the whole core: from a recording to a signature, by the requests
 * that a page has.
 */
import { expect, test } from 'vitest';
import { failure } from '../../../support/failure.ts';
import { createWorld } from '../../../support/fakes/fake-platform.ts';
import { seenIn } from '../../../support/seen.ts';
import { startWholeApp } from '../../../trust/support/app/whole-app.ts';
import { fastFolder } from '../../../trust/support/disks/fast-folder.ts';

const caught = async (run: () => unknown) => {
  try {
    await run();
  } catch (error) {
    return (error as { detail?: string }).detail;
  }
  return 'done';
};

test('a note is edited, signed, and then belongs to its patient; the log knows it, and a lock closes all of it', async () => {
  const whole = await startWholeApp(fastFolder(), createWorld(0));
  const { handlers } = whole.app;
  const notices: string[] = [];
  whole.app.onNotice((name) => notices.push(name));
  const id = await whole.record(3);
  await handlers['recordings.finish']({ id, samples: 3 * 16_000 });
  expect(await caught(() => handlers['notes.versions']({ id }))).toBe('no-note-yet');
  await whole.until(([visit]) => visit?.state === 'ready');

  const {
    branches: [branch],
    note,
    hindrances,
  } = await handlers['notes.versions']({ id });
  expect([note, hindrances]).toEqual([branch!.id, ['doctor-name']]);
  const at = { id, branch: branch!.id };
  const { patient } = await handlers['visits.get']({ id });
  const was = { ...patient, recordNumber: 'of an older view' };
  expect(
    await caught(() => handlers['visits.rename']({ id, patient: { ...patient, name: 'X' }, was })),
  ).toBe('stale');
  expect((await handlers['visits.rename']({ id, patient, was: patient })).patient).toEqual(patient);
  expect(
    await caught(async () =>
      handlers['notes.sign']({
        ...at,
        version: 1,
        seen: seenIn(await handlers['notes.versions']({ id })),
        looked: [],
      }),
    ),
  ).toBe('export-doctor-name');
  await handlers['settings.change']({
    exportProfile: {
      doctorName: 'Dr Meera Nair',
      registrationNumber: 'KMC-12345',
      registrationSystem: '',
      facility: '',
      mrnSystem: '',
    },
  });

  const sections = [...branch!.sections, { id: 'own', title: 'Advice', text: 'Rest. गीता' }];
  const edited = await handlers['notes.edit']({ ...at, rev: branch!.rev, sections });
  expect(edited).toMatchObject({ head: 2, sections });
  expect(
    await handlers['notes.diff']({
      id,
      from: { branch: branch!.id, version: 1 },
      to: { branch: branch!.id, version: 2 },
    }),
  ).toContainEqual({
    section: 'own',
    title: 'Advice',
    kind: 'added',
    parts: [{ kind: 'added', text: 'Rest. गीता' }],
  });
  expect(await handlers['notes.checks']({ ...at, version: 2 })).toEqual([]);
  const signed = await handlers['notes.sign']({
    ...at,
    version: 2,
    seen: seenIn(await handlers['notes.versions']({ id })),
    looked: [],
  });
  expect(signed).toMatchObject({
    version: 2,
    practice: true,
    note: { practitioner: { name: 'Dr Meera Nair' } },
  });
  expect(await handlers['visits.get']({ id })).toMatchObject({
    state: 'reviewed',
    signedAt: signed.at,
  });
  expect(notices).toContain('notes.changed');
  expect(await handlers['notes.signed']({ id })).toEqual([signed]);

  expect(
    await caught(() => handlers['visits.rename']({ id, patient: { name: 'Somebody else' } })),
  ).toBe('already-signed');
  const corrected = await handlers['notes.correctPatient']({
    id,
    patient: { name: 'Asha Rao', birthDate: '1984-02-29', sex: 'female' },
  });
  expect(corrected.signed).toMatchObject({ id: signed.id, changedSince: true });
  expect((await handlers['visits.get']({ id })).patient).toEqual({
    name: 'Asha Rao',
    birthDate: '1984-02-29',
    sex: 'female',
  });
  expect(
    await caught(() =>
      handlers['recordings.rearrange']({
        visits: [{ like: id, pieces: [{ id, from: 0, to: 48_000 }] }],
      }),
    ),
  ).toBe('too-late');

  expect((await handlers['audit.list'](undefined)).map(({ what }) => what)).toEqual(
    expect.arrayContaining(['note-read', 'note-edited', 'note-signed', 'patient-corrected']),
  );
  await handlers['vault.lock'](undefined);
  for (const name of ['notes.versions', 'notes.signed'] as const)
    await expect(async () => handlers[name]({ id })).rejects.toThrow(failure('locked'));
  await whole.app.close();
});
