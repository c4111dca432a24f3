/** Rows of exports: what is tried again, what is not, and what a person is told. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../../../main/hosts/node/node-ports.ts';
import { Failure } from '../../../../shared/failure.ts';
import { failure } from '../../../support/failure.ts';
import { ready } from '../notes/support.ts';
import { type DeliveryRig, deliveryRig, dropOn, profile, serverOn, VISIT } from './support.ts';

test('a prescription that was sent replaces an earlier prescription, never the note beside it', async () => {
  const files: string[] = [];
  const disk = { ...nodeDisk };
  const made = deliveryRig({ disk });
  made.sign();
  await dropOn(made.delivery, ['fhir'], 'nrces');
  await made.delivery.send({ id: VISIT, target: 'folder' });
  made.edit('Rest');
  made.sign();
  await dropOn(made.delivery, ['fhir'], 'r4');
  await made.delivery.send({ id: VISIT, target: 'folder' });
  for (const name of readdirSync(made.folder).sort())
    files.push(readFileSync(path.join(made.folder, name), 'utf8'));
  const replacing = files.filter((text) => text.includes('"replaces"'));
  expect([files.length, replacing.length]).toEqual([2, 1]);
});

test('a refusal of the server at another address is not tried again when this one gets its token', async () => {
  const made = deliveryRig({
    net: async () => ({ status: 401, headers: {}, body: new Uint8Array() }) as never,
  });
  made.sign();
  await serverOn(made.delivery, 'https://one.example/fhir');
  const [first] = await made.delivery.send({ id: VISIT, target: 'server' });
  expect(first).toMatchObject({ state: 'failed', trouble: { detail: 'emr-token' }, attempts: 1 });
  await serverOn(made.delivery, 'https://two.example/fhir', { token: 'b' });
  made.delivery.tokenEntered();
  await made.delivery.idle();
  expect(made.delivery.list(VISIT)).toMatchObject([{ state: 'failed', attempts: 1 }]);
  await serverOn(made.delivery, 'https://one.example/fhir', { token: 'c' });
  made.delivery.tokenEntered();
  await made.delivery.idle();
  expect(made.delivery.list(VISIT)).toMatchObject([{ attempts: 2 }]);
});

test('a file that somebody gave up saving leaves no receipt, and pages hear of it', async () => {
  const heard: string[] = [];
  const made = deliveryRig({
    save: async () => ({ how: 'cancelled' }),
    changed: (id) => void heard.push(id),
  });
  made.sign();
  heard.length = 0;
  expect(await made.delivery.save({ id: VISIT, form: 'text' })).toEqual({
    saved: { how: 'cancelled' },
  });
  expect(made.delivery.list(VISIT)).toEqual([]);
  expect(heard.length).toBeGreaterThan(1);
});

test.each(['text', 'markdown', 'html', 'fhir', 'hl7', 'pdf'] as const)(
  'a receipt of a saved file names its kind of FHIR where it is FHIR: %s',
  async (form) => {
    const made = deliveryRig();
    made.sign();
    const { receipt } = await made.delivery.save({ id: VISIT, form, flavour: 'r4' });
    expect(receipt?.flavour).toBe(form === 'fhir' ? 'r4' : undefined);
  },
);

test('a copy or a file is not tried again: it is made anew', async () => {
  const made = deliveryRig();
  made.sign();
  const { receipt } = await made.delivery.copy({ id: VISIT });
  made.rig.store.exports.put({ ...made.rig.store.exports.get(receipt.id)!, state: 'failed' });
  await expect(made.delivery.retry(receipt.id)).rejects.toThrow(
    failure('refused', 'not-sent-anywhere'),
  );
});

test.each([
  [['Asha Rao'], '1988-02-29', 'female', undefined],
  [['Meera Nair'], '1988-02-29', 'female', 'the name differs.'],
  [['Asha Rao'], '1977', 'female', 'the birth date differs.'],
  [['Meera Nair'], '1977', 'male', 'the name and the birth date and the sex differ.'],
  [['Asha Rao'], undefined, undefined, undefined],
  [['Asha Rao'], '1988', undefined, undefined],
])('the patient %s, %s, %s of a server: %s', async (names, birthDate, gender, words) => {
  const patient = {
    resourceType: 'Patient',
    id: 'p',
    identifier: [{ system: profile.mrnSystem, value: 'MR-77' }],
    name: names.map((text) => ({ text })),
    birthDate,
    gender,
  };
  const made = deliveryRig({
    net: async ({ url }) => {
      const json = url.pathname.includes('Patient')
        ? { resourceType: 'Bundle', type: 'searchset', entry: [{ resource: patient }] }
        : { resourceType: 'CapabilityStatement' };
      return {
        status: url.pathname.endsWith('/DocumentReference') ? 201 : 200,
        headers: {},
        body: new TextEncoder().encode(JSON.stringify(json)),
      } as never;
    },
  });
  made.sign();
  await serverOn(made.delivery, 'https://emr.example/fhir');
  const [receipt] = await made.delivery.send({ id: VISIT, target: 'server' });
  if (words === undefined) expect(receipt!.state).toBe('done');
  else expect(receipt!.trouble?.message).toContain(words);
});

test('a server whose address was taken away is not set up, and says so', async () => {
  const made = deliveryRig();
  made.sign();
  await serverOn(made.delivery, 'https://emr.example/fhir', { auth: 'smart' });
  await serverOn(made.delivery, '', { auth: 'smart' });
  await expect(made.delivery.send({ id: VISIT, target: 'server' })).rejects.toThrow(
    failure('missing', 'no-target'),
  );
  await expect(made.delivery.trial('server')).rejects.toThrow(failure('missing', 'no-target'));
});

test('a visit that is not there, and a signature that is gone, are told apart', async () => {
  const made = deliveryRig();
  const nobody = '3c9d5a10-18b2-4a6d-8f0e-2b1c7d9e4f55';
  await expect(made.delivery.copy({ id: nobody })).rejects.toThrow(
    failure('missing', 'no-consultation'),
  );
  await expect(made.delivery.copy({ id: VISIT })).rejects.toThrow(failure('refused', 'not-signed'));
  made.sign();
  await dropOn(made.delivery);
  const [receipt] = await made.delivery.send({ id: VISIT, target: 'folder' });
  const { store } = made.rig;
  store.exports.put({ ...store.exports.get(receipt!.id)!, state: 'waiting', signature: 'gone' });
  expect(await made.delivery.retry(receipt!.id)).toMatchObject({
    state: 'failed',
    trouble: { detail: 'no-signature' },
  });
});

test('what this Scriba can do is said: it prints where it has a printer of pages', () => {
  expect(deliveryRig().delivery.targets.get().canPrint).toBe(true);
  expect(deliveryRig({ print: undefined }).delivery.targets.get().canPrint).toBe(false);
});

test('sections are counted as they are shown: those with words', async () => {
  const made = deliveryRig();
  const { notes } = made.rig;
  const branch = notes.state(VISIT).branches[0]!;
  notes.edit({
    id: VISIT,
    branch: branch.id,
    rev: branch.rev,
    sections: [
      { id: '0', title: 'History', text: 'Fever' },
      { id: '1', title: 'Empty', text: ' \n' },
      { id: '2', title: 'Plan', text: 'Rest' },
    ],
  });
  made.sign();
  expect((await made.delivery.copy({ id: VISIT, section: 1 })).text).toBe('PLAN\nRest\n');
});

test('of an address, lines without words are left out', async () => {
  const files: string[] = [];
  const made = deliveryRig({
    save: async (_name, _type, bytes) => {
      for await (const piece of bytes) files.push(Buffer.from(piece).toString());
      return { how: 'saved' };
    },
  });
  made.rig.store.settings.change({
    exportProfile: { ...profile, addressLines: ['12 MG Road', '', 'Bengaluru', ''] },
  });
  made.sign();
  await made.delivery.save({ id: VISIT, form: 'html' });
  expect(files.join('')).toContain('<br>12 MG Road<br>Bengaluru<br>Registration KA-77</div>');
});

test('a file that was not yet named is named, also where another form of the same note is there', async () => {
  const disk = { ...nodeDisk };
  const made = deliveryRig({ disk });
  made.sign();
  await dropOn(made.delivery, ['fhir', 'hl7']);
  disk.rename = (from, to) => {
    if (to.endsWith('.json')) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    nodeDisk.rename(from, to);
  };
  const send = () => made.delivery.send({ id: VISIT, target: 'folder' });
  expect((await send()).map(({ form, state }) => [form, state])).toEqual([
    ['fhir', 'waiting'],
    ['hl7', 'done'],
  ]);
  disk.rename = nodeDisk.rename;
  made.rig.clock.advance(600_000);
  await made.delivery.idle();
  expect(made.delivery.list(VISIT).map(({ state }) => state)).toEqual(['done', 'done']);
  expect(
    readdirSync(made.folder)
      .map((name) => name.split('.').at(-1))
      .sort(),
  ).toEqual(['hl7', 'json']);
});

test('a note that cannot be read now is not said to be up to date anywhere', async () => {
  let readable = true;
  const given = ready();
  const made = deliveryRig(
    {
      notes: {
        state: (id) => {
          if (!readable) throw new Failure('locked', 'The vault is locked.');
          return given.notes.state(id);
        },
        draft: (id) => given.notes.draft(id),
      },
    },
    given,
  );
  made.sign();
  await made.delivery.copy({ id: VISIT });
  expect(made.delivery.list(VISIT)).toMatchObject([{ changedSince: false }]);
  readable = false;
  expect(made.delivery.list(VISIT)).toMatchObject([{ changedSince: true }]);
});

test('what a policy forbids of a target is what is missing, and alone', async () => {
  const free = deliveryRig();
  free.correct({ recordNumber: '' });
  free.sign();
  await serverOn(free.delivery, 'http://127.0.0.1:9', { withPdf: true });
  const missing = ({ delivery }: DeliveryRig) =>
    delivery.missing({ id: VISIT, target: 'server' }).map(({ detail }) => detail);
  expect(missing(free)).toEqual(['export-record-number']);
  const under = free.again({ policy: { exports: { allowed: ['server', 'fhir'] } } });
  expect(missing(under)).toEqual(['set-by-organisation']);
  const withPdf = under.again({ policy: { exports: { allowed: ['server', 'fhir', 'pdf'] } } });
  expect(missing(withPdf)).toEqual(['export-record-number']);
  const other = withPdf.again({ policy: { exports: { allowed: ['server', 'text'] } } });
  expect(missing(other)).toEqual(['set-by-organisation']);
});

test('each form of a note has a row of its own: one that is chosen later is sent beside those before', async () => {
  const made = deliveryRig();
  made.sign();
  const send = async () =>
    (await made.delivery.send({ id: VISIT, target: 'folder' })).map(({ form }) => form);
  await dropOn(made.delivery, ['hl7']);
  expect(await send()).toEqual(['hl7']);
  await dropOn(made.delivery, ['hl7', 'pdf']);
  expect(await send()).toEqual(['hl7', 'pdf']);
  expect(
    readdirSync(made.folder)
      .map((name) => name.split('.').at(-1))
      .sort(),
  ).toEqual(['hl7', 'pdf']);
});
