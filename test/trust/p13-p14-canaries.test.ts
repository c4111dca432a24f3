/**
 * P13 and P14: after a whole day with the real processes, nothing of a patient and no secret stands
 * anywhere but sealed.
 */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { sectionsOf } from '../../shared/model/note/note-sections.ts';
import { secretBytes, secretText } from '../../shared/secret-bytes.ts';
import { type BrowserScriba, startScriba } from '../e2e/support/process.ts';
import { type RunningSandbox, startSandbox } from '../support/rigs/sandbox.ts';
import { seenIn } from '../support/seen.ts';
import { openAsPage, type PageClient } from './support/app/page-client.ts';
import { keysOf, piecesOf, spoken, tokensOf, words } from './support/canaries/canaries.ts';
import {
  type Canaries,
  formsOf,
  type Hit,
  scanner,
  seenOfProcess,
} from './support/canaries/canary-scan.ts';
import { promise } from './support/promise.ts';

const p13 = promise({
  id: 'P13',
  title:
    'No secret and nothing of a patient in logs, messages, command lines, environments or temporary files',
  figure: '0 hits of the canaries of a scripted day, in 14 forms each; planted ones are found',
});
const p14 = promise({
  id: 'P14',
  title: 'At rest only what is sealed',
  figure:
    '0 hits in the whole data folder, file names included, at every hour of the day; planted ones are found',
});

const root = mkdtempSync(path.join(tmpdir(), 'scriba-canary-'));
const [data, temporary, platformData, drop] = ['data', 'tmp', 'platform', 'drop'].map((name) =>
  path.join(root, name),
) as [string, string, string, string];
const usual = process.env.TMPDIR;
const ends: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await Promise.resolve(end()).catch(() => {});
  delete process.env.SCRIBA_DROP_FOLDER;
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  rmSync(root, { recursive: true, force: true });
});

const typed: Canaries = words;
/** All output of Scriba: answers that are Failures, standard error, diagnostics. */
const said: string[] = [];
const hits: Hit[] = [];
/** Files and folders that are not for their user alone. */
const others: string[] = [];
let [files, bytes] = [0, 0];

function look(when: string, canaries: Canaries, scriba?: BrowserScriba) {
  const scan = scanner(canaries);
  for (const folder of [data, temporary]) {
    const found = scan.folder(folder, (name) => name.endsWith('reserve'));
    hits.push(...found.hits.map((hit) => ({ ...hit, file: `${when}: ${hit.file}` })));
    others.push(...openToOthers(folder).map((file) => `${when}: ${file}`));
    files += found.files;
    bytes += found.bytes;
  }
  if (scriba)
    for (const { name, text } of seenOfProcess(scriba.pid))
      hits.push(...scan.text(text, `${when}: ${name}`));
  hits.push(...scan.text([...said, scriba?.said() ?? ''].join('\n'), `${when}: what Scriba said`));
  p13.worst('forms searched for', scan.forms, '');
  // A broken variant is caught at the first look; its day need not end.
  if (p13.level === 'mutant') expect([told(), others]).toEqual([[], []]);
}
/** What other users of the computer may read or change; their system's mask is the usual one. */
const openToOthers = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0);
const told = () => hits.map(({ canary, form, file }) => `${canary} (${form}) in ${file}`);

const refused = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => void said.push(String(error)),
  );
const setup = {
  patient: { name: words.name, recordNumber: words.recordNumber },
  mode: 'dictation' as const,
  modelType: 'pro' as const,
  templates: ['clinical_notes_template', 'transcript_template'],
  inputLanguages: ['en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
};
const feed = async ({ ask }: PageClient, id: string, sound: Buffer, from: number, to: number) => {
  for (let at = from; at < to; at += 4000)
    await ask('recordings.append', {
      id,
      firstSample: at,
      audio: new Uint8Array(sound.subarray(at * 2, Math.min(at + 4000, to) * 2)),
    });
};
/** As a doctor in a hurry, who presses "Look now" again and again. */
const until = async ({ ask }: PageClient, id: string, ...states: string[]) =>
  expect
    .poll(
      async () => {
        await ask('outbox.sendNow', undefined);
        return (await ask('visits.get', { id })).state;
      },
      { timeout: 90_000, interval: 300 },
    )
    .toBeOneOf(states);

async function begin(
  platform: RunningSandbox,
): Promise<{ scriba: BrowserScriba; page: PageClient; recoveryCode: string }> {
  const scriba = await startScriba({ dataFolder: data, practice: 'none' });
  ends.push(() => scriba.kill());
  const page = await openAsPage(await scriba.address());
  await page.ask('profile.choose', { profile: 'clinic' });
  const { recoveryCode } = await page.ask('vault.create', {
    kind: 'passphrase',
    passphrase: secretBytes(words.passphrase),
  });
  const account = { baseUrl: platform.url, brand: platform.brand, clientId: platform.clientId };
  await refused(page.ask('account.signIn', { ...account, clientSecret: words.wrongSecret }));
  expect(
    await page.ask('account.signIn', { ...account, clientSecret: words.clientSecret }),
  ).toMatchObject({ state: 'signed-in' });
  return { scriba, page, recoveryCode: secretText(recoveryCode) };
}

test('a day of recording, crashing, failing uploads, notes, saving, locking and signing out leaves no trace in clear', async () => {
  for (const folder of [data, temporary, platformData, drop])
    mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = temporary;
  process.env.SCRIBA_DROP_FOLDER = drop;
  const platform = await startSandbox({
    data: platformData,
    delay: 50,
    clientId: 'kanari-clinic',
    clientSecret: words.clientSecret,
  });
  ends.push(() => platform.kill());
  await platform.faults(
    { do: 'write', template: 'clinical_notes_template', text: words.note },
    { do: 'write', template: 'transcript_template', text: words.transcript },
  );
  const first = await begin(platform);
  const tokens = [await tokensOf(path.join(data, 'clinic'))];
  const sound = spoken();
  look('after signing in', { ...typed, ...tokens[0] }, first.scriba);

  // The list of the day, with the same names.
  await first.page.ask('day.take', {
    how: 'replace',
    text: `Name,MRN\n${words.name},${words.recordNumber}\n${words.otherName},`,
  });
  expect((await first.page.ask('day.list', undefined)).appointments).toHaveLength(2);
  look('with the list of the day', { ...typed, ...tokens[0] }, first.scriba);

  // Recording, and a crash in the middle of it.
  const { id } = await first.page.ask('recordings.start', setup);
  await feed(first.page, id, sound, 0, 40_000);
  look('while recording', { ...typed, ...piecesOf('sound', sound) }, first.scriba);
  await first.scriba.kill();
  look('after the crash', {
    ...typed,
    ...piecesOf('sound', sound),
    ...keysOf(path.join(data, 'clinic'), first.recoveryCode),
  });

  // Recording goes on; sending meets every kind of trouble, and the tokens are renewed.
  const scriba = await startScriba({ dataFolder: data, practice: 'none' });
  ends.push(() => scriba.kill());
  const page = await openAsPage(await scriba.address());
  await refused(page.ask('vault.unlock', { passphrase: secretBytes(words.wrongPassphrase) }));
  await page.ask('vault.unlock', { passphrase: secretBytes(words.passphrase) });
  expect((await page.ask('recordings.goOn', { id })).samples).toBe(40_000);
  await feed(page, id, sound, 40_000, 64_000);
  await platform.faults(
    { do: 'expire-tokens' },
    { do: 'status', path: '/blob/*', status: 503, count: 1, retryAfter: 0 },
    { do: 'expired-policy' },
    {
      do: 'status',
      path: '*/init/*',
      status: 500,
      count: 1,
      body: { error: { message: `no room for ${words.otherName}` } },
    },
  );
  await page.ask('recordings.finish', { id, samples: 64_000 });
  await until(page, id, 'ready', 'partial');
  const note = await page.ask('notes.get', { id });
  expect(JSON.stringify(note)).toContain(words.note);
  tokens.push(await tokensOf(path.join(data, 'clinic')));
  const [heard] = await platform.audioOf((await page.ask('visits.get', { id })).transactionId);
  const audio: Canaries = { ...piecesOf('sound', sound), ...piecesOf('encoded sound', heard!) };
  look('when the note is here', { ...typed, ...audio }, scriba);

  // Further actions of a doctor.
  await page.ask('visits.rename', {
    id,
    patient: { name: words.otherName, recordNumber: words.recordNumber },
  });
  const [branch] = (await page.ask('notes.versions', { id })).branches;
  await page.ask('notes.evidence', { id, branch: branch!.id, version: 1 });
  expect((await page.ask('notes.said', { id, span: { start: 0, end: 4 } })).about).toBeDefined();
  const { audio: seconds } = await page.ask('recordings.listen', { id, from: 8_000, to: 64_000 });
  expect(Buffer.from(seconds).equals(sound.subarray(16_000, 128_000))).toBe(true);
  const other = await page.ask('recordings.start', setup);
  await feed(page, other.id, sound, 0, 8000);
  await page.ask('recordings.discard', { id: other.id });
  const { importId } = await page.ask('imports.begin', {
    setup,
    name: `${words.name}.mp3`,
    size: heard!.length,
  });
  await page.ask('imports.append', { importId, offset: 0, bytes: new Uint8Array(heard!) });
  const imported = await page.ask('imports.finish', { importId });
  await until(page, imported.id, 'ready', 'partial');
  const [section] = sectionsOf(note!.documents[0]!);
  const start = section!.text.indexOf(words.note);
  const { entities } = await page.ask('desk.mark', {
    id,
    document: 0,
    section: section!.id,
    start,
    text: words.note,
    kind: 'symptom',
  });
  const { id: entityId } = entities.find(({ source }) => source === 'person')!;
  const [answer] = await page.ask('desk.link', { id, entities: [entityId], by: 'both' });
  const [found] = answer!.answers.flatMap(({ ontology, candidates }) =>
    candidates.map(({ code, term }) => ({ ontology, code, name: term })),
  );
  if (found)
    await page.ask('desk.decide', {
      id,
      decisions: [{ entityId, verdict: 'accepted', codes: [found] }],
    });
  await page.ask('desk.decide', {
    id,
    decisions: [{ entityId, verdict: 'rejected', codes: [], reason: `Not ${words.otherName}` }],
  });
  await signAndExport(page, id);
  const saved = await page.ask('visits.saveAll', { id });
  if (saved.how === 'download')
    expect((await page.take(saved.ticket)).length).toBeGreaterThan(1000);
  const { text } = await page.ask('diagnostics.get', undefined);
  said.push(text);
  expect(text).toContain('Visits: ');
  expect(text.split('\n').length).toBeGreaterThan(20);
  said.push(
    JSON.stringify(
      (await page.ask('audit.list', undefined)).map(({ what, visit, who }) => [what, visit, who]),
    ),
  );
  await page.ask('vault.lock', undefined);
  await refused(page.ask('vault.unlock', { passphrase: secretBytes(words.wrongPassphrase) }));
  await refused(
    page.ask('vault.recover', {
      kind: 'passphrase',
      passphrase: secretBytes(words.passphrase),
      code: secretBytes('AAAA'),
    }),
  );
  await page.ask('vault.unlock', { passphrase: secretBytes(words.passphrase) });
  const everything: Canaries = {
    ...typed,
    ...audio,
    ...keysOf(path.join(data, 'clinic'), first.recoveryCode),
    ...Object.fromEntries(
      tokens.flatMap((each, index) =>
        Object.entries(each).map(([name, value]) => [`${name} ${index}`, value]),
      ),
    ),
  };
  look('before signing out', everything, scriba);
  await page.ask('account.signOut', undefined);
  await scriba.stop();
  look('at the end of the day', everything);
  const names = Object.keys(everything);
  expect([names.length > 30, files > 40]).toEqual([true, true]);
  p13.ran(names.length);
  p14.ran(files);
  p14.worst('searched', Math.round(bytes / 1e6), 'MB');
  p13.failed(hits.length);
  expect([told(), others]).toEqual([[], []]);
}, 300_000);

/**
 * Exports hold the patient, by their nature: the folder they go to is not searched, but its file
 * names are.
 */
async function signAndExport(page: PageClient, id: string): Promise<void> {
  await page.ask('settings.change', {
    exportProfile: {
      doctorName: 'Dr Meera Nair',
      registrationNumber: 'KMC-1',
      registrationSystem: '',
      facility: '',
      mrnSystem: '',
    },
  });
  const state = await page.ask('notes.versions', { id });
  const { id: branch, head: version } = state.branches.find((one) => one.id === state.note)!;
  const at = { id, branch, version };
  const looked = (await page.ask('notes.checks', at)).map((one) => one.id);
  await page.ask('notes.sign', { ...at, seen: seenIn(state), looked });
  expect((await page.ask('exports.copy', { id })).text).toContain(words.note);
  await page.ask('exports.targets.set', {
    folder: { on: true, forms: ['fhir', 'hl7'], flavour: 'r4' },
    server: {
      address: 'http://127.0.0.1:9/fhir',
      token: words.emrToken,
      form: 'fhir',
      flavour: 'r4',
      patients: 'known',
    },
  });
  expect(await page.ask('exports.send', { id, target: 'folder' })).toMatchObject([
    { state: 'done' },
    { state: 'done' },
  ]);
  expect(await page.ask('exports.send', { id, target: 'server' })).toMatchObject([
    { state: 'waiting' },
  ]);
  const names = readdirSync(drop);
  expect(names).toHaveLength(2);
  for (const name of names) expect(name).toMatch(/^\d{8}-\d{4}_[0-9a-f]{8}\.(json|hl7)$/);
  const exported = await page.ask('exports.save', { id, form: 'text' });
  if (exported.saved.how === 'download')
    expect((await page.take(exported.saved.ticket)).toString()).toContain(words.note);
}

test('a canary that is planted is found, in every form and packed', () => {
  const place = mkdtempSync(path.join(root, 'planted-'));
  const noise = Buffer.from(
    Array.from({ length: 3000 }, (_, index) => (Math.imul(index + 7, 2_654_435_761) >>> 13) & 255),
  );
  const canaries: Canaries = {
    name: words.name,
    note: words.note,
    secret: words.clientSecret,
    key: noise.subarray(100, 132),
    ...piecesOf('sound', spoken(), 1),
  };
  const missed: string[] = [];
  for (const [canary, value] of Object.entries(canaries)) {
    const scan = scanner({ [canary]: value });
    for (const { form, bytes: planted } of formsOf(value)) {
      const around = canary === 'key' ? noise.subarray(200) : noise;
      const ways: [string, Buffer][] = [
        ['as it is', planted],
        ['gzip', gzipSync(planted)],
        ['zlib', deflateSync(planted)],
        ['gzip twice', gzipSync(gzipSync(planted))],
      ];
      for (const [way, content] of ways) {
        const file = path.join(place, 'haystack');
        writeFileSync(file, Buffer.concat([around, content, around]));
        if (!scan.folder(place).hits.some((hit) => hit.canary === canary))
          missed.push(`${canary} ${form} ${way}`);
        p14.ran();
      }
    }
    // Base64 of a longer text, at each of the three alignments.
    for (const before of ['', 'x', 'xy']) {
      writeFileSync(
        path.join(place, 'haystack'),
        Buffer.concat([Buffer.from(before), Buffer.from(value), Buffer.from('tail')]).toString(
          'base64',
        ),
      );
      if (scan.folder(place).hits.length === 0)
        missed.push(`${canary} inside Base64 after ${before.length}`);
    }
    rmSync(path.join(place, 'haystack'));
    if (typeof value === 'string') {
      writeFileSync(path.join(place, `${value.replaceAll(/[^\w-]/g, '')}`), '');
      writeFileSync(path.join(place, value), 'the name tells');
      if (!scan.folder(place).hits.some(({ file }) => file.startsWith('the name of')))
        missed.push(`${canary} in a file's name`);
      for (const name of [value, value.replaceAll(/[^\w-]/g, '')])
        rmSync(path.join(place, name), { force: true });
    }
  }
  expect(missed).toEqual([]);
});
