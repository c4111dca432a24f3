/** `sign-in --oidc` against a sign-in server that others wrote: the address is told, and waited for. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startCommand } from '../../../main/cli/run-command.ts';
import { runCli } from '../../support/rigs/cli.ts';
import {
  DOCTOR,
  SCRIBA_ID,
  startHospital,
  startIssuer,
  usualOffer,
  walkPages,
} from '../../support/rigs/sign-in-server.ts';

const PASSPHRASE = 'a passphrase of the ward';
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join();

test('a doctor signs in on the hospital’s page, is known by name, and signs out; no file has a token', async () => {
  const issuer = await startIssuer();
  const hospital = await startHospital(issuer, { oidc: usualOffer(issuer.issuer) });
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-cli-oidc-'));
  try {
    const told: string[] = [];
    const lines: unknown[] = [];
    const place = ['--base', hospital.url, '--brand', 'svc'];
    const command = startCommand(
      ['--data', data, 'sign-in', ...place, '--oidc', '--client-id', SCRIBA_ID, '--passphrase'],
      {
        line: (value) => void lines.push(value),
        print: () => {},
        word: (sentence) => void told.push(sentence),
        nextLine: async () => PASSPHRASE,
      },
    );
    const page = () => /^http:\S+$/m.exec(told.join('\n'))?.[0];
    await expect.poll(page, { timeout: 30_000 }).toBeDefined();
    const answer = await walkPages(page() ?? '');
    await fetch(answer);
    expect(await command.ended).toBe(0);
    expect(lines).toEqual([{ profile: 'clinic', state: 'signed-in' }]);

    const account = (what: string) => runCli(data, ['account', what, '--passphrase'], PASSPHRASE);
    expect((await account('show')).lines).toMatchObject([{ state: 'signed-in', clientId: DOCTOR }]);
    // The platform is asked with the token of the sign-in server, which stands in no file.
    await account('offer');
    const [token = ''] = hospital.bearers;
    expect(await issuer.provider.AccessToken.find(token)).toBeDefined();
    const words = ['code', 'state'].map((name) => new URL(answer).searchParams.get(name) ?? '');
    for (const word of [token, ...words]) {
      expect(word.length).toBeGreaterThan(20);
      expect(filesIn(data)).not.toContain(word);
    }
    expect((await account('sign-out')).code).toBe(0);
    expect(await issuer.provider.AccessToken.find(token)).toBeUndefined();
    expect((await account('show')).lines).toMatchObject([{ state: 'signed-out' }]);
  } finally {
    await hospital.close();
    await issuer.close();
  }
});

test('--oidc without the id of Scriba, or with another way, is told as such', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-cli-oidc-'));
  const place = ['sign-in', '--base', 'https://h', '--brand', 'svc', '--oidc'];
  for (const more of [['--user', 'a'], ['--device']]) {
    const { code, words } = await runCli(data, [...place, ...more]);
    expect(code).toBe(2);
    expect(words).toContain('sign-in --oidc needs --client-id');
  }
  expect((await runCli(data, place)).code).toBe(2);
});
