/** Targets as they are set up: their defaults, what a change keeps, and what is refused. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../../../../main/hosts/node/node-ports.ts';
import { failureWith } from '../../../../support/failure.ts';
import { deliveryRig, dropOn, serverOn, VISIT } from '../support.ts';

test('nothing is set up at first', async () => {
  const { delivery } = deliveryRig({ dropFolder: undefined });
  expect(delivery.targets.get()).toMatchObject({
    newlines: 'system',
    canChoose: false,
    folder: { on: false, forms: ['fhir', 'pdf'], flavour: 'r4', from: 'own' },
    server: { address: '', form: 'fhir', flavour: 'r4', patients: 'known' },
  });
  await expect(delivery.send({ id: VISIT, target: 'folder' })).rejects.toThrow(
    failureWith('not-signed'),
  );
});

test('a folder that was named at the start is on, until somebody switches it off', async () => {
  const rig = deliveryRig();
  expect(rig.delivery.targets.get().folder).toMatchObject({ on: true, from: 'named' });
  await rig.delivery.targets.set({ newlines: 'crlf' });
  const later = rig.again();
  expect(later.delivery.targets.get().folder.on).toBe(true);
  await later.delivery.targets.set({ folder: { on: false, forms: ['pdf'], flavour: 'r4' } });
  expect(later.again().delivery.targets.get().folder.on).toBe(false);
});

test('one change keeps the others, over a restart', async () => {
  const made = deliveryRig({ dropFolder: undefined, chooseFolder: async () => '/somewhere' });
  await made.delivery.targets.set({ newlines: 'crlf' });
  await dropOn(made.delivery, ['hl7']);
  await made.delivery.targets.chooseFolder();
  await serverOn(made.delivery, 'https://emr.example/fhir', { form: 'pdf', patients: 'any' });
  await made.delivery.targets.set({ folder: { on: true, forms: ['fhir'], flavour: 'nrces' } });
  expect(made.again().delivery.targets.get()).toMatchObject({
    newlines: 'crlf',
    canChoose: true,
    folder: { on: true, forms: ['fhir'], flavour: 'nrces', from: 'chosen', where: '/somewhere' },
    server: {
      address: expect.stringContaining('https://emr.example/fhir'),
      form: 'pdf',
      patients: 'any',
    },
  });
});

test('a folder that nobody chose, as a choice that was cancelled, leaves all as it was', async () => {
  let answer: string | undefined;
  const { delivery } = deliveryRig({ dropFolder: undefined, chooseFolder: async () => answer });
  answer = '/somewhere';
  await delivery.targets.chooseFolder();
  answer = undefined;
  const before = delivery.targets.get();
  expect(await delivery.targets.chooseFolder()).toEqual(before);
});

test.each([
  ['folder', /No drop folder is switched on\. Switch it on in Settings\./],
  ['server', /No FHIR server is set\. Enter its address in Settings\./],
] as const)('a %s that is not set up is missing, in words', async (target, message) => {
  const { delivery, sign } = deliveryRig({ dropFolder: undefined });
  sign();
  await expect(delivery.send({ id: VISIT, target })).rejects.toMatchObject({
    code: 'missing',
    detail: 'no-target',
    message: expect.stringMatching(message),
  });
  // A folder can be tried before it is switched on.
  const trial = delivery.trial(target);
  if (target === 'folder') expect(await trial).toEqual({ software: '', doubts: [] });
  else await expect(trial).rejects.toThrow(failureWith('no-target'));
});

test('the own folder is made when it is needed; one that was chosen or named is not', async () => {
  const made: string[] = [];
  const disk = {
    ...nodeDisk,
    makeFolder: (name: string) => {
      made.push(name);
      nodeDisk.makeFolder(name);
    },
  };
  const own = deliveryRig({ dropFolder: undefined, disk });
  own.sign();
  await dropOn(own.delivery);
  await own.delivery.trial('folder');
  expect(made).toHaveLength(1);
  await own.delivery.send({ id: VISIT, target: 'folder' });
  expect(made).toHaveLength(1);
  expect(readdirSync(own.delivery.targets.get().folder.where)).toHaveLength(1);
  made.length = 0;
  const chosen = deliveryRig({
    dropFolder: undefined,
    disk,
    chooseFolder: async () => '/nowhere/at/all',
  });
  chosen.sign();
  await dropOn(chosen.delivery);
  await chosen.delivery.targets.chooseFolder();
  expect((await chosen.delivery.send({ id: VISIT, target: 'folder' }))[0]).toMatchObject({
    state: 'waiting',
    trouble: { detail: 'folder-missing' },
  });
  await expect(chosen.delivery.trial('folder')).rejects.toThrow(failureWith('folder-missing'));
  expect(made).toEqual([]);
});
