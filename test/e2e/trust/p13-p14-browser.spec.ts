/**
 * P13 and P14 with a real Chromium: a day at the screen, with a crash and failing uploads; then the
 * browser's whole profile is searched, too.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { chromiumFlags, chromiumPath, microphoneFlags } from '../../support/chromium.ts';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { buzz, wav } from '../../support/sound/sound.ts';
import { keysOf, piecesOf, tokensOf, words } from '../../trust/support/canaries/canaries.ts';
import {
  type Canaries,
  type Hit,
  scanner,
  seenOfProcess,
} from '../../trust/support/canaries/canary-scan.ts';
import { makeKey } from '../support/first-start.ts';
import { startScriba } from '../support/process.ts';
import { promise } from '../support/promise.ts';
import { expect, test } from '../support/scriba.ts';
import { finishVisit, openNote, recordFor, startButton, startVisit } from '../support/visit.ts';

const p13 = promise(test, import.meta.filename, {
  id: 'P13',
  title:
    'No secret and nothing of a patient in logs, messages, command lines, environments or temporary files',
  figure:
    '0 hits after a day at the screen: Chromium’s profile, titles, storage and console, processes, temporary files',
});
const p14 = promise(test, import.meta.filename, {
  id: 'P14',
  title: 'At rest only what is sealed',
  figure: '0 hits in the data folder and in Chromium’s profile after a day at the screen',
});

const root = mkdtempSync(path.join(tmpdir(), 'scriba-day-'));
const [data, temporary, profile, downloads, platformData] = [
  'data',
  'tmp',
  'profile',
  'downloads',
  'platform',
].map((name) => path.join(root, name)) as [string, string, string, string, string];
const usual = process.env.TMPDIR;
test.afterAll(() => {
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  rmSync(root, { recursive: true, force: true });
});

const consoled: string[] = [];
async function browse(microphone: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: [...chromiumFlags, ...microphoneFlags(microphone)],
    downloadsPath: downloads,
    viewport: { width: 1100, height: 760 },
  });
  context.on('console', (message) => void consoled.push(message.text()));
  return context;
}

async function setUp(
  page: Page,
  platform: { url: string; brand: string; clientId: string },
): Promise<string> {
  const code = await makeKey(page, 'Connect to your platform', words.passphrase);
  await page.getByLabel('Address of the platform').fill(platform.url);
  await page.getByLabel('Platform code').fill(platform.brand);
  await page.getByLabel('Client id').fill(platform.clientId);
  for (const secret of [words.wrongSecret, words.clientSecret]) {
    await page.getByLabel('Client secret').fill(secret);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    if (secret === words.wrongSecret) await expect(page.getByRole('alert').first()).toBeVisible();
  }
  await expect(startButton(page)).toBeVisible();
  return code;
}

test('a day at the screen leaves nothing in clear: not in the browser, not in the data folder, not in any process', async () => {
  test.setTimeout(400_000);
  for (const folder of [data, temporary, profile, downloads, platformData])
    mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = temporary;
  const sound = path.join(root, 'speech.wav');
  const speech = wav(buzz(60, 48_000), { rate: 48_000 });
  writeFileSync(sound, speech);
  const platform = await startSandbox({
    data: platformData,
    delay: 50,
    clientId: 'kanari-clinic',
    clientSecret: words.clientSecret,
  });
  await platform.faults(
    { do: 'write', template: 'clinical_notes_template', text: words.note },
    { do: 'write', template: 'transcript_template', text: words.transcript },
  );
  const titles: string[] = [];
  const stored: string[] = [];
  const processes: { name: string; text: string }[] = [];
  const remember = async (page: Page) => {
    titles.push(await page.title(), page.url());
    stored.push(
      await page.evaluate(async () =>
        JSON.stringify([
          { ...localStorage },
          { ...sessionStorage },
          document.cookie,
          (await indexedDB.databases()).map(({ name }) => name),
          'caches' in window ? await caches.keys() : [],
        ]),
      ),
    );
  };

  let scriba = await startScriba({ dataFolder: data, practice: 'none' });
  let context = await browse(sound);
  let page = context.pages()[0] ?? (await context.newPage());
  const opened = await scriba.address();
  await page.goto(opened);
  const recoveryCode = await setUp(page, platform);
  const tokens = await tokensOf(path.join(data, 'clinic'));
  await startVisit(page, words.name);
  await recordFor(page, 4);
  await remember(page);
  processes.push(
    ...seenOfProcess(scriba.pid),
    ...seenOfProcess(process.pid).filter(({ text }) => text.includes('chrom')),
  );

  // The core dies in the middle; the page is closed, both are started again.
  const first = scriba.said();
  await scriba.kill();
  await context.close();
  scriba = await startScriba({ dataFolder: data, practice: 'none' });
  context = await browse(sound);
  page = context.pages()[0] ?? (await context.newPage());
  await page.goto(await scriba.address());
  await page.getByLabel('Passphrase').fill(words.wrongPassphrase);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('alert')).toContainText('passphrase is wrong');
  await page.getByLabel('Passphrase').fill(words.passphrase);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await platform.faults(
    { do: 'expire-tokens' },
    { do: 'status', path: '/blob/*', status: 503, count: 1, retryAfter: 0 },
    { do: 'expired-policy' },
  );
  await page.getByRole('button', { name: 'Continue recording' }).first().click();
  await recordFor(page, 6);
  await finishVisit(page);
  await openNote(page, words.name);
  await expect(page.getByText('Zyxquatic').first()).toBeVisible();
  await page.getByRole('button', { name: 'Visit details' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download visit' }).click(),
  ]);
  // Saved files are in clear, and lie where the person wants them: outside of the folders that are
  // searched.
  await download.saveAs(path.join(root, 'saved.zip'));
  await remember(page);
  processes.push(...seenOfProcess(scriba.pid));
  await page.keyboard.press('Control+l');
  await expect(page.getByLabel('Passphrase')).toBeVisible();
  await remember(page);
  await context.close();
  await scriba.stop();

  const transactions = (await platform.state()).transactions;
  const [heard] = await platform.audioOf(transactions.at(-1)!.txnId);
  const everything: Canaries = {
    ...words,
    ...tokens,
    ...(await tokensOf(path.join(data, 'clinic'))),
    ...piecesOf('encoded sound', heard!),
    ...soundPieces(root),
    ...keysOf(path.join(data, 'clinic'), recoveryCode),
  };
  const scan = scanner(everything);
  const hits: Hit[] = [];
  let [files, bytes] = [0, 0];
  for (const folder of [data, temporary, profile]) {
    const found = scan.folder(folder, (name) => name.endsWith('reserve'));
    hits.push(
      ...found.hits.map((hit) => ({ ...hit, file: `${path.basename(folder)}: ${hit.file}` })),
    );
    files += found.files;
    bytes += found.bytes;
  }
  for (const { name, text } of processes) hits.push(...scan.text(text, name));
  hits.push(
    ...scan.text(
      [...titles, ...stored, ...consoled, first, scriba.said()].join('\n'),
      'titles, addresses, storage, console',
    ),
  );
  // Positive control: the profile is that of the browser that was used, and the saved visit has it
  // all.
  expect(files).toBeGreaterThan(60);
  expect(
    scanner({ 'our own address': new URL(opened).host }).folder(profile).hits.length,
  ).toBeGreaterThan(0);
  const saved = new Set(
    scan.bytes(readFileSync(path.join(root, 'saved.zip')), 'saved.zip').map(({ canary }) => canary),
  );
  expect([...saved]).toEqual(expect.arrayContaining(['name', 'note', 'sound 0']));
  p13.ran(Object.keys(everything).length);
  p14.ran(files);
  p14.worst('searched in the browser’s profile and the data folder', Math.round(bytes / 1e6), 'MB');
  p14.failed(hits.length);
  expect(hits.map(({ canary, form, file }) => `${canary} (${form}) in ${file}`)).toEqual([]);
  await platform.stop();
});

/** As it was recorded: out of the visit that was saved. */
function soundPieces(folder: string): Canaries {
  const zip = path.join(folder, 'saved.zip');
  const recorded = Buffer.from(unzipSync(readFileSync(zip))['sound/recording.wav']!);
  return piecesOf('sound', recorded.subarray(44 + 32_000));
}
