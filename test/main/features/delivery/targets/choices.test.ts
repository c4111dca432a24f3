/** Targets as they are chosen: what is stored, what a policy hides of it, and what is refused. */
import { expect, onTestFinished, test } from 'vitest';
import { whereIs } from '../../../../../main/features/delivery/targets/targets.ts';
import type { ExportWord } from '../../../../../shared/model/policy.ts';
import { failureWith } from '../../../../support/failure.ts';
import { type DeliveryRig, deliveryRig, dropOn, serverOn, VISIT } from '../support.ts';

const byOrganisation = failureWith('set-by-organisation');
const under = (made: DeliveryRig, ...allowed: ExportWord[]) => {
  const next = made.again({ policy: { exports: { allowed } } });
  onTestFinished(() => next.delivery.stop());
  return next;
};
const ADDRESS = 'https://emr.example/fhir';
const receiver = (host: string, more = {}) => ({
  mllp: { host, port: 2575, secure: true, allowPlain: false, ...more },
});

test('before anything is chosen, each target has its defaults', () => {
  const { delivery } = deliveryRig({ dropFolder: undefined });
  const { folder, ...rest } = delivery.targets.get();
  expect(folder).toMatchObject({ on: false, forms: ['fhir', 'pdf'], flavour: 'r4', from: 'own' });
  expect('chosen' in folder).toBe(false);
  expect(rest).toEqual({
    newlines: 'system',
    canChoose: false,
    canPrint: true,
    server: {
      address: '',
      hasToken: false,
      form: 'fhir',
      flavour: 'r4',
      patients: 'known',
      sendAs: 'document',
      withPdf: false,
      searchInAddress: false,
      auth: 'token',
      clientId: '',
      scope: 'system/Patient.rs system/DocumentReference.crus',
      jwks: '',
      authority: undefined,
    },
    mllp: { host: '', port: 2575, secure: true, allowPlain: false, authority: undefined },
    hl7: {
      sendingApplication: '',
      sendingFacility: '',
      receivingApplication: '',
      receivingFacility: '',
    },
    platform: { on: false },
  });
});

test('a choice that cannot be read is none', () => {
  for (const stored of ['{', '{"newlines":"other"}', '[]']) {
    const { delivery, rig } = deliveryRig();
    rig.store.values.set('delivery.targets', stored);
    expect(delivery.targets.get()).toMatchObject({ newlines: 'system', server: { address: '' } });
  }
});

test('where a target is: its folder, its address, or the receiver with its port', async () => {
  const { delivery, folder } = deliveryRig();
  expect(
    ['folder', 'server', 'mllp'].map((name) => whereIs(delivery.targets, name as never)),
  ).toEqual([folder, '', '']);
  await serverOn(delivery, `${ADDRESS}/`);
  await delivery.targets.set(receiver('emr.example'));
  expect(whereIs(delivery.targets, 'server')).toBe(ADDRESS);
  expect(whereIs(delivery.targets, 'mllp')).toBe('mllp://emr.example:2575');
  expect(delivery.targets.receiver()).toMatchObject({ host: 'emr.example', authority: '' });
});

test('each change is stored by itself, and the others stay', async () => {
  const made = deliveryRig();
  const names = {
    sendingApplication: 'A',
    sendingFacility: 'B',
    receivingApplication: 'C',
    receivingFacility: 'D',
  };
  await made.delivery.targets.set({ hl7: names });
  await made.delivery.targets.set(receiver('emr.example', { secure: false, allowPlain: true }));
  await made.delivery.targets.set({ platform: { on: true } });
  await made.delivery.targets.set({ newlines: 'lf' });
  await serverOn(made.delivery, ADDRESS, { withPdf: true, searchInAddress: true, clientId: 'c' });
  const later = made.again();
  onTestFinished(() => later.delivery.stop());
  expect(later.delivery.targets.get()).toMatchObject({
    newlines: 'lf',
    hl7: names,
    mllp: { host: 'emr.example', secure: false, allowPlain: true },
    platform: { on: true },
    server: { address: ADDRESS, withPdf: true, searchInAddress: true, clientId: 'c' },
  });
});

test('what is left out of a server stays; another address takes what was of the first alone', async () => {
  const { delivery, rig } = deliveryRig();
  await serverOn(delivery, ADDRESS, {
    searchInAddress: true,
    clientId: 'c',
    scope: 's',
    auth: 'smart',
  });
  const { server } = await delivery.targets.makeKey('ES384');
  expect(JSON.parse(server.jwks).keys).toHaveLength(1);
  await serverOn(delivery, ADDRESS);
  expect(delivery.targets.get().server).toMatchObject({
    searchInAddress: true,
    clientId: 'c',
    scope: 's',
    auth: 'smart',
    jwks: server.jwks,
  });
  await serverOn(delivery, 'https://other.example/fhir');
  expect(delivery.targets.get().server).toMatchObject({
    searchInAddress: false,
    clientId: '',
    scope: 's',
    auth: 'smart',
    jwks: '',
  });
  expect(rig.store.values.get('delivery.targets')).not.toContain('emr.example');
});

test('a key is made for a server that is set, and taken away only where there is one', async () => {
  const removed: string[] = [];
  const secrets = new Map<string, string>();
  const { delivery } = deliveryRig({
    secrets: {
      get: async (name) => secrets.get(name),
      set: async (name, secret) => void secrets.set(name, secret),
      remove: async (name) => void removed.push(name),
    },
  });
  await expect(delivery.targets.makeKey('ES384')).rejects.toMatchObject({
    code: 'missing',
    detail: 'no-target',
    message: 'No FHIR server is set. Enter its address in Settings.',
  });
  await serverOn(delivery, ADDRESS);
  await serverOn(delivery, 'https://other.example/fhir');
  expect(removed).toEqual([]);
  await delivery.targets.makeKey('RS384');
  await serverOn(delivery, ADDRESS);
  expect(removed).toEqual(['emr-smart-key']);
});

test('an HL7 receiver that is not set is missing, in words; the test of it opens a connection', async () => {
  const { delivery, sign } = deliveryRig({ tcp: undefined });
  sign();
  for (const deed of [
    () => delivery.send({ id: VISIT, target: 'mllp' }),
    () => delivery.trial('mllp'),
  ])
    await expect(deed()).rejects.toMatchObject({
      code: 'missing',
      detail: 'no-target',
      message: 'No HL7 receiver is set. Enter its address in Settings.',
    });
  await delivery.targets.set(receiver('emr.example'));
  await expect(delivery.trial('mllp')).rejects.toThrow(failureWith('cannot-connect'));
});

test('where nothing may leave by a folder, the forms that were chosen are shown as they are', async () => {
  const made = deliveryRig();
  await dropOn(made.delivery, ['hl7', 'pdf']);
  const off = under(made, 'clipboard', 'fhir');
  expect(off.delivery.targets.get().folder).toMatchObject({ on: false, forms: ['hl7', 'pdf'] });
  // And a change of something else takes nothing of it away.
  await off.delivery.targets.set({
    folder: { on: false, forms: ['hl7', 'pdf'], flavour: 'nrces' },
  });
  const after = off.again({ policy: undefined });
  onTestFinished(() => after.delivery.stop());
  expect(after.delivery.targets.get().folder).toMatchObject({
    on: true,
    forms: ['hl7', 'pdf'],
    flavour: 'nrces',
  });
});

test('the platform gets nothing where the policy does not allow it, and what was chosen stays stored', async () => {
  const made = deliveryRig();
  await made.delivery.targets.set({ platform: { on: true } });
  const off = under(made, 'folder', 'fhir');
  expect(off.delivery.targets.get().platform.on).toBe(false);
  await expect(off.delivery.targets.set({ platform: { on: true } })).rejects.toThrow(
    byOrganisation,
  );
  await off.delivery.targets.set({ platform: { on: false } });
  const after = off.again({ policy: undefined });
  onTestFinished(() => after.delivery.stop());
  expect(after.delivery.targets.get().platform.on).toBe(true);
  await after.delivery.targets.set({ platform: { on: false } });
  expect(after.delivery.targets.get().platform.on).toBe(false);
});

test('a receiver that the policy does not allow can stay or be taken away, but not be named', async () => {
  const made = deliveryRig();
  await made.delivery.targets.set(receiver('emr.example'));
  const off = under(made, 'folder', 'fhir');
  await expect(off.delivery.targets.set(receiver('other.example'))).rejects.toThrow(byOrganisation);
  await off.delivery.targets.set(receiver('emr.example', { port: 2576 }));
  await off.delivery.targets.set(receiver(''));
  expect(off.delivery.targets.get().mllp).toMatchObject({ host: '' });
  const noForm = under(off, 'mllp', 'fhir');
  await expect(noForm.delivery.targets.set(receiver('other.example'))).rejects.toThrow(
    byOrganisation,
  );
});

test('a server that the policy does not allow can be taken away; its PDF is asked about by itself', async () => {
  const made = deliveryRig();
  await serverOn(made.delivery, ADDRESS);
  const off = under(made, 'server', 'fhir');
  await expect(serverOn(off.delivery, ADDRESS, { form: 'text' })).rejects.toThrow(byOrganisation);
  await expect(serverOn(off.delivery, ADDRESS, { withPdf: true })).rejects.toThrow(byOrganisation);
  await serverOn(off.delivery, ADDRESS, { withPdf: false });
  const none = under(off, 'folder', 'fhir');
  await expect(serverOn(none.delivery, ADDRESS)).rejects.toThrow(byOrganisation);
  await serverOn(none.delivery, '');
  expect(none.delivery.targets.get().server.address).toBe('');
});

test('a folder is chosen where a person can be asked, and none was named', async () => {
  const words = {
    code: 'missing',
    detail: 'cannot-choose',
    message: expect.stringContaining('--drop-folder'),
  };
  const chooseFolder = async () => '/somewhere';
  for (const [over, from] of [
    [{ dropFolder: undefined }, 'own'],
    [{ chooseFolder }, 'named'],
    [{ chooseFolder, dropFolder: undefined }, 'chosen'],
  ] as const) {
    const { delivery } = deliveryRig(over);
    const can = from === 'chosen';
    expect(delivery.targets.get().canChoose).toBe(can);
    if (can) await delivery.targets.chooseFolder();
    else await expect(delivery.targets.chooseFolder()).rejects.toMatchObject(words);
    expect(delivery.targets.get().folder.from).toBe(from);
  }
});

test('this computer’s mark is made once, of eight hexadecimal digits', () => {
  const made = deliveryRig();
  const tag = made.delivery.targets.tag();
  expect(tag).toMatch(/^[0-9a-f]{8}$/);
  expect(made.delivery.targets.tag()).toBe(tag);
  const later = made.again();
  onTestFinished(() => later.delivery.stop());
  expect(later.delivery.targets.tag()).toBe(tag);
});
