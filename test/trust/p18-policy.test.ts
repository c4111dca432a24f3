/**
 * P18: what an organisation's policy forbids is refused to whoever asks for it, the page or the
 * command line: no address but its own is spoken to, and no note leaves another way.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exportForms } from '../../shared/model/export/export-forms.ts';
import type { Policy } from '../../shared/model/policy.ts';
import { deliveryRig, dropOn, serverOn, VISIT } from '../main/features/delivery/support.ts';
import { runCli } from '../support/rigs/cli.ts';
import { openTestApp } from './support/app/test-app.ts';
import { promise } from './support/promise.ts';

const p18 = promise({
  id: 'P18',
  title: 'What the policy of an organisation forbids is refused to the page and the command line',
  figure: '0 notes by a way that is not allowed, 0 connections to another address than the one set',
});

const HOSPITAL = 'https://platform.hospital.example';
const byOrganisation = { code: 'refused', detail: 'set-by-organisation' };
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-policy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a note leaves by no way and in no form but those allowed, and nothing is written or sent on the way', async () => {
  const saved: string[] = [];
  const made = deliveryRig({
    policy: { exports: { allowed: ['file', 'pdf'] } },
    save: async (name) => {
      saved.push(name);
      return { how: 'saved' };
    },
    net: async () => {
      throw new Error('the network was asked');
    },
  });
  made.sign();
  const { delivery } = made;
  for (const form of exportForms.filter((one) => one !== 'pdf')) {
    await expect(delivery.save({ id: VISIT, form }), form).rejects.toMatchObject(byOrganisation);
    p18.ran();
  }
  for (const attempt of [
    () => delivery.copy({ id: VISIT }),
    () => delivery.copy({ id: VISIT, draft: true }),
    () => dropOn(delivery, ['pdf']),
    () => dropOn(delivery, ['fhir', 'pdf']),
    () => serverOn(delivery, 'http://127.0.0.1:9', { form: 'pdf' }),
    () => delivery.trial('folder'),
    () => delivery.trial('server'),
    () => delivery.send({ id: VISIT, target: 'folder' }),
    () => delivery.send({ id: VISIT, target: 'server' }),
  ]) {
    await expect(attempt()).rejects.toMatchObject(byOrganisation);
    p18.ran();
  }
  expect([saved, readdirSync(made.folder), delivery.list(VISIT)]).toEqual([[], [], []]);
  await delivery.save({ id: VISIT, form: 'pdf' });
  expect(saved).toHaveLength(1);
  delivery.stop();
});

/** A profile of a platform, as one computer hands it to another. */
const fileFor = (production: string) =>
  JSON.stringify({ scriba: 'platform-profile', version: 1, production });

/** Another address that looks like the one set, or leads elsewhere. */
const elsewhere = [
  'https://elsewhere.example',
  'https://platform.hospital.example.evil.example',
  'https://platform.hospital.example:8443',
  'https://platform.hospital.example./',
  'https://platform.hospital.example@evil.example',
  'https://evil.example/platform.hospital.example',
  'https://platform.hospital.example/other',
  'https://xn--platfrm-e1a.hospital.example',
  'http://platform.hospital.example',
  'http://127.0.0.1:9',
];

test('the page signs in at no other address, however it is written or handed over', async () => {
  const asked: string[] = [];
  const policy: Policy = { file: 'policy.json', platform: { baseUrl: HOSPITAL }, problems: [] };
  const { ask, close } = await openTestApp({
    policy,
    net: async ({ url }) => {
      asked.push(url.origin);
      throw new Error('no network here');
    },
  });
  for (const baseUrl of elsewhere) {
    const address = { baseUrl, brand: 'svc', clientId: 'ward-7' };
    for (const attempt of [
      () => ask('account.signIn', { ...address, clientSecret: 'secret of the ward' }),
      () => ask('account.signInWithToken', { ...address, token: 'console-token' }),
      () => ask('platform.changeProfile', { production: baseUrl }),
      () => ask('platform.changeProfile', { environment: 'staging', staging: baseUrl }),
      () => ask('platform.importProfile', { text: fileFor(baseUrl) }),
    ]) {
      await expect(attempt(), baseUrl).rejects.toMatchObject({ code: /refused|invalid/ });
      p18.ran();
    }
  }
  expect(asked).toEqual([]);
  await close();
});

test('the command line speaks to no other address', async () => {
  let knocks = 0;
  const server = createServer((_request, response) => response.end('{}'));
  server.on('connection', () => (knocks += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = path.join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify({ platform: { baseUrl: HOSPITAL } }));
  process.env.SCRIBA_POLICY = file;
  try {
    const told = await runCli(
      path.join(folder, 'data'),
      ['sign-in', '--base', base, '--brand', 'svc', '--client-id', 'ward-7', '--passphrase'],
      'secret of the ward\na passphrase of the ward\n',
    );
    expect([told.code, knocks]).toEqual([1, 0]);
    expect(told.words).toMatch(/organisation/);
    p18.ran();
  } finally {
    delete process.env.SCRIBA_POLICY;
    server.close();
  }
});
