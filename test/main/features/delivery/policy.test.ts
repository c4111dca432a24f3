/**
 * Notes leave by no form and no way but those that the organisation allows, and what waited from
 * before does not leave either.
 */
import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { ExportWord } from '../../../../shared/model/policy.ts';
import { deliveryRig, dropOn, serverOn, VISIT } from './support.ts';

const only = (...allowed: ExportWord[]) => ({ policy: { exports: { allowed } } });
const byOrganisation = { code: 'refused', detail: 'set-by-organisation' };

function signedRig(...allowed: ExportWord[]) {
  const made = deliveryRig(only(...allowed));
  onTestFinished(() => made.delivery.stop());
  made.sign();
  return made;
}

test('a note is copied where the clipboard is allowed, and not where it is not', async () => {
  const { delivery } = signedRig('clipboard');
  expect((await delivery.copy({ id: VISIT })).text).toContain('Asha Rao');
  const other = signedRig('file', 'text', 'html');
  await expect(other.delivery.copy({ id: VISIT })).rejects.toMatchObject(byOrganisation);
  await expect(other.delivery.copy({ id: VISIT, section: 0 })).rejects.toMatchObject(
    byOrganisation,
  );
  await expect(other.delivery.copy({ id: VISIT, draft: true })).rejects.toMatchObject(
    byOrganisation,
  );
  expect(other.delivery.list(VISIT)).toEqual([]);
});

test('a file leaves in an allowed form alone, and what is missing says so before', async () => {
  const { delivery } = signedRig('file', 'pdf');
  expect((await delivery.save({ id: VISIT, form: 'pdf' })).saved).toEqual({ how: 'saved' });
  for (const form of ['text', 'markdown', 'html', 'fhir', 'hl7'] as const) {
    await expect(delivery.save({ id: VISIT, form })).rejects.toMatchObject(byOrganisation);
    expect(delivery.missing({ id: VISIT, form })).toMatchObject([
      { detail: 'set-by-organisation', place: 'targets' },
    ]);
  }
  const noFile = signedRig('folder', 'pdf');
  await expect(noFile.delivery.save({ id: VISIT, form: 'pdf' })).rejects.toMatchObject(
    byOrganisation,
  );
});

test('a target or a form that is not allowed cannot be set up, tried or sent to', async () => {
  const { delivery, folder } = signedRig('folder', 'pdf');
  await expect(dropOn(delivery, ['fhir'])).rejects.toMatchObject(byOrganisation);
  await expect(dropOn(delivery, ['pdf', 'hl7'])).rejects.toMatchObject(byOrganisation);
  await expect(serverOn(delivery, 'http://127.0.0.1:9')).rejects.toMatchObject(byOrganisation);
  await expect(delivery.trial('server')).rejects.toMatchObject(byOrganisation);
  await dropOn(delivery, ['pdf']);
  expect(await delivery.send({ id: VISIT, target: 'folder' })).toMatchObject([{ state: 'done' }]);
  await expect(delivery.send({ id: VISIT, target: 'server' })).rejects.toMatchObject(
    byOrganisation,
  );
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a folder that was set up before the policy sends the allowed forms alone, and is as it was without the policy', async () => {
  const free = deliveryRig();
  free.sign();
  await dropOn(free.delivery, ['fhir', 'pdf']);

  const under = free.again(only('folder', 'pdf'));
  expect(under.delivery.targets.get().folder).toMatchObject({ on: true, forms: ['pdf'] });
  await under.delivery.send({ id: VISIT, target: 'folder' });
  expect(readdirSync(under.folder).map((name) => name.split('.').at(-1))).toEqual(['pdf']);
  await dropOn(under.delivery, ['pdf'], 'nrces');

  const off = under.again(only('clipboard'));
  expect(off.delivery.targets.get().folder.on).toBe(false);
  await expect(off.delivery.send({ id: VISIT, target: 'folder' })).rejects.toMatchObject(
    byOrganisation,
  );

  const after = off.again({ policy: undefined });
  onTestFinished(() => after.delivery.stop());
  const { on, forms, flavour } = after.delivery.targets.get().folder;
  expect({ on, forms: [...forms].sort(), flavour }).toEqual({
    on: true,
    forms: ['fhir', 'pdf'],
    flavour: 'nrces',
  });
});

test('where the form that was chosen before is not allowed, one that is can be switched on', async () => {
  const { delivery } = signedRig('folder', 'hl7');
  const { on, forms, flavour } = delivery.targets.get().folder;
  expect({ on, forms }).toEqual({ on: false, forms: ['hl7'] });
  await delivery.targets.set({ folder: { on: false, forms: [...forms], flavour: 'nrces' } });
  expect(delivery.targets.get().folder.on).toBe(false);
  await delivery.targets.set({ folder: { on: true, forms: [...forms], flavour } });
  expect(delivery.targets.get().folder).toMatchObject({ on: true, forms: ['hl7'] });
  expect(await delivery.send({ id: VISIT, target: 'folder' })).toMatchObject([
    { form: 'hl7', state: 'done' },
  ]);
});

test('a note that waited for a server when the policy came does not leave, and waits for a person', async () => {
  const free = deliveryRig();
  free.sign();
  // No server listens at that port: the export waits.
  await serverOn(free.delivery, 'http://127.0.0.1:9');
  expect(await free.delivery.send({ id: VISIT, target: 'server' })).toMatchObject([
    { state: 'waiting' },
  ]);
  const under = free.again(only('folder', 'fhir'));
  onTestFinished(() => under.delivery.stop());
  under.rig.clock.advance(60 * 60_000);
  await under.delivery.idle();
  expect(under.delivery.list(VISIT)).toMatchObject([
    { state: 'failed', trouble: { detail: 'set-by-organisation' } },
  ]);
});
