/**
 * A clinic's IT with a practice platform of its own and a vault behind a passphrase: each system of
 * the platform by command, and what is told when something is not there.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliAnswer, runCli } from '../../support/rigs/cli.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';
import { buzz, stillness, wav } from '../../support/sound/sound.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-clinic-cli-'));
const data = path.join(folder, 'data');
const file = (name: string, bytes: Buffer | string) => {
  const at = path.join(folder, name);
  writeFileSync(at, bytes);
  return at;
};
const containing = (words: string) => expect.stringContaining(words) as string;

/** With the passphrase as the first line of standard input. */
const scriba = (args: string[], input = ''): Promise<CliAnswer> =>
  runCli(data, ['--passphrase', ...args], `a long passphrase\n${input}`);

let platform: RunningSandbox;
const signIn = (base: string) =>
  scriba(
    ['sign-in', '--base', base, '--brand', platform.brand, '--client-id', platform.clientId],
    `${platform.clientSecret}\n`,
  );
async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  platform = await startSandbox();
  // Nothing listens there: the vault is made all the same, and the next sign-in goes on with it.
  const port = await freePort();
  const refused = await signIn(`http://127.0.0.1:${port}`);
  expect(refused.code).toBe(1);
  expect(refused.words).toContain('recovery code');
  expect(refused.words).toContain('Run sign-in again');
  expect(refused.words).toContain(`127.0.0.1, port ${port}: the computer there refused`);
  const signedIn = await signIn(platform.url);
  expect(signedIn).toMatchObject({ code: 0, lines: [{ state: 'signed-in' }], words: '' });
});
afterAll(() => platform.stop());

test('--passphrase is the first line for every command, and its absence is told', async () => {
  for (const args of [['users', 'list'], ['policy'], ['terminology', 'status']])
    expect(await scriba(args), args.join(' ')).toMatchObject({ code: 0 });
  const linked = await scriba(['link', '--ontology', 'icd-10-cm', '--top', '1'], 'fever\n');
  expect(linked.lines).toMatchObject([{ query: 'fever' }]);
  expect(await runCli(data, ['status'])).toMatchObject({
    code: 1,
    words: containing('Add --passphrase'),
  });
  expect(await runCli(data, ['status', '--passphrase'], '')).toMatchObject({
    code: 2,
    words: containing('first line of standard input'),
  });
});

test('a webhook is printed with its id, and one that is not there cannot be removed', async () => {
  await scriba(['webhooks', 'register', 'https://first.example.org/hook']);
  const made = await scriba(['webhooks', 'register', 'https://relay.example.org/hook']);
  expect(made).toMatchObject({
    code: 0,
    lines: [{ endpoint: 'https://relay.example.org/hook', key: 'ours' }],
  });
  expect(made.lines).toHaveLength(1);
  const id = made.lines[0]!.id as string;
  expect(await scriba(['webhooks', 'remove', 'nope'])).toMatchObject({
    code: 1,
    out: '',
    words: containing('no such webhook'),
  });
  expect(await scriba(['webhooks', 'remove', id])).toMatchObject({
    code: 0,
    lines: [{ removed: id }],
  });
  const left = (await scriba(['webhooks', 'list'])).lines.map((one) => one.endpoint);
  expect(left).toEqual(['https://first.example.org/hook']);
});

test('findings, extras, linking in batches and by the older call each have a command', async () => {
  const found = await scriba(['findings', 'search', '--kind', 'symptom'], 'fever\n');
  const [{ id }] = found.lines[0]!.results as [{ id: string }];
  const properties = await scriba(['findings', 'properties', 'symptoms', id, 'none']);
  expect(properties).toMatchObject({ code: 1, lines: [{ id }], words: containing('none') });
  expect(properties.lines[0]!.properties).not.toHaveLength(0);

  const extras = { city: 'Pune', langs: ['mr', 'hi'] };
  expect(await scriba(['emr-user', 'change', 'own'], JSON.stringify({ extras }))).toMatchObject({
    code: 0,
    lines: [{ extras }],
  });
  const deep = JSON.stringify({ extras: { a: { b: { c: 1 } } } });
  expect(await scriba(['emr-user', 'change', 'own'], deep)).toMatchObject({
    code: 1,
    words: containing('extras.a.b: only one object'),
  });
  expect((await scriba(['emr-user', 'own'])).lines).toMatchObject([{ extras }]);

  const linked = await scriba(
    ['codes', 'link', '--ontology', 'snomed', '--top', '1'],
    'fever\nhtn\n{"query": "dm2"}\nzzzz\n',
  );
  expect(linked.lines.map(({ text, linker }) => [text, linker])).toEqual([
    ['fever', 'platform'],
    ['htn', 'platform'],
    ['dm2', 'platform'],
    ['zzzz', 'platform'],
  ]);
  const older = await scriba(['codes', 'link', '--ontology', 'snomed', '--legacy'], 'dm2\nzzzz\n');
  expect(older.lines).toMatchObject([
    { linker: 'platform-legacy', candidates: [{ code: '44054006' }] },
    { linker: 'platform-legacy', candidates: [] },
  ]);
  const asked = (await platform.state()).requests.map(({ path }) => path);
  expect(asked).toContain('/med-link/nel/link/batch');
  expect(await scriba(['codes', 'link', '--ontology', 'loinc', '--legacy'], 'x')).toMatchObject({
    code: 2,
  });
  expect(await scriba(['codes', 'link', '--ontology', 'zz'], 'x\n')).toMatchObject({
    code: 2,
    out: '',
    words: containing('--ontology: "zz" is not known; allowed are snomed'),
  });
});

test('an unknown language is refused before anything is taken in, with those that there are', async () => {
  const sound = file('a.wav', wav(buzz(1)));
  const before = (await platform.state()).transactions.length;
  expect(await scriba(['send', sound, '--language', 'zz'])).toMatchObject({
    code: 2,
    out: '',
    words: expect.stringMatching(/--language zz is not known; nothing was taken in.*en-IN.*hi/),
  });
  const three = ['hi', 'ta', 'bn'].flatMap((id) => ['--language', id]);
  expect(await scriba(['send', sound, ...three])).toMatchObject({
    code: 2,
    words: containing('2 times at most'),
  });
  expect((await platform.state()).transactions.length).toBe(before);
});

test('files that are no recording are told apart; a silent one ends with 1 and a sentence', async () => {
  const silent = file('silent.wav', wav(stillness(2)));
  const told = await scriba(
    ['send', folder, file('empty.wav', ''), silent, '--patient', '-', '--wait'],
    'Asha Rao\n',
  );
  expect(told.code).toBe(1);
  expect(told.lines).toMatchObject([
    { error: 'file-is-folder' },
    { error: 'file-empty' },
    { file: 'silent.wav', patient: 'Asha Rao' },
    { state: 'attention', trouble: { code: 'templates-failed' } },
  ]);
  expect(told.words).toMatch(/This is a folder/);
  expect(told.words).toMatch(/This file is empty/);
  expect(told.words).toMatch(/silent\.wav: .*Nothing can be heard.*retry/);
  const transaction = told.lines[3]!.transaction as string;
  expect(await scriba(['retry', transaction, '--wait'])).toMatchObject({
    code: 1,
    lines: [{ state: 'attention' }],
  });
});

test('orders take every number from standard input', async () => {
  const made = await scriba(['orders', 'create', '--rx', '-'], 'rx-9\n70726163746963650000000f\n');
  expect(made.code).toBe(0);
  const { order } = made.lines[0] as { order?: { id: string; rxId: string } };
  const { id, rxId } = order ?? (made.lines[0] as { id: string; rxId: string });
  expect(rxId).toBe('rx-9');
  expect(await scriba(['orders', 'dispatch', '-'], `${id}\n`)).toMatchObject({
    code: 0,
    lines: [{ status: 'DISPATCHED' }],
  });
});

test('a platform that is gone is named, and the recording waits with code 3', async () => {
  const port = new URL(platform.url).port;
  await platform.stop();
  const sent = await scriba(['send', file('b.wav', wav(buzz(1)))]);
  expect(sent).toMatchObject({ code: 3, lines: [{}, { hold: 'offline' }] });
  expect(sent.words).toMatch(/1 visit waits here, sealed, .*next command/);
  expect(sent.words).toContain(`127.0.0.1, port ${port}: the computer there refused`);
  platform = await startSandbox();
});
